// The drawing behind a card: its objects with handles, what they say in a panel, and changes of them.

import { arrangements, columns, palette, suiting } from "./arrange.js";
import { drawUnpressed, h, icon, pick, put } from "./dom.js";
import { Face } from "./faces.js";
import { fileLink } from "./findings.js";
import { Handles } from "./handles.js";
import { fields, lookFields, titled } from "./object-fields.js";
import { go, place, replaceRest } from "./route.js";
import { Rulers } from "./rulers.js";
import { aligned, around, distributed } from "./snapping.js";
import { Stage } from "./stage.js";
import { act, ask, faceUrl, findingsOf, isStale, on, remember, say, state } from "./store.js";
import { Trials } from "./trials.js";
import { number, t } from "./words.js";

// Steps of the grid in mm.
const GRIDS = [0, 1, 2, 5, 10];
// Keys that change the order, as other drawing programs have them.
const ORDER = { PageUp: "forward", PageDown: "backward", Home: "front", End: "back" };

export const layout = (main) => new Layout(main);

class Layout {
  constructor(main) {
    this.stage = new Stage(() => this.paint());
    this.rulers = new Rulers(this.stage, (axis, event) => this.drawGuide(axis, event));
    this.trials = new Trials(this);
    this.tools = h("div", { class: "tools" });
    this.list = h("nav", { class: "objects", "aria-label": t("objects") });
    this.side = h("aside", { class: "panel editing", "aria-label": t("layout") });
    this.warning = h("div", { class: "stale-why", role: "alert", hidden: true });
    this.busy = 0;
    put(main, this.section = h("section", { class: "card-view layout-view", "aria-busy": "false" }, this.tools, this.warning,
      h("div", { class: "split" }, this.list, h("div", { class: "middle" }, this.rulers.element, this.trials.strip), this.side)));
    // Beside the objects the mouse draws a rectangle around some; with Alt it moves the stage.
    this.rulers.element.addEventListener("pointerdown", (event) => {
      const { element } = this.stage;
      const onBar = event.target === element && (event.offsetX >= element.clientWidth || event.offsetY >= element.clientHeight);
      if (event.pointerType !== "mouse" || event.altKey || onBar || !this.handles || !element.contains(event.target) || event.target.closest(".object, .grip, .own-guide")) return;
      this.handles.marquee(event);
    }, true);
    this.stage.element.addEventListener("dragover", (event) => { if (event.dataTransfer.types.includes("text/x-object")) event.preventDefault(); });
    this.stage.element.addEventListener("drop", (event) => {
      const kind = event.dataTransfer.getData("text/x-object");
      if (kind) { event.preventDefault(); this.add(kind, this.handles.at(event)); }
    });
    // What somebody is writing in is left alone.
    this.side.addEventListener("input", () => { this.typing = true; });
    for (const name of ["change", "focusout"]) this.side.addEventListener(name, () => { this.typing = false; });
    this.work = Promise.resolve();
    this.shape = 0;
    this.told = null;
    this.off = on({ faces: () => this.drawn(), game: () => this.followed(), findings: () => this.misfits() });
    this.onkey = (event) => this.press(event);
    addEventListener("keydown", this.onkey, true);
    this.keys = { ...this.stage.keys, Escape: () => this.choose([]), w: () => this.whole(), f: () => this.flip(), z: () => this.undo("undo"), y: () => this.undo("redo") };
    this.open();
  }

  leave() {
    removeEventListener("keydown", this.onkey, true);
    this.stage.leave();
    this.rulers.leave();
    this.off();
  }

  async open() {
    const drawn = (item) => item.family.templates.some((name) => name.endsWith(".svg"));
    const [key, side] = place.rest;
    this.item = state.byKey.get(key) || state.items.find(drawn) || state.items[0];
    if (!this.item) return;
    this.chosen = [];
    this.side_ = side === "back" && this.item.family.back ? "back" : "front";
    this.face = new Face(this.item, this.side_, { over: ["trim", "bleed", "safe"], label: `${this.item.label}, ${t(this.side_)}` });
    this.face.url = (level) => (this.trials.name ? `/trial/${this.trials.name}/${level}` : faceUrl(this.item, this.side_, level));
    this.trials.name = this.painted = "";
    this.stage.fill([this.face]);
    this.handles = new Handles(this.face, this.stage, {
      choose: (objects) => this.choose(objects), busy: () => this.busy, drop: (objects, change) => this.change(change, objects),
      drag: (objects, change, frame, turn) => this.drag(objects, change, frame, turn), guide: (n, at) => this.setGuide(n, at),
    });
    await this.read();
  }

