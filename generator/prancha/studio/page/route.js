// Where we are, in the address: #view/game/language/what/more.

export const place = { view: "gallery", game: "", lang: "", rest: [] };
let shown = () => {};

export function routes(call) {
  shown = call;
  addEventListener("hashchange", () => { read(); shown(); });
  read();
}

function read() {
  const parts = location.hash.slice(1).split("/").map((part) => { try { return decodeURIComponent(part); } catch { return ""; } });
  [place.view, place.game, place.lang] = [parts[0] || "gallery", parts[1] || "", parts[2] || ""];
  place.rest = parts.slice(3);
}

export function address(view, ...rest) {
  return `#${[view, place.game, place.lang, ...rest].map((part) => encodeURIComponent(part)).join("/")}`;
}

export function go(view, ...rest) {
  location.hash = address(view, ...rest);
}


export function replaceRest(...rest) {
  place.rest = rest;
  history.replaceState(null, "", address(place.view, ...rest));
}
