// What the panel of the layout says of one object, and changes of it.

import { h, pick } from "./dom.js";
import { t } from "./words.js";

const ALIGNS = [["left", "alignLeft"], ["center", "alignCenter"], ["right", "alignRight"], ["justify", "alignJustify"]];
const ANCHORS = { left: "start", center: "middle", right: "end" };
const FITS = [["fill", "fitFill"], ["fit", "fitFit"], ["stretch", "fitStretch"]];
const BOUND = /(^|\s)fill:(\S+)/;

// What people call an object: its first words or what it shows, without its options.
export function titled({ name, words, tag }) {
  const content = name.match(/(?:^|\s)((?:text|art|icon|repeat|qr):\s*\S+)/);
  return content ? content[1] : name.split(/\s+(?=\w+:)/)[0] || words || tag;
}

// `save` is called with one change as the server takes it, or with what makes it of the object as it is by then.
export function fields(one, palette, may, save) {
  const fixed = one.fixed && h("p", { class: "hint" }, one.fixed);
  const locked = !may || Boolean(one.fixed);
  return h("form", { class: "object-fields", onsubmit: (event) => event.preventDefault() },
    h("h1", {}, titled(one)), fixed,
    h("div", { class: "grid" }, frame(one, locked, save)),
    one.look && typeFields(one, !may, save),
    one.kind === "art" && pick(t("pictureFit"), one.options.fit || "fill", FITS.map(([key, word]) => [key, t(word)]), (value) => save({ option: ["fit", value] })),
    (one.look || !["art", "qr", "image", "g"].includes(one.kind)) && colours(one, palette, !may, save),
    text("name", t("objectName"), one.name, !may, (name) => save({ name })));
}

function frame(one, locked, save) {
  const [x, y, width, height] = one.frame;
  const size = (k, value) => save((now) => ({ frame: now.frame.map((side, n) => (n === k ? value : side)) }));
  return [
    measure("x", "x (mm)", x, locked, (value) => save((now) => ({ move: [value - now.frame[0], 0] }))),
    measure("y", "y (mm)", y, locked, (value) => save((now) => ({ move: [0, value - now.frame[1]] }))),
    measure("width", `${t("width")} (mm)`, width, locked || !one.sizable, (value) => size(2, value)),
    measure("height", `${t("height")} (mm)`, height, locked || !one.sizable, (value) => size(3, value)),
    measure("turn", t("turnedBy"), one.turn, locked, (value) => save((now) => ({ turn: value - now.turn })), 1),
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
  return h("div", { class: "grid" },
    measure("size", t("typeSize"), Number(options.size) || look.size, locked, (value) => save(named || options.size ? { option: ["size", String(value)] } : { style: ["font-size", String(value)] }), 0.5),
    h("label", { class: "field" }, h("span", {}, t("align")), h("select", { "data-field": "align", disabled: locked, onchange: (event) => align(event.target.value) },
      choices.map(([key, word]) => h("option", { value: key, selected: key === now }, t(word))))));
}

// Colours of the palette are bound by name, so that the card follows it; any other is written as it is.
function colours(one, palette, locked, save) {
  const bound = one.name.match(BOUND)?.[2] || "";
  const bare = (now) => now.name.replace(BOUND, "").trim();
  const bind = (name) => save((now) => ({ name: `${bare(now)} fill:palette.${name}`.trim() }));
  const own = one.look && !inName(one) ? one.look.fill : one.options.fill || one.fill;
  const free = async (value) => {
    if (bound) await save((now) => ({ name: bare(now) || now.tag }));
    return save(inName(one) ? { option: ["fill", value] } : { style: ["fill", value] });
  };
  return h("fieldset", { class: "colours", disabled: locked }, h("legend", {}, t("colour")),
    Object.entries(palette).map(([name, value]) => h("button", { type: "button", class: "colour", "data-colour": name, "aria-pressed": String(bound === `palette.${name}`), "aria-label": name, title: `${name} ${value}`,
      style: { background: value }, onclick: () => bind(name) })),
    h("label", { class: "pick" }, h("span", {}, t("ownColour")), h("input", { type: "color", "data-field": "colour", value: /^#[0-9a-f]{6}$/i.test(own) ? own : "#000000", onchange: (event) => free(event.target.value) })));
}

function measure(name, label, value, locked, save, step = 0.1) {
  const shown = Math.round(value * 100) / 100;
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