  // Ask what the drawing holds now; what was chosen stays so, or else the objects of these numbers are.
  async read(numbers = null) {
    const before = this.told?.objects.length;
    try {
      this.told = await ask(`/api/layout/${state.game.id}/${state.lang}/${this.item.t}/${this.side_}`);
      if (this.unread) this.warn("");
      this.unread = false;
    } catch (error) {
      this.unread = true;
      this.told = { objects: [], drawing: true, edit: false, file: "", undo: 0, redo: 0 };
      this.warn(error.message);
    }
    this.shown = this.told.drawing ? this.told.objects.filter((one) => this.stands(one)) : [];
    // The numbers of objects are others when some came or went.
    const kept = numbers || (before === this.told.objects.length ? this.chosen.map((one) => one.object) : []);
    this.chosen = this.shown.filter((one) => kept.includes(one.object));
    this.paint();
  }

  // Whether an object is chosen by itself: not what makes up a named group.
  stands(one) {
    const inside = one.within.some((number_) => this.told.objects.find((other) => other.object === number_ && other.kind !== other.tag));
    return one.frame && !inside;
  }

  paint() {
    if (this.told) drawUnpressed(this.section, () => this.draw());
  }

  draw() {
    const painted = JSON.stringify([this.told, this.chosen.map((one) => one.object), this.item.t, this.stage.scale, this.stage.zoom, state.settings.grid, this.guides]);
    if (painted === this.painted) return void this.misfits(); // what somebody may be dragging stays as it is
    this.painted = painted;
    this.toolbar();
    this.contents();
    this.panel();
    this.trials.strip.hidden = !this.told.drawing;
    this.trials.paint(this.chosen.length === 1 ? this.chosen[0] : null);
    this.rulers.paint();
    const objects = this.shown.filter((one) => one.tag !== "g" || one.kind !== "g" || this.chosen.includes(one));
    this.handles.paint(objects, this.chosen, this.item.family, this.told.edit, { guides: this.guides, grid: state.settings.grid || 0 });
  }

  toolbar() {
    const families = state.game.families.filter((family) => family.items.length);
    const { family } = this.item;
    const focused = this.tools.contains(document.activeElement) ? document.activeElement.dataset.key : "";
    const step = (name, count, key) => h("button", { type: "button", disabled: !count, "data-key": name, onclick: () => this.undo(name), title: `${t(name)} (${key})` }, icon(name), t(name));
    put(this.tools,
      families.length > 1 && pick(t("family"), family.id, families.map((one) => [one.id, one.title[state.lang] || one.id]),
        (id) => go("layout", families.find((one) => one.id === id).items[0].key, "front")),
      pick(t("oneCard"), this.item.key, family.items.map((one) => [one.key, one.label]), (key) => go("layout", key, this.side_)),
      family.back && h("button", { type: "button", "data-key": "flip", onclick: () => this.flip(), title: `${t("flip")} (f)` }, icon("flip"), t(this.side_)),
      this.stage.tools(icon),
      this.told.drawing && pick(t("grid"), String(state.settings.grid || 0), GRIDS.map((one) => [String(one), one ? `${one} mm` : t("noGrid")]), (value) => { remember({ grid: Number(value) }); this.paint(); }),
      this.told.edit && h("div", { class: "group" }, step("undo", this.told.undo, "z"), step("redo", this.told.redo, "y")));
    if (focused) this.tools.querySelector(`[data-key="${focused}"]`)?.focus();
  }

  flip() {
    if (!this.item.family.back) return;
    replaceRest(this.item.key, this.side_ === "front" ? "back" : "front");
    this.open();
  }

