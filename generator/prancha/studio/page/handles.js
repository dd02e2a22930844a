// Frames of objects over a face, in mm: chosen, dragged by the middle or by a handle, and snapped to lines.

import { put, s } from "./dom.js";

// How near, in pixels, an edge comes to a line that it snaps to.
const NEAR = 6;
const GRIP = 9;
// Which sides a handle moves: -1 the left or top one, 1 the right or bottom one, 0 none.
const GRIPS = [[-1, -1], [0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]];
const CURSORS = ["nwse", "ns", "nesw", "ew", "nwse", "ns", "nesw", "ew"];

// Lines that objects snap to, across and down: trim, safe zone, middle, and edges and middles of the others.
export function guides(family, others) {
  const { width, height, safe } = family;
  const lines = [[0, safe, width / 2, width - safe, width], [0, safe, height / 2, height - safe, height]];
  for (const { frame } of others) {
    for (const k of [0, 1]) lines[k].push(frame[k], frame[k] + frame[k + 2] / 2, frame[k] + frame[k + 2]);
  }
  return lines;
}

// The least shift, of at most `near` mm, that brings one of `edges` onto one of `lines`, and that line.
export function nearest(edges, lines, near) {
  let best = { by: 0, line: null, away: near };
  for (const edge of edges) {
    for (const line of lines) {
      const away = Math.abs(line - edge);
      if (away <= best.away - 1e-9) best = { by: line - edge, line, away };
    }
  }
  return best;
}

// A frame moved by (dx, dy), with what of it snaps, and the lines that it snaps to.
export function moved(frame, [dx, dy], lines, near) {
  const found = [frame[0] + dx, frame[1] + dy, frame[2], frame[3]];
  const at = [null, null];
  for (const k of [0, 1]) {
    const { by, line } = nearest([found[k], found[k] + found[k + 2] / 2, found[k] + found[k + 2]], lines[k], near);
    found[k] += by;
    at[k] = line;
  }
  return { frame: found, at };
}

// A frame whose sides `grip` were moved by (dx, dy); a square one keeps its proportions.
export function resized(frame, grip, [dx, dy], lines, near, square) {
  const found = [...frame];
  const at = [null, null];
  for (const k of [0, 1]) {
    if (!grip[k]) continue;
    const side = grip[k] < 0 ? frame[k] : frame[k] + frame[k + 2];
    const { by, line } = nearest([side + [dx, dy][k]], lines[k], near);
    const to = side + [dx, dy][k] + by;
    const fixed = grip[k] < 0 ? frame[k] + frame[k + 2] : frame[k];
    found[k + 2] = Math.max(0.5, grip[k] < 0 ? fixed - to : to - fixed);
    found[k] = grip[k] < 0 ? fixed - found[k + 2] : fixed;
    at[k] = line;
  }
  if (square) {
    const side = grip[0] ? found[2] : found[3];
    for (const k of [0, 1]) {
      const fixed = grip[k] < 0 ? frame[k] + frame[k + 2] : frame[k];
      found[k] = grip[k] < 0 ? fixed - side : grip[k] ? fixed : frame[k] + (frame[k + 2] - side) / 2;
      found[k + 2] = side;
    }
  }
  return { frame: found, at };
}

const near = (one, other) => one.every((side, k) => Math.abs(side - other[k]) < 0.005);

export class Handles {
  // `calls` has choose(object), drag(object, frame) while something is dragged, drop(object, frame) at its end, and
  // busy(), whether a change is being written: then nothing is dragged, for frames are about to change.
  constructor(face, stage, calls) {
    Object.assign(this, { face, stage, calls });
    this.layer = s("g", { class: "handles" });
    this.clip = s("rect", {});
    this.pictures = s("g", { class: "over", "clip-path": "url(#handles-clip)" });
    face.element.append(s("clipPath", { id: "handles-clip" }, this.clip), this.pictures, this.layer);
    face.element.setAttribute("role", "group");
  }

