// Files that a person gives to the page: chosen or dropped, folders with what lies below them, sent one by one.

import { t } from "./words.js";

const HIDDEN = /(^|\/)(\.|Thumbs\.db$|desktop\.ini$)/;

// Pairs of a path below what was given, `art/fox.png`, and its file; of an input for files or a folder.
export function chosen(input) {
  return [...input.files].map((file) => [file.webkitRelativePath || file.name, file]).filter(([path]) => !HIDDEN.test(path));
}

// The same of what was dropped.  Its entries must be asked for at once: later they are gone.
export async function dropped(transfer) {
  const items = [...transfer.items].filter((item) => item.kind === "file").map((item) => [item.webkitGetAsEntry?.(), item.getAsFile()]);
  const found = [];
  for (const [entry, file] of items) {
    if (entry) await gather(entry, "", found);
    else if (file) found.push([file.name, file]);
  }
  // A folder has its files in no order: what lies at the top comes first, then by name.
  const depth = ([path]) => path.split("/").length;
  return found.filter(([path]) => !HIDDEN.test(path)).sort((a, b) => depth(a) - depth(b) || a[0].localeCompare(b[0]));
}

async function gather(entry, above, found) {
  const path = above + entry.name;
  if (entry.isFile) {
    found.push([path, await new Promise((done, failed) => entry.file(done, failed))]);
    return;
  }
  const reader = entry.createReader();
  for (;;) { // a reader returns a hundred entries at a time, and none at the end
    const some = await new Promise((done, failed) => reader.readEntries(done, failed));
    if (!some.length) return;
    for (const one of some) await gather(one, `${path}/`, found);
  }
}

// Send files as one batch, and return its name; `tell` is called with how many have gone.
export async function send(files, tell) {
  const batch = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  for (const [number, [path, file]] of files.entries()) {
    tell(number);
    const answer = await fetch(`/api/begin/file?batch=${batch}&name=${encodeURIComponent(path)}`, {
      method: "POST", headers: { "Content-Type": "application/octet-stream", "X-Prancha": "1" }, body: file,
    }).catch(() => { throw new Error(`${path}: ${t("beginNotSent")}`); });
    if (!answer.ok) throw new Error((await answer.text()).trim());
  }
  return batch;
}
