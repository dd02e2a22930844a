// Every component, in rows of which only those near the window exist.

import { h, icon, later, pick, press, put } from "./dom.js";
import { Face } from "./faces.js";
import { findingsOf, isStale, on, remember, say, state, textOf } from "./store.js";
import { notesOf } from "./notes.js";
import { counted, number, t } from "./words.js";
import { address, go } from "./route.js";
import { fits, read } from "./items.js";
import { Reorder } from "./reorder.js";
import { isTicked, tick, ticked } from "./ticks.js";

const GAP = 18;
const CAPTION = 34;
const HEAD = 54;

export const gallery = (main) => new Gallery(main);

export const filter = { text: "", families: new Set(), only: "" };

export function chosen() {
  const terms = read(filter.text);
  const found = state.items.filter((item) =>
    (!filter.families.size || filter.families.has(item.family.id)) &&
    (filter.only !== "findings" || findingsOf(item).length) &&
    (filter.only !== "notes" || notesOf(item).length) &&
    (filter.only !== "assumed" || item.source === "assumed" || Object.keys(item.assumed).length) &&
    terms.every((term) => fits(item, term, textOf)));
  const { sort } = state.settings;
  if (sort === "name") found.sort((a, b) => a.label.localeCompare(b.label) || a.number - b.number);
  else if (sort === "copies") found.sort((a, b) => b.copies - a.copies || a.number - b.number);
  else if (sort !== "written") found.sort((a, b) => compare(a.fields[sort], b.fields[sort]) || a.number - b.number);
  return found;
}

function compare(a, b) {
  if (a === undefined || b === undefined) return (a === undefined) - (b === undefined);
  if (typeof a === "number" && typeof b === "number") return a - b;
  return JSON.stringify(a).localeCompare(JSON.stringify(b), undefined, { numeric: true });
}

class Gallery {
  constructor(main) {
    this.cells = new Map();
    this.focus = "";
    this.count = h("p", { class: "count" });
    this.field = h("input", {
      type: "search", placeholder: t("search"), "aria-label": t("search"), "aria-describedby": "search-how", value: filter.text, autocomplete: "off", spellcheck: "false",
      oninput: later(() => { filter.text = this.field.value; this.arrange(true); }, 60),
    });
    this.chips = h("div", { class: "chips", role: "group", "aria-label": t("families") });
    this.ticks = h("div", { class: "ticks", role: "group", "aria-label": t("ticked") });
    this.reorder = new Reorder(() => (state.settings.sort !== "written" ? t("dragSorted") : filter.text || filter.only ? t("dragFiltered") : ""));
    this.canvas = h("ul", { class: "canvas", role: "list" });
    this.scroller = h("div", { class: "scroller", tabindex: "-1" }, this.canvas);
    put(main, h("section", { class: "gallery", "aria-label": t("gallery") },
      h("div", { class: "tools" },
        h("label", { class: "find" }, icon("search"), this.field,
          h("span", { class: "small how", id: "search-how" }, t("searchHow"), ["cost>=2", '"short step"', "-diagonal", "type:bird"].map((one) => [" ", h("code", {}, one)]))),
        this.select("side", t("side"), [["front", t("front")], ["back", t("back")], ["both", t("both")]]),
        this.sorting = h("span", {}),
        pick(t("only"), filter.only, [["", t("all")], ["findings", t("withFindings")], ["assumed", t("assumedOnly")], ["notes", t("withNotes")]],
          (value) => { filter.only = value; this.arrange(true); }),
        h("label", { class: "pick" }, h("span", {}, t("size")), h("input", {
          type: "range", min: 60, max: 420, step: 5, value: state.settings.cell,
          oninput: (event) => { remember({ cell: Number(event.target.value) }); this.arrange(); },
        })),
        this.count),
      this.chips, this.ticks, this.reorder.told, this.scroller));
    this.scroller.addEventListener("scroll", () => this.paint(), { passive: true });
    this.watch = new ResizeObserver(() => this.arrange());
    this.watch.observe(this.scroller);
    const [rebuild, mark] = [() => this.rebuild(), () => this.mark()];
    this.off = on({ faces: (data) => this.refresh(data), game: () => this.reorder.hold(rebuild), findings: () => this.reorder.hold(mark), notes: mark, ticks: () => this.showTicks() });
    this.canvas.addEventListener("keydown", (event) => this.move(event));
    this.rebuild();
    requestAnimationFrame(() => { this.scroller.scrollTop = filter.top || 0; });
  }

