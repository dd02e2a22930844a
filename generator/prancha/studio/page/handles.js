// Frames of objects over a face, in mm: chosen, dragged by the middle or by a handle, turned, caught in a rectangle.

import { put, s } from "./dom.js";
import { around, guides, moved, refocused, resized, resizedTurned } from "./snapping.js";

// How near, in pixels, an edge comes to a line that it snaps to.
const NEAR = 6;
// Fingers need handles of 24 pixels; those lie outside the frame, so that a small object can still be dragged.
const COARSE = matchMedia("(pointer: coarse)").matches;
const GRIP = COARSE ? 24 : 9;
const OUTSIDE = COARSE ? GRIP / 2 : 0;
// How far, in pixels, the handle that turns stands above a frame, and the degrees that it snaps to.
const STEM = COARSE ? 52 : 24;
const ANGLE = 15;
// Which sides a handle moves: -1 the left or top one, 1 the right or bottom one, 0 none.
const GRIPS = [[-1, -1], [0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]];
const CURSORS = ["nwse", "ns", "nesw", "ew", "nwse", "ns", "nesw", "ew"];

const near = (one, other) => one.every((side, k) => Math.abs(side - other[k]) < 0.005);

export class Handles {
  // `calls` has choose(objects), drag(objects, change, frame) while something is dragged and drop(...) at its end,
  // guide(index, place) for a guide that was moved, null to take it away, and busy(), whether a change is being
  // written: then nothing is dragged, for frames are about to change.
  constructor(face, stage, calls) {
    Object.assign(this, { face, stage, calls });
    this.layer = s("g", { class: "handles" });
    this.clip = s("rect", {});
    this.pictures = s("g", { class: "over", "clip-path": "url(#handles-clip)" });
    face.element.append(s("clipPath", { id: "handles-clip" }, this.clip), this.pictures, this.layer);
    face.element.setAttribute("role", "group");
    // In Chromium "touch-action" has no effect inside SVG: a finger would scroll the page instead of dragging.
    this.layer.addEventListener("touchstart", (event) => { if (event.target.closest(".chosen, .grip, .wide")) event.preventDefault(); }, { passive: false });
  }

  // Show the frames of objects; those chosen have handles where they `may` be changed.  `aids` are guides and grid.
  paint(objects, chosen, family, may, aids) {
    Object.assign(this, { family, objects, may, aids });
    const boxes = new Map(objects.map((one) => [one, s("rect", { class: chosen.includes(one) ? "object chosen" : "object", "data-object": one.object, ...place(one.frame, one.turn),
      onpointerdown: (event) => this.begin(event, one) })]));
    this.lines = s("g", {});
    this.chosen = chosen;
    this.frames = chosen.map((one) => boxes.get(one)).filter(Boolean);
    const [one] = chosen.length === 1 && may && !chosen[0].fixed ? chosen : [];
    this.grips = s("g", {});
    // What is chosen can be dragged wherever it lies; a click reaches what lies over it.
    put(this.layer, this.grid(), this.guides(), objects.filter((each) => !chosen.includes(each)).map((each) => boxes.get(each)), this.lines, this.frames, this.grips);
    if (one) this.handlesOf(one, one.frame, one.turn);
  }

  grid() {
    const { grid } = this.aids;
    if (!grid || grid * this.stage.scale < 4) return null;
    const { width, height, bleed } = this.family;
    const lines = [];
    for (let n = Math.ceil(-bleed / grid); n * grid <= Math.max(width, height) + bleed; n += 1) {
      if (n * grid <= width + bleed) lines.push(`M${n * grid} ${-bleed}V${height + bleed}`);
      if (n * grid <= height + bleed) lines.push(`M${-bleed} ${n * grid}H${width + bleed}`);
    }
    return s("path", { class: "grid-lines", d: lines.join("") });
  }

  // Guides can be dragged; one that is dragged off the face goes.
  guides() {
    const { box } = this.face;
    return this.aids.guides.map(([axis, at], n) => {
      const k = axis === "x" ? 0 : 1;
      const ends = (to) => (k ? { x1: box.x, x2: box.x + box.w, y1: to, y2: to } : { x1: to, x2: to, y1: box.y, y2: box.y + box.h });
      const lines = ["own-guide", "own-guide wide"].map((name) => s("line", { class: name, ...ends(at) }));
      lines[1].addEventListener("pointerdown", (event) => {
        let to = at;
        this.follow(event, (by) => {
          to = Math.round((at + by[k]) * 10) / 10;
          for (const line of lines) for (const [name, value] of Object.entries(ends(to))) line.setAttribute(name, value);
        }, (moved_) => moved_ && this.calls.guide(n, to < [box.x, box.y][k] || to > [box.x + box.w, box.y + box.h][k] ? null : to));
      });
      return lines;
    });
  }

