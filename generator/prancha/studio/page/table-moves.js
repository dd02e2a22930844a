// A game at the table as plain values: a set-up as the server lays it out and a list of moves give its state.

export const VERSION = 2;
const MOST = { moves: 20_000, pieces: 20_000, text: 500, far: 5_000 };

export const keyOf = (piece) => piece.slice(0, piece.lastIndexOf("#"));
export const familyOf = (piece) => piece.slice(0, piece.indexOf("/"));

function hash(text) {
  let value = 2166136261;
  for (let k = 0; k < text.length; k++) value = Math.imul(value ^ text.charCodeAt(k), 16777619);
  return value >>> 0;
}

// The number that the server shuffles with: that of `--seed` where the seed is one.
export const seedNumber = (seed) => (/^\d{1,9}$/.test(seed) ? Number(seed) : hash(seed));

// Mulberry32: one number of state.
function chance(now) {
  now.random = (now.random + 0x6d2b79f5) >>> 0;
  let value = now.random;
  value = Math.imul(value ^ (value >>> 15), value | 1);
  value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
  return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
}

// The state before the first move. `table` is in painting order; `knows` has the seat that saw a piece which lies
// face down, `played` what a player has touched, `unseen` what went into the box without being shown, `discards` where
// each family is discarded.
export function begin(setup) {
  const hands = Object.fromEntries(setup.seats.map((seat) => [seat.id, []]));
  const table = [];
  const knows = {};
  for (const one of setup.pieces) {
    if (one.held) { hands[one.held].push(one.piece); knows[one.piece] = one.held; }
    else table.push({ piece: one.piece, x: one.x, y: one.y, angle: one.angle, up: one.up, side: 0 });
  }
  const counters = setup.counters.map((one) => ({ ...one, value: one.start }));
  // Who wins is counted somewhere: without counters of the set-up, every seat has one.
  if (!counters.some((one) => one.seat)) {
    for (const { id } of setup.seats) counters.push({ key: `points@${id}`, title: {}, seat: id, start: 0, value: 0, low: null, high: null });
  }
  return {
    table, hands, knows, counters, box: [...setup.box], names: {}, turn: setup.seats[0]?.id || "", turns: 0,
    rolled: [], over: null, played: {}, unseen: {}, discards: {}, random: hash(setup.seed),
  };
}

// Take pieces from wherever they are; returns them as they lay on the table, those of hands and the box face up and
// turned by `angle`.
function lift(now, pieces, angle = 0) {
  const taken = new Set(pieces);
  const lay = new Map(now.table.filter((one) => taken.has(one.piece)).map((one) => [one.piece, one]));
  now.table = now.table.filter((one) => !taken.has(one.piece));
  now.box = now.box.filter((one) => !taken.has(one));
  now.unseen = Object.fromEntries(Object.entries(now.unseen).filter(([piece]) => !taken.has(piece)));
  now.hands = Object.fromEntries(Object.entries(now.hands).map(([seat, held]) => [seat, held.filter((one) => !taken.has(one))]));
  return pieces.map((piece) => lay.get(piece) || { piece, x: 0, y: 0, angle, up: true, side: 0 });
}

const same = (a, b) => Math.abs(a.x - b.x) < 0.6 && Math.abs(a.y - b.y) < 0.6;

// Change those of `now.table` that a move names, in the order in which they are painted.
function each(now, pieces, change) {
  const named = new Set(pieces);
  now.table = now.table.map((one) => (named.has(one.piece) ? change(one) : one));
}

// Put the pieces that a move names in another order, where they lie.
function reorder(now, pieces, order) {
  const named = new Set(pieces);
  const there = order(now.table.filter((one) => named.has(one.piece)));
  now.table = now.table.map((one) => (named.has(one.piece) ? there.shift() : one));
}

