// Where pictures are zoomed and moved: up to 1,600 %, sharp at every size.

import { dialog, h, later, put } from "./dom.js";
import { remember, state } from "./store.js";
import { number, t } from "./words.js";

const LEAST = 10;
const MOST = 1600;

export class Stage {
  // `changed` is called after every zoom.
  constructor(changed = () => {}) {
    this.changed = changed;
    this.zoom = 0;
    this.faces = [];
    this.element = h("div", { class: "stage", tabindex: "0", role: "region", "aria-label": t("zoom") });
    this.sharpen = later(() => this.refine(), 90);
    this.element.addEventListener("scroll", this.sharpen, { passive: true });
    this.element.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.setZoom(this.percent * Math.exp(-event.deltaY / 300), event);
    }, { passive: false });
    this.pan();
    this.watch = new ResizeObserver(() => { if (!this.zoom) this.size(); });
    this.watch.observe(this.element);
  }

  leave() {
    this.watch.disconnect();
  }

  // Faces side by side, each with a caption or none.
  fill(faces, captions = [], className = "faces") {
    this.faces = faces;
    this.board = h("div", { class: className }, faces.map((one, k) => h("figure", {}, one.element, captions[k] && h("figcaption", {}, captions[k]))));
    put(this.element, this.board);
    this.captioned = captions.length > 0;
    this.size();
  }

  get percent() {
    return this.zoom || this.fitted || 100;
  }

  setZoom(percent, event) {
    const { element } = this;
    const before = this.percent;
    const box = element.getBoundingClientRect();
    const at = event ? [event.clientX - box.left, event.clientY - box.top] : [box.width / 2, box.height / 2];
    const point = [element.scrollLeft + at[0], element.scrollTop + at[1]];
    this.zoom = percent ? Math.min(MOST, Math.max(LEAST, percent)) : 0;
    this.size();
    const by = this.percent / before;
    element.scrollLeft = point[0] * by - at[0];
    element.scrollTop = point[1] * by - at[1];
    this.changed();
  }

  size() {
    const count = this.faces.length;
    if (!count) return;
    const [{ box }] = this.faces;
    const wide = (this.element.clientWidth - 64 - 24 * (count - 1)) / count;
    const tall = this.element.clientHeight - (this.captioned ? 96 : 64);
    this.fitted = Math.max(LEAST, Math.min(MOST, (Math.min(wide / box.w, tall / box.h) / state.settings.pixels) * 100));
    this.scale = (this.percent / 100) * state.settings.pixels;
    for (const face of this.faces) face.resize(this.scale);
    if (this.output) this.output.textContent = `${number(Math.round(this.percent))} %`;
    this.show();
  }

  show() {
    for (const face of this.faces) face.show(this.scale * (devicePixelRatio || 1));
    this.sharpen();
  }

  refine() {
    if (!this.element.isConnected) return; // the view was left meanwhile
    const stage = this.element.getBoundingClientRect();
    for (const face of this.faces) {
      const own = face.element.getBoundingClientRect();
      if (own.right < stage.left || own.left > stage.right) continue;
      face.refine(this.scale * (devicePixelRatio || 1), {
        x: face.box.x + Math.max(0, stage.left - own.left) / this.scale, y: face.box.y + Math.max(0, stage.top - own.top) / this.scale,
        w: Math.min(stage.width, own.width) / this.scale, h: Math.min(stage.height, own.height) / this.scale,
      });
    }
  }

  pan() {
    let from = null;
    const { element } = this;
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || event.pointerType !== "mouse") return;
      from = [event.clientX + element.scrollLeft, event.clientY + element.scrollTop];
      element.setPointerCapture(event.pointerId);
    });
    element.addEventListener("pointermove", (event) => {
      if (from) element.scrollTo(from[0] - event.clientX, from[1] - event.clientY);
    });
    for (const name of ["pointerup", "pointercancel"]) element.addEventListener(name, () => { from = null; });
  }

  // The buttons of zoom.
  tools(icon) {
    this.output = h("output", { class: "percent", "aria-label": t("zoom") }, `${number(Math.round(this.percent))} %`);
    const press = (label, percent, key) => h("button", { type: "button", "aria-pressed": String(this.zoom === percent), onclick: () => this.setZoom(percent), title: key }, label);
    return h("div", { class: "group", role: "group", "aria-label": t("zoom") },
      h("button", { type: "button", onclick: () => this.setZoom(this.percent / 1.25), "aria-label": "−", title: "−" }, icon("minus")),
      this.output,
      h("button", { type: "button", onclick: () => this.setZoom(this.percent * 1.25), "aria-label": "+", title: "+" }, icon("plus")),
      press(t("fit"), 0, "0"), press(t("real"), 100, "1"),
      h("button", { type: "button", class: "plain", onclick: () => this.calibrate() }, t("calibrate")));
  }

  calibrate() {
    const frame = h("div", { class: "bank-card" });
    const set = (pixels) => {
      remember({ pixels });
      frame.style.width = `${85.6 * pixels}px`;
      frame.style.height = `${53.98 * pixels}px`;
      this.size();
    };
    const range = h("input", { type: "range", min: 2, max: 14, step: 0.02, value: state.settings.pixels, "aria-label": t("width"), oninput: () => set(Number(range.value)) });
    const box = dialog(t("real"), h("p", {}, t("calibrateHow")), range, frame, h("p", {}, h("button", { type: "button", class: "main", onclick: () => box.close() }, t("done"))));
    set(state.settings.pixels);
  }

  keys = {
    "+": () => this.setZoom(this.percent * 1.25), "=": () => this.setZoom(this.percent * 1.25),
    "-": () => this.setZoom(this.percent / 1.25), 0: () => this.setZoom(0), 1: () => this.setZoom(100),
  };
}
