// The table: a set-up with its seats, hands, counters and box, and what is done there; seats may be tabs of their own.

import { dialog, h, icon, pick, put } from "./dom.js";
import { rolled, sideWords, weights } from "./dice.js";
import { noteBox } from "./notes.js";
import { on, say, state } from "./store.js";
import { place, replaceRest } from "./route.js";
import { fill, lines, summary } from "./table-log.js";
import { familyOf, keyOf } from "./table-moves.js";
import { Hand } from "./table-hand.js";
import { Cloth, drawn, familyTitle, labelOf } from "./table-pieces.js";
import { discardSpot, freeSpot, gridAt, sizeOf, stackOf } from "./table-spots.js";
import { newSeed, TableStore } from "./table-store.js";
import { finish, savedAs } from "./play-tests.js";
import { counted, number, t } from "./words.js";

const LARGE = 380; // pixels: the longer side of an enlarged piece
const DICE = [2, 4, 6, 8, 10, 12, 20];

export const table = (main) => new Table(main);

class Table {
  constructor(main) {
    const [seed, seat] = place.rest;
    Object.assign(this, { chosen: new Set(), several: false, covered: false, zoom: 1, seatNumber: Number(seat) || 1 });
    this.tools = h("div", { class: "tools" });
    this.seats = h("section", { class: "seats", "aria-label": t("seats") });
    this.log = h("ol", { class: "log-lines" });
    this.logBox = h("div", { class: "log-box", role: "log", "aria-label": t("tableLog"), tabindex: "0" }, this.log);
    this.box = h("section", { class: "box-of", "aria-label": t("tableBox") });
    this.cloth = new Cloth(this);
    this.acts = h("div", { class: "table-acts", role: "toolbar", "aria-label": t("tableActs") });
    this.hand = new Hand(this);
    this.large = h("div", { class: "enlarged", hidden: true });
    put(main, h("section", { class: "card-view table-view", "aria-label": t("table") }, this.tools, h("div", { class: "split" },
      h("aside", { class: "tray", "aria-label": t("tableSide") }, this.seats, h("section", { class: "told" }, h("h2", {}, t("tableLog")), this.logBox, this.sayBox()), this.box),
      h("div", { class: "middle" }, this.cloth.field, this.acts, this.hand.element)), this.large));
    this.store = new TableStore(() => this.changed(), () => { this.word = t("tableLost"); });
    this.off = on({ faces: () => { this.cloth.show(); this.hand.show(); }, game: () => { this.hand.forget(); this.cloth.forget(); if (this.store.record) this.paint(); } });
    this.resized = () => this.store.record && this.cloth.zoomBy(0);
    addEventListener("resize", this.resized);
    this.start(seed);
  }

  async start(seed) {
    try {
      await this.store.open(seed);
    } catch (error) {
      return put(this.tools, h("p", { class: "wrong", role: "alert" }, error.message));
    }
    if (!this.tools.isConnected) return;
    this.changed();
  }

  leave() {
    removeEventListener("resize", this.resized);
    this.store.leave();
    this.off();
  }

  get now() {
    return this.store.now;
  }

  get setup() {
    return this.store.setup;
  }

  get seat() {
    return this.setup.seats[this.seatNumber - 1]?.id || this.setup.seats[0].id;
  }

  // The seat at the lower edge of the screen: this one, unless another one was chosen.
  get viewer() {
    return this.setup.seats.some(({ id }) => id === this.chosenViewer) ? this.chosenViewer : this.seat;
  }

  angleOf(seat) {
    return this.setup.seats.find(({ id }) => id === seat).angle;
  }

  // A seat that is a number, or that nobody named, is called by its id.
  seatName(id, names = this.now.names) {
    return names[id] || (/^\d+$/.test(id) ? `${t("seat")} ${id}` : id[0].toUpperCase() + id.slice(1));
  }

  counterName({ title }) {
    return title[state.lang] || title[""] || Object.values(title)[0] || t("points");
  }

