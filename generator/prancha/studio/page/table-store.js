// The table that a seed names, kept by the browser: a set-up and its moves, shared by all tabs that show it.

import { ask, state } from "./store.js";
import { apply, play, read, seedNumber, VERSION } from "./table-moves.js";

export function newSeed() {
  return Array.from(crypto.getRandomValues(new Uint8Array(4)), (one) => one.toString(36)).join("").slice(0, 7);
}

const base = () => `table ${state.start.project} ${state.game.id}`;

export class TableStore {
  // `changed` is called after every change, also of another tab; `lost` when what was kept is no table.
  constructor(changed, lost) {
    Object.assign(this, { changed, lost, record: null, states: [], text: "" });
    this.listener = (event) => { if (event.key === this.key && event.newValue) this.adopt(event.newValue); };
    addEventListener("storage", this.listener);
  }

  leave() {
    removeEventListener("storage", this.listener);
  }

  get key() {
    return `${base()} ${this.seed}`;
  }

  get now() {
    return this.states.at(-1);
  }

  get setup() {
    return this.record.setup;
  }

  // Open the table of a seed, that of the last one for "", or set one up.
  async open(seed) {
    this.seed = seed || localStorage.getItem(base()) || newSeed();
    const text = localStorage.getItem(this.key);
    if (text) {
      try {
        this.take(read(text), text);
        return this.keep();
      } catch {
        this.lost();
      }
    }
    return this.begin(this.seed, Number(localStorage.getItem(`${base()} players`)) || 0);
  }

  // Set a table up for so many players, 0 for the fewest; undo brings back the one before.
  async begin(seed, players) {
    const path = (count) => `/api/table/${state.game.id}/${state.lang}/${count}/${seedNumber(seed)}`;
    const setup = await ask(path(players)).catch((error) => (error.status === 404 && players ? ask(path(0)) : Promise.reject(error)));
    this.replace({ version: VERSION, setup: { ...setup, seed }, moves: [], future: [], before: this.before() });
  }

  before() {
    return this.record && this.record.moves.length ? { ...this.record, before: null } : null;
  }

  // Show a table that was saved to a file; raises an error where it is none.
  load(text) {
    const { record } = read(text);
    if (record.setup.game !== state.game.name) throw new Error(record.setup.game);
    this.replace({ ...record, before: this.before() });
  }

  replace(record) {
    const former = this.record && [this.seed, this.record];
    this.take({ record, states: play(record.setup, record.moves) });
    this.keep();
    if (former) this.lead(...former);
    this.changed();
  }

  // Other tabs that show the table of a former seed follow to this one.
  lead(seed, record) {
    if (seed !== this.seed) this.write(`${base()} ${seed}`, JSON.stringify({ ...record, before: null, next: this.seed }));
  }

  take({ record, states }, text = "") {
    Object.assign(this, { record, states, text, seed: record.setup.seed });
  }

  adopt(text) {
    if (text === this.text) return;
    try {
      const found = read(text, this.record && this);
      if (found.next && found.next !== this.seed) return void this.open(found.next).then(this.changed, () => {});
      this.take(found, text);
    } catch {
      return; // another version of the page wrote it
    }
    this.changed();
  }

  // Change the record as it is kept now, whoever changed it last; one tab at a time.
  edit(change) {
    return navigator.locks.request(this.key, () => {
      const kept = localStorage.getItem(this.key);
      if (kept && kept !== this.text) this.adopt(kept);
      const done = change();
      if (done !== false) {
        this.keep();
        this.changed();
      }
      return done !== false;
    });
  }

  act(move) {
    return this.edit(() => {
      const next = apply(this.setup, this.now, move);
      if (!next) return false;
      this.record = { ...this.record, moves: [...this.record.moves, move], future: [] };
      this.states.push(next);
    });
  }

  get canUndo() {
    return this.record.moves.length > 0 || Boolean(this.record.before);
  }

  undo() {
    return this.edit(() => {
      const { moves, future, before } = this.record;
      if (moves.length) {
        this.record = { ...this.record, moves: moves.slice(0, -1), future: [...future, moves.at(-1)] };
        this.states.pop();
      } else if (before) {
        const former = [this.seed, this.record];
        try {
          this.take(read(JSON.stringify(before)));
        } catch {
          this.record = { ...this.record, before: null }; // another version of the page wrote it
          return;
        }
        this.keep();
        this.lead(...former);
      } else return false;
    });
  }

  redo() {
    const move = this.record.future.at(-1);
    return move && this.edit(() => {
      const next = apply(this.setup, this.now, move);
      if (!next) return false;
      this.record = { ...this.record, moves: [...this.record.moves, move], future: this.record.future.slice(0, -1) };
      this.states.push(next);
    });
  }

  keep() {
    this.text = JSON.stringify(this.record);
    this.write(this.key, this.text);
    localStorage.setItem(base(), this.seed);
    localStorage.setItem(`${base()} players`, String(this.setup.players));
  }

  // Write the record; where there is no room, other tables of this browser make some, the table is `full` after all.
  write(key, text) {
    const others = () => Object.keys(localStorage).find((one) => one.startsWith("table ") && one !== this.key && one !== key && localStorage.getItem(one).length > 1000);
    for (this.full = false; ;) {
      try {
        return localStorage.setItem(key, text);
      } catch {
        const other = others();
        if (!other) return void (this.full = true);
        localStorage.removeItem(other);
      }
    }
  }
}
