// What changed since a snapshot: a list, and before and after of each card.

import { dialog, h, icon, later, pick, put } from "./dom.js";
import { Face, pageFace } from "./faces.js";
import { act, ask, on, remember, say, state, undoLast } from "./store.js";
import { playList, playsOf, playTests } from "./play-tests.js";
import { Stage } from "./stage.js";
import { number, t } from "./words.js";
import { address, place, replaceRest } from "./route.js";

const MODES = ["beside", "swipe", "blink"];

export const changes = (main) => new Changes(main);

class Changes {
  constructor(main) {
    this.stage = new Stage(() => this.toolbar());
    this.tools = h("div", { class: "tools" });
    this.list = h("div", { class: "panel changes", role: "region", "aria-label": t("changes"), tabindex: "0" });
    put(main, h("section", { class: "card-view", "aria-label": t("changes") }, this.tools, h("div", { class: "split" }, this.list, this.stage.element)));
    this.keys = { ...this.stage.keys, j: () => this.step(1), k: () => this.step(-1), v: () => this.mode(MODES[(MODES.indexOf(this.how) + 1) % MODES.length]) };
    const again = later(() => this.compare(), 1200);
    this.off = on({ game: again, notes: again, faces: () => this.stage.show() });
    this.begin();
  }

  leave() {
    clearInterval(this.timer);
    this.stage.leave();
    this.off();
  }

  get how() {
    return state.settings.compare || "beside";
  }

  async begin() {
    try {
      this.names = await ask(`/api/snapshots/${state.game.id}`);
    } catch (error) {
      return put(this.list, h("p", { class: "wrong" }, error.message));
    }
    this.name = this.names.includes(place.rest[0]) ? place.rest[0] : this.names.includes("printed") ? "printed" : this.names.at(-1);
    this.toolbar();
    if (this.name) await this.compare();
    else put(this.list, h("p", { class: "hint" }, t("noSnapshots")), playList(await playTests()));
  }

  async compare() {
    if (!this.name) return;
    const number_ = this.names.indexOf(this.name);
    if (!this.found) put(this.list, h("p", { class: "small busy" }, t("looking")));
    try {
      [this.found, this.plays] = await Promise.all([ask(`/api/diff/${state.game.id}/${number_}`), playTests()]);
    } catch (error) {
      return put(this.list, h("p", { class: "wrong" }, error.message));
    }
    if (!this.list.isConnected) return;
    this.at = Math.max(0, this.found.changes.findIndex((one) => (one.new || one.old) === place.rest[1]));
    this.toolbar();
    this.paint();
    this.show();
  }

  toolbar() {
    const some = this.names?.length > 0;
    put(this.tools,
      some && pick(t("compareWith"), this.name, this.names.map((one) => [one, one]), (value) => { this.name = value; this.found = null; replaceRest(this.name); this.compare(); }),
      some && h("div", { class: "group", role: "group", "aria-label": t("look") }, MODES.map((one) => h("button", { type: "button", "aria-pressed": String(this.how === one), onclick: () => this.mode(one) }, t(one)))),
      some && this.how === "swipe" && this.slider(),
      some && this.stage.tools(icon),
      state.start.edit.length > 0 && h("div", { class: some ? "group" : "group needed" },
        h("button", { type: "button", onclick: () => this.keep("printed") }, icon("check"), t("printedNow")),
        h("button", { type: "button", onclick: () => this.name_() }, icon("pin"), t("snapshotMake")),
        h("button", { type: "button", onclick: () => this.undo() }, icon("undo"), t("undo"))),
      this.found?.changes.length > 0 && h("a", { class: "open", href: address("print", "", this.name) }, t("printOnly")));
  }

  // Store the game as it is, as what was printed last or under a name of one's own.
  async keep(name, wrong = this.list) {
    try {
      const told = await act("/api/snapshot", { game: state.game.id, name });
      say(told.told);
      this.names = told.names;
      this.name = name;
      this.found = null;
      replaceRest(name);
      this.toolbar();
      await this.compare();
      return true;
    } catch (error) {
      put(wrong, h("p", { class: "wrong", role: "alert" }, error.message));
      return false;
    }
  }

  // A snapshot that was kept is gone, or as it was before; other changes are undone as everywhere.
  async undo() {
    try {
      await undoLast();
      say(t("undo"));
      this.found = null;
      await this.begin();
    } catch (error) {
      put(this.list, h("p", { class: "wrong", role: "alert" }, error.message));
    }
  }