  changed() {
    const seats = this.setup.seats.length;
    if (this.seatNumber > seats) this.seatNumber = 1;
    replaceRest(this.store.seed, String(this.seatNumber));
    const there = new Set([...this.now.table.map((one) => one.piece), ...this.now.hands[this.seat]]);
    for (const piece of this.chosen) if (!there.has(piece)) this.chosen.delete(piece);
    this.paint();
  }

  paint() {
    this.toolbar();
    this.people();
    this.tellLog();
    this.boxed();
    this.hand.paint();
    this.actions();
    this.cloth.paint();
  }

  async act(move) {
    this.word = "";
    if (!await this.store.act({ ...move, ...this.faced(move), by: this.seat })) say(t("tableNot"));
  }

  // What comes onto the table lies for who lays it, on a stack as the stack does.
  faced({ do: what, pieces, at }) {
    if (what !== "lay" || this.now.table.some((one) => pieces.includes(one.piece))) return {};
    const [x, y] = at[0];
    const below = this.now.table.find((one) => Math.hypot(one.x - x, one.y - y) < 1 && familyOf(one.piece) === familyOf(pieces[0]));
    const angle = below ? below.angle : this.angleOf(this.seat);
    return angle ? { angle } : {};
  }

  choose(pieces, more = false) {
    const all = pieces.every((one) => this.chosen.has(one));
    if (!more) this.chosen.clear();
    for (const one of pieces) if (more && all) this.chosen.delete(one); else this.chosen.add(one);
    this.hand.paint();
    this.actions();
    this.cloth.paint();
  }

  chosenOnTable() {
    return this.now.table.map((one) => one.piece).filter((one) => this.chosen.has(one));
  }

  chosenInHand() {
    return this.now.hands[this.seat].filter((one) => this.chosen.has(one));
  }

  // A piece alone stands for the stack that it lies on.
  whole(pieces) {
    return pieces.length === 1 ? stackOf(this.setup, this.now.table, pieces[0]).map((one) => one.piece) : pieces;
  }

  flip(pieces) {
    return this.act({ do: "flip", pieces });
  }

  turn(pieces) {
    const shape = state.byKey.get(keyOf(pieces[0]))?.family.shape;
    return this.act({ do: "turn", pieces, angle: shape === "hexagon" ? 60 : 90 });
  }

  shuffle(pieces) {
    const whole = this.whole(pieces);
    if (whole.length > 1) return this.act({ do: "shuffle", pieces: whole });
  }

  roll(piece) {
    const item = state.byKey.get(keyOf(piece));
    if (item && weights(item).length > 1) return this.act({ do: "roll", pieces: [piece], weights: weights(item) });
  }

  // The top of a stack comes first into the hand.
  hold(pieces, seat = this.seat) {
    return this.act({ do: "hold", pieces: [...pieces].reverse(), seats: [seat] });
  }

  async discard(pieces) {
    for (const family of new Set(pieces.map(familyOf))) {
      const own = pieces.filter((one) => familyOf(one) === family);
      const at = discardSpot(this.setup, this.now, own[0]);
      await this.act({ do: "lay", pieces: own, at: own.map(() => at), up: true, discard: true });
    }
  }

  // Below the largest stack of its family.
  under(pieces) {
    const others = this.now.table.filter((one) => familyOf(one.piece) === familyOf(pieces[0]) && !pieces.includes(one.piece));
    const stacks = others.map((one) => stackOf(this.setup, this.now.table, one.piece));
    const [best] = stacks.sort((a, b) => b.length - a.length);
    if (best) this.act({ do: "lay", pieces, at: pieces.map(() => [best[0].x, best[0].y]), up: best[0].up, under: true });
  }

  // Put pieces where there is room, in the middle of what is seen.
  lay(pieces, up = true) {
    const { field } = this.cloth;
    const box = field.getBoundingClientRect();
    const middle = this.cloth.toTable(box.left + box.width / 2, box.top + box.height / 2);
    const table = [...this.now.table];
    const at = pieces.map((piece) => {
      const spot = freeSpot(this.setup, table, sizeOf(this.setup, piece), middle);
      table.push({ piece, x: spot[0], y: spot[1], angle: 0 });
      return spot;
    });
    return this.act({ do: "lay", pieces, at, up });
  }

