// Rulers in mm along the top and the left of the stage, out of which guides are drawn.

import { h } from "./dom.js";
import { number } from "./words.js";

const WIDE = 18;
// Distances between numbers, in mm, of which the first that leaves room for them is taken.
const STEPS = [1, 2, 5, 10, 20, 50, 100];
const ROOM = 42;

export class Rulers {
  // `draw(axis, event)` is called when a guide is drawn out of a ruler.
  constructor(stage, draw) {
    this.stage = stage;
    this.across = h("canvas", { class: "ruler across", "aria-hidden": "true", onpointerdown: (event) => draw("y", event) });
    this.down = h("canvas", { class: "ruler down", "aria-hidden": "true", onpointerdown: (event) => draw("x", event) });
    this.element = h("div", { class: "ruled" }, stage.element, this.across, this.down);
    stage.element.addEventListener("scroll", () => this.paint(), { passive: true });
    this.watch = new ResizeObserver(() => this.paint());
    this.watch.observe(stage.element);
  }

  leave() {
    this.watch.disconnect();
  }

  paint() {
    const face = this.stage.faces[0]?.element;
    if (!face) return;
    const [own, all] = [face, this.element].map((one) => one.getBoundingClientRect());
    const { box } = this.stage.faces[0];
    const { scale } = this.stage;
    this.ruler(this.across, [all.width, WIDE], own.left - all.left - box.x * scale, scale);
    this.ruler(this.down, [WIDE, all.height], own.top - all.top - box.y * scale, scale);
  }

  // Draw one ruler, whose zero is so many pixels from its beginning.
  ruler(canvas, [width, height], zero, scale) {
    const density = devicePixelRatio || 1;
    Object.assign(canvas, { width: width * density, height: height * density });
    Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
    const pen = canvas.getContext("2d");
    const look = getComputedStyle(canvas);
    pen.scale(density, density);
    pen.strokeStyle = pen.fillStyle = look.color;
    pen.font = `10px ${look.fontFamily}`;
    const upright = canvas === this.down;
    const step = STEPS.find((one) => one * scale >= ROOM) || 200;
    const fine = step / (step % 5 ? 2 : 5);
    const length = upright ? height : width;
    pen.beginPath();
    for (let n = Math.ceil(-zero / scale / fine); zero + n * fine * scale <= length; n += 1) {
      const at = Math.round(zero + n * fine * scale) + 0.5;
      const whole = Math.abs((n * fine) / step - Math.round((n * fine) / step)) < 1e-6;
      const from = whole ? 0 : WIDE - 5;
      if (upright) { pen.moveTo(from, at); pen.lineTo(WIDE, at); } else { pen.moveTo(at, from); pen.lineTo(at, WIDE); }
      if (!whole) continue;
      pen.save();
      pen.translate(...(upright ? [9, at + 3] : [at + 3, 9]));
      if (upright) pen.rotate(Math.PI / 2);
      pen.fillText(number(n * fine), 0, 0);
      pen.restore();
    }
    pen.stroke();
  }
}
