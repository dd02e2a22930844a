// A page that prints: asks what to print, has a worker build it, shows the sheets, saves and prints the PDF.
const byId = (id) => document.getElementById(id);
const form = byId("form");
const SINGLE = byId("data-kit.json") !== null;
const STOCKS = { card: ["long", "short", "fold", "separate", "none"], sleeve: ["none", "separate"], board: ["board"] };
const INKS = ["full", "low", "outline", "grey"];
const READINGS = ["scale-x", "scale-y", "back-dx", "back-dy", "back-angle", "margin"];
const LOADED = ["pyodide.mjs", "pyodide.asm.mjs", "lock.json", "python.bin", "stdlib.zip", "program.bin", "game.bin"];
const PREVIEW = 460;

let kit;
let words;
let worker = null;
let ready = null;
let viewer = null;
let loading = null;
let calls = 0;
let waiting = new Map();
let addresses = [];
let run = 0;

function inline(name) {
  const text = byId(`data-${name}`).textContent.trim();
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
}

async function bytesOf(name, { told = () => {}, signal } = {}) {
  if (SINGLE) {
    // The page answers between two files, to the button that stops this too.
    await new Promise((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
    const data = inline(name);
    told(data.byteLength);
    return data;
  }
  const answer = await fetch(name, { signal }).catch((problem) => {
    throw signal?.aborted ? problem : new Plain("no_network", name);
  });
  if (!answer.ok) throw new Plain("no_file", name);
  const parts = [];
  for (const reader = answer.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    told(value.length);
  }
  const data = await new Blob(parts).arrayBuffer();
  // It may be larger: some servers say that it is compressed, and the browser unpacks it.
  if (data.byteLength < (kit?.files[name] ?? 0)) throw new Plain("broken_file", name);
  return data;
}

function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function megabytes(bytes) {
  const number = new Intl.NumberFormat(form.lang.value || undefined, { maximumFractionDigits: 1 });
  return `${number.format(bytes / 1e6)} MB`;
}

function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

function fill(select, values, label) {
  const before = select.value;
  select.replaceChildren(...values.map((value) => element("option", { value, textContent: label(value) })));
  if (values.includes(before)) select.value = before;
}

function speak() {
  const chosen = kit.languages.find((one) => one.tag === form.lang.value) ?? kit.languages[0];
  words = chosen.words;
  document.documentElement.lang = chosen.tag;
  for (const one of document.querySelectorAll("[data-word]")) one.textContent = words[one.dataset.word];
  byId("subtitle").textContent = chosen.subtitle;
  byId("licence").textContent = chosen.licence;
  byId("revision").textContent = kit.revision && `${words.revision} ${kit.revision}`;
  const first = kit.languages[0];
  for (const one of document.querySelectorAll("#ready a")) {
    const paper = words.papers[one.dataset.paper] ?? one.dataset.paper;
    one.textContent = kit.languages.length > 1 ? `${paper} (${first.name})` : paper;
  }
  for (const one of document.querySelectorAll("[data-scene]")) one.alt = words.scenes[one.dataset.scene];
  const rules = kit.rules[chosen.tag];
  byId("rules").hidden = !rules;
  if (rules) byId("rules").replaceChildren(link(rules, words.rules, ""));
  fill(form.paper, [...kit.papers, "own"], (name) => (name === "own" ? words.own : words.papers[name] ?? name));
  fill(form.ink, INKS, (name) => words.inks[name]);
  fill(form.stock, Object.keys(STOCKS), (name) => words.stocks[name]);
  fill(form.since, ["", ...kit.snapshots], (name) => name || words.all);
  byId("readings").replaceChildren(...READINGS.map((name) => {
    const before = form[name]?.value ?? "";
    const input = element("input", { name, type: "text", inputMode: "decimal", value: before, autocomplete: "off" });
    return element("label", {}, element("span", { textContent: words.readings[name] }), input);
  }));
  byId("size").textContent = ready ? "" : filled(words.size, { size: megabytes(sizeOf(LOADED)) });
  shown();
}

function sizeOf(names) {
  return names.reduce((sum, name) => sum + kit.files[name], 0);
}

function shown() {
  byId("own").hidden = form.paper.value !== "own";
  const ways = STOCKS[form.stock.value];
  fill(form.duplex, ways, (name) => words.ways[name]);
  form.duplex.disabled = ways.length === 1;
  byId("ink_told").textContent = words.ink_told[form.ink.value];
  byId("stock_told").textContent = words.stock_told[form.stock.value];
  byId("duplex_told").textContent = words.way_told[form.duplex.value];
  draw(form.duplex.value);
}

// The drawn test: a sheet with a mark on it, and where the printer turns or the player folds it.
function draw(way) {
  const sheet = (x) => `<rect class="sheet" x="${x}" y="4" width="54" height="76"/>`;
  const piece = (x, letter) => `<rect class="piece" x="${x}" y="14" width="20" height="28"/><text x="${x + 10}" y="33">${letter}</text>`;
  const drawings = {
    long: `${sheet(4)}${piece(10, "A")}${sheet(92)}${piece(120, "B")}<path class="edge" d="M58 4V80"/><path class="arrow" d="M62 44c8-14 18-14 24-2m-1-7 1 8-7-1"/>`,
    short: `${sheet(4)}${piece(10, "A")}${sheet(92)}<g transform="translate(0 28)">${piece(98, "B")}</g><path class="edge" d="M4 80H58"/><path class="arrow" d="M62 60c8 10 18 8 24-2m-7 0 8-1 0 8"/>`,
    fold: `<rect class="sheet" x="30" y="4" width="90" height="76"/><g>${piece(50, "A")}${piece(80, "B")}</g><path class="edge" d="M75 4V80"/>`,
    separate: `${sheet(4)}${piece(21, "A")}${sheet(92)}${piece(109, "B")}`,
    none: `${sheet(48)}${piece(65, "A")}`,
  };
  byId("turn").innerHTML = drawings[way === "board" ? "long" : way];
}

function choices() {
  const paper = form.paper.value === "own" ? `${form.width.value} x ${form.height.value} mm` : form.paper.value;
  const readings = {};
  for (const name of READINGS) if (form[name].value.trim()) readings[name] = form[name].value;
  return {
    game: kit.game, lang: form.lang.value, paper, readings, ink: form.ink.value, duplex: form.duplex.value,
    cover: form.cover.checked, since: form.since.value, only: kit.only, items: kit.items,
  };
}

function ask(message, transfer = []) {
  const id = ++calls;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker.postMessage({ ...message, id }, transfer);
  });
}