const CHANGES = {
  // Onto the table, at a point each; `under` what lies there already, `up` or down, or as they were. What comes from a
  // hand or the box is turned by `angle`.
  lay(now, { pieces, at, up, under, discard, angle }) {
    const laid = lift(now, pieces, angle).map((one, k) => ({ ...one, x: at[k][0], y: at[k][1], up: up ?? one.up }));
    const below = under ? now.table.findIndex((one) => same(one, laid[0])) : -1;
    now.table.splice(below < 0 ? now.table.length : below, 0, ...laid);
    for (const one of laid) if (one.up) delete now.knows[one.piece];
    if (discard) now.discards = { ...now.discards, [familyOf(pieces[0])]: at[0] };
  },
  // Into hands: a seat for all pieces, or one for each.
  hold(now, { pieces, seats }) {
    lift(now, pieces);
    pieces.forEach((piece, k) => {
      const seat = seats[seats.length > 1 ? k : 0];
      now.hands[seat] = [...now.hands[seat], piece];
      now.knows[piece] = seat;
    });
  },
  box(now, { pieces }) {
    const open = new Set([...now.box, ...now.table.filter((one) => one.up).map((one) => one.piece)]);
    lift(now, pieces);
    now.box = [...now.box, ...pieces];
    for (const piece of pieces) {
      delete now.knows[piece];
      if (!open.has(piece)) now.unseen = { ...now.unseen, [piece]: true };
    }
  },
  // A stack is turned over as a whole.
  flip(now, { pieces }) {
    const there = now.table.filter((one) => pieces.includes(one.piece));
    if (there.every((one) => same(one, there[0]))) reorder(now, pieces, (some) => some.reverse());
    each(now, pieces, (one) => ({ ...one, up: !one.up }));
    for (const one of now.table) if (one.up && pieces.includes(one.piece)) delete now.knows[one.piece];
  },
  turn(now, { pieces, angle }) {
    each(now, pieces, (one) => ({ ...one, angle: (one.angle + angle + 360) % 360 }));
  },
  // Fisher and Yates.
  shuffle(now, { pieces }) {
    reorder(now, pieces, (some) => {
      for (let k = some.length - 1; k > 0; k--) {
        const other = Math.floor(chance(now) * (k + 1));
        [some[k], some[other]] = [some[other], some[k]];
      }
      return some;
    });
    for (const piece of pieces) delete now.knows[piece];
  },
  // A die or spinner of the kit, whose sides come up as `weights` say.
  roll(now, { pieces: [piece], weights }) {
    let left = chance(now) * weights.reduce((sum, one) => sum + one, 0);
    let side = 0;
    while (side < weights.length - 1 && left >= weights[side]) left -= weights[side++];
    each(now, [piece], (one) => ({ ...one, side }));
    now.rolled = [...now.rolled, [piece, side]].slice(-4);
  },
  // A plain die, or a coin of two sides.
  throw(now, { sides }) {
    now.rolled = [...now.rolled, [sides, Math.floor(chance(now) * sides) + 1]].slice(-4);
  },
  count(now, { counter, add }) {
    now.counters = now.counters.map((one) => (one.key === counter ? { ...one, value: Math.min(one.high ?? Infinity, Math.max(one.low ?? -Infinity, one.value + add)) } : one));
  },
  counter(now, { text }) {
    now.counters = [...now.counters, { key: `own ${now.counters.length}`, title: { "": text }, seat: "", start: 0, value: 0, low: null, high: null }];
  },
  name(now, { seat, text }) {
    now.names = { ...now.names, [seat]: text };
  },
  say() {},
  end(now, _, setup) {
    const at = setup.seats.findIndex((seat) => seat.id === now.turn);
    now.turn = setup.seats[(at + 1) % setup.seats.length].id;
    now.turns += 1;
  },
  over(now, { winners }) {
    now.over = winners;
  },
};

const PLAYS = new Set(["lay", "hold", "flip", "turn", "roll"]);
const isText = (one) => typeof one === "string" && one.length > 0 && one.length <= MOST.text;
const isPoint = (one) => Array.isArray(one) && one.length === 2 && one.every((value) => Number.isFinite(value) && Math.abs(value) <= MOST.far);
const isAngle = (one) => Number.isFinite(one) && Math.abs(one) <= 360;
const isList = (list, fits, least = 1) => Array.isArray(list) && list.length >= least && list.length <= MOST.pieces && list.every(fits);

// What the arguments of a move must be; `pieces` are looked at for all of them.
const FITS = {
  lay: (move) => isList(move.at, isPoint) && move.at.length === move.pieces.length && [undefined, true, false].includes(move.up) && (move.angle === undefined || isAngle(move.angle)),
  hold: (move, seats) => isList(move.seats, seats) && [1, move.pieces.length].includes(move.seats.length),
  box: () => true,
  flip: () => true,
  turn: (move) => isAngle(move.angle),
  shuffle: () => true,
  roll: (move) => isList(move.weights, (one) => Number.isFinite(one) && one > 0),
  throw: (move) => Number.isInteger(move.sides) && move.sides >= 2 && move.sides <= 1000,
  count: (move, _, now) => Number.isInteger(move.add) && Math.abs(move.add) <= 1e6 && now.counters.some((one) => one.key === move.counter),
  counter: (move, _, now) => isText(move.text) && now.counters.length < 40,
  name: (move, seats) => seats(move.seat) && isText(move.text),
  say: (move) => isText(move.text),
  end: () => true,
  over: (move, seats) => isList(move.winners, seats, 0),
};
const OF_PIECES = new Set(["lay", "hold", "box", "flip", "turn", "shuffle", "roll"]);
const ON_TABLE = new Set(["flip", "turn", "shuffle", "roll"]);