  // Ask how a stack is dealt: to the hands, or to a grid on the table.
  deal(pieces) {
    const stack = this.whole(pieces).reverse();
    const { seats } = this.setup;
    const field = (label, value, most) => { const input = h("input", { type: "number", min: 1, max: most, value, class: "few" }); return [h("label", { class: "pick" }, h("span", {}, label), input), () => Math.max(1, Math.min(most, Math.round(Number(input.value)) || 1))]; };
    const [each, eachValue] = field(t("cardsEach"), Math.min(5, Math.floor(stack.length / seats.length) || 1), 200);
    const [columns, columnsValue] = field(t("columns"), 5, 30);
    const [rows, rowsValue] = field(t("rows"), 5, 30);
    const down = h("input", { type: "checkbox" });
    const toHands = () => {
      const count = Math.min(stack.length, eachValue() * seats.length);
      box.close();
      this.act({ do: "hold", pieces: stack.slice(0, count), seats: Array.from({ length: count }, (_, k) => seats[k % seats.length].id), dealt: true });
    };
    const toGrid = () => {
      const [across, high] = [columnsValue(), rowsValue()];
      const [w, tall] = sizeOf(this.setup, stack[0]);
      const middle = freeSpot(this.setup, this.now.table, [across * (w + 2), high * (tall + 2)], [0, 0]);
      const at = gridAt([w, tall], across, high, middle).slice(0, stack.length);
      box.close();
      this.act({ do: "lay", pieces: stack.slice(0, at.length), at, up: !down.checked, dealt: true });
    };
    const box = dialog(`${t("deal")}: ${familyTitle(familyOf(stack[0]))} (${number(stack.length)})`,
      h("p", { class: "asking" }, each, h("button", { type: "button", class: "main", onclick: toHands }, t("dealHands"))),
      h("p", { class: "asking" }, columns, rows, h("label", { class: "pick" }, down, t("faceDown")), h("button", { type: "button", class: "main", onclick: toGrid }, t("dealGrid"))));
  }

  // Show a piece large, as this seat sees it; `kept` by key or button until the next time.
  enlarge(piece, kept = false) {
    const laid = this.now?.table.find((one) => one.piece === piece);
    const held = piece && this.now.hands[this.seat].includes(piece);
    const again = kept && this.large.dataset.piece === piece && !this.large.hidden;
    if ((!laid && !held) || again) {
      this.large.hidden = true;
      return;
    }
    const [w, tall] = sizeOf(this.setup, piece);
    const scale = Math.min(LARGE / tall, LARGE / w, (innerWidth - 40) / w, (innerHeight - 40) / tall);
    if (!kept && laid && scale < this.cloth.scale * 1.4) return;
    const face = drawn(this.setup, laid || { piece });
    face.fitTo(scale);
    this.large.dataset.piece = piece;
    put(this.large, face.element);
    // On the side where the piece is not.
    const own = document.querySelector(`:is(.piece, .held)[data-piece="${CSS.escape(piece)}"]`)?.getBoundingClientRect();
    this.large.classList.toggle("left", Boolean(own) && own.left + own.width / 2 > innerWidth / 2);
    this.large.hidden = false;
  }

  // What lies above: set-up, dice, undo and files.

