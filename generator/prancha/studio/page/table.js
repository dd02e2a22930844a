// The table: piles, hands, pieces that lie where they are put; seats may be tabs of their own.

import { h, icon, pick, press, put } from "./dom.js";
import { Face } from "./faces.js";
import { on, say, state } from "./store.js";
import { number, t } from "./words.js";
import { place, replaceRest } from "./route.js";
import { Boards, rolled, rolls, weights } from "./dice-and-boards.js";
import { familyOf, keyOf, read, setUp, SNAP, steps } from "./play.js";

const GAMES = new Map(); // game id -> {now, past, future}: leaving the view forgets nothing
const STEPS = 20; // that can be undone after the page was loaded anew

// The table of a seed as this tab's session has it, that of the last seed without one; null where there is none.
// What is stored and cannot be read, or is of another form, is forgotten; `lost` is called then.
function stored(id, seed, families, lost) {
  const last = sessionStorage.getItem(`table ${id}`);
  const wanted = seed || last;
  const text = wanted && sessionStorage.getItem(`table ${id} ${wanted}`);
  if (!text) return null;
  try {
    const { now, past } = JSON.parse(text);
    const [known, ...before] = [now, ...past].map((one) => read(JSON.stringify(one), families));
    if (known?.seed === wanted) return { now: known, past: before.filter(Boolean), future: [], restored: true };
  } catch {
    // told below
  }
  sessionStorage.removeItem(`table ${id} ${wanted}`);
  lost();
  return null;
}

function store(id, { now, past }) {
  // Seldom is there no room for the steps before; then there is for the table.
  for (const steps of [past.slice(-STEPS), []]) {
    try {
      sessionStorage.setItem(`table ${id} ${now.seed}`, JSON.stringify({ now, past: steps }));
      return sessionStorage.setItem(`table ${id}`, now.seed);
    } catch {
      sessionStorage.removeItem(`table ${id} ${now.seed}`);
    }
  }
}

export const table = (main) => new Table(main);

function newSeed() {
  return Array.from(crypto.getRandomValues(new Uint8Array(4)), (one) => one.toString(36)).join("").slice(0, 7);
}

class Table {
  constructor(main) {
    const [seed, seat] = place.rest;
    const { id, families } = state.game;
    const kept = GAMES.get(id);
    this.seat = Number(seat) || 1;
    this.scale = Number(sessionStorage.getItem("table-scale")) || 2;
    this.elements = new Map();
    this.held = "";
    if (kept && (!seed || kept.now.seed === seed)) this.game = kept;
    else this.game = stored(id, seed, families, () => { this.word = t("tableLost"); }) || { now: setUp(families, seed || newSeed()), past: [], future: [] };
    GAMES.set(id, this.game);
    this.boards = new Boards((piece) => this.item(piece), (count) => { this.field.dataset.boards = String(count); });
    this.faces = new Map();
    this.channel = new BroadcastChannel(`prancha-table-${location.port}-${id}`);
    this.channel.onmessage = ({ data }) => this.heard(data);
    this.tools = h("div", { class: "tools" });
    this.tray = h("aside", { class: "tray", "aria-label": t("piles") });
    this.cloth = h("div", { class: "cloth" });
    this.field = h("div", { class: "field-of-play", role: "region", "aria-label": t("table"), tabindex: "-1" }, this.cloth);
    this.hand = h("ul", { class: "hand", "aria-label": t("hand") });
    put(main, h("section", { class: "card-view", "aria-label": t("table") }, this.tools, h("div", { class: "split" }, this.tray, h("div", { class: "middle" }, this.field, this.hand))));
    this.field.addEventListener("dragover", (event) => event.preventDefault());
    this.field.addEventListener("drop", (event) => this.dropped(event));
    this.off = on({ faces: () => this.refresh(), game: () => this.fresh() });
    replaceRest(this.now.seed, String(this.seat));
    this.tell("ask");
    this.paint();
  }

  get now() {
    return this.game.now;
  }

  leave() {
    this.channel.close();
    this.off();
  }

