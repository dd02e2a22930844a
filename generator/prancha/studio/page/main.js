// The frame: bar, views, keyboard.

import { dialog, h, icon, pick, put } from "./dom.js";
import { allFindings, listen, notice, on, openGame, remember, start, state } from "./store.js";
import { language, languages as pageLanguages, number, speak, t } from "./words.js";
import { address, go, place, routes } from "./route.js";
import { begin } from "./begin.js";
import { book } from "./book.js";
import { gallery } from "./gallery.js";
import { card } from "./card.js";
import { counted, findings, isChecking, progress, summary } from "./findings.js";
import { layout } from "./layout.js";
import { manifest } from "./manifest.js";
import { exports_ } from "./export.js";
import { print, sheets } from "./kit.js";
import { changes } from "./changes.js";
import { notes } from "./notes.js";
import { setup } from "./setup.js";
import { stats } from "./stats.js";
import { table } from "./table.js";

const VIEWS = { gallery, layout, sheets, findings, changes, print, export: exports_, table, stats, notes, manifest, setup, book };
const OTHERS = { card };
let current = null;

async function boot() {
  if (location.search) history.replaceState(null, "", `/${location.hash}`); // the token is not to be seen
  document.documentElement.lang = language;
  document.getElementById("skip").textContent = t("skip");
  theme();
  try {
    await start();
  } catch (error) {
    return notice(error.message || t("lost"));
  }
  listen();
  routes(show);
  await show();
  on({ findings: badge, checking: badge, game: bar, games: () => (state.game?.families || current?.holds?.() ? bar() : show()) });
  document.getElementById("skip").addEventListener("click", (event) => { event.preventDefault(); document.getElementById("main").focus(); });
}

async function show() {
  const { games } = state.start;
  const known = games.find((one) => one.name === place.game) || games[0];
  if (state.start.begin && (place.view === "begin" || !known)) {
    current?.leave();
    current = begin(document.getElementById("main"));
    document.title = `${t("beginTitle")} · prancha studio`;
    return bar();
  }
  if (!known) {
    bar();
    return findings(document.getElementById("main"));
  }
  const lang = known.languages.includes(place.lang) ? place.lang : known.languages[0];
  place.game = known.name;
  place.lang = lang || "";
  if (!state.game || state.game.id !== known.id || state.lang !== lang) {
    try {
      await openGame(known.id, lang);
    } catch (error) {
      notice(error.message);
    }
  }
  current?.leave();
  current = null;
  document.getElementById("main").classList.remove("opened");
  bar();
  const main = document.getElementById("main");
  if (!state.game?.families) {
    current = findings(main);
    return;
  }
  const view = VIEWS[place.view] || OTHERS[place.view] || gallery;
  current = view(main);
  document.title = `${state.game.title} · prancha studio`;
}

