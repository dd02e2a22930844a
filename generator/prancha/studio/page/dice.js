// What dice and spinners of a kit show, and how often.

import { h } from "./dom.js";
import { Face } from "./faces.js";
import { state } from "./store.js";
import { number } from "./words.js";

function sides({ family, fields }) {
  if (family.kind !== "die" && family.kind !== "spinner") return [];
  if (family.kind === "die") return Array.isArray(fields.faces) ? fields.faces : family.panels.map((_, k) => k + 1);
  return Array.isArray(fields.sectors) ? fields.sectors : [1, 2, 3, 4, 5, 6];
}

export function weights(item) {
  return sides(item).map((one) => (item.family.kind === "spinner" && Number(one?.share) > 0 ? Number(one.share) : 1));
}

function words(value) {
  if (value && typeof value === "object") return words(value.value ?? value.words ?? value[state.lang] ?? Object.values(value)[0]);
  return typeof value === "number" ? number(value) : String(value ?? "");
}

export const sideWords = (item, side) => words(sides(item)[side]);

// What was rolled: the side of a die as it is printed, else its words.
export function rolled(item, side) {
  const said = words(sides(item)[side]);
  const panel = item.family.panels[side];
  if (!panel || item.family.panels.length === 4) return h("span", { class: "side" }, h("span", { class: "small" }, item.label), " ", h("strong", {}, said));
  const [x, y, width, height, turn] = panel;
  const face = new Face(item, "front", { label: said });
  face.element.setAttribute("viewBox", `${x - width / 2} ${y - height / 2} ${width} ${height}`);
  face.element.style.width = face.element.style.height = "30px";
  face.element.style.overflow = "hidden";
  face.element.style.transform = `rotate(${-turn}deg)`;
  face.show((30 / width) * (devicePixelRatio || 1));
  return h("span", { class: "side", title: `${item.label}: ${said}` }, h("span", { class: "small" }, item.label), " ", face.element);
}