  // Tabs whose addresses have one seed are seats at one table, and have one history.
  tell(what, seed = this.now.seed) {
    this.channel.postMessage({ table: seed, what, now: this.now, past: what === "answer" ? this.game.past.slice(-50) : [] });
  }

  heard({ table: seed, what, now, past }) {
    if (seed !== this.now.seed) return;
    if (what === "ask") return this.game.past.length ? this.tell("answer") : undefined;
    if (what === "answer" && this.game.past.length && !this.game.restored) return; // what was stored may be older
    const { game } = this;
    const known = (one) => read(JSON.stringify(one), state.game.families);
    const next = known(now);
    if (!next) return;
    game.restored = false;
    if (what === "answer") game.past = past.map(known).filter(Boolean);
    else if (what === "undo") { game.past.pop(); game.future.push(game.now); }
    else { game.past.push(game.now); if (what === "redo") game.future.pop(); else game.future = []; }
    game.now = next;
    if (this.seat > next.seats) this.seat = 1;
    replaceRest(next.seed, String(this.seat));
    this.paint();
  }

  // After the catalogue changed, pieces that are gone are taken off.
  fresh() {
    const now = read(JSON.stringify(this.now), state.game.families);
    if (now) this.game.now = now;
    for (const name of ["past", "future"]) this.game[name] = this.game[name].map((one) => read(JSON.stringify(one), state.game.families)).filter(Boolean);
    this.boards.forget();
    this.faces.clear();
    this.elements.clear();
    this.cloth.replaceChildren();
    this.paint();
  }

  act(name, ...given) {
    this.take(steps[name](this.now, ...given));
  }

  take(next) {
    this.game.past.push(this.now);
    if (this.game.past.length > 300) this.game.past.shift();
    const { seed } = this.now;
    this.game.future = [];
    this.game.restored = false;
    this.word = "";
    this.game.now = next;
    if (this.seat > next.seats) this.seat = 1;
    this.tell("act", seed);
    this.paint();
  }

  back(from, to) {
    if (!this.game[from].length) return;
    const { seed } = this.now;
    this.game[to].push(this.now);
    this.game.now = this.game[from].pop();
    if (this.seat > this.now.seats) this.seat = 1;
    replaceRest(this.now.seed, String(this.seat));
    this.tell(from === "past" ? "undo" : "redo", seed);
    this.paint();
  }

  paint() {
    store(state.game.id, this.game);
    this.toolbar();
    this.piles();
    this.pieces();
    this.cards();
  }