function heard({ data }) {
  if (data.progress) {
    const { done, all } = data.progress;
    doing(filled(words.drawing, { done, all }), done / all);
    return;
  }
  const { resolve, reject } = waiting.get(data.id);
  waiting.delete(data.id);
  if (data.broken) reject(new Plain("broken_file", data.broken));
  else if (data.failed) reject(new Error(data.failed));
  else resolve(data);
}

// End what loads and what is asked for; the next work begins with a new worker.
function end(reason) {
  loading?.abort(reason);
  worker?.terminate();
  worker = ready = viewer = loading = null;
  for (const { reject } of waiting.values()) reject(reason);
  waiting = new Map();
}

class Stopped extends Error {}

// What is wrong in a sentence for players, about a file; the page has one itself while it has no words.
class Plain extends Error {
  constructor(word, file) {
    super(filled(words?.[word] ?? byId("old").dataset.broken, { file }));
  }
}

async function start(signal) {
  const all = sizeOf(LOADED);
  const files = {};
  let loaded = 0;
  for (const name of LOADED) {
    const told = (count) => {
      loaded += count;
      doing(filled(words.loading, { done: megabytes(loaded), all: megabytes(all) }), loaded / all);
    };
    files[name] = await bytesOf(name, { told, signal });
  }
  signal.throwIfAborted();
  doing(words.starting);
  const address = (name) => (SINGLE ? `data:text/javascript;base64,${byId(`data-${name}`).textContent.trim()}` : new URL(name, location.href).href);
  let isKnown = false;
  worker = new Worker(address("worker.js"), { get type() { isKnown = true; return "module"; } });
  if (!isKnown) throw new Plain("old");
  worker.onmessage = heard;
  worker.onerror = (event) => {
    event.preventDefault();
    end(new Error(event.message || words.no_worker));
  };
  const modules = { pyodide: address("pyodide.mjs"), asm: address("pyodide.asm.mjs"), folder: SINGLE ? "https://nowhere.invalid/" : new URL(".", location.href).href };
  await ask({ action: "start", modules, files }, Object.values(files));
}