  // Call `move` with the way of the pointer in mm and its event, and `end` with whether it went anywhere, or
  // undefined where the drag was broken off.
  follow(event, move, end) {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.preventDefault();
    const start = [event.clientX, event.clientY];
    let went = false;
    const go = (next) => {
      const by = [next.clientX - start[0], next.clientY - start[1]].map((pixels) => pixels / this.stage.scale);
      went ||= by[0] !== 0 || by[1] !== 0;
      move(by, next);
    };
    const stop = (last) => {
      removeEventListener("pointermove", go);
      removeEventListener("pointerup", stop);
      removeEventListener("pointercancel", stop);
      end(last.type === "pointercancel" ? undefined : went, last);
    };
    addEventListener("pointermove", go);
    addEventListener("pointerup", stop);
    addEventListener("pointercancel", stop);
  }

  // A point of the window as mm on the face.
  at({ clientX, clientY }) {
    const own = this.face.element.getBoundingClientRect();
    return [(clientX - own.left) / this.stage.scale + this.face.box.x, (clientY - own.top) / this.stage.scale + this.face.box.y];
  }

  // Choose what lies wholly in a rectangle that is drawn with the pointer.
  marquee(event) {
    if (event.button !== 0) return;
    const from = this.at(event);
    const shape = s("rect", { class: "marquee" });
    this.layer.append(shape);
    let box = [0, 0, 0, 0];
    this.follow(event, (by) => {
      box = [Math.min(from[0], from[0] + by[0]), Math.min(from[1], from[1] + by[1]), Math.abs(by[0]), Math.abs(by[1])];
      for (const [k, name] of ["x", "y", "width", "height"].entries()) shape.setAttribute(name, box[k]);
    }, (went) => {
      shape.remove();
      const inside = ([x, y, width, height]) => x >= box[0] && y >= box[1] && x + width <= box[0] + box[2] && y + height <= box[1] + box[3];
      const found = went ? this.objects.filter((one) => inside(around([one]))) : [];
      this.calls.choose(event.shiftKey ? [...new Set([...this.chosen, ...found])] : found);
    });
  }

  // Show a picture of another card faintly over the frame of what is dragged, in place of the last of that name.
  ghost(name, href, frame, turn) {
    const { width, height, bleed } = this.family;
    for (const [key, value] of Object.entries(place(frame, turn))) this.clip.setAttribute(key, value);
    [...this.pictures.children].find((one) => one.dataset.name === name)?.remove();
    this.pictures.append(s("image", { href, "data-name": name, x: -bleed, y: -bleed, width: width + 2 * bleed, height: height + 2 * bleed, preserveAspectRatio: "none" }));
  }

  forget() {
    this.pictures.replaceChildren();
    this.mark("");
  }

  // Show that the card cannot be drawn, or that the text of what is chosen does not fit.
  mark(why) {
    this.layer.classList.toggle("misfit", Boolean(why));
  }

  // The handles of one object in a frame: eight that enlarge it, one that turns it, one that moves its picture.
  handlesOf(one, frame, turn) {
    const size = GRIP / this.stage.scale;
    const spot = (class_, traits) => s("rect", { class: class_, width: size, height: size, ...traits });
    const found = [s("line", { class: "stem" }), spot("grip turner", { rx: size / 2, onpointerdown: (event) => this.turn(event, one) })];
    if (one.sizable) {
      for (const [k, grip] of GRIPS.entries()) {
        found.push(spot("grip", { "data-grip": grip.join(" "), style: { cursor: `${CURSORS[k]}-resize` }, onpointerdown: (event) => this.begin(event, one, grip) }));
      }
    }
    if (one.picture?.focus && one.options.fit !== "stretch") {
      found.push(spot("grip focus", { rx: size / 2, onpointerdown: (event) => this.focus(event, one) }));
    }
    put(this.grips, found);
    this.follows(frame, turn);
  }

  begin(event, one, grip = null) {
    if (event.button !== 0) return;
    if (!grip && (event.ctrlKey || event.metaKey)) return void this.marquee(event);
    const was = this.chosen.some((each) => each.object === one.object);
    // A finger chooses by a tap, and drags what is chosen: over the rest of the face it scrolls the page.
    if (!was && event.pointerType === "touch") return this.follow(event, () => {}, (went) => went !== undefined && this.calls.choose([one]));
    if (!was) this.calls.choose(event.shiftKey ? [...this.chosen, one] : [one]);
    const mine = this.chosen;
    const free = this.may && !this.calls.busy() && !mine.some((each) => each.fixed);
    const lines = guides(this.family, this.objects.filter((other) => !mine.includes(other) && !other.turn), this.aids.guides, this.aids.grid);
    const frame = mine.length === 1 ? mine[0].frame : around(mine);
    let found = { frame, at: [null, null] };
    const change = () => (grip ? { frame: found.frame } : { moves: mine.map(() => [found.frame[0] - frame[0], found.frame[1] - frame[1]]) });
    this.follow(event, (by, next) => {
      if (!free) return;
      const reach = next.shiftKey ? -1 : NEAR / this.stage.scale;
      if (!grip) found = moved(frame, by, lines, reach);
      else found = one.turn ? resizedTurned(frame, one.turn, grip, by, one.square) : resized(frame, grip, by, lines, reach, one.square);
      this.show(mine, found, [found.frame[0] - frame[0], found.frame[1] - frame[1]]);
      this.calls.drag(mine, change(), found.frame);
    }, (went, last) => {
      this.lines.replaceChildren();
      if (went !== undefined && !near(found.frame, frame)) return this.calls.drop(mine, change());
      this.show(mine, { frame, at: [null, null] }, [0, 0]);
      if (went !== false || !was || grip) return;
      if (last.shiftKey) this.calls.choose(mine.filter((each) => each.object !== one.object));
      else if (mine.length > 1) this.calls.choose([one]);
      else this.reach(last);
    });
  }

