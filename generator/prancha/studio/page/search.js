// What is searched for: words and "phrases in quotes" stand anywhere, `cost:2`, `cost=2`, `cost<2`, `cost>2`,
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
