// Items of a game: which ones a search means, and which have another id than before.

// A search: words and "phrases in quotes" stand anywhere, `cost:2`, `cost=2`, `cost<2`, `cost>2`,
// `cost<=2` and `cost>=2` ask for a field, and what begins with - must not be so.

// The terms of a text, in small letters.
export function read(text) {
  const found = [];
  for (const [, not, name, how, phrase, word] of text.toLowerCase().matchAll(/(-?)(?:([^\s:<>="]+)(<=|>=|[:<>=]))?(?:"([^"]*)"?|([^\s"]+))/g)) {
    const wanted = phrase ?? word;
    if (wanted && wanted !== "-") found.push({ not: not === "-", name: name || "", how: how || "", wanted });
  }
  return found;
}

// Whether an item is what a term asks for; `textOf` gives all its words.
export function fits(item, { not, name, how, wanted }, textOf) {
  return holds(item, name, how, wanted, textOf) !== not;
}

function holds(item, name, how, wanted, textOf) {
  const key = name && Object.keys(item.fields).find((one) => one.toLowerCase() === name);
  const value = name === "copies" ? item.copies : key ? item.fields[key] : undefined;
  if (value === undefined) return textOf(item).includes(name + how + wanted);
  if (how === "<") return Number(value) < Number(wanted);
  if (how === ">") return Number(value) > Number(wanted);
  if (how === "<=") return Number(value) <= Number(wanted);
  if (how === ">=") return Number(value) >= Number(wanted);
  const text = (value && typeof value === "object" ? JSON.stringify(value) : String(value)).toLowerCase();
  return how === "=" ? text === wanted : text.includes(wanted);
}

// Of every item that is gone, by its key, the key of the one that came and is the same in all but its id.
// Where two could be meant, on either side, none is.
export function renamed(before, after) {
  const known = new Set(before.map((one) => one.key));
  const there = new Set(after.map((one) => one.key));
  const gone = alike(before.filter((one) => !there.has(one.key)));
  const came = alike(after.filter((one) => !known.has(one.key)));
  const found = new Map();
  for (const [content, items] of gone) {
    const others = came.get(content) || [];
    if (items.length === 1 && others.length === 1) found.set(items[0].key, others[0].key);
  }
  return found;
}

function alike(items) {
  const found = new Map();
  for (const one of items) {
    const { id, ...fields } = one.fields;
    const content = JSON.stringify([one.family.id, one.place[0], one.copies, one.source, fields, one.assumed]);
    found.set(content, [...(found.get(content) || []), one]);
  }
  return found;
}