  name_() {
    const wrong = h("div", {});
    const name = h("input", { type: "text", required: true, pattern: "[A-Za-z0-9][A-Za-z0-9_.\\-]{0,60}", placeholder: "v1.0", title: t("snapshotName") });
    const form = h("form", { onsubmit: async (event) => { event.preventDefault(); if (await this.keep(name.value, wrong)) box.close(); } },
      h("label", { class: "field" }, h("span", {}, t("snapshotName")), name), wrong, h("p", { class: "acts" }, h("button", { class: "main" }, t("snapshotKeep")), h("button", { type: "button", onclick: () => box.close() }, t("cancel"))));
    const box = dialog(t("snapshotMake"), h("p", { class: "hint" }, t("snapshotHow")), form);
    name.focus();
  }

  slider() {
    const range = h("input", { type: "range", min: 0, max: 100, value: this.share ?? 50, "aria-label": t("swipe"), oninput: () => { this.share = Number(range.value); this.cut(); } });
    return range;
  }

  mode(how) {
    remember({ compare: how });
    this.toolbar();
    this.show();
  }

  paint() {
    const { found } = this;
    const field = (one) => h("li", {}, h("code", {}, one.path), " ", "old" in one && h("del", {}, plain(one.old)), " ", "new" in one && h("ins", {}, plain(one.new)));
    put(this.list,
      h("p", { class: "small" }, `${number(found.changes.length)} ${t(found.changes.length === 1 ? "change" : "changes").toLowerCase()}`),
      !found.changes.length && h("p", { class: "empty" }, t("noDifference")),
      h("ol", { class: "list" }, found.changes.map((one, k) => h("li", {}, h("button", { type: "button", class: "plain change", "aria-current": k === this.at ? "true" : null, onclick: () => { this.at = k; this.paint(); this.show(); } },
        h("span", { class: `tag ${one.kind}` }, t(one.kind)), one.new || one.old, one.copies[0] !== one.copies[1] && h("span", { class: "small" }, `× ${one.copies[0]} → ${one.copies[1]}`)),
        k === this.at && one.fields.length > 0 && h("ul", { class: "values" }, one.fields.map(field)),
        playsOf(this.plays, one.new || one.old).map((line) => h("p", { class: "small played" }, line)),
        one.notes.length > 0 && h("ul", { class: "notes", "aria-label": t("notes") }, one.notes.map((note) => h("li", {}, note)))))),
      playList(this.plays),
      found.values.length > 0 && h("section", {}, h("h2", {}, t("game")), h("ul", { class: "values" }, found.values.map(field))));
  }

  step(by) {
    if (!this.found?.changes[this.at + by]) return;
    this.at += by;
    this.paint();
    this.show();
  }

  show() {
    clearInterval(this.timer);
    const one = this.found?.changes[this.at];
    if (!one) return put(this.stage.element);
    replaceRest(this.name, one.new || one.old);
    const side = one.faces[0]?.side || "front";
    const faces = [];
    const size = one.old && this.found.sizes[one.old.split("/")[0]];
    const item = state.byKey.get(one.new);
    if (size && (one.faces.length || one.new)) {
      const index = this.names.indexOf(this.name);
      const token = this.found.tokens[one.old];
      faces.push([t("before"), pageFace(size, (level) => `/old/${state.game.id}/${index}/${state.lang}/${token}/${side}/${level}?v=${this.name}`, t("before"), item?.family.trim[side === "back" ? 1 : 0])]);
    }
    if (item) faces.push([t("after"), new Face(item, side === "back" && item.family.back ? "back" : "front", { label: t("after") })]);
    const over = faces.length === 2 && this.how !== "beside";
    this.stage.fill(faces.map(([, face]) => face), over ? [] : faces.map(([name]) => name), over ? "faces over" : "faces");
    this.cut();
    if (over && this.how === "blink") {
      let old = true;
      const blink = () => { old = !old; this.stage.board.classList.toggle("old", old); };
      this.stage.board.classList.add("blinking");
      if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.stage.element.onclick = blink;
      else this.timer = setInterval(blink, 700);
    }
  }

  cut() {
    const over = this.how === "swipe" && this.stage.faces.length === 2;
    const after = this.stage.faces.at(-1)?.element;
    if (after) after.style.clipPath = over ? `inset(-10px -10px -10px ${this.share ?? 50}%)` : "";
  }
}

function plain(value) {
  return value === null ? "–" : typeof value === "object" ? JSON.stringify(value) : String(value);
}
