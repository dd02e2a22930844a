// Notes to cards, kept in the game's own folder.

import { h, put } from "./dom.js";
import { act, ask, on, say, state } from "./store.js";
import { number, t } from "./words.js";
import { address } from "./route.js";

let known = { game: "", notes: {} };

async function all() {
  if (known.game !== state.game.id) known = { game: state.game.id, notes: await ask(`/api/notes/${state.game.id}`) };
  return known.notes;
}

on("notes", (data) => { if (data.game === state.game?.id) known = { game: data.game, notes: data.notes }; });

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
    const save = async (next) => {
      try {
        await keep(item, next);
        paint(known.notes);
      } catch (error) {
        problem(error);
      }
    };
    put(box, h("h2", {}, t("notes")), h("ul", { class: "notes" }, mine.map((one, k) => h("li", {}, h("span", {}, one),
      h("button", { type: "button", class: "plain", "aria-label": `× ${one}`, onclick: () => save(mine.filter((_, n) => n !== k)) }, "×")))),
      field, h("p", {}, h("button", { type: "button", onclick: () => { if (field.value.trim()) save([...mine, field.value.trim()]); } }, t("addNote"))));
  };
  all().then(paint, problem);
  return box;
}

export function notes(main) {
  const page = h("section", { class: "page", "aria-label": t("notes") });
  put(main, page);
  const paint = async () => {
    try {
      const found = Object.entries(await all());
      put(page, h("h1", {}, t("notes")), !found.length && h("p", { class: "empty" }, t("noNotes")), found.map(([key, list]) => {
        const item = state.items.find((one) => one.key === key);
        return h("section", {}, h("h2", {}, item ? h("a", { href: address("card", key, "front") }, item.label) : key, h("span", { class: "small" }, number(list.length))), h("ul", {}, list.map((one) => h("li", {}, one))));
      }));
    } catch (error) {
      put(page, h("h1", {}, t("notes")), h("p", { class: "wrong" }, error.message));
    }
  };
  const off = on("notes", paint);
  paint();
  return { keys: {}, leave: off };
}