  contents() {
    const { told } = this;
    const active = this.list.contains(document.activeElement) ? document.activeElement.dataset.object : null;
    const rows = told.drawing
      ? this.shown.map((one) => h("li", {}, h("button", { type: "button", class: "plain", "data-object": one.object, "aria-pressed": String(this.chosen.includes(one)), style: { "padding-left": `${8 + 12 * one.within.length}px` },
        onclick: (event) => this.choose(event.shiftKey || event.ctrlKey || event.metaKey ? this.toggled(one) : [one]) },
        h("span", {}, titled(one)), h("span", { class: "small nowrap" }, `${one.tag} · ${one.line}`))))
      : told.objects.map((one) => h("li", { class: "written" }, h("code", {}, one.kind), " ", h("span", { class: "small" }, one.words), fileLink([told.file, one.line, 1])));
    put(this.list, told.drawing && told.edit && palette((kind) => this.add(kind)), h("h2", {}, t("objects")), !told.drawing && h("p", { class: "hint" }, t("templateOnly")), h("ul", { class: "list" }, rows));
    if (active !== null) this.list.querySelector(`[data-object="${active}"]`)?.focus({ preventScroll: true });
  }

  panel() {
    const { told } = this;
    const [chosen] = this.chosen;
    const of = this.chosen.map((one) => one.object).join(" ");
    if (this.typing && this.panelOf === of) return;
    this.panelOf = of;
    const focused = this.side.contains(document.activeElement) ? document.activeElement.dataset.field : "";
    const acted = this.side.contains(document.activeElement) ? document.activeElement.dataset.act : "";
    put(this.side, this.misfit = h("div", { role: "status" }),
      told.file && fileLink([told.file, chosen?.line || 0, chosen ? 1 : 0]),
      told.drawing && !told.edit && !this.warning.textContent && h("p", { class: "hint" }, t("layoutReadOnly")),
      chosen && told.edit && arrangements(this.chosen, { align: (axis, side) => this.align(axis, side), spread: (axis) => this.spread(axis), arrange: (what) => this.arrange(what) }),
      this.chosen.length > 1 && [h("h1", {}, `${number(this.chosen.length)} ${t("objectsChosen")}`),
        h("form", { class: "object-fields", onsubmit: (event) => event.preventDefault() }, lookFields(this.chosen, state.game.palette, !told.edit, (change) => this.change(change, this.chosen)))],
      this.chosen.length === 1 && [this.around(chosen) && h("button", { type: "button", class: "plain", "data-act": "whole", onclick: () => this.whole() }, `${t("wholeGroup")}: ${titled(this.around(chosen))} (w)`),
        fields(chosen, state.game.palette, columns(this.item.family, state.lang), told.icons, told.edit, (change) => this.change(change, [chosen]))],
      !chosen && told.drawing && [h("p", { class: "hint" }, t("chooseObject")), told.edit && this.guideFields()]);
    if (acted) this.side.querySelector(`[data-act="${acted}"]`)?.focus({ preventScroll: true });
    if (focused) this.take(this.side.querySelector(`[data-field="${focused}"]`));
    this.misfits();
  }

  // Focus a field that was drawn anew, its content selected as it was when somebody came to type.
  take(field) {
    field?.focus();
    field?.select?.();
  }

  // Cards of the same family that cannot be drawn as the drawing is now, in red; `tried` is why this one cannot
  // be drawn as it is tried.
  misfits(tried = "") {
    if (!this.misfit) return; // nothing is shown yet
    const { family } = this.item;
    const bad = family.items.filter((one) => (one === this.item && tried) || isStale(one));
    this.handles.mark(tried || isStale(this.item));
    this.face.stale(isStale(this.item) && !this.trials.name);
    for (const ghost of this.trials.ends) if (!ghost.trial) this.trials.fits(ghost, (state.findings?.stale?.[ghost.end.lang] || []).includes(ghost.end.t) ? t("doesNotFit") : "");
    put(this.misfit, bad.length > 0 && h("ul", { class: "found" }, bad.slice(0, 12).map((one) => h("li", { class: "error" },
      h("p", {}, h("strong", {}, one.label), `: ${(one === this.item && tried) || findingsOf(one).find((each) => each.severity === "error")?.message || t("broken")}`)))));
  }