  // Show the frames of objects; the chosen one has handles where it `may` be changed.
  paint(objects, chosen, family, may) {
    this.family = family;
    this.objects = objects;
    const boxes = objects.map((one) => s("rect", { class: one === chosen ? "object chosen" : "object", "data-object": one.object, ...place(one.frame, one.turn),
      onpointerdown: (event) => this.begin(event, one, [0, 0], may) }));
    this.lines = s("g", {});
    const grips = chosen && may && chosen.sizable && !chosen.turn ? GRIPS.map((grip, k) => this.grip(chosen, grip, CURSORS[k])) : [];
    this.chosen = boxes[objects.indexOf(chosen)];
    // What is chosen can be dragged wherever it lies; a click reaches what lies over it.
    put(this.layer, boxes.filter((one) => one !== this.chosen), this.lines, this.chosen, grips);
    this.grips = grips;
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

  // Turn what is chosen red where its text does not fit.
  mark(why) {
    this.layer.classList.toggle("misfit", Boolean(why));
  }

  grip(one, grip, cursor) {
    const size = GRIP / this.stage.scale;
    const [x, y] = [0, 1].map((k) => one.frame[k] + (one.frame[k + 2] * (grip[k] + 1)) / 2 - size / 2);
    return s("rect", { class: "grip", x, y, width: size, height: size, "data-grip": grip.join(" "), style: { cursor: `${cursor}-resize` },
      onpointerdown: (event) => this.begin(event, one, grip, true) });
  }

  begin(event, one, grip, may) {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.preventDefault();
    const was = this.chosen?.dataset.object === String(one.object);
    this.calls.choose(one);
    if (!may || one.fixed || this.calls.busy()) return;
    const start = [event.clientX, event.clientY];
    const lines = guides(this.family, this.objects.filter((other) => other !== one && !other.turn));
    const sizing = grip[0] || grip[1];
    let frame = one.frame;
    const move = (next) => {
      const by = [next.clientX - start[0], next.clientY - start[1]].map((pixels) => pixels / this.stage.scale);
      const reach = next.shiftKey ? -1 : NEAR / this.stage.scale;
      const found = sizing ? resized(one.frame, grip, by, lines, reach, one.square) : moved(one.frame, by, lines, reach);
      frame = found.frame;
      this.show(one, found);
      this.calls.drag(one, frame);
    };
    const end = (last) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      this.lines.replaceChildren();
      if (last.type !== "pointercancel" && !near(frame, one.frame)) return this.calls.drop(one, frame);
      this.show(one, { frame: one.frame, at: [null, null] });
      if (was && !sizing && frame === one.frame) this.reach(last);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  // Choose what lies topmost under the pointer, beside what is chosen.
  reach({ clientX, clientY }) {
    const under = document.elementsFromPoint(clientX, clientY).find((one) => one.classList.contains("object") && one !== this.chosen);
    const found = this.objects.find((one) => String(one.object) === under?.dataset.object);
    if (found) this.calls.choose(found);
  }

  // Show where an object is dragged to, and the lines that it snaps to.
  show(one, { frame, at }) {
    for (const [name, value] of Object.entries(place(frame, one.turn))) this.chosen?.setAttribute(name, value);
    for (const grip of this.grips) {
      const size = GRIP / this.stage.scale;
      grip.dataset.grip.split(" ").map(Number).forEach((side, k) => grip.setAttribute(k ? "y" : "x", frame[k] + (frame[k + 2] * (side + 1)) / 2 - size / 2));
    }
    const { width, height, bleed } = this.family;
    put(this.lines, at[0] !== null && s("line", { class: "guide", x1: at[0], x2: at[0], y1: -bleed, y2: height + bleed }),
      at[1] !== null && s("line", { class: "guide", x1: -bleed, x2: width + bleed, y1: at[1], y2: at[1] }));
  }
}

// A frame as attributes; one without width or height can be hit all the same.
function place([x, y, width, height], turn) {
  const [wide, high] = [Math.max(width, 0.8), Math.max(height, 0.8)];
  const middle = [x + width / 2, y + height / 2];
  return { x: middle[0] - wide / 2, y: middle[1] - high / 2, width: wide, height: high, transform: `rotate(${turn} ${middle[0]} ${middle[1]})` };
}
