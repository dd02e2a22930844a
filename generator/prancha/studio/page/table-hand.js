// The hand of a seat: its cards, which are chosen by a click and laid where they are dropped, face down with Shift.

import { h, press, put } from "./dom.js";
import { fill } from "./table-log.js";
import { drawn, labelOf } from "./table-pieces.js";
import { sizeOf } from "./table-spots.js";
import { t } from "./words.js";

const HELD = 112; // pixels: the height of a card

export class Hand {
  // `table` is the view, as for its cloth.
  constructor(table) {
    this.table = table;
    this.faces = new Map(); // a new face would be blank until its picture comes
    this.element = h("ul", { class: "hand", "aria-label": t("hand") });
    for (const name of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) this.element.addEventListener(name, (event) => this[name](event));
  }

  forget() {
    this.faces.clear();
  }

  show() {
    for (const { face, scale } of this.faces.values()) face.show(scale * (devicePixelRatio || 1));
  }

  face(piece) {
    if (!this.faces.has(piece)) {
      const [w, tall] = sizeOf(this.table.setup, piece);
      const scale = HELD / Math.max(tall, w * 0.6);
      const face = drawn(this.table.setup, { piece });
      face.fitTo(scale);
      this.faces.set(piece, { face, scale });
    }
    return this.faces.get(piece).face.element;
  }

  paint() {
    const { table } = this;
    const mine = table.now.hands[table.seat];
    const focus = document.activeElement?.closest?.(".hand") && document.activeElement.dataset.piece;
    // Its first card takes room from the table, which is fitted again.
    if (table.zoom === 1 && this.empty !== !mine.length) table.cloth.fittedTo = null;
    this.empty = !mine.length;
    if (table.covered && mine.length) {
      const uncover = () => { table.covered = false; table.paint(); };
      return put(this.element, h("li", {}, h("button", { type: "button", onclick: uncover }, fill(t("showHand"), { seat: table.seatName(table.seat) }))));
    }
    put(this.element, mine.map((piece) => h("li", {}, h("button", {
      type: "button", class: "held", "aria-pressed": String(table.chosen.has(piece)), "aria-label": labelOf(piece), title: labelOf(piece), "data-piece": piece,
      onkeydown: (event) => press(event, {
        Enter: () => table.lay([piece]), f: () => table.lay([piece], false), " ": () => table.choose([piece], true), x: () => table.discard([piece]), Delete: () => table.discard([piece]),
        u: () => table.under([piece]), v: () => table.enlarge(piece, true),
      }),
      onpointerenter: (event) => { if (event.pointerType === "mouse" && !this.drag) table.enlarge(piece); }, onpointerleave: () => table.enlarge(""),
    }, this.face(piece)))), !mine.length && h("li", { class: "small" }, t("tableHint")));
    if (focus) this.element.querySelector(`[data-piece="${CSS.escape(focus)}"]`)?.focus();
  }

  pointerdown(event) {
    const piece = event.target.closest(".held")?.dataset.piece;
    if (event.button !== 0 || !piece) return;
    const { table } = this;
    table.enlarge("");
    this.drag = { piece, more: event.shiftKey || event.ctrlKey || event.metaKey || table.several, from: [event.clientX, event.clientY] };
    this.element.setPointerCapture(event.pointerId);
  }

  pointermove(event) {
    const { drag } = this;
    if (!drag || (!drag.ghost && Math.hypot(event.clientX - drag.from[0], event.clientY - drag.from[1]) < 6)) return;
    drag.ghost ||= document.body.appendChild(h("div", { class: "ghost-card", "aria-hidden": "true" }, this.face(drag.piece).cloneNode(true)));
    drag.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
  }

  pointercancel() {
    this.drag?.ghost?.remove();
    this.drag = null;
  }

  pointerup(event) {
    const { drag, table } = this;
    this.pointercancel();
    if (!drag) return;
    if (!drag.ghost) return table.choose([drag.piece], drag.more);
    const pieces = table.chosen.has(drag.piece) ? table.chosenInHand() : [drag.piece];
    const target = document.elementFromPoint(event.clientX, event.clientY);
    const seat = target?.closest("[data-seat]")?.dataset.seat;
    if (seat && seat !== table.seat) return table.hold(pieces, seat);
    if (!target?.closest(".field-of-play")) return;
    const at = table.cloth.snapped(drag.piece, ...table.cloth.toTable(event.clientX, event.clientY));
    return table.act({ do: "lay", pieces, at: pieces.map(() => at), up: !event.shiftKey });
  }
}
