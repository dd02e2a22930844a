// Where frames go, in mm: what they snap to, how a handle changes them, how they are aligned and distributed.

// Lines that objects snap to, across and down: trim, safe zone, middle, edges and middles of the others, the lines
// of `own`, pairs of "x" or "y" and a place, and those of a grid of so many mm.
export function guides(family, others, own = [], grid = 0) {
  const { width, height, safe, bleed = 0 } = family;
  const lines = [[0, safe, width / 2, width - safe, width], [0, safe, height / 2, height - safe, height]];
  for (const [axis, at] of own) lines[axis === "x" ? 0 : 1].push(at);
  for (const [k, side] of grid ? [width, height].entries() : []) {
    for (let n = Math.ceil(-bleed / grid); n * grid <= side + bleed; n += 1) lines[k].push(n * grid);
  }
  for (const { frame } of others) {
    for (const k of [0, 1]) lines[k].push(frame[k], frame[k] + frame[k + 2] / 2, frame[k] + frame[k + 2]);
  }
  return lines;
}

// The least shift, of at most `near` mm, that brings one of `edges` onto one of `lines`, and that line.
export function nearest(edges, lines, near) {
  let best = { by: 0, line: null, away: near };
  for (const edge of edges) {
    for (const line of lines) {
      const away = Math.abs(line - edge);
      if (away <= best.away - 1e-9) best = { by: line - edge, line, away };
    }
  }
  return best;
}

// A frame moved by (dx, dy), with what of it snaps, and the lines that it snaps to.
export function moved(frame, [dx, dy], lines, near) {
  const found = [frame[0] + dx, frame[1] + dy, frame[2], frame[3]];
  const at = [null, null];
  for (const k of [0, 1]) {
    const { by, line } = nearest([found[k], found[k] + found[k + 2] / 2, found[k] + found[k + 2]], lines[k], near);
    found[k] += by;
    at[k] = line;
  }
  return { frame: found, at };
}

// A frame whose sides `grip` were moved by (dx, dy); a square one keeps its proportions.
export function resized(frame, grip, [dx, dy], lines, near, square) {
  const found = [...frame];
  const at = [null, null];
  for (const k of [0, 1]) {
    if (!grip[k]) continue;
    const side = grip[k] < 0 ? frame[k] : frame[k] + frame[k + 2];
    const { by, line } = nearest([side + [dx, dy][k]], lines[k], near);
    const to = side + [dx, dy][k] + by;
    const fixed = grip[k] < 0 ? frame[k] + frame[k + 2] : frame[k];
    found[k + 2] = Math.max(0.5, grip[k] < 0 ? fixed - to : to - fixed);
    found[k] = grip[k] < 0 ? fixed - found[k + 2] : fixed;
    at[k] = line;
  }
  if (square) {
    const side = grip[0] ? found[2] : found[3];
    for (const k of [0, 1]) {
      const fixed = grip[k] < 0 ? frame[k] + frame[k + 2] : frame[k];
      found[k] = grip[k] < 0 ? fixed - side : grip[k] ? fixed : frame[k] + (frame[k + 2] - side) / 2;
      found[k + 2] = side;
    }
  }
  return { frame: found, at };
}

// A frame that is turned by so many degrees, one of whose handles was dragged by (dx, dy): the other side stays.
export function resizedTurned(frame, turn, grip, by, square) {
  const local = turned(by, -turn);
  const found = resized(frame, grip, local, [[], []], -1, square).frame;
  const middle = (one) => [one[0] + one[2] / 2, one[1] + one[3] / 2];
  const [was, now] = [middle(frame), middle(found)];
  const [dx, dy] = turned([now[0] - was[0], now[1] - was[1]], turn);
  return { frame: [was[0] + dx - found[2] / 2, was[1] + dy - found[3] / 2, found[2], found[3]], at: [null, null] };
}

// A vector turned clockwise by so many degrees.
export function turned([x, y], degrees) {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return [x * cos - y * sin, x * sin + y * cos];
}

// The upright box around frames, each with its turn.
export function around(objects) {
  const points = objects.flatMap(({ frame: [x, y, width, height], turn }) => [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => {
    const [dx, dy] = turned([(a * width) / 2, (b * height) / 2], turn);
    return [x + width / 2 + dx, y + height / 2 + dy];
  }));
  const [xs, ys] = [0, 1].map((k) => points.map((one) => one[k]));
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return [x, y, Math.max(...xs) - x, Math.max(...ys) - y];
}

// How far each object goes to lie at one side (-1, 0 for the middle, 1) of `within`; `k` is 0 across, 1 down.
export function aligned(objects, within, k, side) {
  return objects.map((one) => {
    const box = around([one]);
    const by = within[k] - box[k] + ((within[k + 2] - box[k + 2]) * (side + 1)) / 2;
    return k ? [0, by] : [by, 0];
  });
}

// How far each object goes so that the gaps between neighbours are the same; the outermost stay.
export function distributed(objects, k) {
  const boxes = objects.map((one) => around([one]));
  const order = [...boxes.keys()].sort((a, b) => boxes[a][k] + boxes[a][k + 2] / 2 - boxes[b][k] - boxes[b][k + 2] / 2);
  const [first, last] = [boxes[order[0]], boxes[order.at(-1)]];
  const gap = (last[k] + last[k + 2] - first[k] - boxes.reduce((sum, box) => sum + box[k + 2], 0)) / (order.length - 1);
  const moves = objects.map(() => [0, 0]);
  let at = first[k];
  for (const n of order) {
    moves[n][k] = at - boxes[n][k];
    at += boxes[n][k + 2] + gap;
  }
  return moves;
}

// The point of a picture that is kept, as shares, when the picture is dragged by (dx, dy) in its frame.
export function refocused({ size, focus }, frame, fit, by) {
  const scale = (fit === "fit" ? Math.min : Math.max)(frame[2] / size[0], frame[3] / size[1]);
  return focus.map((share, k) => {
    const [room, length] = [frame[k + 2], size[k] * scale];
    if (Math.abs(room - length) < 1e-6) return share;
    if (fit === "fit") return clamp(((room - length) * share + by[k]) / (room - length), 0, 1);
    const from = clamp(room / 2 - share * length, room - length, 0);
    return clamp((room / 2 - clamp(from + by[k], room - length, 0)) / length, 0, 1);
  });
}

const clamp = (value, least, most) => Math.min(Math.max(value, least), Math.max(least, most));
