// Where pieces lie, in mm from the middle of the table: stacks, spaces, free spots, and what a piece snaps to.

import { moved } from "./snapping.js";
import { familyOf, keyOf } from "./table-moves.js";

const NEAR = 4; // mm between edges that are brought together
const GAP = 2;
const BOARD = 100; // mm: the longer side of the smallest board

export const sizeOf = (setup, piece) => setup.sizes[familyOf(piece)] || [40, 40];

// Left, top, right and bottom of a piece that lies on the table.
export function boxOf(setup, { piece, x, y, angle }) {
  const [w, h] = sizeOf(setup, piece);
  const turn = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  const [wide, high] = [(w * cos + h * sin) / 2, (w * sin + h * cos) / 2];
  return [x - wide, y - high, x + wide, y + high];
}

const meets = (a, b) => a[0] < b[2] - 0.1 && b[0] < a[2] - 0.1 && a[1] < b[3] - 0.1 && b[1] < a[3] - 0.1;
const far = (a, x, y) => Math.hypot(a.x - x, a.y - y);
const area = (setup, piece) => sizeOf(setup, piece).reduce((a, b) => a * b);

// The pieces that lie on each other with this one, the lowest first.
export function stackOf(setup, table, piece) {
  const own = table.find((one) => one.piece === piece);
  const [w, h] = sizeOf(setup, piece);
  return own ? table.filter((one) => far(one, own.x, own.y) < 0.6 && sizeOf(setup, one.piece).every((side, k) => Math.abs(side - [w, h][k]) < 0.1)) : [];
}

const isBoard = (setup, piece) => Boolean(setup.spaces[keyOf(piece)]) || Math.max(...sizeOf(setup, piece)) >= BOARD;

// What lies on a board goes with it; a card is drawn away from under a pawn.
export function withRiders(setup, table, pieces) {
  const going = new Set(pieces);
  table.forEach((own, order) => {
    if (!pieces.includes(own.piece) || !isBoard(setup, own.piece)) return;
    const box = boxOf(setup, own);
    for (const one of table.slice(order + 1)) {
      if (area(setup, one.piece) < area(setup, own.piece) * 0.5 && one.x > box[0] && one.x < box[2] && one.y > box[1] && one.y < box[3]) going.add(one.piece);
    }
  });
  return table.filter((one) => going.has(one.piece));
}

// The spaces of the boards that lie face up: points with what they are called.
export function spaces(setup, table) {
  return table.filter((one) => one.up && setup.spaces[keyOf(one.piece)]).flatMap((board) => {
    const [w, h] = sizeOf(setup, board.piece);
    const turn = (board.angle * Math.PI) / 180;
    return setup.spaces[keyOf(board.piece)].map(([px, py, name]) => {
      const [dx, dy] = [px - w / 2, py - h / 2];
      return { x: board.x + dx * Math.cos(turn) - dy * Math.sin(turn), y: board.y + dx * Math.sin(turn) + dy * Math.cos(turn), name, board: board.piece };
    });
  });
}

// What the place is called where a piece lies: the space of a board, a position of a place, a discard pile, or
// nothing but the table.
export function spotOf(setup, state, { piece, x, y }) {
  const space = spaces(setup, state.table).find((one) => one.board !== piece && far(one, x, y) < 1.5);
  if (space) return { kind: "space", name: String(space.name), board: space.board };
  if (Object.entries(state.discards).some(([, at]) => Math.hypot(at[0] - x, at[1] - y) < 1.5)) return { kind: "discard" };
  for (const { title, seat, columns, on, positions } of setup.places) {
    const at = on ? -1 : positions.findIndex(([px, py]) => Math.hypot(px - x, py - y) < 1.5);
    if (at < 0) continue;
    const known = { kind: "place", title, seat };
    if (positions.length === 1) return known;
    return columns > 1 ? { ...known, kind: "cell", row: Math.floor(at / columns) + 1, column: (at % columns) + 1 } : { ...known, kind: "position", number: at + 1 };
  }
  return { kind: "table" };
}

