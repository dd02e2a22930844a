// A face as an inline drawing: the picture is the PDF's, cut at the trim, with lines over it.

import { s } from "./dom.js";
import { awaitPicture, faceUrl, state } from "./store.js";

const DENSITIES = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64];
const MOST = 4_000_000;
let serial = 0;
// How far off a cut may be, in mm: what a home printer or a shop does, and the most that a shop says may happen.
export const OFF = [1, 3];

export function density(family, wanted) {
  const area = (family.width + 2 * family.bleed) * (family.height + 2 * family.bleed);
  let best = DENSITIES[0];
  for (const one of DENSITIES) {
    if (one * one * area <= MOST) best = one;
    if (one >= wanted) break;
  }
  return best;
}


export class Face {
  // `over` are lines to show; with "bleed" nothing is cut off.  With "off1" or "off3" the cut is so many mm too far
  // to the right and down: what lies there of the bleed is seen, white where there is none.
  constructor(item, side, { over = [], lang = "", label = "", url = null } = {}) {
    this.url = url || ((level) => faceUrl(item, side, level, this.lang));
    const { family } = item;
    const n = side === "front" ? 0 : 1;
    const off = OFF.find((one) => over.includes(`off${one}`)) || 0;
    const whole = over.includes("bleed") && !off;
    const margin = whole ? family.bleed : 0.4;
    this.item = item;
    this.side = side;
    this.lang = lang || state.lang;
    this.density = 0;
    const clip = `c${++serial}`;
    this.box = { x: -margin, y: -margin, w: family.width + 2 * margin, h: family.height + 2 * margin };
    const moved = off ? { transform: `translate(${-off} ${-off})` } : {};
    this.pictures = s("g", moved);
    this.tiles = s("g", moved);
    const view = `${this.box.x} ${this.box.y} ${this.box.w} ${this.box.h}`;
    this.element = s("svg", { viewBox: view, class: "face", role: "img", "aria-label": label || `${item.label}` },
      s("defs", {}, s("clipPath", { id: clip }, s("path", { d: family.trim[n] }))),
      s("path", { d: family.trim[n], class: "sheet" }),
      s("g", whole ? {} : { "clip-path": `url(#${clip})` }, this.pictures, this.tiles), lines(family, n, off ? over.filter((one) => one !== "bleed") : over));
  }

  // Make it `scale` pixels large for each mm, its margin included, or that of the `size` alone.
  resize(scale, [width, height] = [this.box.w, this.box.h]) {
    this.element.style.width = `${width * scale}px`;
    this.element.style.height = `${height * scale}px`;
    return this;
  }

  // Whether the picture is older than the files.
  stale(is) {
    this.element.classList.toggle("stale", is);
  }

  // Show the picture with enough pixels for `wanted` of them per mm.
  show(wanted) {
    const { family } = this.item;
    const now = density(family, wanted);
    const href = this.url(now);
    if (href === this.href) return;
    this.href = href;
    const next = s("image", {
      x: -family.bleed, y: -family.bleed, width: family.width + 2 * family.bleed, height: family.height + 2 * family.bleed,
      preserveAspectRatio: "none", class: "coming", href,
    });
    next.addEventListener("load", () => {
      if (this.href !== href) return next.remove();
      for (const old of [...this.pictures.children]) if (old !== next) old.remove();
      next.classList.remove("coming");
      this.element.classList.remove("broken");
      this.element.dataset.shown = href;
    });
    next.addEventListener("error", () => {
      next.remove();
      if (this.href === href) {
        this.href = "";
        this.element.classList.add("broken");
      }
    });
    awaitPicture(next);
    this.pictures.append(next);
  }

  // Tiles of `wanted` pixels per mm for the part of the face that is seen, in mm.
  refine(wanted, seen) {
    const { family } = this.item;
    const level = DENSITIES.find((one) => one >= wanted) || DENSITIES.at(-1);
    if (level <= density(family, wanted)) return this.tiles.replaceChildren();
    const base = this.url(level).replace("/face/", "/tile/");
    const [path, version] = base.split("?");
    if (this.tileBase !== base) this.tiles.replaceChildren();
    this.tileBase = base;
    const step = 512 / level;
    const whole = [family.width + 2 * family.bleed, family.height + 2 * family.bleed];
    const have = new Map([...this.tiles.children].map((one) => [one.dataset.at, one]));
    const wantedTiles = new Set();
    const from = [seen.x + family.bleed, seen.y + family.bleed].map((v) => Math.max(0, Math.floor(v / step)));
    const to = [seen.x + seen.w + family.bleed, seen.y + seen.h + family.bleed].map((v, k) => Math.min(Math.ceil(v / step), Math.ceil(whole[k] / step)));
    for (let row = from[1]; row < to[1]; row++) {
      for (let column = from[0]; column < to[0]; column++) {
        const at = `${column}/${row}`;
        wantedTiles.add(at);
        if (have.has(at)) continue;
        const tile = s("image", {
          x: column * step - family.bleed, y: row * step - family.bleed, preserveAspectRatio: "none",
          width: Math.min(step, whole[0] - column * step), height: Math.min(step, whole[1] - row * step),
          href: `${path}/${at}?${version}`, "data-at": at, class: "coming",
        });
        tile.addEventListener("load", () => tile.classList.remove("coming"));
        tile.addEventListener("error", () => tile.remove());
        this.tiles.append(tile);
      }
    }
    for (const [at, tile] of have) if (!wantedTiles.has(at)) tile.remove();
  }
}

// A page of a PDF as if it were a piece: `url` tells where its pixels are.
export function pageFace([width, height], url, label, trim = "") {
  const box = trim || `M0 0H${width}V${height}H0Z`;
  const family = { width, height, bleed: 0, trim: [box, box], inner: ["", ""], folds: [] };
  return new Face({ family, label, t: "" }, "front", { url, label });
}

function lines(family, n, over) {
  const found = [];
  const { bleed, width, height } = family;
  if (over.includes("bleed")) {
    found.push(s("rect", { x: -bleed, y: -bleed, width: width + 2 * bleed, height: height + 2 * bleed, class: "line bleed" }));
  }
  if (over.includes("safe") && family.inner[n]) found.push(s("path", { d: family.inner[n], class: "line safe" }));
  if (over.includes("folds")) {
    for (const [x1, y1, x2, y2] of family.folds) {
      const [a, b] = n ? [width - x1, width - x2] : [x1, x2];
      found.push(s("line", { x1: a, y1, x2: b, y2, class: "line folds" }));
    }
  }
  found.push(s("path", { d: family.trim[n], class: over.includes("trim") ? "line trim" : "edge" }));
  return found;
}
