// A new game: what it begins with, what that was taken for, the first cards in every layout, and its making.

import { h, later, put } from "./dom.js";
import { findingList } from "./findings.js";
import { chosen, dropped, send } from "./given.js";
import { act, say, start, state } from "./store.js";
import { counted, language, number, t } from "./words.js";
import { go, place } from "./route.js";

const KEPT = "begin";
// Kinds of components that one layout alone is for.
const ROUND = ["hexes", "tokens"];
const OWN = "own"; // the choice of a size that is in no menu
const EMPTY = { batch: "", files: [], count: 0, picked: false, order: { kind: "cards", roles: {}, layout: "", look: "" } };

export const begin = (main) => new Begin(main);

class Begin {
  constructor(main) {
    this.keys = {};
    this.asked = 0;
    // What was given and typed outlives a reload.
    this.kept = JSON.parse(sessionStorage.getItem(KEPT) || "null") || structuredClone(EMPTY);
    this.choose = h("div", {});
    this.wrong = h("div", { role: "alert" });
    this.found = h("div", {});
    this.cards = h("div", {});
    this.foot = h("div", { class: "make" });
    put(main, h("section", { class: "page begin", "aria-label": t("beginTitle") },
      h("h1", {}, t("beginTitle")), this.choose, this.wrong, this.found, this.cards, this.foot));
    this.again = later(() => this.guess(), 250);
    this.open();
  }

  leave() {
    this.asked += 1;
    this.left = true;
  }

  // Whether something was given that a change of view would hide.
  holds() {
    return this.kept.picked;
  }

  async open() {
    try {
      this.choices = await act("/api/begin/choices", { lang: language });
    } catch (error) {
      return this.fail(error);
    }
    if (this.left) return;
    this.paintChoices();
    if (this.kept.picked) this.guess();
  }

  keep() {
    sessionStorage.setItem(KEPT, JSON.stringify(this.kept));
  }

  get order() {
    return this.kept.order;
  }

  set(changes, now = false) {
    Object.assign(this.order, changes);
    this.keep();
    if (now) this.guess();
    else this.again();
  }

  fail(error) {
    put(this.wrong, error.findings?.length ? findingList(error.findings, false, false) : h("p", { class: "wrong" }, error.message || t("lost")));
  }

  // What a game can begin with.
  paintChoices() {
    const { examples, kinds } = this.choices;
    if (this.kept.picked) {
      const what = this.kept.files.length ? names(this.kept) : examples.find((one) => one.name === this.order.like)?.title || kinds.find((one) => one.name === this.order.kind)?.title;
      put(this.choose, h("p", { class: "given" }, h("strong", {}, what), h("button", { type: "button", onclick: () => this.startOver() }, t("beginOther"))));
      return;
    }
    const file = h("input", { type: "file", multiple: true, class: "unseen", id: "begin-files", onchange: () => this.take(chosen(file)) });
    const folder = h("input", { type: "file", webkitdirectory: true, class: "unseen", id: "begin-folder", onchange: () => this.take(chosen(folder)) });
    const drop = h("div", { class: "drop",
      ondragover: (event) => { event.preventDefault(); drop.classList.add("over"); },
      ondragleave: () => drop.classList.remove("over"),
      ondrop: async (event) => { event.preventDefault(); drop.classList.remove("over"); this.take(await dropped(event.dataTransfer)); } },
      h("p", {}, t("beginDrop")), h("p", { class: "hint" }, t("beginTakes")),
      h("p", { class: "acts" }, file, h("label", { class: "open", for: "begin-files" }, t("beginFiles")), folder, h("label", { class: "open", for: "begin-folder" }, t("beginFolder"))));
    put(this.choose, drop,
      h("h2", {}, t("beginExamples")),
      h("ul", { class: "offers" }, examples.map((one) => h("li", {}, h("button", { type: "button", onclick: () => this.pick({ like: one.name }) }, h("strong", {}, one.title), h("span", { class: "small" }, one.about))))),
      h("h2", {}, t("beginKinds")),
      h("p", { class: "acts" }, kinds.map((one) => h("button", { type: "button", onclick: () => this.pick({ kind: one.name }) }, one.title))));
  }