  turn(event, one) {
    if (this.calls.busy()) return;
    const [x, y, width, height] = one.frame;
    const middle = [x + width / 2, y + height / 2];
    const from = this.at(event);
    const angle = (point) => (Math.atan2(point[1] - middle[1], point[0] - middle[0]) * 180) / Math.PI;
    let by = 0;
    this.follow(event, (way, next) => {
      by = angle([from[0] + way[0], from[1] + way[1]]) - angle(from);
      if (!next.shiftKey) by = Math.round((one.turn + by) / ANGLE) * ANGLE - one.turn;
      this.show([one], { frame: one.frame, at: [null, null] }, [0, 0], one.turn + by);
      this.calls.drag([one], { turn: by }, one.frame, one.turn + by);
    }, (went) => {
      if (went && Math.abs(by) > 0.01) return this.calls.drop([one], { turn: by });
      this.show([one], { frame: one.frame, at: [null, null] }, [0, 0]);
    });
  }

  // Drag the picture in its frame.
  focus(event, one) {
    if (this.calls.busy()) return;
    let change = null;
    this.follow(event, (by) => {
      const focus = refocused(one.picture, one.frame, one.options.fit, by);
      change = { option: ["focus", focus.map((share) => String(Math.round(share * 1000) / 1000)).join(",")] };
      this.calls.drag([one], change, one.frame);
    }, (went) => went && change && this.calls.drop([one], change));
  }

  // Choose what lies topmost under the pointer, beside what is chosen.
  reach({ clientX, clientY }) {
    const under = document.elementsFromPoint(clientX, clientY).find((one) => one.classList.contains("object") && !this.frames.includes(one));
    const found = this.objects.find((one) => String(one.object) === under?.dataset.object);
    if (found) this.calls.choose([found]);
  }

  // Show where objects are dragged to, and the lines that they snap to.
  show(objects, { frame, at }, [dx, dy], turn = objects[0]?.turn) {
    const alone = objects.length === 1;
    for (const [k, one] of objects.entries()) {
      const to = alone ? frame : [one.frame[0] + dx, one.frame[1] + dy, one.frame[2], one.frame[3]];
      for (const [name, value] of Object.entries(place(to, alone ? turn : one.turn))) this.frames[k]?.setAttribute(name, value);
    }
    if (alone && this.grips.childElementCount) this.follows(frame, turn);
    const { width, height, bleed } = this.family;
    put(this.lines, at[0] !== null && s("line", { class: "guide", x1: at[0], x2: at[0], y1: -bleed, y2: height + bleed }),
      at[1] !== null && s("line", { class: "guide", x1: -bleed, x2: width + bleed, y1: at[1], y2: at[1] }));
  }

  // Set the handles about their frame; they stay the same elements, for one of them is being dragged.
  follows(frame, turn) {
    const [x, y, width, height] = frame;
    const [size, out] = [GRIP, OUTSIDE].map((pixels) => pixels / this.stage.scale);
    this.grips.setAttribute("transform", `rotate(${turn} ${x + width / 2} ${y + height / 2})`);
    const to = (element, across, down) => { element.setAttribute("x", across - size / 2); element.setAttribute("y", down - size / 2); };
    const [stem, turner, ...rest] = this.grips.children;
    for (const [name, value] of Object.entries({ x1: x + width / 2, x2: x + width / 2, y1: y - STEM / this.stage.scale, y2: y })) stem.setAttribute(name, value);
    to(turner, x + width / 2, y - STEM / this.stage.scale);
    for (const grip of rest) {
      const [a, b] = (grip.dataset.grip || "0 0").split(" ").map(Number);
      to(grip, x + (width * (a + 1)) / 2 + a * out, y + (height * (b + 1)) / 2 + b * out);
    }
  }
}

// A frame as attributes; one without width or height can be hit all the same.
function place([x, y, width, height], turn) {
  const [wide, high] = [Math.max(width, 0.8), Math.max(height, 0.8)];
  const middle = [x + width / 2, y + height / 2];
  return { x: middle[0] - wide / 2, y: middle[1] - high / 2, width: wide, height: high, transform: `rotate(${turn} ${middle[0]} ${middle[1]})` };
}
