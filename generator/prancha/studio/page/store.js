// What the page knows: the games, the one that is shown, and what the server says of it.

import { h } from "./dom.js";
import { renamed } from "./items.js";
import { counted, t } from "./words.js";

export const state = {
  start: null, game: null, lang: "", items: [], byToken: new Map(), byKey: new Map(), versions: {}, renamed: new Map(), findings: null,
  settings: Object.assign(
    { cell: 150, side: "front", sort: "written", pixels: 96 / 25.4, look: "full", over: ["trim"], beside: false, theme: "" },
    JSON.parse(localStorage.getItem("studio") || "{}"),
  ),
};

const listeners = new Map();

// Call each of `calls` when what it is named for happens; returns what ends that.
export function on(calls) {
  for (const [name, call] of Object.entries(calls)) listeners.set(name, (listeners.get(name) || new Set()).add(call));
  return () => Object.entries(calls).forEach(([name, call]) => listeners.get(name).delete(call));
}

export function emit(name, data) {
  for (const call of [...(listeners.get(name) || [])]) call(data);
}

export function remember(changes) {
  Object.assign(state.settings, changes);
  localStorage.setItem("studio", JSON.stringify(state.settings));
}

export async function ask(path, options) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw Object.assign(new Error(t("lost")), { lost: true });
  }
  if (!answer.ok) throw await problem(answer);
  return answer.json();
}

export function act(path, body) {
  return ask(path, { method: "POST", headers: { "Content-Type": "application/json", "X-Prancha": "1" }, body: JSON.stringify(body) });
}

const READ = 5000; // milliseconds until a change counts as read, whatever the page was told

let turn = Promise.resolve();

// Have something changed by `call`, which returns the answer or null, once the page has read what the change before
// made: until then it knows old places of cards.
export function inTurn(call) {
  let read;
  const told = turn.then(() => {
    read = new Promise((done) => {
      const off = on({ game: () => { off(); done(); } });
      setTimeout(() => { off(); done(); }, READ);
    });
    return call();
  });
  turn = told.then((answer) => answer && read, () => {});
  return told;
}

// Undo what was done last.
export const undoLast = () => inTurn(() => act("/api/undo", {}));

async function problem(answer) {
  const text = await answer.text();
  let found = [];
  try {
    found = JSON.parse(text).findings || [];
  } catch {
    // a refusal is plain text
  }
  const error = new Error(found.map((one) => one.message + (one.hint ? ` (${one.hint})` : "")).join("; ") || text.trim());
  error.status = answer.status;
  error.findings = found;
  return error;
}

export async function start() {
  state.start = await ask("/api/start");
}

export async function openGame(id, lang) {
  const known = state.start.games.find((one) => one.id === id);
  const wanted = lang || known.languages[0] || "en";
  take(await ask(`/api/game/${id}/${wanted}`), wanted);
}

function take(game, lang) {
  const before = state.game?.id === game.id ? state.items : [];
  if (!before.length) state.renamed = new Map();
  state.game = game;
  state.lang = lang;
  state.findings = game.findings;
  state.items = [];
  state.byToken = new Map();
  state.byKey = new Map();
  for (const family of game.families || []) {
    for (const item of family.items) {
      item.family = family;
      item.key = `${family.id}/${item.id}`;
      item.label = nameOf(item, lang);
      item.text = null;
      item.number = state.items.length;
      state.items.push(item);
      state.byToken.set(item.t, item);
      state.byKey.set(item.key, item);
    }
  }
  for (const [from, to] of renamed(before, state.items)) state.renamed.set(from, to);
}

export const TITLES = ["title", "name", "nome", "titulo"];

// The first short text of an item is what people call it.
export function nameOf(item, lang) {
  for (const name of TITLES) {
    const value = item.fields[name];
    const text = value && typeof value === "object" ? value[lang] : value;
    if (typeof text === "string" && text) return text.replace(/[*_]/g, "");
  }
  return item.id;
}

export function textOf(item) {
  if (item.text === null) item.text = `${item.key} ${item.label} ${flat(item.fields)}`.toLowerCase();
  return item.text;
}

function flat(value) {
  if (value && typeof value === "object") return Object.values(value).map(flat).join(" ");
  return value === null || value === undefined ? "" : String(value);
}

export function faceUrl(item, side, density, lang = state.lang) {
  // What is shown is asked again only when the server says that it changed.
  const version = `${epoch}-${(state.versions[`${lang}/${item.t}`] || [])[side === "front" ? 0 : 1] || 0}`;
  return `/face/${state.game.id}/${lang}/${item.t}/${side}/${density}?v=${version}`;
}

let epoch = 0;

