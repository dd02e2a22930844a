// What a kit holds, and what is needed besides.

import { h, later, pick, put } from "./dom.js";
import { ask, on, remember, state } from "./store.js";
import { number, paperName, t } from "./words.js";

export function manifest(main) {
  const page = h("section", { class: "page manifest", "aria-label": t("manifest") });
  const bought = h("section", { class: "bought", "aria-label": t("shopping") });
  put(main, page);
  const paint = () => {
    const { game, lang } = state;
    const total = game.families.reduce((sum, one) => sum + one.copies, 0);
    put(page, h("h1", {}, game.title), h("p", { class: "small" }, [text(game.subtitle, lang), game.players.length ? `${game.players.join(", ")} ${t("players")}` : "", game.designers.join(", ")].filter(Boolean).join(" · ")),
      h("table", {}, h("thead", {}, h("tr", {}, [["family"], ["measures"], ["stock"], ["make"], ["designsHead", 1], ["copiesHead", 1]].map(([key, right]) => h("th", { scope: "col", class: right && "right" }, t(key))))),
        h("tbody", {}, game.families.map((one) => [h("tr", {}, h("th", { scope: "row" }, text(one.title, lang) || one.id),
          h("td", {}, `${number(one.width, 1)} × ${number(one.height, 1)} mm`), h("td", {}, t(one.stock)), h("td", {}, one.make.map(t).join(", ")),
          h("td", { class: "right" }, number(one.items.length)), h("td", { class: "right" }, number(one.copies))),
          text(one.note, lang) && h("tr", { class: "note" }, h("td", { class: "small", colspan: 6 }, text(one.note, lang)))])),
        h("tfoot", {}, h("tr", {}, h("th", { scope: "row", colspan: 4 }, t("all")), h("td", { class: "right" }, number(state.items.length)), h("td", { class: "right" }, number(total))))),
      game.supplied.length > 0 && h("section", {}, h("h2", {}, t("supplied")), h("ul", {}, game.supplied.map((one) => h("li", {}, thing(one, lang))))),
      bought);
  };
  const again = later(count, 700);
  const off = on({ game: () => { paint(); again(); } });
  let asked = 0;

  // The kit is built aside and its PDF counted: that takes a second or two.
  async function count() {
    const mine = ++asked;
    const papers = state.start.papers.length ? state.start.papers : ["a4"];
    const paper = papers.includes(state.settings.kit?.paper) ? state.settings.kit.paper : papers.includes("a4") ? "a4" : papers[0];
    const choice = pick(t("paperSize"), paper, papers.map((one) => [one, paperName(one)]), (value) => { remember({ kit: { ...state.settings.kit, paper: value } }); count(); });
    const head = [h("h2", {}, t("shopping")), h("p", {}, choice)];
    put(bought, head, h("p", { class: "small", role: "status" }, t("counting")));
    let found;
    try {
      found = await ask(`/api/inventory/${state.game.id}/${state.lang}/${paper}`);
    } catch (error) {
      found = { wrong: error.message };
    }
    if (mine !== asked) return;
    put(bought, head, found.wrong && h("pre", { class: "log wrong", tabindex: "0" }, found.wrong), found.shopping && parts(found));
  }

  paint();
  count();
  return { keys: {}, leave: () => { asked += 1; off(); } };
}

function text(value, lang) {
  return value && typeof value === "object" ? value[lang] || Object.values(value)[0] || "" : String(value ?? "");
}

function thing(one, lang) {
  return Object.entries(one).filter(([name]) => name !== "id").map(([, value]) => text(value, lang)).filter(Boolean).join(" · ");
}

function parts({ shopping, sheets, ink, assumptions }) {
  const right = { class: "right" };
  const all = ink.find((one) => !one.family);
  return [
    h("table", { class: "list" }, h("tbody", {}, shopping.map((one) => { const [what, unit] = purchase(one); return h("tr", {}, h("th", { scope: "row" }, what), h("td", right, number(one.number, 1)), h("td", {}, unit)); }))),
    h("h2", {}, t("sheets")),
    h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("stock")), h("th", { scope: "col" }, t("onSheets")), ...["sheets", "piecesHead", "mostOnOne"].map((key) => h("th", { scope: "col", ...right }, t(key))))),
      h("tbody", {}, sheets.map(({ stock, group, pieces }) => h("tr", {}, h("th", { scope: "row" }, t(stock)), h("td", {}, group), h("td", right, number(pieces.length)), h("td", right, number(pieces.reduce((sum, one) => sum + one, 0))), h("td", right, number(Math.max(...pieces))))))),
    h("h2", {}, t("inkHead")),
    h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("family")), h("th", { scope: "col", ...right }, t("sides")), ...COLOURS.map((one) => h("th", { scope: "col", ...right }, t(one))))),
      h("tbody", {}, ink.filter((one) => one.family).map((one) => use(one, one.title))), all && h("tfoot", {}, use(all, t("all")))),
    assumptions.length > 0 && [h("h2", {}, t("assumptions")), h("dl", { class: "assumed" }, assumptions.map(({ subject, why }) => [h("dt", {}, h("code", {}, subject)), h("dd", {}, why)]))],
  ];
}

const COLOURS = ["cyan", "magenta", "yellow", "black"];

function use({ sides, shares }, title) {
  return h("tr", {}, h("th", { scope: "row" }, title), h("td", { class: "right" }, number(sides)), shares.map((one) => h("td", { class: "right" }, `${number(100 * one, 1)} %`)));
}

// The lines of the list are English; those of a known unit are said in the page's language.
function purchase({ what, unit }) {
  const [first, second] = what.split(", ");
  const measures = what.match(/[\d.]+ x [\d.]+ mm/);
  if (unit === "sheets" && second) return [`${t(first)}, ${second}`, t("sheets").toLowerCase()];
  if (unit === "sleeves" && measures) return [`${t("sleevesFor")} ${measures[0].replace("x", "×")}`, t("sleeves")];
  if (unit === "cuts") return [t("straightCuts"), t("cuts")];
  const colour = COLOURS.find((one) => what.startsWith(`${one} ink`));
  return colour ? [`${t("ink")}: ${t(colour)} (${t("estimated")})`, t("a4Pages")] : [what, unit];
}
