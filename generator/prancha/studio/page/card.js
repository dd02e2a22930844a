// One component: zoom to 1,600 %, both sides, lines over it, its fields and what is wrong with it.

import { dialog, h, icon, later, put } from "./dom.js";
import { Face } from "./faces.js";
import { chosen } from "./gallery.js";
import { fileLink, findingList } from "./findings.js";
import { findingsOf, on, remember, state } from "./store.js";
import { number, t } from "./words.js";
import { go, place, replaceRest } from "./route.js";

const LOOKS = ["full", "grey", "protan", "deutan", "tritan"];
const OVERLAYS = ["trim", "bleed", "safe", "folds"];
const LEAST = 10;
const MOST = 1600;

export function card(main) {
  const view = new Card(main);
  return { keys: view.keys, leave: () => view.leave() };
}

class Card {
  constructor(main) {
    this.zoom = 0;
    this.stage = h("div", { class: "stage", tabindex: "0", role: "region", "aria-label": t("zoom") });
    this.side = h("aside", { class: "panel", "aria-label": t("fields") });
    this.tools = h("div", { class: "tools" });
    put(main, h("section", { class: "card-view" }, this.tools, h("div", { class: "split" }, this.stage, this.side)));
    this.sharpen = later(() => this.refine(), 90);
    this.stage.addEventListener("scroll", this.sharpen, { passive: true });
    this.stage.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.setZoom(this.percent * Math.exp(-event.deltaY / 300), event);
    }, { passive: false });
    this.pan();
    this.watch = new ResizeObserver(() => { if (!this.zoom) this.size(); });
    this.watch.observe(this.stage);
    this.off = [
      on("faces", () => this.show()),
      on("game", () => this.open()),
      on("findings", () => this.panel()),
    ];
    this.open();
  }

  leave() {
    this.watch.disconnect();
    for (const off of this.off) off();
  }

  open() {
    const [key, side] = place.rest;
    this.item = state.items.find((one) => one.key === key) || state.items[0];
    if (!this.item) return put(this.stage, h("p", { class: "empty" }, t("nothing")));
    this.face = side === "back" && this.item.family.back ? "back" : "front";
    this.build();
  }

  build() {
    const { over, beside, look } = state.settings;
    const languages = beside ? state.game.languages.filter((lang) => !state.game.incomplete.includes(lang)) : [state.lang];
    this.faces = languages.map((lang) => new Face(this.item, this.face, { over, lang, label: `${this.item.label}, ${t(this.face)}, ${lang}` }));
    this.board = h("div", { class: `faces look-${look}` }, this.faces.map((one) => h("figure", {}, one.element, languages.length > 1 && h("figcaption", {}, one.lang))));
    put(this.stage, this.board);
    this.toolbar();
    this.panel();
    this.size();
  }

  toolbar() {
    const all = chosen();
    const list = all.includes(this.item) ? all : state.items;
    const at = list.indexOf(this.item);
    const step = (by) => { const next = list[at + by]; if (next) this.to(next); };
    this.step = step;
    const { look, over, beside } = state.settings;
    const press = (label, pressed, call, title) => h("button", { type: "button", class: "toggle", "aria-pressed": String(pressed), onclick: call, title }, label);
    put(this.tools,
      h("button", { type: "button", onclick: () => go("gallery"), "aria-label": t("closeCard"), title: `${t("closeCard")} (Esc)` }, icon("left"), t("gallery")),
      h("div", { class: "group" },
        h("button", { type: "button", disabled: at <= 0, onclick: () => step(-1), "aria-label": t("previous"), title: `${t("previous")} (k)` }, icon("left")),
        h("span", { class: "small where" }, `${number(at + 1)} / ${number(list.length)}`),
        h("button", { type: "button", disabled: at >= list.length - 1, onclick: () => step(1), "aria-label": t("next"), title: `${t("next")} (j)` }, icon("right"))),
      this.item.family.back && h("button", { type: "button", onclick: () => this.flip(), title: `${t("flip")} (f)` }, icon("flip"), t(this.face)),
      h("div", { class: "group", role: "group", "aria-label": t("zoom") },
        h("button", { type: "button", onclick: () => this.setZoom(this.percent / 1.25), "aria-label": "−", title: "−" }, icon("minus")),
        this.percentField = h("output", { class: "percent" }, ""),
        h("button", { type: "button", onclick: () => this.setZoom(this.percent * 1.25), "aria-label": "+", title: "+" }, icon("plus")),
        press(t("fit"), !this.zoom, () => this.setZoom(0), "0"),
        press(t("real"), this.zoom === 100, () => this.setZoom(100), "1"),
        h("button", { type: "button", class: "plain", onclick: () => this.calibrate() }, t("calibrate"))),
      h("div", { class: "group", role: "group", "aria-label": t("overlays") },
        OVERLAYS.filter((one) => one !== "folds" || this.item.family.folds.length).map((one) => press(
          h("span", { class: `swatch ${one}` }, t(one)), over.includes(one), () => this.overlay(one)))),
      h("label", { class: "pick" }, h("span", {}, t("look")), h("select", { onchange: (event) => this.see(event.target.value) },
        LOOKS.map((one) => h("option", { value: one, selected: one === look }, t(one))))),
      state.game.languages.length > 1 && press(t("languages"), beside, () => { remember({ beside: !beside }); this.build(); }, "l"));
  }

  to(item) {
    go("card", item.key, this.face);
  }

  flip() {
    if (!this.item.family.back) return;
    this.face = this.face === "front" ? "back" : "front";
    replaceRest(this.item.key, this.face);
    this.build();
  }

  overlay(name) {
    const over = state.settings.over.includes(name) ? state.settings.over.filter((one) => one !== name) : [...state.settings.over, name];
    remember({ over });
    this.build();
  }

  see(look) {
    remember({ look });
    this.board.className = `faces look-${look}`;
  }

  get percent() {
    return this.zoom || this.fitted || 100;
  }

  setZoom(percent, event) {
    const { stage } = this;
    const before = this.percent;
    const box = stage.getBoundingClientRect();
    const at = event ? [event.clientX - box.left, event.clientY - box.top] : [box.width / 2, box.height / 2];
    const point = [stage.scrollLeft + at[0], stage.scrollTop + at[1]];
    this.zoom = percent ? Math.min(MOST, Math.max(LEAST, percent)) : 0;
    this.size();
    const by = this.percent / before;
    stage.scrollLeft = point[0] * by - at[0];
    stage.scrollTop = point[1] * by - at[1];
    this.toolbar();
    this.size();
  }

  // Sets every face to its size on the screen.
  size() {
    if (!this.faces) return;
    const count = this.faces.length;
    const [{ box }] = this.faces;
    const wide = (this.stage.clientWidth - 64 - 24 * (count - 1)) / count;
    const tall = this.stage.clientHeight - (count > 1 ? 96 : 64);
    this.fitted = Math.max(LEAST, Math.min(MOST, (Math.min(wide / box.w, tall / box.h) / state.settings.pixels) * 100));
    this.scale = (this.percent / 100) * state.settings.pixels;
    for (const face of this.faces) {
      face.element.style.width = `${box.w * this.scale}px`;
      face.element.style.height = `${box.h * this.scale}px`;
    }
    if (this.percentField) this.percentField.textContent = `${number(Math.round(this.percent))} %`;
    this.show();
  }

  show() {
    if (!this.faces) return;
    for (const face of this.faces) face.show(this.scale * (devicePixelRatio || 1));
    this.sharpen();
  }

  refine() {
    const stage = this.stage.getBoundingClientRect();
    for (const face of this.faces) {
      const own = face.element.getBoundingClientRect();
      const seen = {
        x: face.box.x + Math.max(0, stage.left - own.left) / this.scale, y: face.box.y + Math.max(0, stage.top - own.top) / this.scale,
        w: Math.min(stage.width, own.width) / this.scale, h: Math.min(stage.height, own.height) / this.scale,
      };
      face.refine(this.scale * (devicePixelRatio || 1), seen);
    }
  }

  pan() {
    let from = null;
    this.stage.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || event.pointerType !== "mouse") return;
      from = [event.clientX + this.stage.scrollLeft, event.clientY + this.stage.scrollTop];
      this.stage.setPointerCapture(event.pointerId);
    });
    this.stage.addEventListener("pointermove", (event) => {
      if (from) this.stage.scrollTo(from[0] - event.clientX, from[1] - event.clientY);
    });
    for (const name of ["pointerup", "pointercancel"]) this.stage.addEventListener(name, () => { from = null; });
  }

  panel() {
    const { item } = this;
    if (!item) return;
    const found = findingsOf(item);
    const { family } = item;
    put(this.side,
      h("header", {}, h("p", { class: "small" }, family.title[state.lang] || family.id), h("h1", {}, item.label),
        h("p", { class: "small" }, `${item.key} · × ${number(item.copies)} · ${number(family.width, 1)} × ${number(family.height, 1)} mm`), fileLink(item.place)),
      found.length ? h("section", { "aria-label": t("findings") }, findingList(found, false)) : null,
      this.more?.(item),
      h("section", { "aria-label": t("fields") }, h("h2", {}, t("fields")), h("dl", { class: "fields" },
        Object.entries(item.fields).map(([name, value]) => [
          h("dt", {}, name, name in item.assumed && h("span", { class: "tag", title: words(item.assumed[name]) }, t("assumed"))), h("dd", {}, shown(value))]))),
      h("p", { class: "small quiet" }, t("printed")));
  }

  calibrate() {
    const frame = h("div", { class: "bank-card" });
    const set = (pixels) => {
      remember({ pixels });
      frame.style.width = `${85.6 * pixels}px`;
      frame.style.height = `${53.98 * pixels}px`;
      this.size();
    };
    const range = h("input", { type: "range", min: 2, max: 14, step: 0.02, value: state.settings.pixels, "aria-label": t("width"), oninput: () => set(Number(range.value)) });
    const box = dialog(t("real"), h("p", {}, t("calibrateHow")), range, frame, h("p", {}, h("button", { type: "button", class: "main", onclick: () => box.close() }, t("done"))));
    set(state.settings.pixels);
  }

  keys = {
    Escape: () => go("gallery"),
    f: () => this.flip(),
    j: () => this.step(1), k: () => this.step(-1),
    ArrowRight: () => this.step(1), ArrowLeft: () => this.step(-1),
    "+": () => this.setZoom(this.percent * 1.25), "=": () => this.setZoom(this.percent * 1.25),
    "-": () => this.setZoom(this.percent / 1.25), 0: () => this.setZoom(0), 1: () => this.setZoom(100),
    t: () => this.overlay("trim"), b: () => this.overlay("bleed"), s: () => this.overlay("safe"), d: () => this.overlay("folds"),
    v: () => { this.see(LOOKS[(LOOKS.indexOf(state.settings.look) + 1) % LOOKS.length]); this.toolbar(); },
    l: () => { remember({ beside: !state.settings.beside }); this.build(); },
    o: () => this.side.querySelector(".file")?.click(),
  };
}

function words(value) {
  return value && typeof value === "object" ? value[state.lang] || Object.values(value)[0] : String(value);
}

function shown(value) {
  if (value === null || value === undefined) return "–";
  if (Array.isArray(value)) return value.length ? h("ul", {}, value.map((one) => h("li", {}, shown(one)))) : "–";
  if (typeof value === "object") return h("dl", { class: "inner" }, Object.entries(value).map(([name, one]) => [h("dt", {}, name), h("dd", {}, shown(one))]));
  return String(value);
}
