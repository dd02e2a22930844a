// Which items have another id than before, where that is certain.

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
