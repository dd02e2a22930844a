// A game on the table as plain values: every step gives a new state, and the same seed the same game.

export const SNAP = 5;

export function hash(text) {
  let value = 2166136261;
  for (let k = 0; k < text.length; k++) value = Math.imul(value ^ text.charCodeAt(k), 16777619);
  return value >>> 0;
}

// Mulberry32: one number of state, which stands in the saved game.
function next(state) {
  state.random = (state.random + 0x6d2b79f5) >>> 0;
  let value = state.random;
  value = Math.imul(value ^ (value >>> 15), value | 1);
  value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
  return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
}

export function below(state, most) {
  return Math.floor(next(state) * most);
}

export function setUp(families, seed, seats = 2) {
  const state = { version: 1, seed, seats, random: hash(seed), piles: {}, hands: {}, discard: [], table: [], counters: [], said: [] };
  for (const family of families) {
    const pieces = family.items.flatMap((item) => Array.from({ length: item.copies }, (_, k) => `${family.id}/${item.id}#${k + 1}`));
    if (!pieces.length) continue;
    state.piles[family.id] = pieces;
    mix(state, pieces);
  }
  for (let seat = 1; seat <= seats; seat++) state.hands[seat] = [];
  return state;
}

// Fisher and Yates.
function mix(state, pieces) {
  for (let k = pieces.length - 1; k > 0; k--) {
    const other = below(state, k + 1);
    [pieces[k], pieces[other]] = [pieces[other], pieces[k]];
  }
}

export const keyOf = (piece) => piece.slice(0, piece.lastIndexOf("#"));
export const familyOf = (piece) => piece.slice(0, piece.indexOf("/"));


// Take a piece from wherever it is.
function lift(state, piece) {
  for (const pile of [...Object.values(state.piles), ...Object.values(state.hands), state.discard]) {
    const at = pile.indexOf(piece);
    if (at >= 0) pile.splice(at, 1);
  }
  const at = state.table.findIndex((one) => one.piece === piece);
  return at >= 0 ? state.table.splice(at, 1)[0] : null;
}

// Each changes the copy of a state that it is given.
const CHANGES = {
  shuffle(now, family) {
    mix(now, now.piles[family]);
  },
  gather(now, family) {
    for (const piece of [...now.discard]) if (familyOf(piece) === family) { lift(now, piece); now.piles[family].push(piece); }
    mix(now, now.piles[family]);
  },
  draw(now, family, seat, count = 1) {
    now.hands[seat].push(...now.piles[family].splice(0, count));
  },
  deal(now, family, count) {
    for (let round = 0; round < count; round++) {
      for (let seat = 1; seat <= now.seats; seat++) now.hands[seat].push(...now.piles[family].splice(0, 1));
    }
  },
  place(now, piece, x, y, up = true) {
    const before = lift(now, piece);
    now.table.push({ turn: 0, up, ...before, piece, x, y });
  },
  // `carried` are pieces that lie on it and go with it.
  move(now, piece, x, y, carried = []) {
    const before = lift(now, piece);
    const riders = now.table.filter((one) => carried.includes(one.piece));
    for (const one of riders) lift(now, one.piece);
    now.table.push({ ...before, x, y }, ...riders.map((one) => ({ ...one, x: one.x + x - before.x, y: one.y + y - before.y })));
  },
  flip(now, piece) {
    now.table = now.table.map((one) => (one.piece === piece ? { ...one, up: !one.up } : one));
  },
  turn(now, piece, by) {
    now.table = now.table.map((one) => (one.piece === piece ? { ...one, turn: (one.turn + by) % 360 } : one));
  },
  toHand(now, piece, seat) {
    lift(now, piece);
    now.hands[seat].push(piece);
  },
  toPile(now, piece, top) {
    lift(now, piece);
    now.piles[familyOf(piece)][top ? "unshift" : "push"](piece);
  },
  discard(now, piece) {
    lift(now, piece);
    now.discard.push(piece);
  },
  roll(now, sides) {
    now.said = [...now.said, [sides === 2 ? "coin" : `d${sides}`, below(now, sides) + 1]].slice(-8);
  },
  // A die or spinner of the kit, whose sides come up as `weights` say.
  rollKit(now, key, weights) {
    let left = next(now) * weights.reduce((sum, one) => sum + one, 0);
    let side = 0;
    while (side < weights.length - 1 && left >= weights[side]) left -= weights[side++];
    now.said = [...now.said, [key, side]].slice(-8);
  },
  count(now, at, by) {
    if (at === now.counters.length) now.counters.push(0);
    else now.counters[at] += by;
  },
  seat(now, seats) {
    for (let seat = 1; seat <= Math.max(seats, now.seats); seat++) {
      now.hands[seat] ||= [];
      // Whoever leaves gives the cards back.
      if (seat > seats) { for (const piece of now.hands[seat]) now.piles[familyOf(piece)].push(piece); delete now.hands[seat]; }
    }
    now.seats = seats;
  },
};

export const steps = Object.fromEntries(Object.entries(CHANGES).map(([name, change]) => [name, (state, ...given) => {
  const now = structuredClone(state);
  change(now, ...given);
  return now;
}]));

// What dice showed, as far as it is such.
function told(said) {
  return (Array.isArray(said) ? said : []).filter((one) => Array.isArray(one) && one.length === 2 && typeof one[0] === "string" && Number.isInteger(one[1])).slice(-8);
}

// A saved game of these pieces, or null: files are a stranger's.
export function read(text, families) {
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  if (!found || found.version !== 1 || typeof found.seed !== "string" || !Number.isInteger(found.seats) || found.seats < 1 || found.seats > 6) return null;
  const fresh = setUp(families, found.seed, found.seats);
  const known = new Set(Object.values(fresh.piles).flat());
  const seen = new Set();
  const list = (value) => (Array.isArray(value) ? value.filter((one) => known.has(one) && !seen.has(one) && seen.add(one)) : []);
  const state = { ...fresh, random: Number(found.random) >>> 0, discard: list(found.discard), table: [], counters: (Array.isArray(found.counters) ? found.counters : []).filter(Number.isFinite).slice(0, 20), said: told(found.said) };
  for (const seat of Object.keys(fresh.hands)) state.hands[seat] = list(found.hands?.[seat]);
  for (const one of Array.isArray(found.table) ? found.table : []) {
    if (one && known.has(one.piece) && !seen.has(one.piece) && [one.x, one.y, one.turn].every(Number.isFinite)) {
      seen.add(one.piece);
      state.table.push({ piece: one.piece, x: one.x, y: one.y, turn: one.turn, up: one.up === true });
    }
  }
  for (const family of Object.keys(fresh.piles)) state.piles[family] = list(found.piles?.[family]);
  // What the file does not name goes under its pile.
  for (const piece of known) if (!seen.has(piece)) state.piles[familyOf(piece)].push(piece);
  return state;
}