  toolbar() {
    const { setup, store } = this;
    const seed = h("input", { type: "text", class: "seed", value: store.seed, "aria-label": t("seed"), maxlength: 40, onchange: () => this.begin(seed.value.trim() || newSeed(), setup.players) });
    const load = h("input", { type: "file", accept: ".json", hidden: true, "aria-label": t("load"), onchange: async () => {
      try {
        this.word = "";
        store.load(await load.files[0].text());
      } catch (error) {
        this.word = error.number ? fill(t("tableWrongMove"), { number: error.number }) : t("tableNoFile");
        this.toolbar();
      }
    } });
    const faults = [...(setup.faults || []).map((one) => `${one.place[0]}:${one.place[1]}: ${one.message}`), store.full && t("tableFull"), this.word].filter(Boolean);
    put(this.tools,
      faults.length > 0 && h("p", { class: "wrong", role: "status" }, faults.slice(0, 3).join(" · ")),
      h("div", { class: "group", role: "group", "aria-label": t("newGame") }, h("span", { class: "small" }, t("newGame")), (setup.choices || [setup.players]).map((one) => h("button", { type: "button", "aria-pressed": String(one === setup.players), "aria-label": counted(one, "log_players"), title: counted(one, "log_players"), onclick: () => this.begin(store.seed, one) }, number(one)))),
      h("label", { class: "pick" }, h("span", {}, t("seed")), seed), h("button", { type: "button", onclick: () => this.begin(newSeed(), setup.players) }, t("reseed")),
      h("div", { class: "group" },
        h("button", { type: "button", disabled: !store.canUndo, onclick: () => store.undo(), title: `${t("undo")} (z)`, "aria-label": t("undo") }, icon("undo")),
        h("button", { type: "button", disabled: !store.record.future.length, onclick: () => store.redo(), title: `${t("redo")} (y)`, "aria-label": t("redo") }, icon("redo"))),
      h("div", { class: "group", role: "group", "aria-label": t("dice") }, DICE.map((one) => h("button", { type: "button", class: "plain", onclick: () => this.act({ do: "throw", sides: one }) }, one === 2 ? t("coin") : `d${one}`)),
        h("output", { class: "rolled", "aria-live": "polite" }, this.now.rolled.map(([what, value]) => (typeof what === "string" && state.byKey.get(keyOf(what)) ? rolled(state.byKey.get(keyOf(what)), value) : h("span", { class: "side" }, h("span", { class: "small" }, this.dieName(what)), " ", h("strong", {}, this.dieValue(what, value))))))),
      h("div", { class: "group" },
        h("button", { type: "button", onclick: () => savedAs(`${state.game.name}-${store.seed}.json`, JSON.stringify(store.record, null, 1), "application/json") }, t("save")), h("button", { type: "button", onclick: () => load.click() }, t("load")), load,
        h("button", { type: "button", onclick: () => savedAs(`${state.game.name}-${store.seed}.txt`, `${this.lines().join("\n")}\n`, "text/plain") }, t("saveLog")),
        h("button", { type: "button", onclick: () => finish(this) }, t("finish"))),
      h("div", { class: "group", role: "group", "aria-label": t("zoom") }, [["−", "minus", 1 / 1.4], ["+", "plus", 1.4]].map(([label, mark, by]) => h("button", { type: "button", "aria-label": label, title: label, onclick: () => this.cloth.zoomBy(by) }, icon(mark))),
        h("button", { type: "button", title: "0", onclick: () => this.cloth.zoomBy(0) }, t("fit"))),
      setup.seats.length > 1 && pick(t("seenBy"), this.viewer, setup.seats.map(({ id }) => [id, this.seatName(id)]), (seat) => this.look(seat)));
  }

  async begin(seed, players) {
    try {
      await this.store.begin(seed, players);
      say(`${t("newGame")}: ${counted(this.setup.seats.length, "log_players")}`);
    } catch (error) {
      this.word = error.message;
      this.toolbar();
    }
  }

