// One component: both sides, lines over it, its fields and what is wrong with it.

import { drawUnpressed, h, icon, pick, put } from "./dom.js";
import { Face, OFF } from "./faces.js";
import { chosen } from "./gallery.js";
import { fileLink, findingList } from "./findings.js";
import { noteBox } from "./notes.js";
import { editFields } from "./edit.js";
import { allFindings, findingsOf, isStale, on, remember, say, state } from "./store.js";
import { Stage } from "./stage.js";
import { number, t } from "./words.js";
import { go, place, replaceRest } from "./route.js";

const LOOKS = ["full", "grey", "protan", "deutan", "tritan"];
const OVERLAYS = ["trim", "bleed", "safe", "folds"];

export const card = (main) => new Card(main);

class Card {
  constructor(main) {
    this.stage = new Stage(() => this.toolbar());
    this.side = h("aside", { class: "panel", "aria-label": t("fields") });
    this.tools = h("div", { class: "tools" });
    this.warning = h("div", { class: "stale-why", role: "alert", hidden: true });
    put(main, h("section", { class: "card-view" }, this.tools, this.warning, h("div", { class: "split" }, this.stage.element, this.side)));
    this.off = on({ faces: () => this.stage.show(), game: () => this.open(true), findings: () => this.panel(), notes: () => this.panel() });
    this.keys = { ...this.stage.keys, ...this.own };
    this.open();
  }

  leave() {
    this.stage.leave();
    this.off();
  }

  // `again` for a game that was read anew: what is seen stays where it is.
  open(again = false) {
    const [key, side] = place.rest;
    const before = this.item;
    this.item = state.byKey.get(key);
    if (!this.item) return this.gone(key, side);
    this.face = side === "back" && this.item.family.back ? "back" : "front";
    const same = again && before && before.key === this.item.key && sizes(before) === sizes(this.item);
    if (same) {
      for (const face of this.stage.faces) face.item = this.item;
      this.toolbar();
      this.panel();
    } else this.build();
  }

  // A card of this id is not there: the page follows where it is certain which one it is now.
  gone(key, side) {
    const next = state.renamed.get(key);
    if (next && state.byKey.has(next)) {
      replaceRest(next, side || "front");
      this.open();
      return say(`${key} ${t("renamedTo")} ${next}`);
    }
    this.step = () => {};
    this.stage.fill([]);
    put(this.stage.element, h("div", { class: "empty", role: "alert" }, h("p", {}, h("code", {}, key || "–")), h("p", {}, t("goneCard"))));
    put(this.tools, h("button", { type: "button", onclick: () => go("gallery") }, icon("left"), t("gallery")));
    put(this.side);
    this.panel();
  }

  build() {
    if (!this.item) return;
    const { over, beside, look } = state.settings;
    const languages = beside ? state.game.languages.filter((lang) => !state.game.incomplete.includes(lang)) : [state.lang];
    const faces = languages.map((lang) => new Face(this.item, this.face, { over, lang, label: `${this.item.label}, ${t(this.face)}, ${lang}` }));
    this.stage.fill(faces, languages.length > 1 ? languages : [], `faces look-${look}`);
    this.toolbar();
    this.panel();
  }

  toolbar() {
    if (!this.item) return;
    const all = chosen();
    const list = all.some((one) => one.t === this.item.t) ? all : state.items;
    const at = list.findIndex((one) => one.t === this.item.t);
    this.step = (by) => { const next = list[at + by]; if (next) go("card", next.key, this.face); };
    const { look, over, beside } = state.settings;
    const press = (label, pressed, call, title) => h("button", { type: "button", class: "toggle", "aria-pressed": String(pressed), onclick: call, title }, label);
    const focused = document.activeElement?.dataset?.key;
    put(this.tools,
      h("button", { type: "button", onclick: () => go("gallery"), title: `${t("closeCard")} (Esc)` }, icon("left"), t("gallery")),
      h("div", { class: "group" },
        h("button", { type: "button", disabled: at <= 0, onclick: () => this.step(-1), "aria-label": t("previous"), title: `${t("previous")} (k)` }, icon("left")),
        h("span", { class: "small where" }, `${number(at + 1)} / ${number(list.length)}`),
        h("button", { type: "button", disabled: at >= list.length - 1, onclick: () => this.step(1), "aria-label": t("next"), title: `${t("next")} (j)` }, icon("right"))),
      this.item.family.back && h("button", { type: "button", "data-key": "flip", onclick: () => this.flip(), title: `${t("flip")} (f)` }, icon("flip"), t(this.face)),
      this.stage.tools(icon),
      h("div", { class: "group", role: "group", "aria-label": t("overlays") },
        OVERLAYS.filter((one) => one !== "folds" || this.item.family.folds.length).map((one) => press(
          h("span", { class: `swatch ${one}` }, t(one)), over.includes(one), () => this.overlay(one)))),
      h("div", { class: "group", role: "group", "aria-label": t("cutOff") },
        OFF.map((one) => press(`${t("cutOff")} ${one} mm`, over.includes(`off${one}`), () => this.overlay(`off${one}`), t("cutOffHow")))),
      pick(t("look"), look, LOOKS.map((one) => [one, t(one)]), (value) => this.see(value)),
      state.game.languages.length > 1 && press(t("languages"), beside, () => { remember({ beside: !beside }); this.build(); }, "l"));
    if (focused) this.tools.querySelector(`[data-key="${focused}"]`)?.focus();
  }

