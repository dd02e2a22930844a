// Kits: the sheets as they print, page by page, and the dialog that makes a PDF with the command it shows.

import { h, icon, later, pick, put } from "./dom.js";
import { pageFace } from "./faces.js";
import { act, ask, notice, on, remember, state } from "./store.js";
import { Stage } from "./stage.js";
import { counted, number, paperName, t } from "./words.js";
import { address, place, replaceRest } from "./route.js";
import { ticked, words } from "./ticks.js";

const DUPLEX = [["long", "long"], ["short", "short"], ["fold", "fold_"], ["separate", "separate"], ["board", "boardDuplex"], ["none", "none"]];
const INK = [["full", "fullInk"], ["low", "low"], ["outline", "outline"]];

function options() {
  return Object.assign({ paper: "a4", duplex: "long", ink: "full" }, state.settings.kit);
}

function papers() {
  return (state.start.papers.length ? state.start.papers : ["a4"]).map((one) => [one, paperName(one)]);
}

// Options as the command has them, without those that are so anyway.
function order(more = {}) {
  const { paper, duplex, ink } = options();
  const given = { paper: paper === "a4" ? "" : paper, duplex: duplex === "long" ? "" : duplex, ink: ink === "full" ? "" : ink };
  if (state.lang !== state.game.languages[0]) given.lang = state.lang;
  return { ...given, ...more };
}

export function sheets(main) {
  let kit = null;
  let shownPage = Number(place.rest[0]) || 1;
  const stage = new Stage(() => toolbar());
  const tools = h("div", { class: "tools" });
  const strip = h("ol", { class: "strip", "aria-label": t("pages") });
  const message = h("pre", { class: "log", hidden: true, tabindex: "0" });
  put(main, h("section", { class: "card-view", "aria-label": t("sheets") }, tools, message, h("div", { class: "split" }, strip, stage.element)));

  const begin = async () => {
    try {
      take(await act("/api/kit", { game: state.game.id, order: order(), look: true }));
    } catch (error) {
      notice(error.message);
    }
  };
  const again = later(begin, 700);

  function pages() {
    return (kit?.sizes || []).flatMap((sizes, file) => sizes.map((size, page) => ({ size, url: (level) => `/page/${kit.kit}/${file}/${page}/${level}` })));
  }

  function take(next) {
    const done = next.done && (!kit?.done || kit.kit !== next.kit);
    // Until the new one is there, the one before is seen.
    if (next.done || !kit?.done) kit = next;
    message.hidden = !(next.done && !next.files.length);
    message.textContent = next.output;
    toolbar(next.done ? "" : t("making"));
    if (done) paint();
  }

  function paint() {
    const all = pages();
    const near = new IntersectionObserver((seen) => {
      for (const one of seen) if (one.isIntersecting) { one.target.face.show(1); near.unobserve(one.target); }
    }, { root: strip, rootMargin: "400px" });
    put(strip, all.map((page, k) => {
      const face = pageFace(page.size, page.url, `${t("page")} ${k + 1}`).resize(84 / page.size[0], page.size);
      const button = h("button", { type: "button", class: "thumb", "aria-current": k + 1 === shownPage ? "page" : null, onclick: () => open(k + 1) }, face.element, h("span", { class: "small" }, number(k + 1)));
      button.face = face;
      near.observe(button);
      return h("li", {}, button);
    }));
    open(Math.min(shownPage, all.length), false);
  }

  function open(number_, move = true) {
    const page = pages()[number_ - 1];
    if (!page) return put(stage.element, h("p", { class: "empty" }, kit?.done ? t("failed") : t("making")));
    shownPage = number_;
    if (move) replaceRest(String(number_));
    stage.fill([pageFace(page.size, page.url, `${t("page")} ${number_}`)]);
    [...strip.children].forEach((one, k) => {
      if (k + 1 === number_) one.firstChild.setAttribute("aria-current", "page");
      else one.firstChild.removeAttribute("aria-current");
    });
    strip.children[number_ - 1]?.scrollIntoView({ block: "nearest" });
    toolbar();
  }

  function toolbar(doing) {
    const count = pages().length;
    const set = (name) => (value) => { remember({ kit: { ...options(), [name]: value } }); begin(); };
    const { paper, duplex, ink } = options();
    if (doing !== undefined) toolbar.doing = doing;
    put(tools,
      pick(t("paperSize"), paper, papers(), set("paper")), pick(t("duplex"), duplex, DUPLEX.map(([key, word]) => [key, t(word)]), set("duplex")),
      pick(t("ink"), ink, INK.map(([key, word]) => [key, t(word)]), set("ink")),
      h("div", { class: "group" },
        h("button", { type: "button", disabled: shownPage <= 1, onclick: () => open(shownPage - 1), "aria-label": t("previous") }, icon("left")),
        h("span", { class: "small where" }, `${number(Math.min(shownPage, count))} / ${number(count)}`),
        h("button", { type: "button", disabled: shownPage >= count, onclick: () => open(shownPage + 1), "aria-label": t("next") }, icon("right"))),
      stage.tools(icon),
      toolbar.doing && h("span", { class: "small busy", role: "status" }, toolbar.doing));
  }

  const off = on({
    kit: (next) => { if (next.kit === kit?.kit || !next.done || next.files.length || !kit?.done) if (next.game === state.game.id && !next.printed) take(next); },
    game: () => { toolbar(t("stale")); again(); },
  });
  toolbar(t("making"));
  begin();
  return {
    keys: { ...stage.keys, j: () => open(shownPage + 1), k: () => open(Math.max(1, shownPage - 1)), ArrowRight: () => open(shownPage + 1), ArrowLeft: () => open(Math.max(1, shownPage - 1)) },
    leave: () => { stage.leave(); off(); if (kit && !kit.done) act("/api/kit/stop", { kit: kit.kit }).catch(() => {}); },
  };
}