function started() {
  if (!ready) {
    const mine = loading = new AbortController();
    ready = start(mine.signal).catch((problem) => {
      if (mine === loading) end(problem);
      throw problem;
    });
  }
  return ready;
}

async function extend(signal) {
  const archive = await bytesOf("viewer.bin", { signal });
  await ask({ action: "extend", archive }, [archive]);
}

async function withViewer() {
  await started();
  if (!viewer) {
    const mine = viewer = extend(loading.signal).catch((problem) => {
      if (mine === viewer) viewer = null;
      throw problem;
    });
  }
  await viewer;
}

function doing(text, share) {
  byId("progress").hidden = false;
  byId("doing").textContent = text;
  if (share === undefined) byId("bar").removeAttribute("value");
  else byId("bar").value = share;
}

function wrong(...messages) {
  const box = byId("wrong");
  box.replaceChildren(...messages.map((one) => element("p", {}, ...[one].flat())));
  box.hidden = false;
  box.focus();
}

function why(problem) {
  const text = problem.message;
  if (problem instanceof Plain) return text;
  if (/memory|allocat/i.test(text)) return words.no_memory;
  return filled(words.failed, { why: text.trim().split("\n").pop() });
}

function link(href, text, name) {
  return element("a", name ? { href, textContent: text, download: name } : { href, textContent: text, target: "_blank", rel: "noopener" });
}

async function work(action) {
  const mine = ++run;
  for (const id of ["wrong", "made"]) byId(id).hidden = true;
  byId("make").disabled = byId("calibrate").disabled = true;
  byId("stop").hidden = false;
  doing(words.starting);
  try {
    await started();
    byId("size").textContent = "";
    const asked = choices();
    if (asked.ink !== "full" && kit.pictures) await withViewer();
    const answer = await ask({ action, choices: asked });
    present(answer, mine);
  } catch (problem) {
    if (!(problem instanceof Stopped)) {
      end(problem); // what failed may be in no state to go on
      const links = [...document.querySelectorAll("#ready a")].flatMap((one) => [one.cloneNode(true), " "]);
      wrong(why(problem), [`${words.ready_instead} `, ...links]);
    }
  } finally {
    byId("make").disabled = byId("calibrate").disabled = false;
    byId("stop").hidden = byId("progress").hidden = true;
    form.dataset.done = mine;
  }
}

function present({ made, files }, mine) {
  if (made.wrong) return wrong(...made.wrong);
  addresses.forEach((each) => URL.revokeObjectURL(each));
  addresses = [];
  byId("files").replaceChildren(...files.map(({ name, data, sha256 }) => {
    const address = URL.createObjectURL(new Blob([data], { type: "application/pdf" }));
    addresses.push(address);
    const save = link(address, words.save, name);
    save.className = "main";
    const label = element("span", { className: "name", textContent: `${name} (${megabytes(data.byteLength)})` });
    const item = element("li", {}, label, save, link(address, words.print, ""));
    item.dataset.sha256 = sha256;
    return item;
  }));
  const remarks = made.idle ? [words.idle] : made.remarks ?? [];
  byId("remarks").replaceChildren(...remarks.map((text) => element("li", { textContent: text })));
  byId("sheets").replaceChildren();
  byId("made").hidden = false;
  byId("made").focus();
  lookAt(files, made.pages ?? 0, mine);
}

