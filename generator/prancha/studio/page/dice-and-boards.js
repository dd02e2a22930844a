// What dice and spinners of a kit show and how often, and the cells of boards, where pieces snap to.

import { h } from "./dom.js";
import { Face } from "./faces.js";
import { ask, state } from "./store.js";
import { number } from "./words.js";

export const rolls = (family) => family.kind === "die" || family.kind === "spinner";

function sides({ family, fields }) {
  if (family.kind === "die") return Array.isArray(fields.faces) ? fields.faces : family.panels.map((_, k) => k + 1);
  return Array.isArray(fields.sectors) ? fields.sectors : [1, 2, 3, 4, 5, 6];
}

export function weights(item) {
  return sides(item).map((one) => (item.family.kind === "spinner" && Number(one?.share) > 0 ? Number(one.share) : 1));
}

function words(value) {
  if (value && typeof value === "object") return words(value.value ?? value.words ?? value[state.lang] ?? Object.values(value)[0]);
  return typeof value === "number" ? number(value) : String(value ?? "");
}

// What was rolled: the side of a die as it is printed, else its words.
export function rolled(item, side) {
  const said = words(sides(item)[side]);
  const panel = item.family.panels[side];
  if (!panel || item.family.panels.length === 4) return h("span", { class: "side" }, h("span", { class: "small" }, item.label), " ", h("strong", {}, said));
  const [x, y, width, height, turn] = panel;
  const face = new Face(item, "front", { label: said });
  face.element.setAttribute("viewBox", `${x - width / 2} ${y - height / 2} ${width} ${height}`);
  face.element.style.width = face.element.style.height = "30px";
  face.element.style.overflow = "hidden";
  face.element.style.transform = `rotate(${-turn}deg)`;
  face.show((30 / width) * (devicePixelRatio || 1));
  return h("span", { class: "side", title: `${item.label}: ${said}` }, h("span", { class: "small" }, item.label), " ", face.element);
}

const BOARD = 100; // mm: what is smaller has no cells that pieces stand on

export class Boards {
  // `itemOf` finds the item of a piece; `heard` is told how many boards were asked for.
  constructor(itemOf, heard) {
    this.itemOf = itemOf;
    this.heard = heard;
    this.cells = new Map();
  }

  forget() {
    this.cells.clear();
  }

  // The cells of boards that lie on the table, asked for once.
  look(table) {
    for (const { piece } of table) {
      const item = this.itemOf(piece);
      if (Math.max(item.family.width, item.family.height) < BOARD || this.cells.has(item.t)) continue;
      this.cells.set(item.t, "asked");
      ask(`/api/cells/${state.game.id}/${state.lang}/${item.t}`).then((found) => { this.cells.set(item.t, found); this.heard(this.cells.size); }, () => this.cells.set(item.t, []));
    }
  }

  // Where a piece would stand on the cell nearest to where it is; null where there is none within `reach` of its size.
  cell(table, piece, x, y, reach) {
    const { width, height } = this.itemOf(piece).family;
    let best = null;
    for (const board of table) {
      const item = this.itemOf(board.piece);
      const cells = board.piece !== piece && board.up && this.cells.get(item.t);
      if (!Array.isArray(cells) || item.family.width * item.family.height <= width * height) continue;
      const [cx, cy] = [item.family.width / 2, item.family.height / 2];
      const angle = (board.turn * Math.PI) / 180;
      for (const [px, py, size] of cells) {
        const [dx, dy] = [px - cx, py - cy];
        const to = [board.x + cx + dx * Math.cos(angle) - dy * Math.sin(angle) - width / 2, board.y + cy + dx * Math.sin(angle) + dy * Math.cos(angle) - height / 2];
        const far = Math.hypot(to[0] - x, to[1] - y);
        if (far <= size * reach && (!best || far < best.far)) best = { far, to };
      }
    }
    return best && best.to;
  }

  // What lies on a piece that is much larger goes with it.
  riders(table, piece) {
    const at = table.findIndex((one) => one.piece === piece);
    const own = table[at];
    const { width, height } = this.itemOf(piece).family;
    return table.slice(at + 1).filter((one) => {
      const { family } = this.itemOf(one.piece);
      const [x, y] = [one.x + family.width / 2, one.y + family.height / 2];
      return family.width * family.height < width * height * 0.6 && x > own.x && y > own.y && x < own.x + width && y < own.y + height;
    }).map((one) => one.piece);
  }
}
