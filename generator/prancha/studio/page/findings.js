// What is wrong: by who found it, each with its card and its place in a file.

import { h, put } from "./dom.js";
import { allFindings, on, say, state } from "./store.js";
import { number, t } from "./words.js";
import { address } from "./route.js";

export function findings(main) {
  const list = h("div", {});
  put(main, h("section", { class: "page findings", "aria-label": t("findings") }, list));
  const paint = () => {
    const found = allFindings();
    const groups = [["unread", t("catalogue")], ["rules", t("rules")], ["faces", t("faces")]];
    const none = !state.start.games.length;
    put(list, h("h1", {}, t("findings")),
      !none && h("p", { class: "small summary" }, summary(found)),
      (none || !state.game?.families) && h("p", { class: "hint" }, t(none ? "noGame" : "unreadGame")),
      (state.start.lost || []).length > 0 && findingList(state.start.lost, false),
      state.game?.lazy && h("p", { class: "hint" }, t("lazy")),
      groups.map(([kind, title]) => {
        const some = found.filter((one) => one.kind === kind);
        return some.length > 0 && h("section", { "aria-label": title }, h("h2", {}, title, h("span", { class: "small" }, number(counted(some)))), findingList(some.filter((one) => one.count), true));
      }),
      !found.length && !none && !(state.findings?.pending || []).length && h("p", { class: "empty" }, t("fine")));
  };
  const off = on({ findings: paint, checking: () => { const line = list.querySelector(".summary"); if (line) line.textContent = summary(allFindings()); } });
  paint();
  return { keys: {}, leave: off };
}

function count(many, word) {
  return `${number(many)} ${t(many === 1 ? word : `${word}s`)}`;
}

// How many findings there are; the first of those alike counts for all of them.
export function counted(found) {
  return found.reduce((sum, one) => sum + one.count, 0);
}

export function summary(found) {
  const errors = counted(found.filter((one) => one.severity === "error"));
  const counts = [[errors, "error"], [counted(found) - errors, "warning"]];
  const said = (some) => some.map(([many, word]) => count(many, word)).join(", ");
  if (!isChecking()) return said(counts);
  // What is not known yet is not called none.
  const known = counts.filter(([many]) => many);
  return `${t("checking")} ${progress()}${known.length ? ` · ${t("soFar")}: ${said(known)}` : ""}`;
}

// Whether the checker is still at work on the game as it is.
export function isChecking() {
  return (state.findings?.pending || []).length > 0;
}

// How far it is, such as 43 %.
export function progress() {
  return `${number(Math.floor(100 * (state.findings?.share || 0)))} %`;
}

// Findings of the whole game `withCard`, and how many there are like each; else those of one card.
// Without `links` their files lie nowhere that an editor could open.
export function findingList(found, withCard, links = true) {
  return h("ul", { class: "found" }, found.map((one) => {
    const item = state.byToken.get(one.t);
    return h("li", { class: one.severity },
      h("p", { class: "what" }, h("span", { class: "tag" }, t(one.severity)), h("code", {}, one.code),
        withCard && item && h("a", { href: address("card", item.key, "front"), title: t("showCard") }, item.label)),
      h("p", {}, withCard && one.more ? `${one.message} ${one.more}` : one.message), one.hint && h("p", { class: "hint" }, one.hint), one.place[0] && (links ? fileLink(one.place) : h("code", {}, one.place.filter(Boolean).join(":"))));
  }));
}

const ADDRESSES = {
  vscode: (file, line, column) => `vscode://file/${file}:${line}:${column}`,
  idea: (file, line) => `idea://open?file=${encodeURIComponent(file)}&line=${line}`,
  zed: (file, line, column) => `zed://file/${file}:${line}:${column}`,
  subl: (file, line, column) => `subl://open?url=${encodeURIComponent(`file://${file}`)}&line=${line}&column=${column}`,
};

// Opens a place in the editor of the command, or copies it.
export function fileLink([file, line, column]) {
  const text = line ? `${file}:${line}${column ? `:${column}` : ""}` : file;
  const { editor, project } = state.start;
  const whole = file.startsWith("/") ? file : `${project}/${file}`;
  if (editor in ADDRESSES) {
    return h("a", { class: "file", href: ADDRESSES[editor](whole, line || 1, column || 1), title: t("openFile") }, text);
  }
  return h("button", { type: "button", class: "file", title: t("copyFile"), onclick: async (event) => {
    const button = event.currentTarget;
    await navigator.clipboard.writeText(line ? `${whole}:${line}:${column || 1}` : whole);
    button.classList.add("copied");
    say(t("copied"));
    setTimeout(() => button.classList.remove("copied"), 1200);
  } }, text);
}
