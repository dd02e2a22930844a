// What the panel of the layout says of one object, and changes of it.

import { h, pick } from "./dom.js";
import { binding, tests } from "./object-tests.js";
import { t } from "./words.js";

const ALIGNS = [["left", "alignLeft"], ["center", "alignCenter"], ["right", "alignRight"], ["justify", "alignJustify"]];
const ANCHORS = { left: "start", center: "middle", right: "end" };
const FITS = [["fill", "fitFill"], ["fit", "fitFit"], ["stretch", "fitStretch"]];
const VALIGNS = [["top", "edgeTop"], ["middle", "edgeCentre"], ["bottom", "edgeBottom"]];

// What people call an object: its first words or what it shows, without its options.
export function titled({ name, words, tag }) {
  const content = name.match(/(?:^|\s)((?:text|art|icon|repeat|qr):\s*\S+)/);
  return content ? content[1] : name.split(/\s+(?=\w+:)/)[0] || words || tag;
}

// `known` are the columns with their samples, `icons` the names of those at hand.  `save` is called with one change as the server takes it, or with what
// makes it of the object as it is by then.
export function fields(one, palette, known, icons, may, save) {
  const fixed = one.fixed && h("p", { class: "hint" }, one.fixed);
  const locked = !may || Boolean(one.fixed);
  return h("form", { class: "object-fields", onsubmit: (event) => event.preventDefault() },
    h("h1", {}, titled(one)), fixed, binding(one, known, icons, !may, save),
    h("div", { class: "grid" }, frame(one, locked, save)),
    one.look && typeFields(one, !may, save),
    one.kind === "art" && pictureFields(one, !may, save),
    (one.look || !["art", "qr", "image", "g"].includes(one.kind)) && colours(one, palette, !may, save),
    tests(one, known, !may, save),
    text("name", t("objectName"), one.name, !may, (name) => save({ name })));
}

function frame(one, locked, save) {
  const [x, y, width, height] = one.frame;
  const size = (k, value) => save((now) => ({ frame: now.frame.map((side, n) => (n === k ? value : side)) }));
  return [
    measure("x", "x (mm)", x, locked, (value) => save((now) => ({ moves: [[value - now.frame[0], 0]] }))),
    measure("y", "y (mm)", y, locked, (value) => save((now) => ({ moves: [[0, value - now.frame[1]]] }))),
    measure("width", `${t("width")} (mm)`, width, locked || !one.sizable, (value) => size(2, value)),
    measure("height", `${t("height")} (mm)`, height, locked || !one.sizable, (value) => size(3, value)),
    measure("turn", t("turnedBy"), one.turn, locked, (value) => save((now) => ({ turn: value - now.turn })), 1),
  ];
}

function pictureFields(one, locked, save) {
  const focus = one.picture?.focus;
  const set = (k, value) => save((now) => ({ option: ["focus", (now.picture?.focus || [0.5, 0.5]).map((share, n) => (n === k ? Math.min(Math.max(value / 100, 0), 1) : share)).join(",")] }));
  return [
    pick(t("pictureFit"), one.options.fit || "fill", FITS.map(([key, word]) => [key, t(word)]), (value) => save({ option: ["fit", value] })),
    focus && one.options.fit !== "stretch" && h("div", { class: "grid" }, ["focusAcross", "focusDown"].map((word, k) => measure(word, t(word), focus[k] * 100, locked, (value) => set(k, value), 1))),
    one.picture && h("p", { class: "hint" }, focus ? t("focusHow") : t("focusBound")),
  ];
}

// A box of text without a sample has its type in its name, all others in the style of their text.
const inName = (one) => one.kind === "text" && one.tag !== "text" && !one.words;

function typeFields(one, locked, save) {
  const { look, options } = one;
  const named = inName(one);
  const align = (value) => save(named || options.align || value === "justify" ? { option: ["align", value] } : { style: ["text-anchor", ANCHORS[value]] });
  const choices = ALIGNS.filter(([key]) => key !== "justify" || (one.kind === "text" && one.tag !== "text"));
  const now = options.align || look.align;
  const box = one.kind === "text" && one.tag !== "text";
  const bare = (value) => save({ option: value });
  return h("div", { class: "grid" },
    measure("size", t("typeSize"), Number(options.size) || look.size, locked, (value) => save(named || options.size ? { option: ["size", String(value)] } : { style: ["font-size", String(value)] }), 0.5),
    h("label", { class: "field" }, h("span", {}, t("align")), h("select", { "data-field": "align", disabled: locked, onchange: (event) => align(event.target.value) },
      choices.map(([key, word]) => h("option", { value: key, selected: key === now }, t(word))))),
    one.kind === "text" && measure("min", t("leastSize"), Number(options.min) || null, locked, (value) => bare(["min", String(value)]), 0.5),
    box && measure("leading", t("leading"), Number(options.leading) || look.leading, locked, (value) => bare(["leading", String(value)]), 0.05),
    box && h("label", { class: "field" }, h("span", {}, t("valign")), h("select", { "data-field": "valign", disabled: locked, onchange: (event) => bare(["valign", event.target.value]) },
      VALIGNS.map(([key, word]) => h("option", { value: key, selected: key === (options.valign || "top") }, t(word))))));
}

// Colours of the palette are bound by name, so that the card follows it; any other is written as it is.
function colours(one, palette, locked, save) {
  // A line has no inside: its colour is that of its stroke.
  const paint = one.tag === "line" ? "stroke" : "fill";
  const [bound = ""] = one.marks[paint];
  const bind = (name) => save({ marks: [paint, [`palette.${name}`]] });
  const own = one.look && !inName(one) ? one.look.fill : one.options.fill || one.fill;
  const free = async (value) => {
    if (bound) await save({ marks: [paint, []] });
    return save(inName(one) ? { option: ["fill", value] } : { style: [paint, value] });
  };
  return h("fieldset", { class: "colours", disabled: locked }, h("legend", {}, t("colour")),
    Object.entries(palette).map(([name, value]) => h("button", { type: "button", class: "colour", "data-colour": name, "aria-pressed": String(bound === `palette.${name}`), "aria-label": name, title: `${name} ${value}`,
      style: { background: value }, onclick: () => bind(name) })),
    h("label", { class: "pick" }, h("span", {}, t("ownColour")), h("input", { type: "color", "data-field": "colour", value: /^#[0-9a-f]{6}$/i.test(own) ? own : "#000000", onchange: (event) => free(event.target.value) })));
}

function measure(name, label, value, locked, save, step = 0.1) {
  const shown = value === null ? "" : Math.round(value * 100) / 100; // null: it is as the program has it
  return h("label", { class: "field" }, h("span", {}, label), h("input", {
    type: "number", step, value: shown, "data-field": name, disabled: locked,
    onchange: (event) => {
      const given = Number(event.target.value);
      if (event.target.value !== "" && Number.isFinite(given) && given !== shown) save(given);
      else event.target.value = shown;
    },
    onkeydown: (event) => escape(event, shown),
  }));
}

function text(name, label, value, locked, save) {
  return h("label", { class: "field" }, h("span", {}, label), h("input", {
    type: "text", value, "data-field": name, disabled: locked, spellcheck: "false", onkeydown: (event) => escape(event, value),
    onchange: (event) => { if (event.target.value.trim() && event.target.value !== value) save(event.target.value.trim()); },
  }));
}

// Escape leaves a field as it was.
function escape(event, value) {
  if (event.key !== "Escape") return;
  event.stopPropagation();
  event.target.value = value;
}
