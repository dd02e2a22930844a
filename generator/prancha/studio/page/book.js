// The rulebook as spreads: each paragraph leads to its place in the text, problems stand at theirs.

import { h, icon, put, s } from "./dom.js";
import { pageFace } from "./faces.js";
import { fileLink, findingList } from "./findings.js";
import { allFindings, ask, on, remember, state } from "./store.js";
import { number, t } from "./words.js";
import { place, replaceRest } from "./route.js";

const ZOOMS = [1.5, 2, 2.5, 3, 4, 5, 6, 8];
document.head.append(h("link", { rel: "stylesheet", href: "/app/book.css" }));

export function book(main) {
  let told = { pages: [], findings: [], rtl: false, version: "" };
  let spread = Math.floor((Number(place.rest[0]) || 1) / 2);
  let zoom = state.settings.book || 0; // pixels per mm; 0 until a page is known whose width can fit the window
  let chosen = "";
  const tools = h("div", { class: "tools" });
  const spot = h("div", { class: "spot", "aria-live": "polite" });
  const wrong = h("div", { role: "alert" });
  const sheet = h("div", { class: "scroller spread", tabindex: "0", role: "region", "aria-label": t("book") });
  put(main, h("section", { class: "card-view book", "aria-label": t("book") }, tools, wrong, sheet, spot));

  const count = () => Math.floor(told.pages.length / 2) + 1;

  async function load() {
    const { game, lang } = state;
    try {
      const next = await ask(`/api/book/${game.id}/${lang}`);
      if (game !== state.game || lang !== state.lang) return;
      told = next;
    } catch (error) {
      return put(wrong, h("p", { class: "wrong" }, error.status === 404 ? t("bookNone") : error.message));
    }
    paint();
  }

  // Problems of this text, each at the paragraph above or at its line.
  function problems(block) {
    const [, , , , file, line] = block;
    const lines = told.pages.flatMap((page) => page.blocks).filter((one) => one[4] === file).map((one) => one[5]);
    const next = Math.min(...lines.filter((one) => one > line), Infinity);
    return all().filter((one) => one.place[0] === file && one.place[1] >= line && one.place[1] < next);
  }

  function all() {
    const files = new Set(told.pages.flatMap((page) => page.blocks.map((one) => one[4])));
    const own = told.findings.map((one) => ({ ...one, count: 1 }));
    const same = new Set(own.map((one) => `${one.place.join(":")} ${one.message}`));
    return [...own, ...allFindings().filter((one) => files.has(one.place[0]) && !same.has(`${one.place.join(":")} ${one.message}`))];
  }

  function paint() {
    spread = Math.max(0, Math.min(spread, count() - 1));
    put(wrong, told.findings.length > 0 && [told.pages.length > 0 && h("p", { class: "hint" }, t("bookStale")), findingList(told.findings, false)]);
    if (!zoom && told.pages.length) zoom = Math.max(ZOOMS[0], Math.min(3, (sheet.clientWidth - 20) / told.pages[0].size[0]));
    const shown = [2 * spread - 1, 2 * spread].map((k) => (told.pages[k] ? page(k) : h("div", { class: "none" })));
    sheet.dir = told.rtl ? "rtl" : "ltr";
    put(sheet, shown);
    toolbar();
  }

  function page(k) {
    const { size, blocks } = told.pages[k];
    const url = (level) => `/book/${state.game.id}/${state.lang}/${k}/${level}?v=${told.version}`;
    const face = pageFace(size, url, `${t("page")} ${k + 1}`).resize(zoom, size);
    face.show(zoom * devicePixelRatio);
    face.element.append(...blocks.map((block) => {
      const [x, y, width, height, file, line, column] = block;
      const found = problems(block);
      const kind = found.some((one) => one.severity === "error") ? "error" : found.length ? "warning" : "";
      const label = [`${file}:${line}`, ...found.map((one) => one.message)].join(", ");
      const open = () => choose([file, line, column], found);
      return s("rect", { x, y, width, height, rx: 0.6, class: `block ${kind}${chosen === `${file}:${line}` ? " chosen" : ""}`, role: "button", tabindex: "0", "aria-label": label, "data-line": line, onclick: open,
        onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); event.stopPropagation(); open(); } } });
    }));
    face.element.setAttribute("role", "group");
    return face.element;
  }

  // A paragraph opens in the editor, or its place is copied; what is wrong with it is told below.
  function choose(at, found) {
    chosen = `${at[0]}:${at[1]}`;
    const link = fileLink(at);
    put(spot, h("p", {}, link), found.length > 0 && findingList(found, false));
    link.click();
    for (const one of sheet.querySelectorAll(".block")) one.classList.toggle("chosen", one.getAttribute("aria-label").split(",")[0] === chosen);
  }

  function turn(by) {
    const to = spread + by;
    if (to < 0 || to >= count()) return;
    spread = to;
    replaceRest(String(Math.max(1, 2 * spread)));
    paint();
  }

  function scale(by) {
    zoom = (by > 0 ? ZOOMS.find((one) => one > zoom) : ZOOMS.findLast((one) => one < zoom)) || zoom;
    remember({ book: zoom });
    paint();
  }

  function toolbar() {
    const pages = [2 * spread, 2 * spread + 1].filter((one) => one > 0 && one <= told.pages.length);
    const back = told.rtl ? 1 : -1;
    put(tools, h("div", { class: "group" },
      h("button", { type: "button", disabled: spread + back < 0 || spread + back >= count(), onclick: () => turn(back), "aria-label": t(told.rtl ? "next" : "previous") }, icon("left")),
      h("span", { class: "small where" }, `${pages.map((one) => number(one)).join("–")} / ${number(told.pages.length)}`),
      h("button", { type: "button", disabled: spread - back < 0 || spread - back >= count(), onclick: () => turn(-back), "aria-label": t(told.rtl ? "previous" : "next") }, icon("right"))),
      h("div", { class: "group" },
        h("button", { type: "button", disabled: zoom <= ZOOMS[0], onclick: () => scale(-1), "aria-label": "−", title: "−" }, icon("minus")),
        h("button", { type: "button", disabled: zoom >= ZOOMS.at(-1), onclick: () => scale(1), "aria-label": "+", title: "+" }, icon("plus"))));
  }

  const off = on({ game: load, findings: paint });
  load();
  return { keys: { ArrowLeft: () => turn(told.rtl ? 1 : -1), ArrowRight: () => turn(told.rtl ? -1 : 1), "+": () => scale(1), "-": () => scale(-1) }, leave: off };
}