  pick(order) {
    this.kept = { ...structuredClone(EMPTY), picked: true };
    Object.assign(this.order, order);
    this.keep();
    this.paintChoices();
    this.guess(true);
  }

  startOver() {
    sessionStorage.removeItem(KEPT);
    this.asked += 1;
    this.kept = structuredClone(EMPTY);
    this.told = null;
    for (const part of [this.wrong, this.found, this.cards, this.foot]) put(part);
    this.paintChoices();
    this.choose.querySelector("input")?.focus();
  }

  async take(files) {
    if (!files.length) return;
    put(this.wrong);
    const busy = h("p", { class: "busy", role: "status" });
    put(this.choose, busy);
    try {
      const batch = await send(files, (done) => put(busy, `${t("beginSending")} ${number(done + 1)} / ${number(files.length)}`));
      this.kept = { ...structuredClone(EMPTY), picked: true, batch, files: files.map(([path]) => path).slice(0, 3), count: files.length };
      this.keep();
      this.paintChoices();
      this.guess(true);
    } catch (error) {
      this.paintChoices();
      this.fail(error);
    }
  }

  async ask(what, order = this.order) {
    const told = await act(`/api/begin/${what}`, { batch: this.kept.batch, order });
    if (told.failed) throw Object.assign(new Error(told.failed.map((one) => one.message).join("; ")), { findings: told.failed });
    return told;
  }

  // Ask what would be made of it as it is asked for now; of two questions the later counts.
  async guess(first = false) {
    const mine = ++this.asked;
    this.foot.classList.add("busy");
    if (!this.told) put(this.found, h("p", { class: "busy", role: "status" }, t("beginLooking")));
    try {
      const told = await this.ask("guess");
      if (mine !== this.asked) return;
      this.told = told;
      put(this.wrong);
    } catch (error) {
      if (mine !== this.asked) return;
      if (!this.told) put(this.found);
      this.fail(error);
      this.foot.classList.remove("busy");
      return;
    }
    const at = document.activeElement?.id;
    const { selectionStart: from, selectionEnd: to, value } = document.activeElement || {};
    this.paint();
    const there = at && document.getElementById(at);
    if (there) {
      there.focus();
      if (there.type === "text") {
        there.value = value; // as it was typed, comma at the end included
        there.setSelectionRange(from, to);
      }
    } else if (first) this.found.querySelector("input")?.focus();
    say(`${counted(this.told.designs, "designs")}`);
    await this.layouts(mine);
  }

  paint() {
    const { told } = this;
    put(this.wrong, told.wrong.length > 0 && findingList(told.wrong, false, false), this.question());
    put(this.found,
      h("div", { class: "asked" }, this.fields()),
      h("p", { class: "small" }, `${counted(told.designs, "designs")}, ${counted(told.pieces, "pieces")}`),
      told.columns.length > 0 && h("div", {}, h("h2", {}, t("beginColumns")), this.columns()),
      told.notes.length > 0 && h("div", {}, h("h2", {}, t("beginRemarks")), h("ul", { class: "remarks" }, told.notes.map((line) => h("li", {}, line)))),
      told.lines.length > 0 && h("details", { open: told.source !== "list" }, h("summary", {}, t("beginReasons")), h("ul", { class: "remarks" }, told.lines.map((line) => h("li", {}, line)))));
    this.foot.classList.remove("busy");
    this.paintFoot();
  }

  // A question that nobody but the author can answer stands before the making.
  question() {
    return this.told.unclear.length > 0 && h("div", { class: "question", role: "group", "aria-label": t("beginUnclear") },
      this.told.unclear.map((line) => h("p", {}, line)),
      h("p", { class: "hint" }, t("beginUnclear")),
      h("button", { type: "button", onclick: () => this.set({ copies: "none" }, true) }, t("beginOneEach")));
  }

