// The drawing behind a card: its objects with handles, what they say in a panel, and trials while they move.

import { h, icon, pick, put } from "./dom.js";
import { Face } from "./faces.js";
import { fileLink } from "./findings.js";
import { Handles } from "./handles.js";
import { fields, titled } from "./object-fields.js";
import { go, place, replaceRest } from "./route.js";
import { Stage } from "./stage.js";
import { act, ask, faceUrl, findingsOf, isStale, on, say, state } from "./store.js";
import { number, t } from "./words.js";

export const layout = (main) => new Layout(main);

class Layout {
  constructor(main) {
    this.stage = new Stage(() => this.paint());
    this.tools = h("div", { class: "tools" });
    this.list = h("nav", { class: "objects", "aria-label": t("objects") });
    this.side = h("aside", { class: "panel editing", "aria-label": t("layout") });
    this.strip = h("div", { class: "ghosts", role: "group", "aria-label": t("textGhosts") });
    this.warning = h("div", { class: "stale-why", role: "alert", hidden: true });
    this.busy = 0;
    put(main, this.section = h("section", { class: "card-view layout-view", "aria-busy": "false" }, this.tools, this.warning,
      h("div", { class: "split" }, this.list, h("div", { class: "middle" }, this.stage.element, this.strip), this.side)));
    // What somebody is writing in is left alone.
    this.side.addEventListener("input", () => { this.typing = true; });
    for (const name of ["change", "focusout"]) this.side.addEventListener(name, () => { this.typing = false; });
    this.work = Promise.resolve();
    this.serial = 0;
    this.told = null;
    this.off = on({ faces: () => this.drawn(), game: () => this.followed(), findings: () => this.misfits() });
    this.onkey = (event) => this.press(event);
    addEventListener("keydown", this.onkey, true);
    this.keys = { ...this.stage.keys, Escape: () => this.choose(null), f: () => this.flip(), z: () => this.undo("undo"), y: () => this.undo("redo") };
    this.open();
  }

  leave() {
    removeEventListener("keydown", this.onkey, true);
    this.stage.leave();
    this.off();
  }

  async open() {
    const drawn = (item) => item.family.templates.some((name) => name.endsWith(".svg"));
    const [key, side] = place.rest;
    this.item = state.byKey.get(key) || state.items.find(drawn) || state.items[0];
    if (!this.item) return;
    this.chosen = null;
    this.side_ = side === "back" && this.item.family.back ? "back" : "front";
    this.face = new Face(this.item, this.side_, { over: ["trim", "bleed", "safe"], label: `${this.item.label}, ${t(this.side_)}` });
    this.face.url = (level) => (this.trial ? `/trial/${this.trial}/${level}` : faceUrl(this.item, this.side_, level));
    this.trial = this.painted = "";
    this.stage.fill([this.face]);
    this.handles = new Handles(this.face, this.stage, {
      choose: (one) => this.choose(one), drag: (one, frame) => this.drag(one, frame), drop: (one, frame) => this.drop(one, frame), busy: () => this.busy,
    });
    await this.read();
  }

  // Ask what the drawing holds now; what was chosen stays so.
  async read() {
    try {
      this.told = await ask(`/api/layout/${state.game.id}/${state.lang}/${this.item.t}/${this.side_}`);
      if (this.unread) this.warn("");
      this.unread = false;
    } catch (error) {
      this.unread = true;
      this.told = { objects: [], drawing: true, edit: false, file: "", undo: 0, redo: 0 };
      this.warn(error.message);
    }
    this.shown = this.told.drawing ? this.told.objects.filter((one) => this.stands(one)) : [];
    this.chosen = this.shown.find((one) => one.object === this.chosen?.object) || null;
    this.paint();
  }

  // Whether an object is chosen by itself: not what makes up a named group, nor a group of others.
  stands(one) {
    const inside = one.within.some((number_) => this.told.objects.find((other) => other.object === number_ && other.kind !== other.tag));
    return one.frame && !inside && !(one.kind === "g" && !one.name);
  }