// Pages are drawn as they come into view, one after another, and no longer once something else is made.
function lookAt(files, pages, mine) {
  let last = Promise.resolve();
  const watcher = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      watcher.unobserve(target);
      last = last.then(() => (mine === run ? drawn(target, files) : undefined)).catch((problem) => {
        if (!(problem instanceof Stopped)) target.replaceChildren(element("p", { className: "small", textContent: why(problem) }));
      });
    }
  }, { rootMargin: "300px" });
  // Fronts and backs apart have as many pages each.
  const each = Math.ceil(pages / Math.max(1, files.length));
  files.forEach((_, file) => {
    for (let page = 0; page < each; page += 1) {
      const canvas = element("canvas", { width: 210, height: 297 });
      canvas.setAttribute("role", "img");
      const name = filled(words.sheet, { number: file * each + page + 1, all: pages });
      canvas.setAttribute("aria-label", name);
      const item = element("li", {}, canvas, element("p", { className: "small", textContent: name }));
      Object.assign(item.dataset, { file, page });
      byId("sheets").append(item);
      watcher.observe(item);
    }
  });
}

async function drawn(item, files) {
  await withViewer();
  const pdf = files[Number(item.dataset.file)].data.slice(0);
  const width = Math.round(PREVIEW * Math.min(2, devicePixelRatio));
  const answer = await ask({ action: "look", pdf, page: Number(item.dataset.page), width }, [pdf]);
  const canvas = item.querySelector("canvas");
  Object.assign(canvas, { width: answer.across, height: answer.down });
  const image = new ImageData(new Uint8ClampedArray(answer.files[0].data), answer.across, answer.down);
  canvas.getContext("2d").putImageData(image, 0, 0);
  item.dataset.drawn = "yes";
}

// Links to files beside the page; one file has them within itself, and makes addresses of them.
function readyFiles() {
  if (!SINGLE) return;
  for (const one of document.querySelectorAll("img[data-src]")) {
    one.src = URL.createObjectURL(new Blob([inline(one.dataset.src)], { type: "image/webp" }));
  }
  for (const one of document.querySelectorAll("#ready a")) {
    const name = one.getAttribute("href");
    one.download = name;
    one.href = URL.createObjectURL(new Blob([inline(name)], { type: "application/pdf" }));
  }
  for (const [lang, name] of Object.entries(kit.rules)) {
    kit.rules[lang] = URL.createObjectURL(new Blob([inline(name)], { type: "text/html" }));
  }
}

function offline() {
  if (SINGLE) return;
  const told = (word) => { byId("offline").textContent = words[word]; };
  if (!navigator.serviceWorker) return told("not_offline");
  navigator.serviceWorker.register("offline.js").then(() => told("offline"), () => told("not_offline"));
}

function colours() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const set = () => { document.documentElement.dataset.theme = dark.matches ? "dark" : "light"; };
  dark.addEventListener("change", set);
  set();
}

async function open() {
  colours();
  const told = await bytesOf("kit.json");
  try {
    kit = JSON.parse(new TextDecoder().decode(told));
  } catch {
    throw new Plain("broken_file", "kit.json");
  }
  const tags = kit.languages.map((one) => one.tag);
  const named = Object.fromEntries(kit.languages.map((one) => [one.tag, one.name]));
  fill(form.lang, tags, (tag) => named[tag]);
  const spoken = navigator.languages.map((tag) => tags.find((one) => one.toLowerCase() === tag.toLowerCase()) ?? tags.find((one) => one.split("-")[0] === tag.split("-")[0])).find(Boolean);
  form.lang.value = spoken ?? tags[0];
  fill(form.paper, kit.papers, (name) => name);
  form.paper.value = /-(US|CA|MX|PH)$/.test(navigator.language) ? "letter" : "a4";
  byId("language").hidden = tags.length === 1;
  byId("since").hidden = kit.snapshots.length === 0;
  readyFiles();
  speak();
  form.lang.addEventListener("change", speak);
  form.addEventListener("change", shown);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    work("print");
  });
  byId("calibrate").addEventListener("click", () => work("calibrate"));
  byId("stop").addEventListener("click", () => end(new Stopped()));
  if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function") {
    byId("old").textContent = words.old;
    byId("old").hidden = false;
    return;
  }
  form.hidden = false;
  offline();
}

open().catch((problem) => {
  byId("old").hidden = false;
  if (problem instanceof Plain) byId("old").textContent = problem.message;
  else byId("old").append(` (${problem.message})`);
});
