// Cards that are added, copied, moved and deleted in the list they are written in.

import { dialog, h, icon } from "./dom.js";
import { fileLink } from "./findings.js";
import { act, inTurn, nameOf, notice, on, say, state, TITLES } from "./store.js";
import { number, t } from "./words.js";
import { go } from "./route.js";

let pressed = ""; // the button pressed last: the panel is painted anew, and the focus stays on it
let deleted = ""; // the card that was deleted last, until something else is done

// Ask for a change of a card, which is told where it is known to be written; `more` gives the rest of what is asked
// of the card as it is then, or null where nothing is to be done.  Returns the answer, or null.
export function changeCard(what, key, more = () => ({})) {
  return inTurn(() => {
    const item = state.byKey.get(key);
    if (!item) throw new Error(t("goneCard"));
    const asked = more(item);
    return asked && act(what, { game: state.game.id, key, file: item.place[0], line: item.place[1], ...asked });
  });
}

// Buttons for one card; `writing` is what the server says of it, `tell` shows what was refused.
export function cardActs(item, writing, tell) {
  const { fixed, order, place } = writing;
  const all = item.family.items;
  const at = all.indexOf(item);
  const change = async (what, more, done) => {
    tell("");
    try {
      if (await changeCard(`/api/card/${what}`, item.key, more)) done();
    } catch (error) {
      tell(error.message);
    }
  };
  // `where` returns the place in the list for the place that the card has by then.
  const move = (where) => {
    let to;
    const more = ({ family: { items } }) => {
      const from = items.findIndex((one) => one.key === item.key);
      to = where(from);
      return items[to] && to !== from ? { to: items[to].key } : null;
    };
    return change("move", more, () => say(`${item.label}: ${number(to + 1)}`));
  };
  const remove = () => change("delete", undefined, () => {
    const next = all[at + 1] || all[at - 1];
    deleted = item.label;
    say(`${item.label}: ${t("cardDeleted")}`);
    go("card", next.key, "front");
  });
  const where = h("input", { type: "number", class: "few", min: 1, max: all.length, value: at + 1, disabled: Boolean(order), "aria-label": t("cardPlace"),
    onkeydown: (event) => { if (event.key === "Escape") { event.preventDefault(); event.stopPropagation(); where.value = at + 1; where.blur(); } },
    onchange: () => { const to = Math.round(Number(where.value)) - 1; if (all[to]) move(() => to); else where.value = at + 1; } });
  const button = (name, picture, call, off) => {
    const made = h("button", { type: "button", disabled: off, onclick: () => { pressed = name; call(); } }, icon(picture), t(name));
    if (pressed === name) setTimeout(() => { if (document.activeElement === document.body) made.focus(); });
    return made;
  };
  const was = deleted;
  deleted = "";
  const why = fixed || order;
  return [
    h("div", { class: "card-acts", role: "group", "aria-label": t("cardActs") },
      button("cardNew", "plus", () => ask(item, writing, true, tell), Boolean(fixed)), button("cardCopy", "copy", () => ask(item, writing, false, tell), Boolean(fixed)),
      button("cardDelete", "bin", remove, Boolean(fixed) || all.length === 1)),
    h("div", { class: "card-acts" },
      button("cardEarlier", "up", () => move((from) => from - 1), Boolean(order) || at === 0), button("cardLater", "down", () => move((from) => from + 1), Boolean(order) || at === all.length - 1),
      h("label", { class: "pick" }, h("span", { class: "unseen" }, t("cardPlace")), where, h("span", {}, `${t("of")} ${number(all.length)}`))),
    why && h("p", { class: "hint" }, t(`fixed_${why}`), " ", place[0] && fileLink(place)),
    was && h("p", { class: "small", role: "status" }, `${was}: ${t("cardDeleted")}`),
  ];
}

