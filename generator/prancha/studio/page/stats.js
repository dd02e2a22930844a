// What the fields of a game hold, counted by printed pieces, and the odds of draws.

import { h, pick, put } from "./dom.js";
import { act, ask, on, state } from "./store.js";
import { counted, number, t } from "./words.js";
import { address } from "./route.js";

const chosen = { game: "", family: "" };

export function stats(main) {
  const page = h("section", { class: "page stats", "aria-label": t("stats") });
  put(main, page);
  let families = [];
  const paint = () => {
    const family = families.find((one) => one.id === chosen.family) || families[0];
    if (!family) return put(page, h("h1", {}, t("stats")), h("p", { class: "empty" }, t("nothing")));
    put(page, h("h1", {}, t("stats")),
      families.length > 1 && h("p", {}, pick(t("family"), family.id, families.map((one) => [one.id, one.title]), (value) => { chosen.family = value; paint(); page.querySelector("select").focus(); })),
      h("p", { class: "small" }, `${counted(family.designs, "designs")}, ${counted(family.copies, "pieces")}`),
      h("div", { class: "charts" }, family.columns.map(column)),
      crossing(family), drawing(family));
  };
  const load = async () => {
    try {
      families = await ask(`/api/stats/${state.game.id}/${state.lang}`);
      if (chosen.game !== state.game.id) Object.assign(chosen, { game: state.game.id, family: "" });
      paint();
    } catch (error) {
      put(page, h("h1", {}, t("stats")), h("p", { class: "wrong" }, error.message));
    }
  };
  const off = on({ game: load });
  load();
  return { keys: {}, leave: off };
}

function column(one) {
  const { spread } = one;
  const facts = one.kind === "texts" ? [`${number(one.different)} ${t("different")}`]
    : spread ? [`${number(spread.least, 2)} – ${number(spread.most, 2)}`, `${t("mean")} ${number(spread.mean, 2)}`, `${t("median")} ${number(spread.median, 2)}`, `${t("sum")} ${number(spread.total, 2)}`]
    : [`${number(one.different)} ${t("different")}`];
  if (one.without) facts.push(`${number(one.without)} ${t("without")}`);
  const most = Math.max(1, ...one.bars.map((bar) => bar.copies));
  return h("section", { "aria-label": one.name }, h("h2", {}, one.name), h("p", { class: "small" }, facts.join(" · ")),
    one.bars.length > 0 && h("table", { class: "chart" }, h("tbody", {}, one.bars.map((bar) => h("tr", {}, h("th", { scope: "row", title: bar.value }, bar.value),
      h("td", {}, h("span", { class: "bar", style: { width: `${(100 * bar.copies) / most}%` } })), h("td", { class: "right" }, number(bar.copies)))))),
    one.lengths.map((text) => h("p", {}, text.language && h("span", { class: "tag" }, text.language), ` ${number(text.shortest)} – ${number(text.longest)} ${t("letters")}, ${t("mean")} ${number(text.mean, 1)}`,
      text.missing > 0 && `, ${number(text.missing)} ${t("without")}`, text.longest_item && h("span", { class: "small" }, ` · ${t("longest")}: `, h("a", { href: address("card", text.longest_item, "front") }, text.longest_item)))));
}

function select(label, names, value = "") {
  return h("select", { "aria-label": label }, names.map((one) => h("option", { value: one, selected: one === value }, one)));
}

// Two fields against each other.
function crossing(family) {
  const names = [...family.columns.map((one) => one.name), "copies", "source"];
  const [down, across] = [select(t("rows"), names), select(t("columns"), names, names[1])];
  const result = h("div", { class: "wide", "aria-live": "polite", tabindex: "0", role: "region", "aria-label": t("cross") });
  const show = async () => {
    try {
      const found = await act("/api/cross", { game: state.game.id, family: family.id, down: down.value, across: across.value });
      put(result, h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, `${found.down} \\ ${found.across}`), found.heads.map((one) => h("th", { scope: "col", class: "right" }, one)))),
        h("tbody", {}, found.rows.map(([name, counts]) => h("tr", {}, h("th", { scope: "row" }, name), counts.map((one) => h("td", { class: "right" }, one ? number(one) : "·")))))));
    } catch (error) {
      put(result, h("p", { class: "wrong" }, error.message));
    }
  };
  return h("section", { "aria-label": t("cross") }, h("h2", {}, t("cross")),
    h("p", { class: "asking" }, down, " × ", across, " ", h("button", { type: "button", onclick: show }, t("count"))), result);
}

// Exact odds of hits in a draw.
function drawing(family) {
  const columns = family.columns.filter((one) => one.bars.length);
  const names = [...columns.map((one) => one.name), "id"];
  const field = select(t("byField"), names);
  const value = h("select", { "aria-label": t("value") });
  const fill = () => {
    const bars = columns.find((one) => one.name === field.value)?.bars.map((one) => one.value);
    put(value, (bars || state.items.filter((one) => one.family.id === family.id).map((one) => one.id)).map((one) => h("option", { value: one }, one)));
  };
  field.addEventListener("change", fill);
  fill();
  const draws = h("input", { type: "number", min: 1, max: 500, value: Math.min(5, family.copies), class: "few", "aria-label": t("drawn") });
  const replace = h("input", { type: "checkbox" });
  const result = h("div", { "aria-live": "polite" });
  const percent = (one) => `${number(100 * one, 2)} %`;
  const show = async () => {
    const asked = { game: state.game.id, family: family.id, draw: Number(draws.value), replace: replace.checked, where: { [field.value]: [value.value] } };
    try {
      const found = await act("/api/draw", asked);
      put(result, h("p", { class: "small" }, `${number(found.hits)} ${t("of")} ${number(found.pieces)}`),
        h("table", { class: "odds" }, h("thead", {}, h("tr", {}, ["hits", "exactly", "atLeast"].map((one) => h("th", { scope: "col", class: "right" }, t(one))))),
          h("tbody", {}, found.exactly.map((one, k) => h("tr", {}, h("th", { scope: "row", class: "right" }, number(k)), h("td", { class: "right" }, percent(one)), h("td", { class: "right" }, percent(found.at_least[k])))))));
    } catch {
      put(result, h("p", { class: "wrong" }, `${t("notDrawn")} ${number(family.copies)}.`));
    }
  };
  return h("section", { "aria-label": t("odds") }, h("h2", {}, t("odds")),
    h("p", { class: "asking" }, t("draw"), " ", draws, " ", field, " = ", value, " ", h("label", { class: "pick" }, replace, t("putBack")), " ", h("button", { type: "button", onclick: show }, t("workOut"))), result);
}