function bar() {
  const { games } = state.start;
  const game = games.find((one) => one.name === place.game);
  const languages = state.game?.languages || game?.languages || [];
  const active = place.view === "card" ? "gallery" : place.view;
  const element = document.getElementById("bar");
  const main = document.getElementById("main");
  element.classList.remove("opened");
  // On a small screen the views are behind one button, and what a view offers behind another.
  const fold = (word, label, what, mark) => h("button", { type: "button", class: `fold ${mark}`, "aria-expanded": String(what.classList.contains("opened")), "aria-controls": what.id, "aria-label": t(word), onclick: (event) => {
    event.currentTarget.setAttribute("aria-expanded", String(what.classList.toggle("opened")));
  } }, icon(mark), label);
  put(element,
    h("strong", { class: "brand" }, "prancha", h("span", {}, "studio")),
    games.length > 0 && fold("views", t(active in VIEWS ? active : "gallery"), element, "menu"),
    games.length > 0 && fold("tools", "", main, "options"),
    games.length > 1 ? pick(t("game"), place.game, games.map((one) => [one.name, one.title]), (value) => { place.game = value; place.lang = ""; go(place.view === "card" ? "gallery" : place.view); }, true) : h("span", { class: "title" }, game?.title || ""),
    languages.length > 1 && pick(t("language"), state.lang, languages.map((one) => [one, one + (state.game?.incomplete?.includes(one) ? ` (${t("incomplete")})` : "")]),
      (value) => { place.lang = value; go(place.view, ...place.rest); }, true),
    games.length > 0 && h("nav", { "aria-label": t("views") }, Object.keys(VIEWS).filter((one) => one !== "book" || state.game?.book).map((one) => h("a", {
      href: address(one), "aria-current": one === active ? "page" : null, "data-view": one,
    }, t(one)))),
    h("span", { class: "end" },
      state.start.begin && games.length > 0 && h("a", { class: "open", href: address("begin"), "aria-current": place.view === "begin" ? "page" : null }, t("beginNew")),
      h("label", { class: "pick" }, h("span", { class: "unseen" }, t("page_language")), h("select", { onchange: (event) => speak(event.target.value) },
        Object.entries(pageLanguages).map(([tag, name]) => h("option", { value: tag, selected: tag === language, lang: tag }, name)))),
      h("button", { type: "button", class: "plain", onclick: () => { remember({ theme: dark() ? "light" : "dark" }); theme(); }, "aria-label": t("theme"), title: t("theme") }, "◐"),
      h("button", { type: "button", class: "plain", onclick: help, "aria-label": t("help"), title: `${t("help")} (?)` }, "?")));
  badge();
}

function badge() {
  const link = document.querySelector('nav a[data-view="findings"]');
  if (!link) return;
  const found = allFindings();
  const errors = found.some((one) => one.severity === "error");
  put(link, t("findings"), found.length > 0 && h("span", { class: errors ? "badge error" : "badge" }, number(counted(found))),
    isChecking() && h("span", { class: "checking" }, progress()));
  link.title = summary(found);
  const unread = (state.findings?.unread || []).length > 0;
  document.body.classList.toggle("unread", unread);
  // A game that was never read shows its errors anyway, and no older state.
  notice(unread && state.game?.families ? `${t("unread")} ${state.findings.unread[0].place.filter(Boolean).join(":")}: ${state.findings.unread[0].message}` : "");
}

function dark() {
  return (state.settings.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
}

function theme() {
  document.documentElement.dataset.theme = dark() ? "dark" : "light";
}

function help() {
  const rows = [
    ["/", "k_search"], ["← → ↑ ↓  j k", "k_move"], ["Enter", "k_open"], ["f", "k_flip"], ["m", "k_tick"], ["+ − 0 1", "k_zoom"], ["t b s d", "k_over"],
    ["v", "k_look"], ["l", "k_lang"], ["o", "k_edit"], ["z y n e", "k_table"], ["← → ↑ ↓", "k_layout"], ["Ctrl-D  Ctrl-G  Ctrl-Shift-G  Delete  Ctrl-A  PageUp  w", "k_arrange"], ["f r c h x u b s d o a v Space", "k_piece"], ["g 1 … g 0  g -  g =", "k_views"], ["Esc", "k_close"], ["?", "k_help"],
  ];
  dialog(t("help"), h("table", { class: "keys" }, h("tbody", {}, rows.map(([keys, what]) => h("tr", {}, h("th", { scope: "row" }, keys.split("  ").map((one) => h("kbd", {}, one))), h("td", {}, t(what)))))));
}

let g = 0;

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  const typing = event.target.matches?.("input, select, textarea");
  if (typing && event.key !== "Escape") return;
  if (typing) event.target.blur();
  if (event.key === "?") return help();
  if (event.timeStamp - g < 1500 && /^[0-9=-]$/.test(event.key)) {
    const name = Object.keys(VIEWS)["1234567890-=".indexOf(event.key)];
    g = 0;
    if (name) go(name);
    return;
  }
  if (event.key === "g") g = event.timeStamp;
  const call = current?.keys[event.key];
  if (!call) return;
  event.preventDefault();
  call(event);
});

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", theme);
boot();