  flip() {
    if (!this.item?.family.back) return;
    this.face = this.face === "front" ? "back" : "front";
    replaceRest(this.item.key, this.face);
    this.build();
  }

  // Show a line or not; of those that show the card as it is when the cut is so many mm off, only one.
  overlay(name) {
    const { over } = state.settings;
    const rest = over.filter((one) => one !== name && !(name.startsWith("off") && one.startsWith("off")));
    remember({ over: over.includes(name) ? rest : [...rest, name] });
    this.build();
  }

  see(look) {
    remember({ look });
    this.stage.board.className = `faces look-${look}`;
  }

  // What keeps this card from being drawn as the files are; returns whether anything does.
  stale(found) {
    const old = Boolean(this.item) && isStale(this.item);
    for (const face of this.stage.faces) face.stale(old);
    const why = old && (found.find((one) => one.severity === "error") || allFindings().find((one) => one.severity === "error"));
    this.warning.hidden = !old;
    put(this.warning, old && h("p", {}, h("strong", {}, t("stalePicture")), " ", why && h("span", {}, why.message)), why && why.place[0] && fileLink(why.place));
    return old;
  }

  panel() {
    drawUnpressed(this.side, () => this.drawPanel());
  }

  drawPanel() {
    const { item } = this;
    const found = item ? findingsOf(item) : [];
    const old = this.stale(found);
    if (!item) return;
    const { family } = item;
    const head = h("header", {}, h("p", { class: "small" }, family.title[state.lang] || family.id), h("h1", {}, item.label),
        h("p", { class: "small" }, `${item.key} · × ${number(item.copies)} · ${number(family.width, 1)} × ${number(family.height, 1)} mm`), fileLink(item.place));
    // What somebody writes in is left alone.
    if (this.panelKey === item.key && (this.side.querySelector(".unsaved") || (this.side.contains(document.activeElement) && document.activeElement.matches("input, textarea")))) return void this.side.firstChild?.replaceWith(head);
    this.panelKey = item.key;
    put(this.side, head,
      found.length > 0 && h("section", { "aria-label": t("findings") }, findingList(found, false)),
      noteBox(item),
      h("section", { "aria-label": t("fields") }, h("h2", {}, t("fields")), state.start.edit.length ? editFields(item, this.stage.element) : fieldList(item)),
      !old && h("p", { class: "small quiet" }, t("printed")));
  }

  own = {
    Escape: () => go("gallery"),
    f: () => this.flip(),
    j: () => this.step(1), k: () => this.step(-1),
    ArrowRight: () => this.step(1), ArrowLeft: () => this.step(-1),
    t: () => this.overlay("trim"), b: () => this.overlay("bleed"), s: () => this.overlay("safe"), d: () => this.overlay("folds"),
    v: () => { this.see(LOOKS[(LOOKS.indexOf(state.settings.look) + 1) % LOOKS.length]); this.toolbar(); },
    l: () => { remember({ beside: !state.settings.beside }); this.build(); },
    o: () => this.side.querySelector(".file")?.click(),
  };
}

function sizes(item) {
  const { width, height, bleed, safe, trim } = item.family;
  return JSON.stringify([width, height, bleed, safe, trim]);
}

function fieldList(item) {
  return h("dl", { class: "fields" }, Object.entries(item.fields).map(([name, value]) => [
    h("dt", {}, name, name in item.assumed && h("span", { class: "tag", title: words(item.assumed[name]) }, t("assumed"))), h("dd", {}, shown(value))]));
}

function words(value) {
  return value && typeof value === "object" ? value[state.lang] || Object.values(value)[0] : String(value);
}

export function shown(value) {
  if (value === null || value === undefined) return "–";
  if (Array.isArray(value)) return value.length ? h("ul", {}, value.map((one) => h("li", {}, shown(one)))) : "–";
  if (typeof value === "object") return h("dl", { class: "inner" }, Object.entries(value).map(([name, one]) => [h("dt", {}, name), h("dd", {}, shown(one))]));
  return String(value);
}
