// Pictures of changes that are tried: of the card at hand, and of those with the longest and the shortest text.

import { h, put } from "./dom.js";
import { Face } from "./faces.js";
import { act, faceUrl, state } from "./store.js";
import { t } from "./words.js";

export class Trials {
  // `view` is the Layout view that they are shown in.
  constructor(view) {
    this.view = view;
    this.strip = h("div", { class: "ghosts", role: "group", "aria-label": t("textGhosts") });
    this.serial = 0;
    this.ends = [];
    this.name = "";
  }

  // Forget all trials: the files were followed, and pictures of trials have had their time.
  forget() {
    this.serial += 1;
    this.name = "";
    for (const ghost of this.ends) ghost.trial = "";
  }

  // The cards with the longest and the shortest text of what is chosen, in each language.
  paint(one) {
    const ends = one?.extremes || [];
    const kept = `${state.lang} ${ends.map((one) => `${one.t}/${one.lang}`).join(" ")}`;
    if (kept !== this.endsShown) {
      this.endsShown = kept;
      this.ends = ends.map((one) => this.ghost(one));
      put(this.strip, ends.length ? this.ends.map((one) => one.figure) : h("p", { class: "hint" }, t("textGhosts")));
    }
  }

  ghost(end) {
    const item = state.byToken.get(end.t);
    const face = new Face(item, this.view.side_, { lang: end.lang, label: `${item.label}, ${t(end.which)}, ${end.lang}` });
    const told = h("span", { class: "wrong" });
    const ghost = { end, face, trial: "", told };
    face.url = (level) => (ghost.trial ? `/trial/${ghost.trial}/${level}` : `${faceUrl(item, this.view.side_, level, end.lang)}&n=${this.serial}`);
    face.resize(Math.min(150 / face.box.h, 150 / face.box.w));
    face.show(4);
    ghost.figure = h("figure", {}, face.element, h("figcaption", {}, `${item.label} · ${t(end.which)} · ${end.lang}`, " ", told));
    return ghost;
  }

  // Mark a card whose text does not fit, with the reason.
  fits(ghost, why) {
    ghost.figure.classList.toggle("misfit", Boolean(why));
    ghost.told.textContent = why ? t("doesNotFit") : "";
    ghost.told.title = why;
  }

  // Draw the card, then the others, as they would be; of what is asked meanwhile only the last is.
  async try(wanted) {
    const { view } = this;
    this.wanted = wanted;
    if (this.trying) return;
    this.trying = true;
    while (this.wanted) {
      const now = this.wanted;
      this.wanted = null;
      const asked = view.asked(now.objects, now.change);
      const { serial } = this;
      const why = await this.picture(asked, view.face, (name) => { this.name = name; }, view.stage.scale * (devicePixelRatio || 1));
      if (serial !== this.serial && !view.busy && !this.wanted) {
        this.wanted = now; // the game was read anew meanwhile
        continue;
      }
      view.misfits(why); // in the panel: a message above the card would move it under the pointer
      for (const ghost of this.ends) {
        if (this.wanted || view.busy) break;
        const { t: item, lang } = ghost.end;
        const wrong = await this.picture({ ...asked, ghost: item, ghost_lang: lang }, ghost.face, (name) => { ghost.trial = name; }, 4);
        this.fits(ghost, wrong);
        if (!this.wanted && ghost.trial && (item !== view.item.t || lang !== state.lang)) view.handles.ghost(`${item}/${lang}`, ghost.face.url(4), now.frame, now.turn);
      }
    }
    this.trying = false;
  }

  // Show a trial; returns why there is none.  One of a file that was written meanwhile is of no interest.
  async picture(asked, face, keep, density) {
    const { serial } = this;
    try {
      const { trial, findings } = await act("/api/layout/try", asked);
      if (serial !== this.serial || this.view.busy) return "";
      if (trial) keep(trial);
      if (trial) face.show(density);
      return findings.map((one) => one.message).join("; ");
    } catch (error) {
      return error.message;
    }
  }
}