  paint() {
    if (!this.told) return;
    const painted = JSON.stringify([this.told, this.chosen?.object, this.item.t, this.stage.scale, this.stage.zoom]);
    if (painted === this.painted) return void this.misfits(); // what somebody may be dragging stays as it is
    this.painted = painted;
    this.toolbar();
    this.contents();
    this.panel();
    this.ghosts();
    this.handles.paint(this.shown.filter((one) => one.tag !== "g" || one.kind !== "g" || one === this.chosen), this.chosen, this.item.family, this.told.edit);
  }

  toolbar() {
    const families = state.game.families.filter((family) => family.items.length);
    const { family } = this.item;
    const focused = this.tools.contains(document.activeElement) ? document.activeElement.dataset.key : "";
    const step = (name, count, key) => h("button", { type: "button", disabled: !count, "data-key": name, onclick: () => this.undo(name), title: `${t(name)} (${key})` }, icon(name), t(name));
    put(this.tools,
      families.length > 1 && pick(t("family"), family.id, families.map((one) => [one.id, one.title[state.lang] || one.id]),
        (id) => go("layout", families.find((one) => one.id === id).items[0].key, "front")),
      pick(t("card"), this.item.key, family.items.map((one) => [one.key, one.label]), (key) => go("layout", key, this.side_)),
      family.back && h("button", { type: "button", "data-key": "flip", onclick: () => this.flip(), title: `${t("flip")} (f)` }, icon("flip"), t(this.side_)),
      this.stage.tools(icon),
      this.told.edit && h("div", { class: "group" }, step("undo", this.told.undo, "z"), step("redo", this.told.redo, "y")));
    if (focused) this.tools.querySelector(`[data-key="${focused}"]`)?.focus();
  }

  flip() {
    if (!this.item.family.back) return;
    replaceRest(this.item.key, this.side_ === "front" ? "back" : "front");
    this.open();
  }

  contents() {
    const { told } = this;
    const active = this.list.contains(document.activeElement) ? document.activeElement.dataset.object : null;
    const rows = told.drawing
      ? this.shown.map((one) => h("li", {}, h("button", { type: "button", class: "plain", "data-object": one.object, "aria-pressed": String(one === this.chosen), onclick: () => this.choose(one) },
        h("span", {}, titled(one)), h("span", { class: "small nowrap" }, `${one.tag} · ${one.line}`))))
      : told.objects.map((one) => h("li", { class: "written" }, h("code", {}, one.kind), " ", h("span", { class: "small" }, one.words), fileLink([told.file, one.line, 1])));
    put(this.list, h("h2", {}, t("objects")), !told.drawing && h("p", { class: "hint" }, t("templateOnly")), h("ul", { class: "list" }, rows));
    if (active !== null) this.list.querySelector(`[data-object="${active}"]`)?.focus({ preventScroll: true });
  }

  panel() {
    const { told, chosen } = this;
    if (this.typing && this.panelOf === chosen?.object) return;
    this.panelOf = chosen?.object;
    const focused = this.side.contains(document.activeElement) ? document.activeElement.dataset.field : "";
    put(this.side, this.misfit = h("div", { role: "status" }),
      told.file && fileLink([told.file, chosen?.line || 0, chosen ? 1 : 0]),
      told.drawing && !told.edit && !this.warning.textContent && h("p", { class: "hint" }, t("layoutReadOnly")),
      chosen ? fields(chosen, state.game.palette, told.edit, (change) => this.change(chosen, change)) : told.drawing && h("p", { class: "hint" }, t("chooseObject")));
    if (focused) this.take(this.side.querySelector(`[data-field="${focused}"]`));
    this.misfits();
  }

  // Focus a field that was drawn anew, its content selected as it was when somebody came to type.
  take(field) {
    field?.focus();
    field?.select?.();
  }