// That a command runs and how far it is, with a button that stops it.
export function kitProgress(kit) {
  if (kit.done) return null;
  const percent = kit.share === null ? "" : `${number(Math.floor(kit.share * 100))} %`;
  return h("p", { class: "running", "data-kit": kit.kit }, h("progress", { "aria-label": t("making"), value: kit.share, max: 1 }), " ", t(kit.command.startsWith("prancha export") ? "exportMaking" : "making"), " ", h("span", { class: "percent" }, percent), " ", h("button", { type: "button", onclick: () => act("/api/kit/stop", { kit: kit.kit }) }, t("stop")));
}

// Show in `result` how far a kit is, and nothing else anew, so that screen readers are not told again of the rest;
// returns whether that is all.
export function isFollowed(result, kit) {
  const line = result.querySelector(`.running[data-kit="${kit.kit}"]`);
  if (!line || kit.done || kit.output !== (result.querySelector(".log")?.textContent || "")) return false;
  if (kit.share !== null) line.querySelector("progress").value = kit.share;
  line.querySelector(".percent").textContent = kit.share === null ? "" : `${number(Math.floor(kit.share * 100))} %`;
  return true;
}

// Families and cards that are named in a text, as commands take them: `only` families, else `items`.
function named(text) {
  const families = new Map(state.game.families.map((one) => [one.id, one]));
  const names = text.split(",").map((one) => one.trim()).filter(Boolean);
  if (!names.length) return {};
  if (names.every((one) => families.has(one))) return { only: names.join(",") };
  // Beside cards a family is all of its cards.
  return { items: names.map((one) => (families.has(one) ? `${one}/1-${families.get(one).items.length}` : one)).join(",") };
}

// A field for families and cards, which begins with `first` or those that are ticked.  `take` gets what is named in
// it; `check` gets whether it is there, and the field says what it means, before anything is made.
export function whichField(take, check, first = "") {
  const meant = h("span", { class: "small", role: "status", id: "which-meant" });
  const look = later(async () => {
    const names = named(input.value);
    let found = null;
    let wrong = "";
    if (names.only || names.items) {
      try {
        found = await act("/api/which", { game: state.game.id, only: "", items: "", ...names });
      } catch (error) {
        wrong = error.message;
      }
    }
    meant.className = wrong ? "wrong" : "small";
    meant.textContent = wrong || (found ? `${counted(found.designs, "designs")}, ${counted(found.pieces, "pieces")}` : "");
    check(!wrong);
  }, 250);
  const input = h("input", { type: "text", "aria-labelledby": "which-name", "aria-describedby": "which-meant", value: first || words(ticked()), placeholder: t("everything"), oninput: () => { take(named(input.value)); look(); } });
  take(named(input.value));
  look();
  return h("div", { class: "field" }, h("span", { id: "which-name" }, t("which")), h("span", { class: "stack" }, input, meant, h("span", { class: "small" }, t("itemsHint"), " ", h("a", { href: address("gallery") }, t("tickCards")))));
}