  leave() {
    filter.top = this.scroller.scrollTop;
    this.watch.disconnect();
    this.off();
  }

  select(name, label, options) {
    return pick(label, state.settings[name], options, (value) => { remember({ [name]: value }); this.rebuild(); });
  }

  rebuild() {
    const families = state.game.families;
    const names = [...new Set(families.flatMap((family) => family.items.slice(0, 50).flatMap((item) => Object.keys(item.fields))))].sort();
    if (!["written", "name", "copies", ...names].includes(state.settings.sort)) remember({ sort: "written" });
    put(this.sorting, this.select("sort", t("sort"), [["written", t("asWritten")], ["name", t("byName")], ["copies", t("byCopies")],
      ...names.map((one) => [one, `${t("byField")} ${one}`])]));
    for (const name of [...filter.families]) if (!families.some((one) => one.id === name)) filter.families.delete(name);
    put(this.chips, families.length > 1 && families.map((family) => h("button", {
      type: "button", class: "chip", "aria-pressed": String(filter.families.has(family.id)),
      onclick: (event) => {
        if (!filter.families.delete(family.id)) filter.families.add(family.id);
        event.currentTarget.setAttribute("aria-pressed", String(filter.families.has(family.id)));
        this.arrange(true);
      },
    }, family.title[state.lang] || family.id, h("span", { class: "small" }, number(family.items.length)))));
    this.showTicks();
    this.arrange();
  }

  // Where every row stands; a row is a heading, or some cells of one family.
  arrange(said = false) {
    const items = chosen();
    const width = this.scroller.clientWidth - 2 * GAP;
    const { cell, side, sort } = state.settings;
    const grouped = sort === "written";
    this.rows = [];
    let top = 0;
    let at = 0;
    while (at < items.length) {
      const family = items[at].family;
      let end = at;
      while (end < items.length && (!grouped || items[end].family === family)) end += 1;
      const some = items.slice(at, end);
      if (grouped) {
        this.rows.push({ top, height: HEAD, family, count: some.length, copies: some.reduce((sum, one) => sum + one.copies, 0) });
        top += HEAD;
      }
      const wide = Math.max(...some.slice(0, 1).map((one) => shape(one.family, cell, side).w), 40);
      const fits = grouped ? Math.max(1, Math.floor((width + GAP) / (wide + GAP))) : Math.max(1, Math.floor((width + GAP) / (cell * (side === "both" ? 2 : 1) + GAP)));
      for (let k = 0; k < some.length; k += fits) {
        const row = some.slice(k, k + fits);
        const tall = Math.max(...row.map((one) => shape(one.family, cell, side).h)) + CAPTION;
        this.rows.push({ top, height: tall, items: row, step: grouped ? wide + GAP : (cell * (side === "both" ? 2 : 1)) + GAP, first: at + k });
        top += tall + GAP;
      }
      at = end;
    }
    this.items = items;
    this.canvas.style.height = `${top + GAP}px`;
    for (const element of this.cells.values()) element.placed = false;
    const copies = items.reduce((sum, one) => sum + one.copies, 0);
    const text = `${number(items.length)}${items.length < state.items.length ? ` ${t("of")} ${number(state.items.length)}` : ""} ${t("designs")} · ${counted(copies, "pieces")}`;
    this.count.textContent = text;
    if (said) say(text);
    this.empty?.remove();
    if (!items.length) {
      this.empty = h("p", { class: "empty" }, t("nothing"), " ", h("button", { type: "button", onclick: () => {
        filter.text = this.field.value = filter.only = "";
        filter.families.clear();
        this.rebuild();
      } }, t("clear")));
      this.scroller.append(this.empty);
    }
    this.paint();
  }