  // Cards of the same family that cannot be drawn as the drawing is now, in red; `tried` is why this one cannot
  // be drawn as it is tried.
  misfits(tried = "") {
    if (!this.misfit) return; // nothing is shown yet
    const { family } = this.item;
    const bad = family.items.filter((one) => (one === this.item && tried) || isStale(one));
    this.handles.mark(tried || isStale(this.item));
    this.face.stale(isStale(this.item) && !this.trial);
    for (const ghost of this.ends || []) if (!ghost.trial) this.fits(ghost, (state.findings?.stale?.[ghost.end.lang] || []).includes(ghost.end.t) ? t("doesNotFit") : "");
    put(this.misfit, bad.length > 0 && h("ul", { class: "found" }, bad.slice(0, 12).map((one) => h("li", { class: "error" },
      h("p", {}, h("strong", {}, one.label), `: ${(one === this.item && tried) || findingsOf(one).find((each) => each.severity === "error")?.message || t("broken")}`)))));
  }

  choose(one) {
    if (this.chosen?.object === one?.object) return;
    this.chosen = this.shown.find((each) => each.object === one?.object) || null;
    this.paint();
    if (one) say(this.spoken(one));
  }

  spoken(one) {
    const [x, y, width, height] = one.frame.map((side) => number(side, 1));
    return `${titled(one)}: x ${x}, y ${y}, ${width} × ${height} mm`;
  }

  // The cards with the longest and the shortest text of what is chosen, in each language.
  ghosts() {
    const ends = this.chosen?.extremes || [];
    const kept = `${state.lang} ${ends.map((one) => `${one.t}/${one.lang}`).join(" ")}`;
    this.strip.hidden = !this.told.drawing;
    if (kept !== this.endsShown) {
      this.endsShown = kept;
      this.ends = ends.map((one) => this.ghost(one));
      put(this.strip, ends.length ? this.ends.map((one) => one.figure) : h("p", { class: "hint" }, t("textGhosts")));
    }
  }

