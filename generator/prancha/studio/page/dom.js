// Elements, made without markup: what stands in a catalogue is text here and nothing else.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, traits, children) {
  for (const [name, value] of Object.entries(traits || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [k, v] of Object.entries(value)) element.style.setProperty(k, v);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter((one) => one !== null && one !== undefined && one !== false));
  return element;
}

export function h(tag, traits, ...children) {
  return fill(document.createElement(tag), traits, children);
}

export function s(tag, traits, ...children) {
  return fill(document.createElementNS(SVG, tag), traits, children);
}

export function put(parent, ...children) {
  parent.replaceChildren(...children.flat(3).filter((one) => one !== null && one !== undefined && one !== false));
  return parent;
}

let pressed = null; // the button that the pointer is down on
const held = new Map();

addEventListener("pointerdown", (event) => {
  pressed = event.target.closest?.("button, a, summary, label") || null;
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, released, { capture: true, once: true });
}, true);
addEventListener("click", () => { pressed = null; }, true);

// The click comes after the pointer is up.
function released() {
  setTimeout(() => {
    pressed = null;
    const draws = [...held.values()];
    held.clear();
    for (const draw of draws) draw();
  });
}

// Draw what is inside an element now, or once a button of it that is pressed heard its click: replaced, it hears none.
export function drawUnpressed(parent, draw) {
  if (pressed && parent.contains(pressed)) held.set(parent, draw);
  else draw();
}

export function icon(name) {
  return s("svg", { viewBox: "0 0 16 16", class: "icon", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}

const ICONS = {
  flip: "M3 6h8.5M9 3.5 11.5 6 9 8.5M13 10H4.500M7 7.500 4.500 10 7 12.500",
  left: "M10 3 5 8l5 5",
  right: "M6 3l5 5-5 5",
  close: "M4 4l8 8M12 4l-8 8",
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  up: "M8 13V3M4 7l4-4 4 4",
  down: "M8 3v10M4 9l4 4 4-4",
  copy: "M5.500 5.500h8v8h-8zM3 10.500V2.500h8",
  bin: "M2.500 4.500h11M6 4.500V2.500h4v2M4 4.500l.700 9h6.600l.700-9M6.700 7v4M9.300 7v4",
  printer: "M4.500 6V2.500h7V6M4.500 11.500h-2v-5h11v5h-2M4.500 9.500h7v4h-7z",
  out: "M8 10V2.500M5 5.500 8 2.500l3 3M3 9.500v4h10v-4",
  picture: "M2.500 3h11v10h-11zM2.500 11l3.500-3.500 3 3 1.800-1.800 2.700 2.600M10.500 5.500v.800",
  pin: "M3 3.500h10v9.500H3zM3 6.500h10M6 2v3M10 2v3",
  check: "M3 8.500l3.500 3.500L13 4.500",
  search: "M7 2.500a4.500 4.500 0 1 0 0 9a4.500 4.500 0 1 0 0-9M10.500 10.500 14 14",
  fit: "M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3",
  turn: "M12.500 8a4.500 4.500 0 1 1-1.500-3.300M11.500 2v3h-3",
  menu: "M3 4.500h10M3 8h10M3 11.500h10",
  options: "M3 5h6M12 5h1M10.500 3.500v3M3 11h1M7 11h6M5.500 9.500v3",
  undo: "M6 4 3 7l3 3M3 7h6a3.500 3.500 0 0 1 0 7H7",
  redo: "M10 4l3 3-3 3M13 7H7a3.500 3.500 0 0 0 0 7h2",
};

// A choice with its label; `options` are pairs of a value and its words.
export function pick(label, value, options, call, unseen = false) {
  return h("label", { class: "pick" }, h("span", unseen ? { class: "unseen" } : {}, label), h("select", { onchange: (event) => call(event.target.value) },
    options.map(([key, text]) => h("option", { value: key, selected: key === value }, text))));
}

// Call what `calls` has for a key, and keep the event from others.
export function press(event, calls) {
  if (!calls[event.key]) return;
  event.preventDefault();
  event.stopPropagation();
  calls[event.key]();
}

export function later(call, ms) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...given), ms);
  };
}

export function dialog(title, ...children) {
  const close = h("button", { type: "button", class: "plain", "aria-label": "×", onclick: () => box.close() }, icon("close"));
  const box = h("dialog", { "aria-label": title }, h("header", {}, h("h2", {}, title), close), h("div", { class: "inside" }, children));
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => event.target === box && box.close());
  document.body.append(box);
  box.showModal();
  return box;
}