  paint() {
    const from = this.scroller.scrollTop - 300;
    const to = from + this.scroller.clientHeight + 600;
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rows[middle].top + this.rows[middle].height < from) low = middle + 1;
      else high = middle;
    }
    const keep = new Set();
    for (let k = low; k < this.rows.length && this.rows[k].top < to; k++) {
      const row = this.rows[k];
      if (row.family) {
        const key = `head ${row.family.id}`;
        keep.add(key);
        if (!this.cells.get(key)?.placed) this.add(key, this.heading(row));
        continue;
      }
      row.items.forEach((item, n) => {
        keep.add(item.t);
        const known = this.cells.get(item.t);
        if (known?.placed) return;
        // A cell that shows the same stays, with its picture: a new one is blank until its picture comes.
        const same = known && known.looks === this.looks(item);
        const element = same ? known : this.cell(item);
        this.locate(element, item, GAP + n * row.step, row, row.first + n);
        if (!same) this.add(item.t, element);
      });
    }
    for (const [key, element] of this.cells) {
      if (!keep.has(key) && element !== this.reorder.pressed && !(element.placed && element.contains(document.activeElement))) {
        element.remove();
        this.cells.delete(key);
      }
    }
    if (![...this.cells.values()].some((one) => one.button?.tabIndex === 0)) {
      const first = [...this.cells.values()].find((one) => one.button);
      if (first) first.button.tabIndex = 0;
    }
  }

  add(key, element) {
    const before = this.cells.get(key);
    const focused = before?.contains(document.activeElement);
    this.cells.set(key, element);
    element.placed = true;
    if (before) before.replaceWith(element);
    else this.canvas.append(element);
    if (focused) element.button?.focus({ preventScroll: true });
  }

  // What is seen of an item's cell but its picture.
  looks(item) {
    const { cell, side } = state.settings;
    const { trim, width, height, bleed, back } = item.family;
    return JSON.stringify([cell, side, devicePixelRatio, state.lang, item.label, item.key, item.copies, trim, width, height, bleed, back]);
  }

  // Put a cell where it belongs, with the item as it is now.
  locate(element, item, left, row, position) {
    element.item = item;
    element.placed = true;
    for (const face of element.faces) {
      face.item = item;
      face.show(element.scale);
    }
    element.setAttribute("aria-posinset", position + 1);
    element.setAttribute("aria-setsize", this.items.length);
    element.style.transform = `translate(${left}px, ${row.top}px)`;
    element.style.width = `${row.step - GAP}px`;
    element.style.height = `${row.height}px`;
    element.box.firstChild.checked = isTicked(item);
    this.flag(element);
  }

  heading(row) {
    const { family } = row;
    return h("li", { class: "heading", style: { transform: `translateY(${row.top}px)` } },
      h("h2", {}, family.title[state.lang] || family.id),
      h("span", {}, `${counted(row.count, "designs")}, ${counted(row.copies, "pieces")} · ${number(family.width, 1)} × ${number(family.height, 1)} mm · ${t(family.stock)}`));
  }

  cell(item) {
    const { cell, side } = state.settings;
    const sides = side === "both" && item.family.back ? ["front", "back"] : [side === "back" && item.family.back ? "back" : "front"];
    const size = shape(item.family, cell, side);
    const faces = sides.map((one) => new Face(item, one, { label: `${item.label}, ${t(one)}` }));
    const scale = size.scale * (window.devicePixelRatio || 1);
    for (const face of faces) face.resize(size.scale);
    const button = h("button", {
      type: "button", class: "cell", tabindex: "-1", "data-item": item.key,
      onclick: () => go("card", item.key, sides[0]),
      onfocus: () => {
        for (const one of this.cells.values()) if (one.button) one.button.tabIndex = -1;
        button.tabIndex = 0;
        this.focus = item.t;
      },
    }, h("span", { class: "pair" }, faces.map((one) => one.element)),
      h("span", { class: "caption" }, h("span", { class: "name" }, item.label), h("span", { class: "small" }, `× ${item.copies}`)));
    const box = h("label", { class: "ticking" }, h("input", { type: "checkbox", tabindex: "-1", "aria-label": `${t("tickOne")} ${item.label}`, onchange: (event) => tick([element.item], event.target.checked) }));
    const element = h("li", {}, button, box);
    if (state.start.edit.length) this.reorder.take(element);
    return Object.assign(element, { button, box, faces, scale, looks: this.looks(item) });
  }

  flag(element) {
    const found = findingsOf(element.item);
    element.button.classList.toggle("wrong", found.some((one) => one.severity === "error"));
    element.button.classList.toggle("warned", found.length > 0 && !found.some((one) => one.severity === "error"));
    const noted = notesOf(element.item);
    for (const face of element.faces) face.stale(isStale(element.item));
    element.button.classList.toggle("noted", noted.length > 0);
    element.button.title = [...found.map((one) => `${t(one.severity)}: ${one.message}`), ...noted.map((one) => `${t("note_")}: ${one}`)].join("\n");
  }

  // What is ticked, and what can be done with it.
  showTicks() {
    const some = ticked();
    for (const element of this.cells.values()) if (element.box) element.box.firstChild.checked = isTicked(element.item);
    this.scroller.classList.toggle("some-ticked", some.length > 0);
    put(this.ticks, some.length > 0 && [
      h("span", { role: "status" }, `${number(some.length)} ${t("ticked")}`),
      h("a", { class: "open", href: address("print") }, icon("printer"), t("printTicked")),
      h("a", { class: "open", href: address("export") }, icon("out"), t("exportTicked")),
      h("button", { type: "button", onclick: () => tick(this.items, true) }, t("tickShown")),
      h("button", { type: "button", onclick: () => tick(state.items, false) }, icon("close"), t("tickNone"))]);
  }

  mark() {
    if (filter.only === "findings" || filter.only === "notes") return this.arrange();
    for (const element of this.cells.values()) if (element.button) this.flag(element);
  }

  refresh(data) {
    if (data.lang !== state.lang) return;
    for (const name of Object.keys(data.versions)) {
      const element = this.cells.get(name);
      for (const face of element?.faces || []) face.show(element.scale);
    }
  }

  keys = {
    "/": () => this.field.focus(),
    m: () => { const item = state.byToken.get(this.focus); if (item) tick([item], !isTicked(item)); },
    f: () => { remember({ side: state.settings.side === "front" ? "back" : "front" }); this.rebuild(); put(this.chips, [...this.chips.children]); },
    Escape: () => { if (document.activeElement === this.field) this.scroller.querySelector("button.cell")?.focus(); },
  };

  move(event) {
    const here = this.items.findIndex((item) => item.t === this.focus);
    const row = this.rows.findIndex((one) => one.items?.some((item) => item.t === this.focus));
    if (here < 0 || row < 0) return;
    const column = this.rows[row].items.findIndex((item) => item.t === this.focus);
    const beside = (step) => {
      let k = row + step;
      while (this.rows[k] && !this.rows[k].items) k += step;
      return this.rows[k] ? this.rows[k].items[Math.min(column, this.rows[k].items.length - 1)] : null;
    };
    const goals = {
      ArrowRight: () => this.items[here + 1], ArrowLeft: () => this.items[here - 1], j: () => this.items[here + 1], k: () => this.items[here - 1],
      ArrowDown: () => beside(1), ArrowUp: () => beside(-1), Home: () => this.items[0], End: () => this.items.at(-1),
    };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    press(event, Object.fromEntries(Object.entries(goals).map(([key, goal]) => [key, () => this.reach(goal())])));
  }

  reach(item) {
    if (!item) return;
    const row = this.rows.find((one) => one.items?.includes(item));
    const view = this.scroller;
    if (row.top < view.scrollTop + 8) view.scrollTop = Math.max(0, row.top - HEAD);
    else if (row.top + row.height > view.scrollTop + view.clientHeight) view.scrollTop = row.top + row.height - view.clientHeight + GAP;
    this.focus = item.t;
    this.paint();
    this.cells.get(item.t)?.button.focus({ preventScroll: true });
  }
}

// The size of a cell: the longer side of small pieces is `cell`; large ones are a little larger, as they are on the table.
function shape(family, cell, side) {
  const longest = Math.max(family.width, family.height);
  const scale = (cell * Math.min(2, Math.max(0.6, Math.sqrt(longest / 88)))) / longest;
  const two = side === "both" && family.back;
  return { scale, w: (family.width * (two ? 2 : 1) + 0.8) * scale + (two ? 8 : 0), h: family.height * scale };
}
