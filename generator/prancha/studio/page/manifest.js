// What a kit holds, and what is needed besides.

import { h, put } from "./dom.js";
import { on, state } from "./store.js";
import { number, t } from "./words.js";

export function manifest(main) {
  const page = h("section", { class: "page manifest", "aria-label": t("manifest") });
  put(main, page);
  const paint = () => {
    const { game, lang } = state;
    const total = game.families.reduce((sum, one) => sum + one.copies, 0);
    put(page, h("h1", {}, game.title), h("p", { class: "small" }, [text(game.subtitle, lang), game.players.length ? `${game.players.join(", ")} ${t("players")}` : "", game.designers.join(", ")].filter(Boolean).join(" · ")),
      h("table", {}, h("thead", {}, h("tr", {}, [["family"], ["measures"], ["stock"], ["make"], ["designsHead", 1], ["copiesHead", 1]].map(([key, right]) => h("th", { scope: "col", class: right && "right" }, t(key))))),
        h("tbody", {}, game.families.map((one) => h("tr", {}, h("th", { scope: "row" }, text(one.title, lang) || one.id, text(one.note, lang) && h("span", { class: "small note" }, text(one.note, lang))),
          h("td", {}, `${number(one.width, 1)} × ${number(one.height, 1)} mm`), h("td", {}, t(one.stock)), h("td", {}, one.make.map(t).join(", ")),
          h("td", { class: "right" }, number(one.items.length)), h("td", { class: "right" }, number(one.copies))))),
        h("tfoot", {}, h("tr", {}, h("th", { scope: "row", colspan: 4 }, t("all")), h("td", { class: "right" }, number(state.items.length)), h("td", { class: "right" }, number(total))))),
      game.supplied.length > 0 && h("section", {}, h("h2", {}, t("supplied")), h("ul", {}, game.supplied.map((one) => h("li", {}, thing(one, lang))))));
  };
  const off = on("game", paint);
  paint();
  return { keys: {}, leave: off };
}

function text(value, lang) {
  return value && typeof value === "object" ? value[lang] || Object.values(value)[0] || "" : String(value ?? "");
}

function thing(one, lang) {
  return Object.entries(one).filter(([name]) => name !== "id").map(([, value]) => text(value, lang)).filter(Boolean).join(" · ");
}
