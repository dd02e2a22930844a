// What an object shows, and on which cards: menus of the columns, with samples.

import { h } from "./dom.js";
import { t } from "./words.js";

const LONGEST = 24;
const SHOWS = ["text", "art", "icon", "qr"];
const SHOW_WORDS = { text: "addText", art: "addPicture", icon: "addIcon", qr: "addQr" };
// How a field is asked, and what its test then is.
const HOW = [["filled", "isFilled", (field) => `${field}=*`], ["empty", "isEmpty", (field) => `not ${field}=*`], ["yes", "isYes", (field) => field], ["no", "isNo", (field) => `not ${field}`],
  ["is", "isValue", (field, value) => `${field}=${value}`], ["isnt", "isNotValue", (field, value) => `not ${field}=${value}`]];

// A test such as `not cost=2` as its field, how it is asked, and the value.
export function parsed(test) {
  const [, not, field, value] = test.match(/^(not\s+)?([^\s=]+)\s*(?:=\s*(.*))?$/) || ["", "", test, undefined];
  if (value === undefined) return [field, not ? "no" : "yes", ""];
  if (value === "*") return [field, not ? "empty" : "filled", ""];
  return [field, not ? "isnt" : "is", value];
}

// The columns as options, each with its first values.
function options(known, chosen) {
  const names = known.has(chosen) || !chosen ? [...known.keys()] : [chosen, ...known.keys()];
  return names.map((name) => {
    const some = (known.get(name) || []).slice(0, 3).map((one) => (one.length > LONGEST ? `${one.slice(0, LONGEST)}…` : one)).join(" · ");
    return h("option", { value: name, selected: name === chosen }, some ? `${name}: ${some}` : name);
  });
}

// A menu of the field that an object shows, or of what a plain shape could show.
export function binding(one, known, icons, locked, save) {
  const bound = SHOWS.includes(one.kind) && one.kind !== one.tag ? one.kind : one.kind === "repeat" ? "repeat" : one.tag === "text" && one.name.startsWith("text:") ? "text" : "";
  const may = bound || ["rect", "circle", "ellipse", "path", "image", "text"].includes(one.tag);
  if (!may) return null;
  const kinds = bound ? [bound] : one.tag === "text" ? ["text"] : one.tag === "image" ? ["art"] : SHOWS;
  const kind = h("select", { "data-field": "shows", disabled: locked, onchange: (event) => {
    const next = event.target.value;
    const first = [...known.keys()][0];
    if (next === "icon" && icons.length) save({ marks: ["icon", [icons.includes("star") ? "star" : icons[0]]] });
    else if (next && first) save({ marks: [next, [first]] });
    else save({ marks: [bound, []] });
  } }, h("option", { value: "", selected: !bound }, t("showsNothing")), kinds.map((name) => h("option", { value: name, selected: name === bound }, t(SHOW_WORDS[name]))));
  const field = bound && h("label", { class: "field" }, h("span", {}, t("fromColumn")), h("select", { "data-field": "column", disabled: locked, onchange: (event) => save({ marks: [bound, [event.target.value]] }) },
    bound === "icon" ? [h("optgroup", { label: t("fromColumn") }, options(known, known.has(one.fields[0]) ? one.fields[0] : "")),
      h("optgroup", { label: t("sameIcon") }, icons.filter((name) => /^[a-z]\w*$/i.test(name) && !known.has(name)).map((name) => h("option", { value: name, selected: name === one.fields[0] }, name)))] : options(known, one.fields[0])));
  return [bound !== "repeat" && h("label", { class: "field" }, h("span", {}, t("shows")), kind), field];
}

// The tests that all must hold for an object to be shown, and a button for one more.
export function tests(one, known, locked, save) {
  const now = one.marks.if;
  const put = (n, test) => save({ marks: ["if", test === null ? now.filter((_, k) => k !== n) : now.map((each, k) => (k === n ? test : each))] });
  const rows = now.map((test, n) => {
    const [field, how, value] = parsed(test);
    const write = (key, to = value) => {
      const needs = key.startsWith("is");
      put(n, HOW.find(([name]) => name === key)[2](field, needs && !to ? known.get(field)?.[0] || "?" : to));
    };
    return h("div", { class: "test", role: "group", "aria-label": `${t("showIf")} ${n + 1}` },
      h("select", { "aria-label": t("fromColumn"), "data-field": `if-${n}`, disabled: locked, onchange: (event) => put(n, HOW.find(([name]) => name === how)[2](event.target.value, value)) }, options(known, field)),
      h("select", { "aria-label": t("showIf"), "data-field": `if-how-${n}`, disabled: locked, onchange: (event) => write(event.target.value) }, HOW.map(([key, word]) => h("option", { value: key, selected: key === how }, t(word)))),
      how.startsWith("is") && h("input", { type: "text", value, "aria-label": t("value"), "data-field": `if-value-${n}`, disabled: locked, onchange: (event) => event.target.value.trim() && write(how, event.target.value.trim()) }),
      h("button", { type: "button", class: "plain", disabled: locked, "aria-label": `${t("remove")}: ${test}`, onclick: () => put(n, null) }, "×"));
  });
  const more = () => save({ marks: ["if", [...now, `${[...known.keys()][0]}=*`]] });
  return h("fieldset", { class: "tests" }, h("legend", {}, t("showIf")), rows, known.size > 0 && h("button", { type: "button", disabled: locked, "data-act": "addTest", onclick: more }, now.length ? t("addTest") : t("showIfAdd")));
}
