// What is done with whole objects: a palette to add some, and buttons that align, order, group, copy and delete them.

import { h, s } from "./dom.js";
import { t } from "./words.js";

const NEW = [["text", "addText"], ["words", "addWords"], ["art", "addPicture"], ["icon", "addIcon"], ["rect", "addRect"], ["ellipse", "addEllipse"], ["line", "addLine"], ["qr", "addQr"]];
const BOUND = ["text", "art", "icon", "qr"];
const PICTURES = /\.(png|jpe?g|webp|svg|pdf)$/i;

const ICONS = {
  edgeLeft: "M2 2v12M4 5h9M4 11h5", edgeMiddle: "M8 2v12M3 5h10M5 11h6", edgeRight: "M14 2v12M3 5h9M7 11h5",
  edgeTop: "M2 2h12M5 4v9M11 4v5", edgeCentre: "M2 8h12M5 3v10M11 5v6", edgeBottom: "M2 14h12M5 3v9M11 7v5",
  spreadAcross: "M2 2v12M14 2v12M6 5h4v6H6z", spreadDown: "M2 2h12M2 14h12M5 6v4h6V6z",
  toFront: "M3 3h7v7H3zM6 13h7V6", forward: "M8 13V4M4.500 7.500 8 4l3.500 3.500", backward: "M8 3v9M4.500 8.500 8 12l3.500-3.500", toBack: "M6 6h7v7H6zM3 10V3h7",
  group: "M2 2h3M2 2v3M14 2h-3M14 2v3M2 14h3M2 14v-3M14 14h-3M14 14v-3M5 5h4v4H5zM8 8h3v3H8z", ungroup: "M3 3h5v5H3zM9 9h4v4H9z",
  duplicate: "M3 3h7v7H3zM6 10v3h7V6h-3", remove: "M3 4h10M6 4V2.500h4V4M4.500 4l.7 9.500h5.600l.7-9.500",
};

const button = (key, call, keys = "") => h("button", { type: "button", "data-act": key, "aria-label": t(key), title: keys ? `${t(key)} (${keys})` : t(key), onclick: call },
  s("svg", { viewBox: "0 0 16 16", class: "icon", "aria-hidden": "true" }, s("path", { d: ICONS[key] })));

// Buttons that add an object, `add(kind)`; they can also be dragged onto the card.
export function palette(add) {
  return h("fieldset", { class: "palette" }, h("legend", {}, t("add")), NEW.map(([kind, word]) => h("button", {
    type: "button", draggable: "true", "data-add": kind, onclick: () => add(kind),
    ondragstart: (event) => event.dataTransfer.setData("text/x-object", kind) }, t(word))));
}

// The columns of a family: a field, and the first values that cards have in it.
export function columns(family, lang) {
  const found = new Map();
  for (const item of family.items) {
    for (const [field, value] of Object.entries(item.fields)) {
      const said = value && typeof value === "object" && !Array.isArray(value) ? value[lang] : value;
      if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(field) || (typeof said === "object" && said !== null)) continue;
      if (!found.has(field)) found.set(field, []);
      const samples = found.get(field);
      if (said !== null && said !== undefined && said !== "" && !samples.includes(String(said))) samples.push(String(said));
    }
  }
  return found;
}

// The field that a new object of a kind shows: the first that suits it and that nothing shows yet.  Without a column
// of icons a new one is the same on all cards.
export function suiting(kind, known, objects, icons) {
  if (!BOUND.includes(kind)) return "";
  const used = new Set(objects.flatMap((one) => one.fields));
  const suits = {
    art: ([, samples]) => samples.some((one) => PICTURES.test(one)),
    qr: ([, samples]) => samples.some((one) => /^https?:/.test(one)),
    icon: ([, samples]) => samples.every((one) => icons.includes(one)),
    text: ([, samples]) => samples.some((one) => !PICTURES.test(one)),
  }[kind];
  const all = [...known].filter(([, samples]) => samples.length);
  const free = all.filter(([name]) => !used.has(name));
  if (kind === "icon" && !all.some(suits)) return icons.includes("star") ? "star" : icons[0] || "";
  return (free.find(suits) || all.find(suits) || free[0] || all[0] || [""])[0];
}

// Buttons for what is chosen; `act` has align(axis, side), spread(axis) and arrange(what).
export function arrangements(chosen, act) {
  const several = chosen.length > 1;
  const [one] = chosen;
  return [
    h("div", { class: "acts", role: "group", "aria-label": several ? t("alignObjects") : t("alignToCard") },
      ["edgeLeft", "edgeMiddle", "edgeRight"].map((key, k) => button(key, () => act.align(0, k - 1))),
      ["edgeTop", "edgeCentre", "edgeBottom"].map((key, k) => button(key, () => act.align(1, k - 1))),
      chosen.length > 2 && [button("spreadAcross", () => act.spread(0)), button("spreadDown", () => act.spread(1))]),
    h("div", { class: "acts", role: "group", "aria-label": t("objectOrder") },
      button("toFront", () => act.arrange("front"), "Home"), button("forward", () => act.arrange("forward"), "PageUp"),
      button("backward", () => act.arrange("backward"), "PageDown"), button("toBack", () => act.arrange("back"), "End"),
      several && button("group", () => act.arrange("group"), "Ctrl-G"),
      !several && one.tag === "g" && one.kind === "g" && button("ungroup", () => act.arrange("ungroup"), "Ctrl-Shift-G"),
      button("duplicate", () => act.arrange("duplicate"), "Ctrl-D"), button("remove", () => act.arrange("delete"), "Delete")),
  ];
}
