// Pieces on the cloth: how they are drawn, chosen, dragged and moved by keys.

import { h, press, put } from "./dom.js";
import { Face } from "./faces.js";
import { state } from "./store.js";
import { keyOf } from "./table-moves.js";
import { sizeOf, snap, spaces, stackOf, withRiders } from "./table-spots.js";
import { number, t } from "./words.js";

const RIM = 8; // mm around the table
const STEP = 5; // mm that an arrow moves
const EDGE = 24; // pixels from the edge of the field, where a drag scrolls it
const HOVER = 700; // ms until a card below the pointer is shown large

const itemOf = (piece) => state.byKey.get(keyOf(piece));
export const familyTitle = (id) => { const one = state.game.families.find((family) => family.id === id); return one?.title[state.lang] || id; };

// What a piece is called: its own words, its family if it is the only one of it, or its id.
export function labelOf(piece) {
  const item = itemOf(piece);
  if (!item) return keyOf(piece);
  return item.label === item.id && item.family.items.length === 1 ? familyTitle(item.family.id) : item.label;
}

// A face of a piece: its front, or its back, which is plain where the family has none; of a die the side on top, of a
// stand-up its front. It has no size before `fitTo` gives it so many pixels per mm. A piece whose card is gone from the catalogue is a blank with its name.
export function drawn(setup, { piece, up = true, side = 0 }) {
  const item = itemOf(piece);
  if (!item) {
    const element = h("span", { class: "gone", role: "img", "aria-label": labelOf(piece) }, labelOf(piece));
    const [w, tall] = sizeOf(setup, piece);
    return { element, margin: 0, show() {}, fitTo: (scale) => { element.style.width = `${w * scale}px`; element.style.height = `${tall * scale}px`; } };
  }
  const { family } = item;
  const [x, y, width, height, turn] = family.panels[side] || family.panels[0] || [];
  const isFront = up || Boolean(width);
  const face = new Face(item, isFront || !family.back ? "front" : "back", { label: isFront ? labelOf(piece) : `${familyTitle(family.id)}, ${t("back")}` });
  if (width) {
    face.element.setAttribute("viewBox", `${x - width / 2} ${y - height / 2} ${width} ${height}`);
    face.element.style.overflow = "hidden";
    face.element.style.transform = `rotate(${-turn}deg)`;
  }
  if (!isFront && !family.back) {
    face.element.classList.add("hidden-side");
    face.show = () => {};
  }
  face.margin = width ? 0 : (face.box.w - family.width) / 2;
  face.fitTo = (scale) => {
    if (width) face.resize(scale, [width, height]);
    else face.resize(scale);
    face.show(scale * (devicePixelRatio || 1));
  };
  return face;
}

export const stands = (piece) => itemOf(piece)?.family.standsAs === "standee";