// The state after a move, null where it cannot be made.
export function apply(setup, state, move) {
  const isSeat = (one) => setup.seats.some((seat) => seat.id === one);
  if (!move || typeof move !== "object" || !Object.hasOwn(FITS, move.do) || !isSeat(move.by)) return null;
  if (OF_PIECES.has(move.do)) {
    const there = new Set(state.table.map((one) => one.piece));
    if (!ON_TABLE.has(move.do)) for (const piece of [...state.box, ...Object.values(state.hands).flat()]) there.add(piece);
    if (!isList(move.pieces, (one) => there.has(one)) || new Set(move.pieces).size < move.pieces.length) return null;
  }
  if (!FITS[move.do](move, isSeat, state)) return null;
  const now = { ...state, knows: { ...state.knows }, hands: { ...state.hands } };
  CHANGES[move.do](now, move, setup);
  if (PLAYS.has(move.do) && !move.dealt) now.played = { ...now.played, ...Object.fromEntries(move.pieces.map((piece) => [piece, true])) };
  return now;
}

// The states from the beginning to the last move, or on from those that are known; a move that cannot be made raises
// an error with its `number`.
export function play(setup, moves, known = [begin(setup)]) {
  const states = [...known];
  for (let k = states.length - 1; k < moves.length; k++) {
    const next = apply(setup, states[k], moves[k]);
    if (!next) throw Object.assign(new Error(`move ${k + 1}`), { number: k + 1 });
    states.push(next);
  }
  return states;
}

const isTitle = (one) => one && typeof one === "object" && Object.values(one).every((text) => typeof text === "string");
const isNumber = (...values) => values.every(Number.isFinite);

function isSetup(one) {
  const seats = new Set(isList(one?.seats, (seat) => seat && typeof seat.id === "string" && isNumber(seat.x, seat.y, seat.angle)) ? one.seats.map((seat) => seat.id) : []);
  const pieces = [...(one?.pieces || []).map?.((piece) => piece?.piece) || [], ...(one?.box || [])];
  return seats.size > 0 && isText(one.seed) && typeof one.revision === "string" && typeof one.game === "string" && isNumber(one.players, one.width, one.height)
    && isList(one.pieces, (each) => isNumber(each?.x, each?.y, each?.angle) && typeof each.up === "boolean" && (each.held === "" || seats.has(each.held)), 0)
    && isList(pieces, (each) => typeof each === "string" && /^[^/]+\/.+#\d+$/.test(each), 0) && new Set(pieces).size === pieces.length
    && isList(one.places, (each) => isTitle(each?.title) && isList(each.positions, isPoint, 0) && isList(each.box, Number.isFinite, 4) && isNumber(each.count), 0)
    && isList(one.counters, (each) => isText(each?.key) && isTitle(each.title) && isNumber(each.start), 0)
    && Object.values(one.sizes || {}).every((size) => isPoint(size))
    && Object.values(one.spaces || {}).every((points) => isList(points, (point) => Array.isArray(point) && isPoint(point.slice(0, 2)), 0));
}

// A table that was kept or saved, its states, and the seed of the table that took its place; raises an error where it
// is none, with the `number` of a move that is wrong. What is as in the `known` table is taken from there.
export function read(text, known = null) {
  const found = JSON.parse(text);
  const { moves, future = [] } = found || {};
  const isKnown = known && JSON.stringify(found?.setup) === JSON.stringify(known.record.setup);
  if (found?.version !== VERSION || !(isKnown || isSetup(found.setup)) || ![moves, future].every((one) => Array.isArray(one) && one.length <= MOST.moves)) throw new Error("no table");
  const record = { version: VERSION, setup: isKnown ? known.record.setup : found.setup, moves, future, before: found.before || null };
  const other = isKnown ? moves.findIndex((move, k) => JSON.stringify(move) !== JSON.stringify(known.record.moves[k])) : 0;
  const states = isKnown ? known.states.slice(0, (other < 0 ? moves.length : other) + 1) : undefined;
  return { record, states: play(record.setup, moves, states), next: found.next || "" };
}
