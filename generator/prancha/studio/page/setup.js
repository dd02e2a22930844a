// What a game is made of besides its cards: families, colours and fonts, each with a way to add one.

import { h, icon, put } from "./dom.js";
import { chosen, send } from "./given.js";
import { act, on, say, state, undoLast } from "./store.js";
import { counted, language, number, t } from "./words.js";
import { address } from "./route.js";

export const setup = (main) => new Setup(main);

class Setup {
  constructor(main) {
    this.keys = {};
    this.wrong = h("div", { role: "alert" });
    this.told = h("div", { role: "status" });
    this.families = h("section", { "aria-label": t("families") });
    this.colours = h("section", { "aria-label": t("palette") });
    this.fonts = h("section", { "aria-label": t("fonts") });
    const undo = h("button", { type: "button", onclick: () => this.try(() => undoLast(), () => say(t("undo"))) }, icon("undo"), t("undo"));
    put(main, h("section", { class: "page setup", "aria-label": t("setup") }, h("h1", {}, t("setup")), state.start.edit.length > 0 && h("p", {}, undo), this.wrong, this.told, this.families, this.colours, this.fonts));
    this.leave = on({ game: () => this.paint() });
    this.paint();
    if (state.start.edit.length) act("/api/begin/choices", { lang: language }).then(({ kinds }) => { this.kinds = kinds; this.paint(); }, (error) => this.fail(error));
  }

  fail(error) {
    put(this.wrong, error && h("p", { class: "wrong" }, error.message || t("lost")));
  }

  // Do something, and tell what was refused; `done` gets the answer.  Returns whether it was done.
  async try(call, done) {
    this.fail(null);
    put(this.told);
    try {
      done(await call());
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    }
  }

  paint() {
    // What somebody is choosing or writing is left alone.
    const writing = [this.colours, this.families].some((one) => one.contains(document.activeElement)) ? document.activeElement : null;
    if (writing?.type === "color" || (writing?.type === "text" && writing.value)) return;
    const edit = state.start.edit.length > 0;
    this.paintFamilies(edit);
    this.paintColours(edit);
    this.paintFonts(edit);
  }

  paintFamilies(edit) {
    const kind = h("select", { "aria-label": t("familyKind") }, (this.kinds || []).map((one) => h("option", { value: one.name }, one.title)));
    put(this.families, h("h2", {}, t("families")),
      h("ul", { class: "found" }, state.game.families.map((one) => h("li", { class: "plain" },
        h("a", { href: one.items.length ? address("card", `${one.id}/${one.items[0].id}`, "front") : address("gallery") }, one.title[state.lang] || one.id), " ",
        h("span", { class: "small" }, `${counted(one.items.length, "designs")} · ${number(one.width, 1)} × ${number(one.height, 1)} mm · ${t(one.stock)}`), edit && this.sizeForm(one)))),
      edit && this.kinds && h("p", { class: "acts" }, kind, h("button", { type: "button", onclick: () => this.try(() => act("/api/add/family", { game: state.game.id, kind: kind.value }), (told) => {
        put(this.told, h("p", { class: "fine" }, `${told.family}: ${t("familyMade")}`), told.notes.map((one) => h("p", { class: "small" }, one)));
      }) }, icon("plus"), t("familyAdd"))));
  }

  // Another size, for which the drawings are scaled.
  sizeForm(family) {
    const size = h("input", { type: "text", required: true, "aria-label": `${t("size")}: ${family.title[state.lang] || family.id}`, placeholder: `${Math.round(family.width * 100) / 100} x ${Math.round(family.height * 100) / 100} mm`, spellcheck: "false" });
    return h("details", {}, h("summary", {}, t("sizeOther")), h("p", { class: "hint" }, t("sizeHow")),
      h("form", { class: "acts", onsubmit: (event) => { event.preventDefault(); this.try(() => act("/api/add/size", { game: state.game.id, family: family.id, size: size.value.trim() }), (told) => {
        size.blur();
        put(this.told, h("p", { class: "fine" }, `${family.title[state.lang] || family.id}: ${told.size}`));
      }); } }, size, h("button", {}, t("sizeSet"))));
  }

  paintColours(edit) {
    const { palette } = state.game;
    const save = (name, old, value) => this.try(() => act("/api/colour", { game: state.game.id, name, old, new: value.toLowerCase() }), () => say(`${name}: ${t("saved")}`));
    // A changed colour is painted anew, as the file has it by then, or as it was where that was refused.
    const change = async (one, value, input) => {
      input.blur();
      this.changed = one;
      if (!await save(one, value, input.value)) this.paint();
    };
    const add = async () => {
      if (!await save(name.value.trim(), null, colour.value)) return;
      name.value = "";
      name.blur();
      this.paint();
    };
    const name = h("input", { type: "text", required: true, pattern: "[^\\W\\d][\\w\\-]{0,40}", "aria-label": t("colourName"), placeholder: t("colourName") });
    const colour = h("input", { type: "color", value: "#336699", "aria-label": t("colour") });
    put(this.colours, h("h2", {}, t("palette")), h("p", { class: "hint" }, t("paletteHow")),
      h("ul", { class: "palette" }, Object.entries(palette).map(([one, value]) => {
        const plain = typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value);
        return h("li", {}, h("label", {}, h("input", { type: "color", value: plain ? value : "#808080", "data-colour": one, disabled: !edit || !plain, onchange: (event) => change(one, value, event.target) }), h("span", {}, one), h("code", {}, String(value))));
      })),
      edit && h("form", { class: "acts", onsubmit: (event) => { event.preventDefault(); add(); } }, colour, name, h("button", {}, icon("plus"), t("colourAdd"))));
    if (document.activeElement === document.body) this.colours.querySelector(`[data-colour="${this.changed}"]`)?.focus();
    this.changed = "";
  }

  paintFonts(edit) {
    const file = h("input", { type: "file", class: "unseen", id: "font-file", accept: ".ttf,.otf,.ttc,.woff,.woff2", onchange: () => this.addFont(chosen(file)) });
    put(this.fonts, h("h2", {}, t("fonts")), h("p", { class: "hint" }, t("fontHow")), edit && h("p", { class: "acts" }, file, h("label", { class: "open", for: "font-file" }, t("fontAdd"))));
  }

  addFont(files) {
    if (!files.length) return;
    put(this.told, h("p", { class: "busy" }, t("beginLooking")));
    this.try(async () => act("/api/add/font", { game: state.game.id, batch: await send(files, () => {}) }), (told) => put(this.told,
      h("p", { class: "fine" }, `${told.family}: ${t(told.line ? "fontAdded" : "fontNamed")}`), told.line && h("pre", { class: "log", tabindex: "0" }, told.line), told.notes.map((one) => h("p", { class: "small" }, one))));
  }
}