  toolbar() {
    const { now, game } = this;
    const seed = h("input", { type: "text", class: "seed", value: now.seed, "aria-label": t("seed"), maxlength: 40, onchange: () => this.begin(seed.value.trim() || newSeed()) });
    const load = h("input", { type: "file", accept: ".json", hidden: true, onchange: async () => {
      const found = read(await load.files[0].text(), state.game.families);
      if (found) this.take(found);
      else say(t("failed"));
    } });
    put(this.tools,
      this.word && h("p", { class: "wrong", role: "status" }, this.word),
      h("label", { class: "pick" }, h("span", {}, t("seed")), seed),
      h("button", { type: "button", onclick: () => this.begin(newSeed()) }, t("reseed")), h("button", { type: "button", onclick: () => this.begin(now.seed) }, t("newGame")),
      pick(t("seats"), now.seats, [1, 2, 3, 4, 5, 6].map((one) => [one, number(one)]), (value) => this.act("seat", Number(value))),
      h("div", { class: "group", role: "group", "aria-label": t("seat") }, Array.from({ length: now.seats }, (_, k) => h("button", {
        type: "button", "aria-pressed": String(this.seat === k + 1), onclick: () => { this.seat = k + 1; replaceRest(now.seed, String(this.seat)); this.paint(); },
      }, `${t("seat")} ${number(k + 1)}`, h("span", { class: "small" }, number(now.hands[k + 1].length))))),
      h("div", { class: "group" },
        h("button", { type: "button", disabled: !game.past.length, onclick: () => this.back("past", "future"), title: `${t("undo")} (z)`, "aria-label": t("undo") }, icon("undo")),
        h("button", { type: "button", disabled: !game.future.length, onclick: () => this.back("future", "past"), title: `${t("redo")} (y)`, "aria-label": t("redo") }, icon("redo"))),
      h("div", { class: "group", role: "group", "aria-label": t("dice") }, [2, 4, 6, 8, 10, 12, 20].map((one) => h("button", { type: "button", class: "plain", onclick: () => this.act("roll", one) }, one === 2 ? t("coin") : `d${one}`)),
        h("output", { class: "rolled", "aria-live": "polite" }, now.said.slice(-4).map(([die, value]) => this.said(die, value)))),
      h("div", { class: "group", role: "group", "aria-label": t("counter") }, now.counters.map((value, k) => h("span", { class: "counter" },
        h("button", { type: "button", class: "plain", "aria-label": `${t("counter")} ${k + 1} −`, onclick: () => this.act("count", k, -1) }, icon("minus")), h("strong", {}, number(value)),
        h("button", { type: "button", class: "plain", "aria-label": `${t("counter")} ${k + 1} +`, onclick: () => this.act("count", k, 1) }, icon("plus")))),
        now.counters.length < 8 && h("button", { type: "button", class: "plain", onclick: () => this.act("count", now.counters.length, 0) }, icon("plus"), t("counter"))),
      h("div", { class: "group" }, h("button", { type: "button", onclick: () => this.save() }, t("save")), h("button", { type: "button", onclick: () => load.click() }, t("load")), load),
      h("label", { class: "pick" }, h("span", {}, t("size")), h("input", { type: "range", min: 0.6, max: 6, step: 0.1, value: this.scale, oninput: (event) => {
        this.scale = Number(event.target.value);
        sessionStorage.setItem("table-scale", String(this.scale));
        this.pieces();
      } })));
  }

  said(die, value) {
    const item = state.byKey.get(die);
    if (item) return rolled(item, value);
    return h("span", {}, h("span", { class: "small" }, die === "coin" ? t("coin") : die), " ", h("strong", {}, number(value)), " ");
  }

  begin(seed) {
    this.take(setUp(state.game.families, seed, this.now.seats));
    replaceRest(seed, String(this.seat));
    say(`${t("newGame")}: ${seed}`);
  }