export class Cloth {
  // `table` is the view, which has the store, the seat, what is chosen, and what is done with it.
  constructor(table) {
    this.table = table;
    this.elements = new Map();
    this.shapes = new Map();
    this.element = h("div", { class: "cloth" });
    this.field = h("div", { class: "field-of-play", role: "region", "aria-label": t("table"), tabindex: "-1" }, this.element);
    for (const name of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) this.element.addEventListener(name, (event) => this[name](event));
    this.element.addEventListener("dblclick", (event) => { const piece = this.pieceAt(event); if (piece) table.flip([piece]); });
    this.element.addEventListener("keydown", (event) => { const piece = this.pieceAt(event); if (piece) this.pressed(event, piece); });
    this.field.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoomBy(Math.exp(-event.deltaY / 300), [event.clientX, event.clientY]);
    }, { passive: false });
    this.element.addEventListener("focusin", (event) => {
      this.held = this.pieceAt(event);
      const own = this.now.table.find((one) => one.piece === this.held);
      if (own) this.heldAt = [own.x, own.y];
    });
  }

  get now() {
    return this.table.store.now;
  }

  get setup() {
    return this.table.store.setup;
  }

  pieceAt(event) {
    return event.target.closest?.(".piece")?.dataset.piece || "";
  }

  // A point of the table, in mm from its middle, as the seat sees it that looks; with 1 for `way` back again.
  turned([x, y], way = -1) {
    const turn = (way * this.table.angleOf(this.table.viewer) * Math.PI) / 180;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)].map((one) => Math.round(one * 1e12) / 1e12);
    return [x * cos - y * sin, x * sin + y * cos];
  }

  // Pixels per mm at which the whole table, turned as it is, fits the field.
  fit() {
    const [x, y] = [this.setup.width / 2 + RIM, this.setup.height / 2 + RIM];
    const corners = [this.turned([x, y]), this.turned([x, -y])];
    this.size = [0, 1].map((k) => 2 * Math.max(...corners.map((one) => Math.abs(one[k]))));
    const { clientWidth, clientHeight } = this.field;
    return Math.max(0.2, Math.min((clientWidth || 600) / this.size[0], innerWidth > 800 ? (clientHeight || 400) / this.size[1] : Infinity));
  }

  get scale() {
    return this.fitted * this.table.zoom;
  }

  // Zoom by a factor, 0 for all of the table; what is in the middle of the field, or at a point of it, stays there.
  zoomBy(factor, at = null) {
    const { field, table } = this;
    const box = field.getBoundingClientRect();
    const [px, py] = at || [box.left + box.width / 2, box.top + box.height / 2];
    const [x, y] = this.toTable(px, py);
    table.zoom = factor ? Math.min(12, Math.max(1, table.zoom * factor)) : 1;
    if (!factor) this.fittedTo = null;
    this.paint();
    const [left, top] = this.toPage(x, y);
    const own = this.element.getBoundingClientRect();
    field.scrollLeft += left - (px - own.left);
    field.scrollTop += top - (py - own.top);
  }

  toPage(x, y) {
    return this.turned([x, y]).map((one, k) => (one + this.size[k] / 2) * this.scale);
  }

  toTable(clientX, clientY) {
    return this.turned(this.within(clientX, clientY).map((one, k) => one / this.scale - this.size[k] / 2), 1);
  }

  // Pixels from the upper left corner of the cloth.
  within(clientX, clientY) {
    const box = this.element.getBoundingClientRect();
    return [clientX - box.left, clientY - box.top];
  }

  forget() {
    this.elements.clear();
    this.element.replaceChildren();
  }

  show() {
    for (const { face } of this.elements.values()) face?.show(this.scale * (devicePixelRatio || 1));
  }

  paint() {
    // Nothing may move away from under a pointer: the scale stays until another set-up, or until it is asked for.
    if (this.fittedTo !== this.setup) [this.fitted, this.fittedTo] = [this.fit(), this.setup];
    const { scale, now, setup } = this;
    this.element.style.width = `${this.size[0] * scale}px`;
    this.element.style.height = `${this.size[1] * scale}px`;
    const known = new Set(now.table.map((one) => one.piece));
    for (const [piece, { element }] of this.elements) if (!known.has(piece)) { element.remove(); this.elements.delete(piece); }
    const stacks = this.stacks();
    now.table.forEach((one, order) => {
      const stack = stacks.get(one.piece);
      const depth = stack.length - 1 - stack.indexOf(one.piece);
      this.place(one, order, scale, depth > 1);
      const { element, count, face } = this.elements.get(one.piece);
      const many = depth === 0 && stack.length > 1;
      put(count, many && number(stack.length));
      count.hidden = !many;
      const label = face?.element.getAttribute("aria-label") || "";
      element.setAttribute("aria-label", many ? `${label} (${number(stack.length)})` : label);
      element.setAttribute("aria-pressed", String(this.table.chosen.has(one.piece)));
      element.tabIndex = depth ? -1 : 0;
    });
    this.spots();
    this.refocus(stacks);
  }

  // The keys go on with the piece they were at; with the top of its stack, where it is buried or gone.
  refocus(stacks) {
    if (!this.held || document.activeElement !== document.body) return;
    const own = this.now.table.find((one) => one.piece === this.held);
    if (own) this.heldAt = [own.x, own.y];
    const there = this.now.table.filter((one) => Math.hypot(one.x - this.heldAt[0], one.y - this.heldAt[1]) < 1);
    const next = own ? stacks.get(this.held).at(-1) : there.at(-1)?.piece;
    this.elements.get(next)?.element.focus({ preventScroll: true });
  }

  // The pieces of each stack, the lowest first, by each of its pieces.
  stacks() {
    const found = new Map();
    for (const { piece, x, y } of this.now.table) {
      const key = [Math.round(x), Math.round(y), ...sizeOf(this.setup, piece)].join(" ");
      if (found.has(key)) found.get(key).push(piece);
      else found.set(key, [piece]);
    }
    return new Map([...found.values()].flatMap((stack) => stack.map((piece) => [piece, stack])));
  }

  // Draw a piece where it lies; one that is `buried` under two others is not seen.
  place(one, order, scale, buried) {
    const look = `${one.up} ${one.side}`;
    let known = this.elements.get(one.piece);
    if (!known) {
      const count = h("span", { class: "stack-count", title: t("wholeStack") });
      const element = h("button", { type: "button", class: "piece", "data-piece": one.piece, onpointerenter: (event) => this.hovered(event, one.piece), onpointerleave: () => this.hovered(null, one.piece) });
      known = { element, count, look: "" };
      this.elements.set(one.piece, known);
      this.element.append(element);
    }
    known.element.hidden = buried;
    if (buried) return;
    if (known.look !== look) {
      known.face = drawn(this.setup, one);
      known.look = look;
      known.scale = 0;
      put(known.element, known.face.element, known.count);
    }
    if (known.scale !== scale) known.face.fitTo(scale);
    known.scale = scale;
    const angle = one.angle - this.table.angleOf(this.table.viewer);
    // The number is upright, at the lower right corner as it is seen.
    known.count.style.transform = `rotate(${-angle}deg)`;
    const quarter = Math.round(((angle % 360) + 360) / 90) % 4;
    known.count.style.left = `calc(${quarter < 2 ? 100 : 0}% - 10px)`;
    known.count.style.top = `calc(${quarter % 3 ? 0 : 100}% - 10px)`;
    const [w, tall] = sizeOf(this.setup, one.piece);
    const upright = stands(one.piece);
    const [x, y] = this.toPage(one.x, one.y);
    const margin = known.face.margin * scale;
    // The foot of a stand-up is where the piece is.
    const lift = upright ? tall * 0.85 : tall / 2;
    known.element.classList.toggle("standing", upright);
    known.element.style.transform = `translate(${x - (w / 2) * scale - margin}px, ${y - lift * scale - margin}px)${upright ? "" : ` rotate(${angle}deg)`}`;
    known.element.style.zIndex = String(upright ? 18_000 + Math.round(this.turned([one.x, one.y])[1] * 4) : order + 2);
  }

  // Outlines and titles of places where stacks lie, and of discard piles.
  spots() {
    const { setup, now } = this;
    const stacks = setup.places.filter((one) => !one.on && one.positions.length === 1 && one.count > 1);
    const found = stacks.map(({ title, seat, box }) => [[title[state.lang] || "", seat && this.table.seatName(seat)].filter(Boolean).join(" · "), box]);
    for (const [family, [x, y]] of Object.entries(now.discards)) {
      const [w, tall] = setup.sizes[family] || [40, 40];
      found.push([t("discard"), [x - w / 2, y - tall / 2, x + w / 2, y + tall / 2]]);
    }
    for (const old of this.element.querySelectorAll(".spot")) old.remove();
    this.element.prepend(...found.map(([label, box]) => {
      const corners = [this.toPage(box[0], box[1]), this.toPage(box[2], box[3])];
      const [[left, right], [top, bottom]] = [0, 1].map((k) => corners.map((one) => one[k]).sort((a, b) => a - b));
      return h("div", { class: "spot", style: { left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px` } }, h("span", {}, label));
    }));
  }

  hovered(event, piece) {
    clearTimeout(this.timer);
    if (!event) return this.table.enlarge("");
    if (event.pointerType === "mouse" && !this.drag) this.timer = setTimeout(() => this.table.enlarge(piece), HOVER);
  }

  // What moves when a piece is dragged: all that is chosen with it, and what lies on them.
  moving(piece) {
    const { chosen } = this.table;
    const pieces = this.now.table.map((one) => one.piece).filter((one) => (chosen.has(piece) ? chosen.has(one) : one === piece));
    return withRiders(this.setup, this.now.table, pieces);
  }

  pointerdown(event) {
    if (event.button !== 0) return;
    const piece = this.pieceAt(event);
    this.table.enlarge("");
    clearTimeout(this.timer);
    const more = event.shiftKey || event.ctrlKey || event.metaKey || this.table.several;
    if (piece && event.target.closest(".stack-count")) this.table.choose(stackOf(this.setup, this.now.table, piece).map((one) => one.piece), more);
    this.drag = { piece, more, from: [event.clientX, event.clientY], scrolled: [this.field.scrollLeft, this.field.scrollTop], moved: false, counted: Boolean(event.target.closest(".stack-count")) };
    if (piece || event.pointerType === "mouse") this.element.setPointerCapture(event.pointerId);
  }

  pointermove(event) {
    const { drag } = this;
    if (!drag) return;
    const by = this.dragged(event);
    drag.moved ||= Math.hypot(...by) > 4;
    if (!drag.moved) return;
    if (drag.piece) this.scrollAlong(event);
    if (!drag.piece) return event.pointerType === "mouse" ? this.marquee(event) : undefined;
    drag.moving ||= this.moving(drag.piece);
    for (const one of drag.moving) {
      const { element } = this.elements.get(one.piece) || {};
      if (!element) continue;
      element.style.translate = `${by[0]}px ${by[1]}px`;
      element.classList.add("dragged");
    }
  }

  // Pixels from where a drag began; the field may have been scrolled meanwhile.
  dragged(event) {
    const { from, scrolled } = this.drag;
    return [event.clientX - from[0] + this.field.scrollLeft - scrolled[0], event.clientY - from[1] + this.field.scrollTop - scrolled[1]];
  }

  scrollAlong(event) {
    const box = this.field.getBoundingClientRect();
    const edge = (value, low, high) => (value > low - EDGE && value < low + EDGE ? -EDGE : value > high - EDGE && value < high ? EDGE : 0);
    if (event.clientX > box.left && event.clientX < box.right && event.clientY > box.top - EDGE && event.clientY < box.bottom) {
      this.field.scrollBy(edge(event.clientX, box.left, box.right), edge(event.clientY, box.top, box.bottom));
    }
  }

  marquee(event) {
    const from = this.drag.from;
    const box = this.element.getBoundingClientRect();
    this.frame ||= this.element.appendChild(h("div", { class: "marquee" }));
    const [left, top] = [Math.min(from[0], event.clientX), Math.min(from[1], event.clientY)];
    Object.assign(this.frame.style, { left: `${left - box.left}px`, top: `${top - box.top}px`, width: `${Math.abs(event.clientX - from[0])}px`, height: `${Math.abs(event.clientY - from[1])}px` });
  }

  pointercancel() {
    this.release();
  }

  release() {
    for (const one of this.drag?.moving || []) {
      const { element } = this.elements.get(one.piece) || {};
      if (!element) continue;
      element.style.translate = "";
      element.classList.remove("dragged");
    }
    this.frame?.remove();
    this.frame = null;
    this.drag = null;
  }

  pointerup(event) {
    const { drag, table } = this;
    if (!drag) return;
    const { moving } = drag;
    const pixels = this.dragged(event);
    this.release();
    if (!drag.moved) {
      if (!drag.counted) table.choose(drag.piece ? [drag.piece] : [], drag.more);
      return;
    }
    if (!drag.piece) {
      if (event.pointerType !== "mouse") return;
      const [a, b] = [this.within(...drag.from), this.within(event.clientX, event.clientY)];
      const within = (one) => this.toPage(one.x, one.y).every((value, k) => value > Math.min(a[k], b[k]) && value < Math.max(a[k], b[k]));
      return table.choose(this.now.table.filter(within).map((one) => one.piece), drag.more);
    }
    const pieces = moving.map((one) => one.piece);
    const target = document.elementFromPoint(event.clientX, event.clientY);
    const seat = target?.closest(".hand") ? table.seat : target?.closest("[data-seat]")?.dataset.seat;
    if (seat) return table.hold(pieces, seat);
    if (target?.closest(".box-of")) return table.act({ do: "box", pieces });
    if (target && !target.closest(".field-of-play")) return;
    this.moveBy(moving, drag.piece, this.turned(pixels.map((one) => one / this.scale), 1), event.altKey);
  }

  // Move pieces together; the one at hand snaps, unless it is `free`.
  moveBy(moving, piece, by, free) {
    const own = moving.find((one) => one.piece === piece);
    const to = [own.x + by[0], own.y + by[1]];
    const edge = [this.setup.width / 2 + RIM, this.setup.height / 2 + RIM];
    const [x, y] = (free ? to : this.snapped(piece, ...to, moving)).map((value, k) => Math.max(-edge[k], Math.min(edge[k], value)));
    const shift = [x - own.x, y - own.y];
    this.table.act({ do: "lay", pieces: moving.map((one) => one.piece), at: moving.map((one) => [one.x + shift[0], one.y + shift[1]]) });
  }

  snapped(piece, x, y, moving = []) {
    return snap(this.setup, this.now.table, piece, x, y, new Set([piece, ...moving.map((one) => one.piece)]), itemOf(piece)?.family.shape);
  }

  pressed(event, piece) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { table } = this;
    const by = event.shiftKey ? STEP * 4 : STEP;
    const move = (x, y) => this.moveBy(this.moving(piece), piece, this.turned([x, y], 1), true);
    const named = () => (table.chosen.has(piece) ? table.chosenOnTable() : [piece]);
    const nearest = () => {
      const own = this.now.table.find((one) => one.piece === piece);
      const away = (one) => Math.hypot(one.x - own.x, one.y - own.y);
      const best = spaces(this.setup, this.now.table).filter((one) => one.board !== piece).sort((a, b) => away(a) - away(b))[0];
      if (best) this.moveBy(this.moving(piece), piece, [best.x - own.x, best.y - own.y], true);
    };
    press(event, {
      ArrowLeft: () => move(-by, 0), ArrowRight: () => move(by, 0), ArrowUp: () => move(0, -by), ArrowDown: () => move(0, by),
      " ": () => table.choose([piece], true), a: () => table.choose(stackOf(this.setup, this.now.table, piece).map((one) => one.piece), event.shiftKey),
      f: () => table.flip(named()), Enter: () => table.flip(named()), r: () => table.turn(named()), c: nearest, s: () => table.shuffle(named()), o: () => table.roll(piece),
      x: () => table.discard(named()), Delete: () => table.discard(named()), h: () => table.hold(named()), u: () => table.under(named()), b: () => table.act({ do: "box", pieces: named() }),
      v: () => table.enlarge(piece, true), d: () => table.deal(named()),
    });
  }
}
