// Ways out of the page besides printing: files for tables, shops and machines, and checks for a print shop.

import { h, put } from "./dom.js";
import { fileLink, findingList } from "./findings.js";
import { isFollowed, kitProgress, whichField } from "./kit.js";
import { act, ask, on, remember, state } from "./store.js";
import { t } from "./words.js";
import { place, replaceRest } from "./route.js";

const GROUPS = [
  ["exportPictures", ["images", "gallery", "contact-sheet", "sprites", "cut-outs", "scenes", "itch"]],
  ["exportTables", ["tts", "vtt", "pcio", "tabletop-club", "cgs", "playground", "tabletopia", "screentop"]],
];
let targets = null;

export const exports_ = (main) => new Exports(main);

class Exports {
  constructor(main) {
    this.keys = {};
    this.kit = null;
    this.form = h("div", { class: "form" });
    this.about = h("p", {});
    this.acts = h("p", { class: "acts" });
    this.result = h("div", { class: "result", "aria-live": "polite" });
    this.choice = h("div", {});
    put(main, h("section", { class: "page export", "aria-label": t("export") }, h("h1", {}, t("export")), this.choice, this.about, this.form, this.acts, this.result));
    this.leave = on({ kit: (next) => { if (this.kit && next.kit === this.kit.kit) this.take(next); } });
    this.begin();
  }

  async begin() {
    try {
      targets ??= await ask("/api/targets");
    } catch (error) {
      return put(this.result, h("p", { class: "wrong" }, error.message));
    }
    this.choose(place.rest[0] || state.settings.target || "images");
  }

  // The targets in groups: what is for no table and no shop, and is no picture, is for a machine.
  groups() {
    const named = new Set(GROUPS.flatMap(([, names]) => names));
    return [...GROUPS.map(([word, names]) => [word, targets.filter((one) => names.includes(one.name))]),
      ["exportShops", targets.filter((one) => one.shop)],
      ["exportMachines", targets.filter((one) => !one.shop && !named.has(one.name))]];
  }

  choose(name) {
    const target = targets.find((one) => one.name === name) || targets[0];
    this.target = target;
    this.options = {};
    remember({ target: target.name });
    replaceRest(target.name);
    put(this.result);
    put(this.choice, h("label", { class: "field" }, h("span", {}, t("exportTo")), h("select", { onchange: (event) => this.choose(event.target.value) },
      this.groups().map(([word, some]) => some.length > 0 && h("optgroup", { label: t(word) }, some.map((one) => h("option", { value: one.name, selected: one === target }, one.name)))))));
    const about = `about_${target.name}`;
    put(this.about, t(about) === about ? target.about : t(about)); // a target of a package has no words here
    const make = h("button", { type: "button", class: "main", onclick: () => this.run() }, t("exportMake"));
    const which = whichField((names) => { this.which = names; }, (known) => { make.disabled = !known; });
    put(this.form, which, target.options.map((one) => this.option(one)));
    put(this.acts, make,
      target.shop && h("button", { type: "button", onclick: () => this.check() }, t("shopCheck")));
  }

  option({ name, usual, flag, choices }) {
    const label = `--${name.replaceAll("_", "-")}`;
    const set = (value) => { this.options[name] = value; };
    if (flag) return h("label", { class: "tick" }, h("input", { type: "checkbox", onchange: (event) => set(event.target.checked) }), t(`option_${name}`));
    const control = choices.length > 0
      ? h("select", { onchange: (event) => set(event.target.value) }, [["", usual || t("usual")], ...choices.filter((one) => one !== usual).map((one) => [one, one])].map(([value, text]) => h("option", { value }, text)))
      : h("input", { type: "text", placeholder: usual, oninput: (event) => set(event.target.value.trim()) });
    return h("label", { class: "field", title: label }, h("span", {}, t(`option_${name}`)), control);
  }

  get order() {
    const more = state.lang !== state.game.languages[0] ? { lang: state.lang } : {};
    return { game: state.game.id, to: this.target.name, options: this.options, ...more };
  }

  async run() {
    try {
      this.take(await act("/api/export", { ...this.order, ...this.which }));
    } catch (error) {
      put(this.result, h("p", { class: "wrong" }, refusal(error)));
    }
  }

  take(next) {
    this.kit = next;
    if (isFollowed(this.result, next)) return;
    put(this.result, kitProgress(next),
      next.done && h("p", { class: next.fine ? "fine" : "wrong" }, t(next.folder ? "ready" : "failed")),
      next.folder && h("p", {}, t("exportFolder"), " ", fileLink([next.folder, 0, 0])),
      next.guide && h("details", { open: true }, h("summary", {}, t("exportGuide")), h("pre", { class: "log", tabindex: "0" }, next.guide)),
      next.output && h("pre", { class: "log", tabindex: "0" }, next.output));
  }

  async check() {
    const { target } = this;
    put(this.result, h("p", { class: "busy", role: "status" }, t("shopChecking")));
    let shown;
    try {
      const { findings } = await act("/api/shop", this.order);
      const worst = findings.some((one) => one.severity === "error") ? "shopErrors" : findings.length ? "shopWarnings" : "shopFine";
      shown = [h("p", { class: worst === "shopErrors" ? "wrong" : "fine" }, `${target.name}: ${t(worst)}`), findingList(findings.filter((one) => one.count), true)];
    } catch (error) {
      shown = h("p", { class: "wrong" }, refusal(error));
    }
    if (this.target === target) put(this.result, shown);
  }
}

// What a refusal says of an option, in the words that it has on the page.
function refusal({ message }) {
  const [, name] = message.match(/^([\w-]+): this cannot be ordered$/) || [];
  return name ? `${t(`option_${name.replaceAll("-", "_")}`)}: ${t("optionRefused")}` : message;
}