  // Seats with names, cards held and counters; whose turn it is.
  people() {
    const { now, setup } = this;
    const focus = document.activeElement?.dataset?.act;
    const counter = (one) => h("span", { class: "counter" }, h("span", { class: "small" }, this.counterName(one)),
      h("button", { type: "button", class: "plain", "data-act": `- ${one.key}`, "aria-label": `${this.counterName(one)} −1${one.seat && `, ${this.seatName(one.seat)}`}`, onclick: () => this.act({ do: "count", counter: one.key, add: -1 }) }, icon("minus")), h("strong", {}, number(one.value)),
      h("button", { type: "button", class: "plain", "data-act": `+ ${one.key}`, "aria-label": `${this.counterName(one)} +1${one.seat && `, ${this.seatName(one.seat)}`}`, onclick: () => this.act({ do: "count", counter: one.key, add: 1 }) }, icon("plus")));
    const own = h("input", { type: "text", maxlength: 40, value: now.names[this.seat] || "", placeholder: this.seatName(this.seat), "aria-label": t("seatName"), "data-act": "name", onchange: () => own.value.trim() && this.act({ do: "name", seat: this.seat, text: own.value.trim() }) });
    const title = h("input", { type: "text", maxlength: 40, "aria-label": t("counterName"), placeholder: t("counterName"), required: true });
    put(this.seats, h("h2", {}, t("seats")), setup.seats.map(({ id }, k) => h("div", { class: "seat", "data-seat": id },
      h("button", { type: "button", "data-act": `seat ${id}`, "aria-pressed": String(id === this.seat), onclick: () => this.sit(k + 1) }, now.turn === id && h("span", { class: "to-move", title: t("toMove") }, "▸"), this.seatName(id), h("span", { class: "small" }, number(now.hands[id].length))),
      now.counters.filter((one) => one.seat === id).map(counter))),
      now.counters.filter((one) => !one.seat).map(counter),
      h("label", { class: "field" }, h("span", {}, t("seatName")), own),
      now.counters.length < 40 && h("form", { class: "acts", onsubmit: (event) => { event.preventDefault(); this.act({ do: "counter", text: title.value.trim() || t("counter") }); } }, title, h("button", { class: "plain", "aria-label": t("counter") }, icon("plus"), t("counter"))));
    if (focus) this.seats.querySelector(`[data-act="${CSS.escape(focus)}"]`)?.focus();
  }

  // At another seat in the same tab the hand is covered first: who hands the screen over sees nothing.
  sit(seat) {
    if (seat === this.seatNumber) return;
    this.covered = this.setup.seats.length > 1;
    this.seatNumber = seat;
    this.chosen.clear();
    this.hand.forget();
    this.changed();
    this.cloth.zoomBy(0);
  }

  // Turn the table for a seat, and with this one again for whoever sits here.
  look(seat) {
    this.chosenViewer = seat === this.seat ? "" : seat;
    this.cloth.zoomBy(0);
  }

  dieName(what) {
    return typeof what === "string" ? labelOf(what) : what === 2 ? t("coin") : `d${what}`;
  }

  dieValue(what, value) {
    const item = typeof what === "string" && state.byKey.get(keyOf(what));
    return item ? sideWords(item, value) : what === 2 ? t(value === 1 ? "heads" : "tails") : number(value);
  }

  // The log as this seat may read it; after the end as it was.
  lines() {
    const { setup, states, record } = this.store;
    return lines(setup, states, record.moves, this.now.over ? "all" : this.covered ? "" : this.seat, {
      t, counted, game: state.game.title, label: labelOf, family: familyTitle, seat: (id, names) => this.seatName(id, names),
      title: (title) => title[state.lang] || title[""] || Object.values(title)[0] || "", die: (what) => this.dieName(what), rolled: (what, value) => this.dieValue(what, value),
    });
  }

  tellLog() {
    // Only what is new is added: screen readers say it.
    const told = this.lines();
    const old = [...this.log.children];
    const same = old.findIndex((one, k) => one.textContent !== told[k]);
    for (const one of same < 0 ? [] : old.slice(same)) one.remove();
    this.log.append(...told.slice(same < 0 ? old.length : same).map((one) => h("li", {}, one)));
    this.logBox.scrollTop = this.logBox.scrollHeight;
  }

  sayBox() {
    const field = h("input", { type: "text", maxlength: 400, "aria-label": t("sayWhat"), placeholder: t("sayWhat") });
    return h("form", { class: "acts", onsubmit: (event) => { event.preventDefault(); if (field.value.trim()) this.act({ do: "say", text: field.value.trim() }); field.value = ""; } }, field, h("button", {}, t("sayIt")));
  }

  // What is still in the box, by family.
  boxed() {
    const open = new Set([...this.box.querySelectorAll("details[open]")].map((one) => one.dataset.family));
    const families = [...new Set(this.now.box.map(familyOf))];
    put(this.box, families.length > 0 && h("h2", {}, t("tableBox")), families.map((id) => {
      const pieces = this.now.box.filter((one) => familyOf(one) === id);
      const name = (piece) => (this.now.unseen[piece] ? t("unseen") : labelOf(piece));
      const names = [...new Set(pieces.map(name))];
      return h("details", { "data-family": id, open: open.has(id) }, h("summary", {}, familyTitle(id), " ", h("span", { class: "small" }, number(pieces.length))), h("ul", { class: "acts" }, names.map((label) => {
        const own = pieces.filter((one) => name(one) === label);
        return h("li", {}, h("button", { type: "button", onclick: () => this.lay([own[0]]) }, label, own.length > 1 && h("span", { class: "small" }, ` × ${number(own.length)}`)));
      })));
    }));
  }