  ghost(end) {
    const item = state.byToken.get(end.t);
    const face = new Face(item, this.side_, { lang: end.lang, label: `${item.label}, ${t(end.which)}, ${end.lang}` });
    const told = h("span", { class: "wrong" });
    const ghost = { end, face, trial: "", told };
    face.url = (level) => (ghost.trial ? `/trial/${ghost.trial}/${level}` : `${faceUrl(item, this.side_, level, end.lang)}&n=${this.serial}`);
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

  drag(one, frame) {
    this.readout(frame);
    this.try(one, this.difference(one, frame), frame);
  }

  readout(frame) {
    for (const [k, name] of ["x", "y", "width", "height"].entries()) {
      const field = this.side.querySelector(`[data-field="${name}"]`);
      if (field) field.value = Math.round(frame[k] * 100) / 100;
    }
  }

  // What a new frame asks of an object: a mere move keeps its numbers of size.
  difference(one, frame) {
    const same = Math.abs(frame[2] - one.frame[2]) < 0.001 && Math.abs(frame[3] - one.frame[3]) < 0.001;
    return same ? { move: [frame[0] - one.frame[0], frame[1] - one.frame[1]] } : { frame };
  }

  // Draw the card, then the others, as they would be; of what is asked meanwhile only the last is.
  async try(one, change, frame) {
    this.wanted = { one, change, frame };
    if (this.trying) return;
    this.trying = true;
    while (this.wanted) {
      const { one: object, change: tried, frame: at } = this.wanted;
      this.wanted = null;
      const asked = this.asked(object, tried);
      const { serial } = this;
      const why = await this.picture(asked, this.face, (name) => { this.trial = name; }, this.stage.scale * (devicePixelRatio || 1));
      if (serial !== this.serial && !this.busy && !this.wanted) {
        this.wanted = { one: object, change: tried, frame: at }; // the game was read anew meanwhile
        continue;
      }
      this.misfits(why); // in the panel: a message above the card would move it under the pointer
      for (const ghost of this.ends || []) {
        if (this.wanted || this.busy) break;
        const { t: item, lang } = ghost.end;
        const wrong = await this.picture({ ...asked, ghost: item, ghost_lang: lang }, ghost.face, (name) => { ghost.trial = name; }, 4);
        this.fits(ghost, wrong);
        if (!this.wanted && ghost.trial && (item !== this.item.t || lang !== state.lang)) this.handles.ghost(`${item}/${lang}`, ghost.face.url(4), at, object.turn);
      }
    }
    this.trying = false;
  }

  // Show a trial; returns why there is none.  One of a file that was written meanwhile is of no interest.
  async picture(asked, face, keep, density) {
    const { serial } = this;
    try {
      const { trial, findings } = await act("/api/layout/try", asked);
      if (serial !== this.serial || this.busy) return "";
      if (trial) keep(trial);
      if (trial) face.show(density);
      return findings.map((one) => one.message).join("; ");
    } catch (error) {
      return error.message;
    }
  }

  asked(one, change) {
    return { game: state.game.id, lang: state.lang, item: this.item.t, side: this.side_, digest: this.told.digest, object: one.object, ...change };
  }

  drop(one, frame) {
    this.change(one, this.difference(one, frame));
  }

  // Write changes one after another; each knows the file as the one before left it.
  change(one, change) {
    this.wanted = null;
    this.waiting(1);
    this.work = this.work.then(async () => {
      try {
        const now = this.told.objects.find((each) => each.object === one.object) || one;
        const done = await act("/api/layout", this.asked(now, typeof change === "function" ? change(now) : change));
        Object.assign(this.told, done);
        this.warn("");
      } catch (error) {
        this.trial = "";
        this.warn(error.message);
        this.failed = error.message;
      }
      await this.read();
      this.waiting(-1);
      if (this.failed) this.warn(this.failed);
      else if (this.chosen) say(this.spoken(this.chosen));
      this.failed = "";
    });
    return this.work;
  }

  // Count the changes that are being written.
  waiting(more) {
    this.busy += more;
    this.section.setAttribute("aria-busy", String(this.busy > 0));
  }

  undo(which) {
    if (!this.told?.edit) return;
    this.waiting(1);
    this.work = this.work.then(async () => {
      try {
        await act(`/api/layout/${which}`, {});
        await this.read();
        say(t(which));
      } catch (error) {
        await this.read();
        this.warn(error.message);
      }
      this.waiting(-1);
    });
  }

  warn(text) {
    this.warning.hidden = !text;
    put(this.warning, text && h("p", {}, text));
  }

  // The files were followed: pictures of trials have had their time.
  followed() {
    this.serial += 1;
    this.handles?.forget();
    this.trial = "";
    for (const ghost of this.ends || []) ghost.trial = "";
    const item = state.byKey.get(this.item?.key);
    if (!item) return this.open();
    this.item = item;
    this.face.item = item;
    this.drawn();
    if (!this.busy) this.work = this.work.then(() => this.read());
  }

  drawn() {
    this.stage.show();
    for (const ghost of this.ends || []) ghost.face.show(4);
  }

  press(event) {
    const field = event.target.matches?.("input, select, textarea");
    if (document.querySelector("dialog[open]") || (field && this.typing)) return;
    if ((event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key)) {
      event.preventDefault();
      return this.undo(event.shiftKey || event.key.toLowerCase() === "y" ? "redo" : "undo");
    }
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (field || !by || !this.chosen || this.chosen.fixed || !this.told.edit || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.nudge(by.map((side) => side * (event.shiftKey ? 5 : event.altKey ? 0.1 : 1)));
  }

  // Move what is chosen; presses that come while one is written become one move.
  nudge(by) {
    const { chosen } = this;
    if (this.nudged?.object === chosen.object) {
      this.nudged.move = this.nudged.move.map((side, k) => side + by[k]);
      return;
    }
    const nudged = { object: chosen.object, move: by };
    this.nudged = nudged;
    this.change(chosen, () => {
      if (this.nudged === nudged) this.nudged = null;
      return { move: nudged.move };
    });
  }
}