  // The values that were guessed for the whole game, each to be overruled.
  fields() {
    const { told, order, choices } = this;
    const sizes = choices.sizes[order.kind] || choices.sizes.cards;
    const own = [...(this.kept.own ? [this.kept.own] : []), OWN];
    const some = [...new Set([told.size, ...sizes, ...own])].map((one) => [one, one === OWN ? t("beginOwnSize") : one]);
    const list = told.source === "list";
    const made = list || told.source === "pdf";
    const kinds = choices.lists.map((name) => [name, choices.kinds.find((one) => one.name === name).title]);
    return [
      this.text("name", t("beginName"), order.name || told.title, told.taken ? t("beginTaken") : ""),
      made && this.menu("kind", t("beginKind"), order.kind, told.source === "pdf" ? kinds.filter(([name]) => name !== "hexes") : kinds, (kind) => this.set({ kind, size: "", layout: ROUND.includes(kind) ? "" : order.layout }, true)),
      told.source !== "like" && this.text("languages", t("beginLanguages"), (order.languages || told.languages).join(", "), t("beginLanguagesHint"), (value) => value.split(/[\s,]+/).filter(Boolean)),
      (made || told.source === "pictures") && this.menu("size", t("size"), this.owns ? OWN : order.size || told.size, some, (size) => this.chooseSize(size)),
      this.owns && this.ownSize(),
      told.sheets.length > 1 && this.menu("sheet", t("beginSheet"), order.sheet || "", [["", t("beginGuessed")], ...told.sheets.map((one) => [one, one])], (sheet) => this.set({ sheet, roles: {} }, true)),
      told.source === "pictures" && this.menu("bleed", t("bleed"), String(order.bleed ?? ""), [["", t("beginGuessed")], ...["0", "2", "3", "3.175"].map((one) => [one, `${one} mm`])], (value) => this.set({ bleed: value === "" ? null : Number(value) }, true)),
      ["pdf", "pictures"].includes(told.source) && this.text("grid", t("beginGrid"), order.grid || told.grid),
      told.source === "pdf" && this.text("pages", t("beginPages"), order.pages || "", t("beginPagesHint")),
      told.source === "pdf" && this.menu("backs", t("duplex"), order.backs || told.backs, choices.backs.map((one) => [one, t(`backs_${one}`)]), (backs) => this.set({ backs }, true)),
    ];
  }

  // One of the sizes in the menu, or a field for another.
  chooseSize(size) {
    this.owns = size === OWN;
    if (!this.owns) return this.set({ size }, true);
    this.paint();
    document.getElementById("begin-own")?.focus();
  }

  ownSize() {
    const take = (event) => {
      const size = event.target.value.trim();
      if (!size || size === this.order.size) return;
      this.kept.own = size;
      this.owns = false;
      this.set({ size }, true);
    };
    return h("div", { class: "field" }, h("label", { for: "begin-own" }, t("beginOwnSize")),
      h("input", { type: "text", id: "begin-own", maxlength: 40, autocomplete: "off", spellcheck: "false", placeholder: "2.5 x 3.5 in", "aria-describedby": "begin-own-hint", onchange: take }),
      h("span", { class: "small", id: "begin-own-hint" }, t("beginOwnSizeHint")));
  }

  text(name, label, value, hint = "", read = (text) => text) {
    const id = `begin-${name}`;
    return h("div", { class: "field" }, h("label", { for: id }, label),
      h("input", { type: "text", id, value, maxlength: 200, autocomplete: "off", spellcheck: "false", "aria-describedby": hint ? `${id}-hint` : null,
        oninput: (event) => this.set({ [name]: read(event.target.value) }) }),
      hint && h("span", { class: "small", id: `${id}-hint` }, hint));
  }

  menu(name, label, value, options, call) {
    const id = `begin-${name}`;
    return h("div", { class: "field" }, h("label", { for: id }, label), h("select", { id, onchange: (event) => call(event.target.value) },
      options.map(([key, text]) => h("option", { value: key, selected: key === value }, text))));
  }

  columns() {
    return h("table", { class: "columns" },
      h("thead", {}, h("tr", {}, [t("beginColumn"), t("beginRole"), t("beginWhy"), t("beginSamples")].map((one) => h("th", { scope: "col" }, one)))),
      h("tbody", {}, this.told.columns.map((one, k) => {
        const name = one.headings.join(", ");
        const roles = [...new Set([one.role, ...one.fitting])];
        return h("tr", { class: one.role === "out" ? "out" : null }, h("th", { scope: "row" }, name),
          h("td", {}, h("select", { id: `begin-role-${k}`, "aria-label": `${name}: ${t("beginRole")}`, onchange: (event) => this.role(one.headings[0], event.target.value) },
            roles.map((role) => h("option", { value: role, selected: role === one.role }, t(`role_${role}`))))),
          h("td", { class: "small" }, one.why),
          h("td", { class: "samples" }, one.samples.map((sample) => h("span", { class: "sample" }, sample))));
      })));
  }

