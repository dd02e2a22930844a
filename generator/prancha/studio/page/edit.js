// Fields of an item that are written back into their file, one value at a time.

import { cardActs, changeCard } from "./cards.js";
import { h, icon, put } from "./dom.js";
import { pictureDrop } from "./pictures.js";
import { ask, on, say, state, undoLast } from "./store.js";
import { fileLink } from "./findings.js";
import { t } from "./words.js";

// What could not be saved because the studio was gone; it is tried again when it is back.
const unsaved = new Map();
on({ back: () => { for (const again of [...unsaved.values()]) again(); } });

let refused = { key: "", text: "" }; // stays while the page of that card does, whatever is painted anew
let answered = { key: "", writing: null }; // what the server said last of the card shown
let asked = { key: "", game: null, answer: null }; // the question for it, and the state of its game that it is of

export function editFields(item, stage) {
  if (refused.key !== item.key) refused = { key: item.key, text: "" };
  const message = h("p", { class: "wrong", role: "alert" }, refused.text);
  const tell = (text) => { refused.text = message.textContent = text; };
  const undo = h("button", { type: "button", onclick: async () => {
    try {
      await undoLast();
      tell("");
      say(t("undo"));
    } catch (error) {
      tell(error.message);
    }
  } }, icon("undo"), t("undo"));
  const save = async (path, old, value) => {
    try {
      await changeCard("/api/edit", item.key, () => ({ path, old, new: value }));
      tell("");
      say(t("saved"));
      return true;
    } catch (error) {
      tell(error.lost ? t("unsaved") : error.message);
      return error.lost ? null : false;
    }
  };
  const list = h("dl", { class: "fields" });
  const acts = h("div", {});
  const values = [["copies", item.copies], ...Object.entries(item.fields).filter(([name]) => name !== "copies")];
  // Fields that are written elsewhere have their places, and are only read; until that is known all are.
  const paint = (writing) => {
    const fixed = !writing || ELSEWHERE.includes(writing.fixed);
    put(list, values.map(([name, value]) => {
      const place = fixed ? null : writing.elsewhere[name];
      return [h("dt", {}, name, writing && (fixed || place) && h("span", { class: "tag" }, t("readOnly"))),
        h("dd", {}, field([name], value, !fixed && !place && save), place?.[0] && h("p", {}, fileLink(place)))];
    }));
    for (const path of (!fixed && writing.empty) || []) {
      list.append(h("dt", {}, path.join(" ")), h("dd", {}, field(path, "", (where, old, value) => save(where, old || null, value))));
    }
    if (writing) put(acts, cardActs(item, writing, tell), pictureDrop(item, writing, stage, tell));
  };
  // What was known of this card a moment ago holds until the answer is there.
  const { game } = state;
  paint(answered.key === item.key ? answered.writing : null);
  // It is asked once for each state of the game: findings that come before the next state may tell of a card that is gone.
  if (asked.key !== item.key || asked.game !== game) asked = { key: item.key, game, answer: ask(`/api/writing/${game.id}/${item.t}`) };
  const known = answered.key === item.key ? JSON.stringify(answered.writing) : "";
  asked.answer.then((writing) => {
    if (!writing) return;
    answered = { key: item.key, writing };
    if (JSON.stringify(writing) !== known) paint(writing);
  }, () => {});
  return h("div", { class: "editing" }, acts, h("p", {}, undo), message, list);
}

// Lists that only the programs write that they were made with.
const ELSEWHERE = ["workbook", "json"];

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
