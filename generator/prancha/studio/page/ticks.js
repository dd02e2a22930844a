// Cards that are ticked to be printed or exported; they stay ticked until they are cleared or the page is closed.

import { emit, state } from "./store.js";

const KEPT = "ticked";
const kept = JSON.parse(sessionStorage.getItem(KEPT) || "{}");

function keys() {
  return new Set(kept[state.game.id] || []);
}

// The ticked cards that are still there, in the order they are written in.
export function ticked() {
  const known = keys();
  return state.items.filter((item) => known.has(item.key));
}

export function isTicked(item) {
  return keys().has(item.key);
}

export function tick(items, on) {
  const known = keys();
  for (const item of items) {
    if (on) known.add(item.key);
    else known.delete(item.key);
  }
  kept[state.game.id] = [...known];
  sessionStorage.setItem(KEPT, JSON.stringify(kept));
  emit("ticks");
}

// What a command calls the ticked cards: three and more that follow one another by their numbers.
export function words(items) {
  const found = [];
  for (let k = 0; k < items.length;) {
    const { family } = items[k];
    const first = family.items.indexOf(items[k]);
    let end = k;
    while (end < items.length && items[end] === family.items[first + end - k]) end += 1;
    if (end - k > 2) found.push(`${family.id}/${first + 1}-${first + end - k}`);
    else found.push(...items.slice(k, end).map((one) => one.key));
    k = end;
  }
  return found.join(",");
}