  role(heading, role) {
    const roles = { ...this.order.roles };
    for (const [other, had] of Object.entries(roles)) if (had === role && ["copies", "title"].includes(role)) delete roles[other];
    this.set({ roles: { ...roles, [heading]: role }, copies: "" }, true);
  }

  // The cards as they were guessed, and those of a list in every layout, one after the other.
  async layouts(mine) {
    const { told, choices, order } = this;
    const boxes = told.source === "list";
    const group = h("fieldset", { class: "layouts" }, h("legend", {}, boxes ? t("beginLayouts") : t("beginFirst")));
    const card = (name, title, about) => {
      const faces = h("span", { class: "some" }, h("span", { class: "small busy" }, t("looking")));
      const note = h("span", { class: "small" });
      const id = `begin-layout-${name || "plain"}`;
      const input = h("input", { type: "radio", name: "layout", id, value: name, "aria-label": title, "aria-describedby": `${id}-about`, checked: order.layout === name, onchange: () => { order.layout = name; this.keep(); } });
      group.append(boxes ? h("label", { class: "layout" }, h("span", { class: "tick" }, input, h("strong", {}, title)), faces, h("span", { class: "small", id: `${id}-about` }, about), note) : h("div", { class: "layout" }, faces));
      return { faces, note, title };
    };
    const show = (at, found) => put(at.faces, found.sizes.map(([width, height], k) => h("img", {
      src: `/begin/${found.file}/${k}/${devicePixelRatio > 1 ? 6 : 4}`, width: Math.round(width * scale(found)), height: Math.round(height * scale(found)), alt: `${at.title} ${k + 1}`, loading: "lazy" })));
    const plain = card("", t("beginPlain"), t("beginPlainAbout"));
    const others = boxes && !ROUND.includes(order.kind) ? choices.layouts.map((one) => [one, card(one.name, one.title, one.about)]) : [];
    if (order.look) others.unshift([{ name: "" }, plain]); // its guess may have had another look
    if (boxes) put(this.cards, this.menu("look", t("beginLook"), order.look || choices.look, choices.looks.map((one) => [one.name, one.title]), (look) => { order.look = look; this.keep(); this.layouts(++this.asked); }), group);
    else put(this.cards, group);
    show(plain, told.faces);
    for (const [one, at] of others) {
      try {
        const found = await this.ask("layout", { ...order, layout: one.name });
        if (mine !== this.asked) return;
        show(at, found.faces);
        put(at.note, found.notes.join("; "));
      } catch (error) {
        if (mine !== this.asked) return;
        put(at.faces, h("span", { class: "small" }, `${t("beginNoLayout")} ${error.message}`));
      }
    }
  }

  paintFoot() {
    const ready = !this.told.unclear.length;
    const button = h("button", { type: "button", class: "main", id: "begin-make", disabled: !ready, onclick: () => this.make(button) }, t("beginMake"));
    put(this.foot, button, h("span", { class: "small" }, t("beginWrites")));
  }

  async make(button) {
    button.disabled = true;
    put(this.wrong);
    try {
      const made = await this.ask("make", { ...this.order, name: this.order.name || this.told.title });
      sessionStorage.removeItem(KEPT);
      this.kept = structuredClone(EMPTY);
      await start();
      const game = state.start.games.find((one) => one.id === made.game);
      Object.assign(place, { game: game?.name || "", lang: "", rest: [] });
      say(t("beginMade"));
      go("gallery");
    } catch (error) {
      button.disabled = false;
      this.fail(error);
      this.wrong.scrollIntoView({ block: "center" });
    }
  }
}

function names({ files, count }) {
  return files.join(", ") + (count > files.length ? ` … (${number(count)})` : "");
}

// Pixels per mm at which components of any size stand beside each other.
function scale({ sizes }) {
  return Math.min(4, 172 / Math.max(...sizes.map(([, height]) => height)), 260 / Math.max(...sizes.map(([width]) => width)));
}
