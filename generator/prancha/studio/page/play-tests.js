// The end of a game at the table, the file that is kept of it, and what such files say of each card.

import { dialog, h, put } from "./dom.js";
import { act, ask, say, state } from "./store.js";
import { counted, number, t } from "./words.js";
import { fill } from "./table-log.js";

export function savedAs(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// Ask who won, then offer what is to be kept of the game.
export function finish(table) {
  const { setup, now } = table;
  const most = Math.max(...now.counters.filter((one) => one.seat).map((one) => one.value));
  const first = now.counters.find((one) => one.seat)?.key.split("@")[0];
  const leads = (id) => now.over ? now.over.includes(id) : now.counters.some((one) => one.seat === id && one.key.split("@")[0] === first && one.value === most);
  const boxes = setup.seats.map(({ id }) => { const box = h("input", { type: "checkbox", checked: leads(id) }); return [id, box, h("label", { class: "tick" }, box, table.seatName(id))]; });
  const told = h("div", {});
  const end = async () => {
    await table.act({ do: "over", winners: boxes.filter(([, box]) => box.checked).map(([id]) => id) });
    result();
  };
  const result = () => {
    const play = table.summary();
    const sum = (counts) => Object.values(counts).reduce((all, one) => all + one, 0);
    const never = Object.keys(play.unplayed).filter((key) => !play.played[key]);
    const wrong = h("p", { class: "wrong", role: "alert" });
    const keep = async (event) => {
      event.target.disabled = true;
      try {
        const { file } = await act("/api/play-tests", { game: state.game.id, play });
        put(wrong);
        say(`${t("saved")}: ${file}`);
        event.target.replaceWith(h("p", {}, `${t("saved")}: `, h("code", {}, file)));
      } catch (error) {
        event.target.disabled = false;
        wrong.textContent = error.message;
      }
    };
    put(told, h("p", { class: "hint" }, fill(t("playSum"), { turns: counted(play.turns, "turns"), played: number(sum(play.played)), unplayed: number(sum(play.unplayed)) })),
      never.length > 0 && h("p", {}, `${t("neverPlayed")}: ${never.join(", ")}`),
      h("p", { class: "acts" }, h("button", { type: "button", class: "main", onclick: keep }, t("keepPlay")), h("button", { type: "button", onclick: () => savedAs(`${state.game.name}-${setup.seed}.txt`, `${table.lines().join("\n")}\n`, "text/plain") }, t("saveLog"))), wrong);
  };
  dialog(t("finish"), h("fieldset", { class: "tests" }, h("legend", {}, t("whoWon")), boxes.map(([, , label]) => label)), h("p", {}, h("button", { type: "button", class: "main", onclick: end }, t("endGame"))), told);
  if (now.over) result();
}

// The play-tests of the game that is shown, and what is `wrong` with their files.
export const playTests = () => ask(`/api/play-tests/${state.game.id}`).then((plays) => ({ plays, wrong: "" }), (error) => ({ plays: [], wrong: error.findings?.map((one) => `${one.place[0]}: ${one.message} (${one.hint})`).join("; ") || error.message }));

// What they say of a card: in how many of them it was played, by the revision that was played with.
export function playsOf({ plays }, key) {
  const revisions = new Map();
  for (const one of plays) {
    const played = one.played[key] || 0;
    if (!played && !one.unplayed[key]) continue;
    const [games, of] = revisions.get(one.revision) || [0, 0];
    revisions.set(one.revision, [games + (played ? 1 : 0), of + 1]);
  }
  return [...revisions].map(([revision, [games, of]]) => fill(t("playedIn"), { revision, games: number(games), of: counted(of, "playTests") }));
}

// All play-tests in short, and the cards that none of them played.
export function playList({ plays, wrong }) {
  if (wrong) return h("p", { class: "wrong" }, wrong);
  if (!plays.length) return null;
  const played = new Set(plays.flatMap((one) => Object.keys(one.played)));
  const never = state.items.filter((item) => !played.has(item.key) && plays.some((one) => one.unplayed[item.key]));
  return h("section", { class: "plays" }, h("h2", {}, counted(plays.length, "playTests")), h("ul", { class: "values" }, plays.map((one) => h("li", {},
    h("code", { title: one.file }, one.date), ` ${fill(t("playLine"), { revision: one.revision, turns: counted(one.turns, "turns"), winners: one.winners.join(", ") || "–" })} `,
    h("span", { class: "small" }, Object.entries(one.points).map(([seat, values]) => `${seat} ${Object.values(values).map((value) => number(value)).join("/")}`).join(", "))))),
    never.length > 0 && h("p", { class: "small" }, `${t("neverPlayed")}: ${never.map((item) => item.key).join(", ")}`));
}