// Where a piece comes to lie that is let go at (x, y): on a space, a position of a place or a stack, beside a
// neighbour, or there. `going` are the pieces that are moved.
export function snap(setup, table, piece, x, y, going, shape) {
  const [w, h] = sizeOf(setup, piece);
  const others = table.filter((one) => !going.has(one.piece));
  const reach = Math.min(w, h) * 0.6;
  // Points with how near a piece must be, what counts most first.
  const boards = spaces(setup, others).filter((one) => area(setup, one.board) > area(setup, piece)).map((one) => [one.x, one.y, reach]);
  const places = setup.places.filter((one) => !one.on).flatMap((one) => one.positions.map((at) => [...at, Math.max(w, h) * 0.4]));
  const stacks = [];
  const besides = [];
  for (const one of others) {
    const size = sizeOf(setup, one.piece);
    // A piece on a card stands in its middle; on a board it stands on a space.
    if (size[0] * size[1] >= w * h * 0.9 && !isBoard(setup, one.piece)) stacks.push([one.x, one.y, Math.min(...size) * 0.35]);
    if (shape !== "hexagon" || familyOf(one.piece) !== familyOf(piece)) continue;
    for (let k = 0; k < 6; k++) {
      const turn = ((w < h ? 60 * k : 30 + 60 * k) * Math.PI) / 180;
      besides.push([one.x + Math.min(w, h) * Math.cos(turn), one.y + Math.min(w, h) * Math.sin(turn), reach * 0.6]);
    }
  }
  for (const points of [boards, places, stacks, besides]) {
    let best = null;
    for (const [px, py, most] of points) {
      const away = Math.hypot(px - x, py - y);
      if (away <= most && (!best || away < best.away)) best = { away, to: [px, py] };
    }
    if (best) return best.to;
  }
  const around = [x - w / 2 - 4 * NEAR, y - h / 2 - 4 * NEAR, x + w / 2 + 4 * NEAR, y + h / 2 + 4 * NEAR];
  const near = others.map((one) => boxOf(setup, one)).filter((box) => meets(box, around));
  const lines = [0, 1].map((k) => near.flatMap((box) => [box[k], box[k + 2], (box[k] + box[k + 2]) / 2]));
  const { frame } = moved([x - w / 2, y - h / 2, w, h], [0, 0], lines, NEAR);
  return [frame[0] + w / 2, frame[1] + h / 2];
}

// The middle of a rectangle that is free, the nearest one to (x, y); (x, y) itself where the table is full.
export function freeSpot(setup, table, [w, h], [x, y]) {
  const boxes = table.map((one) => boxOf(setup, one));
  const step = Math.max(10, Math.min(w, h) / 2);
  const [wide, high] = [(setup.width - w) / 2, (setup.height - h) / 2];
  const found = [];
  for (let px = -wide; px <= wide; px += step) for (let py = -high; py <= high; py += step) found.push([px, py]);
  found.sort((a, b) => Math.hypot(a[0] - x, a[1] - y) - Math.hypot(b[0] - x, b[1] - y));
  const room = ([px, py]) => [px - w / 2 - GAP, py - h / 2 - GAP, px + w / 2 + GAP, py + h / 2 + GAP];
  const free = found.find((one) => !boxes.some((box) => meets(box, room(one)))) || [x, y];
  return free.map((value) => Math.round(value * 10) / 10);
}

// Where pieces of a family are discarded: where they were before, else beside the stack they came from.
export function discardSpot(setup, state, piece) {
  const known = state.discards[familyOf(piece)];
  if (known) return known;
  const [w, h] = sizeOf(setup, piece);
  const home = setup.pieces.find((one) => familyOf(one.piece) === familyOf(piece) && setup.places.some((place) => !place.on && place.positions.length === 1 && Math.hypot(place.positions[0][0] - one.x, place.positions[0][1] - one.y) < 1));
  return freeSpot(setup, state.table, [w, h], home ? [home.x + w + 3 * GAP, home.y] : [setup.width / 2, 0]);
}

// Points of a grid about (x, y).
export function gridAt([w, h], columns, rows, [x, y]) {
  return Array.from({ length: columns * rows }, (_, k) => [
    x + ((k % columns) - (columns - 1) / 2) * (w + GAP), y + (Math.floor(k / columns) - (rows - 1) / 2) * (h + GAP),
  ]);
}