export function print(main) {
  const chosenItems = place.rest[0] || "";
  const since = place.rest[1] || "";
  let kit = null;
  const form = Object.assign(options(), { which: {}, printer: "", proof: true, cover: true, draft: false, sets: "1", since });
  const page = h("section", { class: "page print", "aria-label": t("print") });
  const command = h("code", { class: "command" });
  const result = h("div", { class: "result", "aria-live": "polite" });
  const start = h("button", { type: "button", class: "main", onclick: () => begin() }, t("go"));
  const field = (label, control) => h("label", { class: "field" }, h("span", {}, label), control);
  const choose = (name, list) => h("select", { onchange: (event) => { form[name] = event.target.value; if (name in options()) remember({ kit: { ...options(), [name]: form[name] } }); tell(); } },
    list.map(([key, text]) => h("option", { value: key, selected: key === form[name] }, text)));
  const tick = (name, label) => h("label", { class: "tick" }, h("input", { type: "checkbox", checked: form[name], onchange: (event) => { form[name] = event.target.checked; tell(); } }), label);
  const which = !since && whichField((names) => { form.which = names; tell(); }, (known) => { start.disabled = !known; }, chosenItems);
  const sets = h("input", { type: "number", min: 1, max: 999, value: form.sets, oninput: () => { form.sets = sets.checkValidity() && sets.value ? String(Math.round(Number(sets.value))) : "1"; tell(); } });
  put(page, h("h1", {}, t("print")), h("div", { class: "form" },
    field(t("paperSize"), choose("paper", papers())), field(t("duplex"), choose("duplex", DUPLEX.map(([key, word]) => [key, t(word)]))),
    field(t("ink"), choose("ink", INK.map(([key, word]) => [key, t(word)]))),
    state.start.printers.length > 0 && field(t("printer"), choose("printer", [["", "–"], ...state.start.printers.map((one) => [one, one])])),
    which,
    !since && field(t("sets"), sets)),
    tick("cover", t("cover")), tick("proof", t("proof")), tick("draft", t("draft")),
    h("h2", {}, t("command")), h("p", {}, command), h("p", {}, start), result);
  put(main, page);

  function given() {
    const more = { proof: form.proof, draft: form.draft, "no-cover": !form.cover, printer: form.printer };
    if (form.since) more["changed-since"] = form.since;
    else if (form.sets !== "1") more.sets = form.sets;
    return order({ ...more, ...form.which });
  }

  // What the command will be, as the server will write it.
  function tell() {
    const asked = given();
    const parts = ["prancha", "build", state.game.name];
    for (const name of ["paper", "lang", "duplex", "ink", "printer", "sets", "items", "only", "changed-since"]) if (asked[name]) parts.push(`--${name}`, asked[name]);
    if (asked.draft) parts.push("--draft");
    if (asked["no-cover"]) parts.push("--no-cover");
    if (asked.proof) parts.push("--proof");
    command.textContent = parts.join(" ");
  }

  async function begin() {
    try {
      take(await act("/api/kit", { game: state.game.id, order: given() }));
    } catch (error) {
      put(result, h("p", { class: "wrong" }, error.message));
    }
  }

  function take(next) {
    kit = next;
    command.textContent = next.command;
    start.disabled = !next.done;
    if (isFollowed(result, next)) return;
    put(result,
      kitProgress(next),
      next.done && h("p", { class: next.fine ? "fine" : "wrong" }, next.files.length ? (next.fine ? (form.proof ? t("proofClean") : t("ready")) : t("proofFound")) : t("failed")),
      next.files.map((name, k) => h("p", {}, h("a", { class: "open", href: `/pdf/${next.kit}/${k}`, target: "_blank", rel: "noopener" }, t("openPdf")), " ", h("code", {}, name))),
      next.output && h("pre", { class: "log", tabindex: "0" }, next.output));
  }

  const off = on({ kit: (next) => { if (kit && next.kit === kit.kit) take(next); } });
  tell();
  return { keys: {}, leave: off };
}