// Ask what is different on a new card, or on a copy, and have it written.
function ask(item, writing, empty, tell) {
  const values = Object.entries(item.fields).filter(([name]) => name !== "id" && !(name in writing.elsewhere))
    .flatMap(([name, value]) => parts([name], value));
  if (!("copies" in writing.elsewhere)) values.push([["copies"], item.copies]);
  const wrong = h("p", { class: "wrong", role: "alert" });
  const name = h("input", { type: "text", required: true, value: freeId(item, item.id), spellcheck: "false", oninput: () => { named = true; } });
  let named = !empty;
  const inputs = values.map(([path, value]) => [path, value, input(value, empty && isProse(item, path, value))]);
  const title = inputs.find(([path, , control]) => TITLES.includes(path[0]) && (path.length < 2 || path[1] === state.lang) && control.type === "text");
  title?.[2].addEventListener("input", () => { if (!named) name.value = freeId(item, title[2].value); });
  const form = h("form", { class: "new-card", onsubmit: async (event) => {
    event.preventDefault();
    wrong.textContent = "";
    const given = inputs.map(([path, value, control]) => [path, read(value, control)]);
    try {
      const values = given.filter(([, value], k) => value !== inputs[k][1]);
      const told = await changeCard("/api/card/copy", item.key, () => ({ id: writing.hasId ? name.value.trim() : "", values }));
      box.close();
      tell("");
      open(told.key);
    } catch (error) {
      wrong.textContent = error.message;
    }
  } },
    writing.hasId && h("label", { class: "field" }, h("span", {}, "id"), name),
    inputs.map(([path, , control]) => h("label", { class: "field" }, h("span", {}, path.join(" ")), control)),
    wrong, h("p", { class: "acts" }, h("button", { class: "main" }, t("cardMake")), h("button", { type: "button", onclick: () => box.close() }, t("cancel"))));
  const box = dialog(t(empty ? "cardNew" : "cardCopy"), h("p", { class: "hint" }, `${t("cardBehind")} ${item.label}, ${item.place[0]}`), form);
  (title?.[2] || form.querySelector("input, textarea"))?.select();
}

// Show a card as soon as the page knows it.
function open(key) {
  const look = () => {
    if (!state.byKey.has(key)) return;
    off();
    go("card", key, "front");
    say(`${nameOf(state.byKey.get(key), state.lang)}: ${t("saved")}`);
  };
  const off = on({ game: () => setTimeout(look) });
  look();
  setTimeout(() => { if (!state.byKey.has(key)) notice(`${key}: ${t("saved")}`); off(); }, 8000);
}

// Single values in a field, with their paths; lists stay as they are.
function parts(path, value) {
  if (Array.isArray(value) || value === null) return [];
  return typeof value === "object" ? Object.entries(value).flatMap(([key, one]) => parts([...path, key], one)) : [[path, value]];
}

// Whether a new card begins without this text: it says something of its own, and is no code, such as a type.
function isProse(item, path, value) {
  return typeof value === "string" && (TITLES.includes(path[0]) || path.length > 1 || /\s/.test(value.trim()));
}

function input(value, empty) {
  if (typeof value === "boolean") return h("input", { type: "checkbox", checked: value });
  if (typeof value === "number") return h("input", { type: "number", step: "any", required: true, value });
  const text = empty ? "" : value;
  return value.length > 40 || value.includes("\n") ? h("textarea", { rows: 3, value: text }) : h("input", { type: "text", value: text });
}

function read(value, control) {
  return typeof value === "boolean" ? control.checked : typeof value === "number" ? Number(control.value) : control.value;
}

// An id that no card of the family has, made of a text.
function freeId(item, text) {
  const ids = new Set(item.family.items.map((one) => one.id));
  const plain = text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 56) || "card";
  if (!ids.has(plain)) return plain;
  const stem = plain.replace(/-\d+$/, "");
  for (let k = 2; ; k += 1) if (!ids.has(`${stem}-${k}`)) return `${stem}-${k}`;
}
