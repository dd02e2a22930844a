// What the panel of the layout says of one object, and changes of it.

import { h } from "./dom.js";
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
    lookFields([one], palette, !may, save), one.kind === "art" && focusFields(one, !may, save),
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

function focusFields(one, locked, save) {
  const focus = one.picture?.focus;
  const set = (k, value) => save((now) => ({ option: ["focus", (now.picture?.focus || [0.5, 0.5]).map((share, n) => (n === k ? Math.min(Math.max(value / 100, 0), 1) : share)).join(",")] }));
  return [
    focus && one.options.fit !== "stretch" && h("div", { class: "grid" }, ["focusAcross", "focusDown"].map((word, k) => measure(word, t(word), focus[k] * 100, locked, (value) => set(k, value), 1))),
    one.picture && h("p", { class: "hint" }, focus ? t("focusHow") : t("focusBound")),
  ];
}

// A box of text without a sample has its type in its name, all others in the style of their text.
const inName = (one) => one.kind === "text" && one.tag !== "text" && !one.words;
const isBox = (one) => one.kind === "text" && one.tag !== "text";
const option = (name) => (_, value) => ({ option: [name, String(value)] });

// What can be changed of one object, or of several at once: which `fits`, its value, and the change that sets another.
const LOOKS = [
  { name: "size", word: "typeSize", step: 0.5, fits: (one) => one.look, of: (one) => Number(one.options.size) || one.look.size,
    change: (one, value) => (inName(one) || one.options.size ? { option: ["size", String(value)] } : { style: ["font-size", String(value)] }) },
  { name: "align", word: "align", choices: (some) => ALIGNS.filter(([key]) => key !== "justify" || some.every(isBox)), fits: (one) => one.look, of: (one) => one.options.align || one.look.align,
    change: (one, value) => (inName(one) || one.options.align || value === "justify" ? { option: ["align", value] } : { style: ["text-anchor", ANCHORS[value]] }) },
  { name: "min", word: "leastSize", step: 0.5, fits: (one) => one.look && one.kind === "text", of: (one) => Number(one.options.min) || null, change: option("min") },
  { name: "leading", word: "leading", step: 0.05, fits: (one) => one.look && isBox(one), of: (one) => Number(one.options.leading) || one.look.leading, change: option("leading") },
  { name: "valign", word: "valign", choices: () => VALIGNS, fits: (one) => one.look && isBox(one), of: (one) => one.options.valign || "top", change: option("valign") },
  { name: "fit", word: "pictureFit", choices: () => FITS, fits: (one) => one.kind === "art", of: (one) => one.options.fit || "fill", change: option("fit") },
];

// Fields for the look of all of `chosen` that have it; one that differs among them is empty.
export function lookFields(chosen, palette, locked, save) {
  const found = LOOKS.map((look) => [look, chosen.filter(look.fits)]).filter(([, some]) => some.length > 0).map(([look, some]) => {
    const values = new Set(some.map(look.of));
    const value = values.size > 1 ? null : look.of(some[0]);
    const set = (given) => save((...now) => ({ restyles: now.filter(look.fits).map((one) => ({ object: one.object, ...look.change(one, given) })) }));
    if (!look.choices) return measure(look.name, t(look.word), value, locked, set, look.step, values.size > 1);
    return h("label", { class: "field" }, h("span", {}, t(look.word)), h("select", { "data-field": look.name, disabled: locked, onchange: (event) => event.target.value && set(event.target.value) },
      values.size > 1 && h("option", { value: "", selected: true }, t("different")), look.choices(some).map(([key, word]) => h("option", { value: key, selected: key === value }, t(word)))));
  });
  return [found.length > 0 && h("div", { class: "grid" }, found), colours(chosen.filter((one) => one.look || !["art", "qr", "image", "g"].includes(one.kind)), palette, locked, save)];
}

// A line has no inside: its colour is that of its stroke.
const paintOf = (one) => (one.tag === "line" ? "stroke" : "fill");
const boundTo = (one) => one.marks[paintOf(one)][0] || "";
const ownColour = (one) => (one.look && !inName(one) ? one.look.fill : one.options.fill || one.fill);

// Colours of the palette are bound by name, so that the card follows it; any other is written as it is.
function colours(chosen, palette, locked, save) {
  if (!chosen.length) return null;
  const fits = (one) => chosen.some((other) => other.object === one.object);
  const set = (of) => save((...now) => ({ restyles: now.filter(fits).flatMap((one) => of(one).map((change) => ({ object: one.object, ...change }))) }));
  const bind = (name) => set((one) => [{ marks: [paintOf(one), [`palette.${name}`]] }]);
  const free = (value) => set((one) => [...(boundTo(one) ? [{ marks: [paintOf(one), []] }] : []), inName(one) ? { option: ["fill", value] } : { style: [paintOf(one), value] }]);
  const own = ownColour(chosen[0]);
  return h("fieldset", { class: "colours", disabled: locked }, h("legend", {}, t("colour")),
    Object.entries(palette).map(([name, value]) => h("button", { type: "button", class: "colour", "data-colour": name, "aria-pressed": String(chosen.every((one) => boundTo(one) === `palette.${name}`)), "aria-label": name, title: `${name} ${value}`,
      style: { background: value }, onclick: () => bind(name) })),
    h("label", { class: "pick" }, h("span", {}, t("ownColour")), h("input", { type: "color", "data-field": "colour", value: /^#[0-9a-f]{6}$/i.test(own) ? own : "#000000", onchange: (event) => free(event.target.value) })));
}

function measure(name, label, value, locked, save, step = 0.1, differ = false) {
  const shown = value === null ? "" : Math.round(value * 100) / 100; // null: it is as the program has it
  return h("label", { class: "field" }, h("span", {}, label), h("input", {
    type: "number", step: differ ? "any" : step, value: shown, placeholder: differ ? t("different") : null, "data-field": name, disabled: locked,
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
