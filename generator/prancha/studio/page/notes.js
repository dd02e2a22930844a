// Notes to cards, kept in the game's own folder.

import { h, put } from "./dom.js";
import { Face } from "./faces.js";
import { act, ask, emit, on, say, state } from "./store.js";
import { number, t } from "./words.js";
import { address } from "./route.js";

let known = { game: "", notes: {} };

let asked = { game: "", answer: null };

async function all() {
  const { id } = state.game;
  if (known.game === id) return known.notes;
  if (asked.game !== id) asked = { game: id, answer: ask(`/api/notes/${id}`) };
  known = { game: id, notes: await asked.answer };
  return known.notes;
}

// The notes as far as they are known: a gallery need not wait for them.
export function notesOf(item) {
  if (known.game !== state.game.id) all().then((found) => { if (Object.keys(found).length) emit("notes", known); }, () => {});
  return (known.game === state.game.id && known.notes[item.key]) || [];
}

// The file may be written by hand as well.
on({
  game: () => { known = asked = { game: "", notes: {}, answer: null }; },
  notes: (data) => { if (data.game === state.game?.id) known = { game: data.game, notes: data.notes }; },
});

async function keep(item, notes) {
  known = { game: state.game.id, notes: await act("/api/notes", { game: state.game.id, item: item.t, notes }) };
  say(t("saved"));
}

// The notes of one card, with a field for another.
export function noteBox(item) {
  const box = h("section", { "aria-label": t("notes") });
  const problem = (error) => put(box, h("h2", {}, t("notes")), h("p", { class: "wrong" }, error.message));
  const paint = (notes) => {
    const mine = notes[item.key] || [];
    const field = h("textarea", { rows: 2, maxlength: 2000, "aria-label": t("note"), placeholder: t("note") });
    const wrong = h("p", { class: "wrong", role: "alert" });
    const save = async (next) => {
      try {
        await keep(item, next);
        paint(known.notes);
      } catch (error) {
        if (!error.lost) return problem(error);
        wrong.textContent = t("unsaved"); // what was typed stays
        field.classList.add("unsaved");
        const off = on({ back: () => { off(); if (field.isConnected) save(next); } });
      }
    };
    put(box, h("h2", {}, t("notes")), h("ul", { class: "notes" }, mine.map((one, k) => h("li", {}, h("span", {}, one),
      h("button", { type: "button", class: "plain", "aria-label": `× ${one}`, onclick: () => save(mine.filter((_, n) => n !== k)) }, "×")))),
      field, wrong, h("p", {}, h("button", { type: "button", onclick: () => { if (field.value.trim()) save([...mine, field.value.trim()]); } }, t("addNote"))));
  };
  all().then(paint, problem);
  return box;
}

export function notes(main) {
  const page = h("section", { class: "page", "aria-label": t("notes") });
  put(main, page);
  const paint = async () => {
    try {
      const order = new Map(state.items.map((one) => [one.key, one.number]));
      const found = Object.entries(await all()).sort(([a], [b]) => (order.get(a) ?? Infinity) - (order.get(b) ?? Infinity));
      put(page, h("h1", {}, t("notes")), !found.length && h("p", { class: "empty" }, t("noNotes")), found.map(([key, list]) => {
        const item = state.byKey.get(key);
        const face = item && new Face(item, "front");
        const scale = 110 / face?.box.h;
        face?.resize(scale).show(scale * (devicePixelRatio || 1));
        return h("section", { class: "noted" }, face && face.element, h("div", {},
          h("h2", {}, item ? h("a", { href: address("card", key, "front") }, item.label) : key, h("span", { class: "small" }, item ? `${key} · ${number(list.length)}` : t("noCard"))), h("ul", {}, list.map((one) => h("li", {}, one)))));
      }));
    } catch (error) {
      put(page, h("h1", {}, t("notes")), h("p", { class: "wrong" }, error.message));
    }
  };
  const off = on({ notes: paint, game: paint, faces: paint });
  paint();
  return { keys: {}, leave: off };
}