  choose(objects) {
    const numbers = new Set(objects.map((one) => one.object));
    const next = this.shown.filter((one) => numbers.has(one.object));
    if (next.length === this.chosen.length && next.every((one) => this.chosen.includes(one))) return;
    this.chosen = next;
    this.paint();
    if (next.length) say(this.spoken());
  }

  // What is chosen with one object more, or without it.
  toggled(one) {
    return this.chosen.includes(one) ? this.chosen.filter((each) => each !== one) : [...this.chosen, one];
  }

  // The group around an object, if it has one that is chosen by itself.
  around(one) {
    return this.shown.find((each) => each.object === one.within.at(-1));
  }

  whole() {
    const [one] = this.chosen;
    if (one && this.around(one)) this.choose([this.around(one)]);
  }

  spoken() {
    const { chosen } = this;
    const [x, y, width, height] = around(chosen).map((side) => number(side, 1));
    return `${chosen.length > 1 ? `${number(chosen.length)} ${t("objectsChosen")}` : titled(chosen[0])}: x ${x}, y ${y}, ${width} × ${height} mm`;
  }

  drag(objects, change, frame, turn = objects[0].turn) {
    for (const [name, value] of Object.entries({ x: frame[0], y: frame[1], width: frame[2], height: frame[3], turn })) {
      const field = this.side.querySelector(`[data-field="${name}"]`);
      if (field) field.value = Math.round(value * 100) / 100;
    }
    this.trials.try({ objects, change, frame, turn });
  }

  asked(objects, change) {
    return { game: state.game.id, lang: state.lang, item: this.item.t, side: this.side_, digest: this.told.digest, objects: objects.map((one) => one.object), ...change };
  }

  // Write changes one after another; each knows the file as the one before left it.  Without `objects` a change is of
  // what is chosen by then; `change` may be what makes one of these objects, and nothing where it makes none.
  change(change, objects = null) {
    this.trials.wanted = null;
    this.waiting(1);
    const { shape } = this;
    this.work = this.work.then(async () => {
      let numbers = null;
      try {
        // The numbers of objects are others after one was added or taken away: what is chosen then is meant.
        const mine = objects && shape === this.shape ? objects.map((one) => this.told.objects.find((each) => each.object === one.object)).filter(Boolean) : this.chosen;
        const made = typeof change === "function" ? change(...mine) : change;
        if (made && (mine.length || made.add)) {
          const done = await act("/api/layout", this.asked(mine, made));
          if (made.arrange || made.add) {
            numbers = done.chosen;
            this.shape += 1;
          }
          this.warn("");
        }
      } catch (error) {
        this.trials.name = "";
        this.failed = error.message;
      }
      await this.read(numbers);
      this.waiting(-1);
      if (this.failed) this.warn(this.failed);
      else if (this.chosen.length) say(this.spoken());
      this.failed = "";
    });
    return this.work;
  }

  // Add an object about a point of the card, or its middle.
  add(kind, at = null) {
    const { family } = this.item;
    const [x, y] = at || [family.width / 2, family.height / 2];
    const known = columns(family, state.lang);
    const field = suiting(kind, known, this.told.objects, this.told.icons);
    return this.change({ add: [kind === "text" && !field ? "words" : kind, field || kind, x, y] });
  }

  arrange(what) {
    return this.change((...objects) => objects.length > 0 && { arrange: what });
  }

  // One object is aligned to the card, several to the box around them.
  align(axis, side) {
    const { width, height } = this.item.family;
    return this.change((...objects) => ({ moves: aligned(objects, objects.length > 1 ? around(objects) : [0, 0, width, height], axis, side) }));
  }

  spread(axis) {
    return this.change((...objects) => ({ moves: distributed(objects, axis) }));
  }

  // Guides are kept by the browser, for each drawing: "x" or "y", and a place in mm.
  get guides() {
    return state.settings.guides?.[`${state.game.name}/${this.told?.file}`] || [];
  }

  setGuides(guides) {
    remember({ guides: { ...state.settings.guides, [`${state.game.name}/${this.told.file}`]: guides } });
    this.paint();
  }

