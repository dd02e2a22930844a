// What happened at the table, in plain words, and what a play-test comes to.

import { keyOf, familyOf } from "./table-moves.js";
import { spotOf } from "./table-spots.js";

// Who sees the face of a piece: "all", or the seats that do.
function seenBy(state, piece) {
  const laid = state.table.find((one) => one.piece === piece);
  if ((laid && laid.up) || (state.box.includes(piece) && !state.unseen[piece])) return "all";
  return state.knows[piece] ? [state.knows[piece]] : [];
}

function whereIs(setup, state, piece) {
  const laid = state.table.find((one) => one.piece === piece);
  if (laid) return spotOf(setup, state, laid);
  const seat = Object.keys(state.hands).find((one) => state.hands[one].includes(piece));
  return seat ? { kind: "hand", seat } : { kind: "box" };
}

// The verb of a piece that went somewhere.
function verb(move, from, to, laid) {
  if (to.kind === "box") return "box";
  if (to.kind === "hand") return move.dealt ? "deal" : from.kind === "hand" ? "give" : to.seat === move.by ? "take" : "handTo";
  if (move.discard) return "discard";
  if (move.under) return "under";
  if (from.kind === "hand" || from.kind === "box") return laid.up ? (from.kind === "box" ? "out" : "lay") : "layDown";
  return from.kind === "table" && to.kind === "table" ? "shift" : "move";
}

// What a move says: entries of a `what` with its arguments; pieces that went the same way are said together.
export function tell(setup, before, move, after) {
  const by = move.by;
  const shown = (piece) => {
    const seen = [seenBy(before, piece), seenBy(after, piece)];
    return { piece, seen: seen.includes("all") ? "all" : seen.flat() };
  };
  switch (move.do) {
    case "lay": case "hold": case "box": {
      const groups = new Map();
      for (const piece of move.pieces) {
        const [from, to] = [whereIs(setup, before, piece), whereIs(setup, after, piece)];
        const what = verb(move, from, to, after.table.find((one) => one.piece === piece));
        const key = JSON.stringify([what, from, to]);
        if (!groups.has(key)) groups.set(key, { what, by, from, to, pieces: [] });
        groups.get(key).pieces.push(shown(piece));
      }
      return [...groups.values()];
    }
    case "flip": {
      const turned = [true, false].map((up) => move.pieces.filter((piece) => after.table.find((one) => one.piece === piece).up === up));
      return turned.flatMap((pieces, k) => (pieces.length ? [{ what: k ? "down" : "up", by, from: whereIs(setup, after, pieces[0]), pieces: pieces.map(shown) }] : []));
    }
    case "turn": return [{ what: "turn", by, pieces: move.pieces.map(shown), number: move.angle }];
    case "shuffle": return [{ what: "shuffle", by, count: move.pieces.length, from: whereIs(setup, after, move.pieces[0]) }];
    case "roll": case "throw": return [{ what: "roll", by, rolled: after.rolled.at(-1) }];
    case "count": {
      const [a, b] = [before, after].map((state) => state.counters.find((one) => one.key === move.counter));
      return a.value === b.value ? [] : [{ what: b.seat ? "count" : "countCommon", by, counter: b.title, of: b.seat, a: a.value, b: b.value }];
    }
    case "name": return [{ what: "name", seat: move.seat, text: move.text }];
    case "say": return [{ what: "say", by, text: move.text }];
    case "end": return [{ what: "end", by: before.turn, number: after.turns, next: after.turn }];
    case "over": return ending(setup, before, move);
    default: return [];
  }
}

// How a game ended: who won, with which points, and what everybody holds.
function ending(setup, state, { winners }) {
  const points = state.counters.filter((one) => one.seat).map((one) => ({ what: "points", of: one.seat, counter: one.title, b: one.value }));
  const held = setup.seats.filter(({ id }) => state.hands[id].length).map(({ id }) => ({ what: "holds", of: id, pieces: state.hands[id].map((piece) => ({ piece, seen: "all" })) }));
  const what = winners.length > 1 ? "tied" : winners.length ? "won" : "nobody";
  return [{ what: "over", number: state.turns }, ...points, ...held, { what, winners }];
}

const TOLD = new WeakMap(); // entries by the state after the move

// All lines of a game as `viewer` reads them, the seat or "all"; `words` says how things are called.
export function lines(setup, states, moves, viewer, words) {
  const found = [fill(words.t("log_setup"), { game: words.game, revision: setup.revision, players: words.counted(setup.seats.length, "log_players"), seed: setup.seed, seats: setup.seats.map(({ id }) => words.seat(id, {})).join(", ") })];
  moves.forEach((move, k) => {
    const after = states[k + 1];
    if (!TOLD.has(after)) TOLD.set(after, tell(setup, states[k], move, after));
    for (const entry of TOLD.get(after)) found.push(line(entry, states[k].names, viewer, words));
  });
  return found;
}

export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

function line(entry, names, viewer, words) {
  const seat = (id) => (id ? words.seat(id, names) : "");
  const counter = (title) => words.title(title) || words.t("points");
  return fill(words.t(`log_${entry.what}`), {
    who: seat(entry.by), seat: seat(entry.to?.seat || entry.of || entry.seat || ""), next: seat(entry.next),
    what: entry.pieces && list(entry.pieces, viewer, words), from: entry.from && spot(entry.from, seat, words), to: entry.to && spot(entry.to, seat, words),
    count: entry.count && words.counted(entry.count, "pieces"), counter: counter(entry.counter || {}), a: entry.a, b: entry.b,
    number: entry.number, text: entry.text, winners: entry.winners?.map(seat).join(", "),
    die: entry.rolled && words.die(entry.rolled[0]), value: entry.rolled && words.rolled(...entry.rolled),
  });
}

function spot(at, seat, words) {
  const name = at.board ? words.label(at.board) : [at.title && words.title(at.title), seat(at.seat)].filter(Boolean).join(", ");
  return fill(words.t(`spot_${at.kind}`), { ...at, title: name, board: name, seat: seat(at.seat) });
}

// Pieces by name, alike ones counted; what the reader does not see is called by its family.
function list(pieces, viewer, words) {
  const counts = new Map();
  for (const { piece, seen } of pieces) {
    const open = viewer === "all" || seen === "all" || seen.includes(viewer);
    const name = open ? `“${words.label(piece)}”` : `?${familyOf(piece)}`;
    counts.set(name, (counts.get(name) || 0) + 1);
  }
  return [...counts].map(([name, count]) => {
    if (name[0] === "?") return fill(words.counted(count, "log_hidden"), { family: words.family(name.slice(1)) });
    return count > 1 ? `${count} × ${name}` : name;
  }).join(", ");
}

// What a game comes to, by the keys of its cards; how many copies of each were played, and how many were not.
export function summary(setup, state) {
  const [played, unplayed] = [{}, {}];
  for (const { piece } of setup.pieces) {
    const counts = state.played[piece] ? played : unplayed;
    counts[keyOf(piece)] = (counts[keyOf(piece)] || 0) + 1;
  }
  // What was taken out of the box takes part as well.
  for (const piece of setup.box) if (state.played[piece]) played[keyOf(piece)] = (played[keyOf(piece)] || 0) + 1;
  return { turns: state.turns, played, unplayed };
}