  // What can be done with what is chosen.
  actions() {
    const [laid, held] = [this.chosenOnTable(), this.chosenInHand()];
    const all = [...laid, ...held];
    const focus = document.activeElement?.dataset?.act;
    const act = (name, label, call, key) => h("button", { type: "button", "data-act": name, title: key ? `${label} (${key})` : label, onclick: call }, label);
    const whole = laid.length ? this.whole(laid) : [];
    const one = all.length === 1 && all[0];
    const die = laid.length === 1 && state.byKey.get(keyOf(laid[0]));
    const others = this.setup.seats.filter(({ id }) => id !== this.seat);
    put(this.acts,
      act("end", t("endTurn"), () => this.act({ do: "end" }), "e"),
      act("several", t("chooseSeveral"), () => { this.several = !this.several; this.actions(); }),
      die && ["die", "spinner"].includes(die.family.kind) && act("roll", t(die.family.kind === "die" ? "dice" : "spin"), () => this.roll(laid[0]), "o"),
      laid.length > 0 && [act("flip", t("flip"), () => this.flip(laid), "f"), act("turn", t("turnIt"), () => this.turn(laid), "r"), act("hold", t("toHand"), () => this.hold(laid), "h")],
      laid.length === 1 && whole.length > 1 && act("whole", t("wholeStack"), () => this.choose(whole), "a"),
      whole.length > 1 && [act("shuffle", t("shuffle"), () => this.shuffle(laid), "s"), act("deal", `${t("deal")}…`, () => this.deal(laid), "d")],
      held.length > 0 && [act("lay", t("toTable"), () => this.lay(held), "Enter"), act("layDown", t("layDown"), () => this.lay(held, false), "f")],
      all.length > 0 && [act("discard", t("toDiscard"), () => this.discard(all), "x"), act("under", t("toPile"), () => this.under(all), "u"), act("box", t("toBox"), () => this.act({ do: "box", pieces: all }), "b")],
      all.length > 0 && others.length > 0 && pick(t("giveTo"), "", [["", "…"], ...others.map(({ id }) => [id, this.seatName(id)])], (seat) => seat && this.hold(all, seat)),
      one && [act("large", t("enlarge"), () => this.enlarge(one, true), "v"), state.byKey.get(keyOf(one)) && (held.length || this.now.table.find((each) => each.piece === one).up) && act("note", `${t("notes")}…`, () => dialog(labelOf(one), noteBox(state.byKey.get(keyOf(one)))))]);
    this.acts.querySelector('[data-act="several"]').setAttribute("aria-pressed", String(this.several));
    if (focus) this.acts.querySelector(`[data-act="${CSS.escape(focus)}"]`)?.focus();
  }

  // A summary of the game as it is now, for the file of a play-test.
  summary() {
    const { setup, now } = this;
    const points = {};
    for (const one of now.counters.filter((counter) => counter.seat)) (points[this.seatName(one.seat)] ||= {})[this.counterName(one)] = one.value;
    return {
      revision: setup.revision, date: new Date().toISOString().slice(0, 10), seed: setup.seed, seats: setup.seats.map(({ id }) => this.seatName(id)),
      winners: (now.over || []).map((id) => this.seatName(id)), points, ...summary(setup, now), log: this.lines(),
    };
  }

  keys = {
    "+": () => this.cloth.zoomBy(1.4), "=": () => this.cloth.zoomBy(1.4), "-": () => this.cloth.zoomBy(1 / 1.4), 0: () => this.cloth.zoomBy(0),
    z: () => this.store.undo(), y: () => this.store.redo(), n: () => this.begin(newSeed(), this.setup.players), e: () => this.act({ do: "end" }),
    Escape: () => { this.enlarge(""); this.choose([]); },
  };
}
