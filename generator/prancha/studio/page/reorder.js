// Cards of the gallery that are dragged to another place of their list.

import { h, icon, put } from "./dom.js";
import { changeCard } from "./cards.js";
import { say, undoLast } from "./store.js";
import { number, t } from "./words.js";

export class Reorder {
  // `refuses()` returns why no card can be moved as the gallery is now, or "".
  constructor(refuses) {
    this.refuses = refuses;
    this.told = h("div", { class: "reorder", role: "status" });
    this.dragged = null;
    this.pressed = null;
    this.held = new Set();
    this.up = () => { if (!this.dragged) this.release(); };
  }

  // Call `draw` now, or when the cell that is pressed is let go: a browser ends a drag whose element is replaced.
  hold(draw) {
    if (this.pressed) this.held.add(draw);
    else draw();
  }

  // A click comes after the pointer is up: what was held is drawn behind it.
  release() {
    this.pressed = this.dragged = null;
    const held = [...this.held];
    this.held.clear();
    setTimeout(() => { for (const draw of held) this.hold(draw); });
  }

  // Let the cell `element` be dragged, and cards of its list be dropped before or behind it.
  take(element) {
    element.draggable = true;
    element.addEventListener("pointerdown", () => {
      this.pressed = element;
      for (const name of ["pointerup", "pointercancel"]) addEventListener(name, this.up, { once: true });
    });
    element.addEventListener("dragstart", (event) => {
      const why = this.refuses();
      this.tell(why);
      if (why) return event.preventDefault();
      this.dragged = element.item;
      this.pressed = element;
      event.dataTransfer.setData("text/plain", element.item.key);
      event.dataTransfer.effectAllowed = "move";
    });
    element.addEventListener("dragend", () => this.release());
    element.addEventListener("dragover", (event) => {
      if (this.dragged?.family.id !== element.item.family.id || this.dragged.key === element.item.key) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "move";
      element.dataset.drop = this.side(event, element);
    });
    element.addEventListener("dragleave", () => { delete element.dataset.drop; });
    element.addEventListener("drop", (event) => {
      delete element.dataset.drop;
      if (!this.dragged) return;
      event.preventDefault();
      this.move(this.dragged, element.item, this.side(event, element));
    });
  }

  side(event, element) {
    const { left, width } = element.getBoundingClientRect();
    return event.clientX < left + width / 2 ? "before" : "behind";
  }

  // Have a card written before or behind another of its list.
  async move({ key }, other, side) {
    let done = "";
    const more = (item) => {
      const all = item.family.items;
      const [from, at] = [all.indexOf(item), all.findIndex((one) => one.key === other.key)];
      const to = at + (side === "behind" ? 1 : 0) - (from < at ? 1 : 0);
      done = `${item.label}: ${number(to + 1)} ${t("of")} ${number(all.length)}`;
      return at < 0 || to === from ? null : { to: all[to].key };
    };
    try {
      if (await changeCard("/api/card/move", key, more)) this.tell("", done);
    } catch (error) {
      this.tell(error.message);
    }
  }

  // Tell what was refused, or what was `done`, which can be undone.
  tell(wrong, done = "") {
    put(this.told, wrong && h("p", { class: "wrong" }, wrong), done && h("p", {}, done, " ", h("button", { type: "button", onclick: () => this.undo() }, icon("undo"), t("undo"))));
  }

  async undo() {
    try {
      await undoLast();
      this.tell("");
      say(t("undo"));
    } catch (error) {
      this.tell(error.message);
    }
  }
}