  save() {
    const url = URL.createObjectURL(new Blob([JSON.stringify(this.now, null, 1)], { type: "application/json" }));
    h("a", { href: url, download: `${state.game.name}-${this.now.seed}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }

  item(piece) {
    return state.byKey.get(keyOf(piece));
  }

  face(piece, up, height) {
    const item = this.item(piece);
    const side = up || !item.family.back ? "front" : "back";
    const hidden = !up && !item.family.back;
    const face = new Face(item, side, { label: up ? item.label : `${item.family.title[state.lang] || item.family.id}, ${t("back")}` });
    const scale = height ? height / face.box.h : this.scale;
    face.resize(scale);
    if (hidden) face.element.classList.add("hidden-side");
    else face.show(scale * (devicePixelRatio || 1));
    return face;
  }

  // A face outside of the table, kept for the next painting: a new one would be blank until its picture comes.
  kept(place, piece, up, height) {
    const look = `${keyOf(piece)} ${up} ${height}`;
    const known = this.faces.get(place);
    if (known?.look === look) return known.face;
    const face = this.face(piece, up, height);
    this.faces.set(place, { look, face });
    return face;
  }

  piles() {
    const { now } = this;
    const focus = document.activeElement?.dataset?.act;
    const button = (act, family, label, disabled, call) => h("button", { type: "button", class: "plain", "data-act": `${act} ${family}`, disabled, onclick: call }, label);
    put(this.tray, state.game.families.filter((family) => now.piles[family.id]).map((family) => {
      const pile = now.piles[family.id];
      const thrown = now.discard.filter((piece) => familyOf(piece) === family.id);
      const name = family.title[state.lang] || family.id;
      const top = pile.length ? this.kept(family.id, pile[0], !family.back, 74) : null;
      const many = family.copies > 1;
      if (top) Object.assign(top.element, { ondragstart: null });
      const picture = top && h("span", { draggable: "true", class: "top", ondragstart: (event) => event.dataTransfer.setData("text/plain", pile[0]), onclick: () => this.lay(pile[0]) }, top.element);
      const count = h("input", { type: "number", min: 1, max: 30, value: 5, "aria-label": t("cardsEach"), class: "few" });
      return h("section", { class: "pile", "aria-label": name }, h("h2", {}, name, h("span", { class: "small" }, `${number(pile.length)} / ${number(family.copies)}`)),
        h("div", { class: "row" }, picture, h("div", { class: "acts" },
          button("draw", family.id, t("draw"), !pile.length, () => this.act("draw", family.id, this.seat)),
          button("lay", family.id, t("toTable"), !pile.length, () => this.lay(pile[0])),
          many && button("shuffle", family.id, t("shuffle"), pile.length < 2, () => this.act("shuffle", family.id)),
          many && h("span", { class: "row" }, button("deal", family.id, t("deal"), !pile.length, () => this.act("deal", family.id, Math.max(1, Math.min(30, Number(count.value) || 1)))), count),
          rolls(family) && family.items.map((item) => button("roll", item.key, `${t(family.kind === "die" ? "dice" : "spin")}: ${item.label}`, false, () => this.act("rollKit", item.key, weights(item)))),
          thrown.length > 0 && button("gather", family.id, `${t("discard")} ${number(thrown.length)} ↩`, false, () => this.act("gather", family.id)))));
    }));
    if (focus) this.tray.querySelector(`[data-act="${CSS.escape(focus)}"]`)?.focus();
  }

  // Put a piece where there is room, left to right.
  lay(piece, up = true) {
    const { width, height } = this.item(piece).family;
    const across = Math.max(1, Math.floor(this.field.clientWidth / this.scale / (width + SNAP)));
    for (let spot = 0; ; spot++) {
      const x = Math.round((SNAP + (spot % across) * (width + SNAP)) / SNAP) * SNAP;
      const y = Math.round((SNAP + Math.floor(spot / across) * (height + SNAP)) / SNAP) * SNAP;
      const taken = this.now.table.some((one) => {
        const { family } = this.item(one.piece);
        return x < one.x + family.width && one.x < x + width && y < one.y + family.height && one.y < y + height;
      });
      if (!taken || spot > 500) return this.act("place", piece, x, y, up);
    }
  }

  dropped(event) {
    event.preventDefault();
    const piece = event.dataTransfer.getData("text/plain");
    const item = piece.includes("#") && this.item(piece);
    if (!item) return;
    const box = this.cloth.getBoundingClientRect();
    const at = (value, half) => Math.max(0, Math.round((value / this.scale - half) / SNAP) * SNAP);
    const [x, y] = [at(event.clientX - box.left, item.family.width / 2), at(event.clientY - box.top, item.family.height / 2)];
    this.act("place", piece, ...(this.boards.cell(this.now.table, piece, x, y, 0.6) || [x, y]));
  }

  pieces() {
    this.boards.look(this.now.table);
    const known = new Set(this.now.table.map((one) => one.piece));
    for (const [piece, element] of this.elements) if (!known.has(piece)) { element.remove(); this.elements.delete(piece); }
    let most = [0, 0];
    this.now.table.forEach((one, order) => {
      const look = `${one.up} ${this.scale}`;
      let element = this.elements.get(one.piece);
      if (!element) {
        element = h("button", { type: "button", class: "piece", "data-piece": one.piece });
        this.grip(element, one.piece);
        this.elements.set(one.piece, element);
        this.cloth.append(element);
      }
      if (element.look !== look) {
        element.face = this.face(one.piece, one.up);
        put(element, element.face.element);
        element.look = look;
        element.setAttribute("aria-label", element.face.element.getAttribute("aria-label"));
      }
      element.style.transform = `translate(${one.x * this.scale}px, ${one.y * this.scale}px) rotate(${one.turn}deg)`;
      element.style.zIndex = order + 1;
      const { width, height } = this.item(one.piece).family;
      most = [Math.max(most[0], one.x + width), Math.max(most[1], one.y + height)];
    });
    this.cloth.style.minWidth = `${(most[0] + 40) * this.scale}px`;
    this.cloth.style.minHeight = `${(most[1] + 40) * this.scale}px`;
    if (this.held) this.elements.get(this.held)?.focus({ preventScroll: true });
  }

  // Put a piece down: on the cell of a board below it, else on the grid of the table.
  settle(piece, x, y, free) {
    const cell = !free && this.boards.cell(this.now.table, piece, x, y, 0.6);
    const snap = (value) => (free ? value : Math.round(value / SNAP) * SNAP);
    this.act("move", piece, Math.max(0, cell ? cell[0] : snap(x)), Math.max(0, cell ? cell[1] : snap(y)), this.boards.riders(this.now.table, piece));
  }

  grip(element, piece) {
    let from = null;
    const where = () => this.now.table.find((one) => one.piece === piece);
    element.addEventListener("focus", () => { this.held = piece; });
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      const { x, y } = where();
      from = { x: event.clientX, y: event.clientY, at: [x, y], moved: false };
      element.setPointerCapture(event.pointerId);
      element.style.zIndex = 9999;
    });
    element.addEventListener("pointermove", (event) => {
      if (!from) return;
      from.moved ||= Math.hypot(event.clientX - from.x, event.clientY - from.y) > 3;
      from.to = [from.at[0] + (event.clientX - from.x) / this.scale, from.at[1] + (event.clientY - from.y) / this.scale];
      if (from.moved) element.style.transform = `translate(${from.to[0] * this.scale}px, ${from.to[1] * this.scale}px) rotate(${where().turn}deg)`;
    });
    element.addEventListener("pointerup", (event) => {
      const done = from;
      from = null;
      if (!done?.moved) return;
      this.settle(piece, ...done.to, event.altKey);
    });
    element.addEventListener("dblclick", () => this.act("flip", piece));
    element.addEventListener("keydown", (event) => this.pressed(event, piece, where()));
  }

  pressed(event, piece, one) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = event.shiftKey ? SNAP * 4 : SNAP;
    const move = (x, y) => this.act("move", piece, Math.max(0, one.x + x), Math.max(0, one.y + y), this.boards.riders(this.now.table, piece));
    const snap = () => { const cell = this.boards.cell(this.now.table, piece, one.x, one.y, 3); if (cell) this.act("move", piece, ...cell, this.boards.riders(this.now.table, piece)); };
    const hexes = this.item(piece).family.shape === "hexagon";
    press(event, {
      ArrowLeft: () => move(-by, 0), ArrowRight: () => move(by, 0), ArrowUp: () => move(0, -by), ArrowDown: () => move(0, by),
      f: () => this.act("flip", piece), Enter: () => this.act("flip", piece), r: () => this.act("turn", piece, hexes ? 60 : 90), x: () => this.act("discard", piece), Delete: () => this.act("discard", piece),
      c: snap, h: () => this.act("toHand", piece, this.seat), p: () => this.act("toPile", piece, false), u: () => this.act("toPile", piece, true),
    });
  }

  cards() {
    const mine = this.now.hands[this.seat] || [];
    put(this.hand, mine.map((piece) => {
      const face = this.kept(piece, piece, true, 118);
      const item = this.item(piece);
      return h("li", {}, h("button", {
        type: "button", class: "held", draggable: "true", "aria-label": item.label, title: `${item.label}`, "data-piece": piece,
        ondragstart: (event) => event.dataTransfer.setData("text/plain", piece), onclick: () => this.lay(piece),
        onkeydown: (event) => {
          press(event, { x: () => this.act("discard", piece), p: () => this.act("toPile", piece, false), u: () => this.act("toPile", piece, true), f: () => this.lay(piece, false) });
        },
      }, face.element));
    }), !mine.length && h("li", { class: "small" }, t("tableHint")));
  }

  refresh() {
    for (const element of this.elements.values()) element.face?.show(this.scale * (devicePixelRatio || 1));
    this.faces.clear();
    this.piles();
    this.cards();
  }

  keys = { z: () => this.back("past", "future"), y: () => this.back("future", "past"), n: () => this.begin(newSeed()) };
}