// What is wrong with an item, or with a file that it is made of.
export function findingsOf(item) {
  const found = state.findings || {};
  const own = found.cards?.[item.t] || [];
  const said = new Set(own.map(stem));
  const others = [...(found.rules || []), ...(found.faces || [])].filter((one) => !said.has(stem(one)) && (one.t === item.t || isOf(one, item)));
  return [...(found.unread || []).filter((one) => (one.t ? one.t === item.t : isOf(one, item) || one.place[0] === item.place[0])), ...own, ...others];
}

// A finding of one item stands for all that have it: `(and 3 more)` is said in the list alone.
function stem(one) {
  return `${one.code} ${one.message.replace(/ \(and \d+ more\)$/, "")}`;
}

// Whether an error stands in the template of an item.
function isOf(one, item) {
  return one.severity === "error" && item.family.templates.some((name) => one.place[0] === name || one.place[0].endsWith(`/${name}`));
}

// Whether what is seen of an item is older than the files, or nothing.
export function isStale(item) {
  const found = state.findings || {};
  return (found.unread || []).length > 0 || (found.stale?.[state.lang] || []).includes(item.t);
}

export function allFindings() {
  const found = state.findings || {};
  return ["unread", "rules", "faces"].flatMap((kind) => (found[kind] || []).map((one) => ({ ...one, kind })));
}

const SAID_FOR = 10000;

// Tell screen readers. Each text stays for some seconds, so one that follows at once does not replace it.
export function say(text) {
  const line = h("p", {}, text);
  document.getElementById("status").append(line);
  setTimeout(() => line.remove(), SAID_FOR);
}

export function notice(text) {
  const box = document.getElementById("notice");
  box.hidden = !text;
  box.replaceChildren(h("span", {}, text || ""));
}

// Browsers open six connections to a host and an event stream keeps one, so one tab listens for all of them.
const relay = new BroadcastChannel("prancha-studio");

export function listen() {
  relay.onmessage = (message) => heard(message.data.name, message.data.data);
  navigator.locks.request("prancha-studio-events", () => new Promise(() => hear(false)));
}

// Listen; `again` for a stream that was there before.
function hear(again) {
  const source = new EventSource("/api/events");
  let open = again;
  source.onopen = () => {
    if (open) tell("again", {});
    open = true;
  };
  source.onerror = () => {
    tell("lost", {});
    // Refused, it tries no more by itself.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => hear(true), 1500);
  };
  for (const name of ["faces", "game", "games", "findings", "checking", "kit", "notes", "again"]) {
    source.addEventListener(name, (event) => tell(name, JSON.parse(event.data)));
  }
}

function tell(name, data) {
  relay.postMessage({ name, data });
  heard(name, data);
}

async function heard(name, data) {
  if (name === "lost") return notice(t("lost"));
  notice("");
  const ours = state.game && data.game === state.game.id;
  if (name === "faces" && ours) {
    for (const [item, names] of Object.entries(data.versions)) state.versions[`${data.lang}/${item}`] = names;
    emit("faces", data);
    const count = Object.keys(data.versions).length;
    if (data.lang === state.lang) say(`${t("changedSaid")} ${counted(count, "cards")}`);
  } else if (name === "findings" && ours) {
    state.findings = data;
    emit("findings", data);
  } else if (name === "checking" && ours) {
    if (state.findings) state.findings.share = data.share;
    emit("checking", data);
  } else if (name === "games") {
    await start();
    emit("games");
  } else if (name === "again") {
    epoch += 1; // who knows what was missed
    try {
      await start();
      await reload();
      emit("back");
    } catch {
      setTimeout(() => heard("again", {}), 1000); // it is still reading
    }
  } else if (name === "game" && ours) {
    await painted();
    await reload();
  } else {
    emit(name, data);
  }
}

const LOOKED = 250; // milliseconds that the game is asked for later at most
const coming = new Set();

// Have what else is asked for when files change wait for a picture that loads.
export function awaitPicture(image) {
  const loaded = new Promise((done) => ["load", "error"].forEach((name) => image.addEventListener(name, done)));
  coming.add(loaded);
  loaded.then(() => coming.delete(loaded));
}

// Until pictures that were asked for are painted; a hidden page paints none.
async function painted() {
  const seen = Promise.all(coming).then(() => new Promise(requestAnimationFrame));
  await Promise.race([seen, new Promise((done) => setTimeout(done, LOOKED))]);
  coming.clear(); // some were taken away before they came
}

let asked = 0;

async function reload() {
  if (!state.game) return;
  const mine = ++asked;
  const game = await ask(`/api/game/${state.game.id}/${state.lang}`);
  if (mine !== asked) return;
  if (!game.families) {
    state.findings = game.findings;
    return emit("findings", state.findings);
  }
  if (!state.game.families) { // it can be read for the first time
    await start();
    return emit("games");
  }
  take(game, state.lang);
  emit("game", game);
  emit("findings", state.findings);
}
