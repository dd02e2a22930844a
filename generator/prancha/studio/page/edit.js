// Fields of an item that are written back into their file, one value at a time.

import { h, put } from "./dom.js";
import { act, ask, on, say, state } from "./store.js";
import { fileLink } from "./findings.js";
import { t } from "./words.js";

// What could not be saved because the studio was gone; it is tried again when it is back.
const unsaved = new Map();
on({ back: () => { for (const again of [...unsaved.values()]) again(); } });

let refused = { key: "", text: "" }; // stays while the page of that card does, whatever is painted anew

export function editFields(item) {
  if (refused.key !== item.key) refused = { key: item.key, text: "" };
  const written = state.start.edit.some((ending) => item.place[0].toLowerCase().endsWith(ending));
  const message = h("p", { class: "wrong", role: "alert" }, refused.text);
  const tell = (text) => { refused.text = message.textContent = text; };
  const undo = h("button", { type: "button", onclick: async () => {
    try {
      await act("/api/undo", {});
      tell("");
      say(t("undo"));
    } catch (error) {
      tell(error.message);
    }
  } }, `${t("undo")}`);
  const save = async (path, old, value) => {
    const now = state.byKey.get(item.key);
    if (!now) {
      tell(t("goneCard"));
      return false;
    }
    try {
      const [file, line] = now.place;
      await act("/api/edit", { game: state.game.id, key: item.key, file, line, path, old, new: value });
      tell("");
      say(t("saved"));
      return true;
    } catch (error) {
      tell(error.lost ? t("unsaved") : error.message);
      return error.lost ? null : false;
    }
  };
  const list = h("dl", { class: "fields" });
  const values = [["copies", item.copies], ...Object.entries(item.fields).filter(([name]) => name !== "copies")];
  // `elsewhere` are the fields that are written elsewhere, with their places: they are only read.
  const paint = (elsewhere) => put(list, values.map(([name, value]) => [
    h("dt", {}, name, elsewhere && name in elsewhere && h("span", { class: "tag" }, t("readOnly"))),
    h("dd", {}, field([name], value, elsewhere && !(name in elsewhere) && save), elsewhere?.[name]?.[0] && h("p", {}, fileLink(elsewhere[name])))]));
  paint(null);
  if (written) ask(`/api/written/${state.game.id}/${item.t}`).then(paint, () => {});
  return h("div", { class: "editing" }, written ? h("p", {}, undo) : h("p", { class: "hint" }, `${item.place[0]}: ${t("readOnly")}`), message,
    list);
}

function field(path, value, save) {
  const name = path.join(" ");
  if (value && typeof value === "object") {
    const entries = Array.isArray(value) ? value.map((one, k) => [k, one]) : Object.entries(value);
    return h("dl", { class: "inner" }, entries.map(([key, one]) => [h("dt", {}, Array.isArray(value) ? `${key + 1}` : key), h("dd", {}, field([...path, key], one, save))]));
  }
  if (value === null || !save) return value === null ? "–" : String(value);
  let known = value;
  const take = async (given, control) => {
    if (given === known) return;
    const done = await save(path, known, given);
    control.classList.toggle("unsaved", done === null);
    unsaved.delete(control);
    if (done === null) unsaved.set(control, () => take(given, control));
    else if (done) known = given;
    else put(control.parentNode, field(path, known, save));
  };
  // Escape leaves a field as it was; elsewhere it goes back, too.
  const onkeydown = (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    event.target.value = known; // a field that goes while it is written in tells of a change
    put(event.target.parentNode, field(path, known, save));
  };
  if (typeof value === "boolean") return h("input", { type: "checkbox", checked: value, "aria-label": name, onchange: (event) => take(event.target.checked, event.target) });
  if (typeof value === "number") {
    return h("input", { type: "number", step: "any", onkeydown, value, "aria-label": name, onchange: (event) => { if (event.target.value !== "" && Number.isFinite(Number(event.target.value))) take(Number(event.target.value), event.target); } });
  }
  if (value.length > 40 || value.includes("\n")) return h("textarea", { rows: Math.min(8, Math.ceil(value.length / 38) + 1), onkeydown, value, "aria-label": name, onchange: (event) => take(event.target.value, event.target) });
  return h("input", { type: "text", onkeydown, value, "aria-label": name, onchange: (event) => take(event.target.value, event.target) });
}