  setGuide(n, at) {
    const { guides } = this;
    this.setGuides(at === null ? guides.filter((_, k) => k !== n) : guides.map((one, k) => (k === n ? [one[0], at] : one)));
  }

  // A new guide, dragged out of a ruler.
  drawGuide(axis, event) {
    if (!this.told?.drawing) return;
    this.handles.follow(event, () => {}, (went, last) => {
      const at = Math.round(this.handles.at(last)[axis === "x" ? 0 : 1] * 10) / 10;
      if (went) this.setGuides([...this.guides, [axis, at]]);
    });
  }

  guideFields() {
    const { width, height } = this.item.family;
    const adds = [["x", "guideDown", width], ["y", "guideAcross", height]];
    return h("fieldset", { class: "guides" }, h("legend", {}, t("guides")),
      this.guides.map(([axis, at], n) => h("div", { class: "row" },
        h("label", { class: "field" }, h("span", {}, `${axis} (mm)`), h("input", { type: "number", step: 0.1, value: at, "data-field": `guide-${n}`, onchange: (event) => this.setGuide(n, Number(event.target.value)) })),
        h("button", { type: "button", class: "plain", "aria-label": `${t("remove")}: ${axis} ${number(at, 1)}`, onclick: () => this.setGuide(n, null) }, "×"))),
      h("div", { class: "acts" }, adds.map(([axis, word, side]) => h("button", { type: "button", "data-act": word, onclick: () => this.setGuides([...this.guides, [axis, side / 2]]) }, t(word)))));
  }

  // Count the changes that are being written.
  waiting(more) {
    this.busy += more;
    this.section.setAttribute("aria-busy", String(this.busy > 0));
  }

  undo(which) {
    if (!this.told?.edit) return;
    this.waiting(1);
    this.shape += 1;
    this.work = this.work.then(async () => {
      try {
        await act(`/api/layout/${which}`, {});
        await this.read();
        say(t(which));
      } catch (error) {
        await this.read();
        this.warn(error.message);
      }
      this.waiting(-1);
    });
  }

  warn(text) {
    this.warning.hidden = !text;
    put(this.warning, text && h("p", {}, text));
  }

  // The files were followed: pictures of trials have had their time.
  followed() {
    this.trials.forget();
    this.handles?.forget();
    const item = state.byKey.get(this.item?.key);
    if (!item) return this.open();
    this.item = item;
    this.face.item = item;
    this.drawn();
    if (!this.busy) this.work = this.work.then(() => this.read());
  }

  drawn() {
    this.stage.show();
    for (const ghost of this.trials.ends) ghost.face.show(4);
  }

  press(event) {
    const field = event.target.matches?.("input, select, textarea");
    if (document.querySelector("dialog[open]") || (field && this.typing)) return;
    if ((event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key)) {
      event.preventDefault();
      return this.undo(event.shiftKey || event.key.toLowerCase() === "y" ? "redo" : "undo");
    }
    if (field || !this.told.edit) return;
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const control = event.ctrlKey || event.metaKey;
    const call = control
      ? { d: () => this.arrange("duplicate"), g: () => this.arrange(event.shiftKey ? "ungroup" : "group"), a: () => this.choose(this.shown.filter((one) => !one.within.length)) }[event.key.toLowerCase()]
      : by ? () => this.nudge(by.map((side) => side * (event.shiftKey ? 5 : event.altKey ? 0.1 : 1)))
        : ["Delete", "Backspace"].includes(event.key) ? () => this.arrange("delete") : ORDER[event.key] && (() => this.arrange(ORDER[event.key]));
    // Keys that change what is chosen are those of the browser while nothing is.
    if (!call || !(this.chosen.length || this.busy || (control && event.key.toLowerCase() === "a"))) return;
    event.preventDefault();
    event.stopPropagation();
    call();
  }

  // Move what is chosen; presses that come while one is written become one move.
  nudge(by) {
    if (this.nudged) {
      this.nudged = this.nudged.map((side, k) => side + by[k]);
      return;
    }
    this.nudged = by;
    this.change((...objects) => {
      const move = this.nudged;
      this.nudged = null;
      return objects.length > 0 && { moves: objects.map(() => move) };
    });
  }
}
