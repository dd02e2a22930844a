// Python in a worker: starts it, hands it choices, and gives back PDFs and pictures of their pages.
const BEGIN = `
import gc, sys
sys.path.insert(0, "/program")
from pathlib import Path
from prancha.cli import page_printing
from prancha.system.cache import settle_cache
from prancha.system.machine import settle_pictures

project, made = Path("/project"), Path("/made")
settle_cache(project / "settled/faces")
settle_pictures(project / "settled/pictures")
gc.collect()
gc.freeze()
{
    "tidy": gc.collect,
    "print_choices": lambda text, tell: page_printing.print_choices(text, project, made, tell),
    "print_calibration": lambda text: page_printing.print_calibration(text, project, made),
    "draw_page": lambda data, page, width: page_printing.draw_page(bytes(data), page, width),
}
`;
let python;
let calls;

self.onmessage = async ({ data }) => {
  try {
    const answer = await ACTIONS[data.action](data);
    self.postMessage({ id: data.id, ...answer }, (answer.files ?? []).map((one) => one.data));
    if (answer.made) calls.get("tidy")(); // while nobody waits: memory of a page never shrinks
  } catch (error) {
    self.postMessage({ id: data.id, failed: String(error?.message ?? error), broken: error?.file });
  }
};

const ACTIONS = { start, print, calibrate, look, extend };

async function unpacked(files, name) {
  const bytes = files[name];
  const head = new Uint8Array(bytes.slice(0, 2));
  // A server that says it is compressed has made the browser unpack it already.
  if (head[0] !== 0x1f || head[1] !== 0x8b) return bytes;
  try {
    return await new Response(new Response(bytes).body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  } catch (error) {
    throw Object.assign(error, { file: name });
  }
}

// Files joined as export/web_page/python_pack.py does: eight digits, JSON of names and sizes, the contents.
function place(folder, buffer) {
  const bytes = new Uint8Array(buffer);
  const text = (from, to) => new TextDecoder().decode(bytes.subarray(from, to));
  let at = 8 + Number(text(0, 8));
  for (const [name, size] of JSON.parse(text(8, at))) {
    const path = `${folder}/${name}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, bytes.slice(at, at + size), { canOwn: true });
    at += size;
  }
}

// Pyodide waits for ever where WebAssembly cannot start, such as with too little memory.
function refusal() {
  return new Promise((_, reject) => {
    for (const name of ["instantiate", "instantiateStreaming"]) {
      const usual = WebAssembly[name];
      WebAssembly[name] = async (...given) => {
        try {
          return await usual.apply(WebAssembly, given);
        } catch (error) {
          reject(error);
          throw error;
        }
      };
    }
  });
}

async function loaded({ modules, files }) {
  const { loadPyodide } = await import(modules.pyodide);
  const { default: createPyodideModule } = await import(modules.asm);
  const given = new Map([
    ["pyodide.asm.wasm", new Response(await unpacked(files, "python.bin"), { headers: { "content-type": "application/wasm" } })],
    ["python_stdlib.zip", new Response(files["stdlib.zip"])],
  ]);
  // Pyodide fetches each of what was loaded before once, and may ask for nothing else.
  self.fetch = async (url) => {
    const name = String(url?.url ?? url).split("/").pop();
    if (!given.has(name)) throw new Error(`this page loads nothing: ${name}`);
    const answer = given.get(name);
    given.delete(name);
    return answer;
  };
  return loadPyodide({
    indexURL: modules.folder,
    lockFileContents: JSON.parse(new TextDecoder().decode(files["lock.json"])),
    createPyodideModule,
    env: { HOME: "/home/pyodide" },
  });
}

async function start({ modules, files }) {
  python = await Promise.race([refusal(), loaded({ modules, files })]);
  place("/program", await unpacked(files, "program.bin"));
  place("/project", await unpacked(files, "game.bin"));
  calls = python.runPython(BEGIN);
  return { started: true };
}

function extend({ archive }) {
  const packed = python.toPy(new Uint8Array(archive));
  const opened = python.runPython("import lzma; lzma.decompress")(packed);
  place("/program", opened.toJs().buffer);
  packed.destroy();
  opened.destroy();
  return { extended: true };
}

function tell(step, done, all) {
  self.postMessage({ progress: { step, done, all } });
}

async function taken(text) {
  const made = JSON.parse(text);
  const files = [];
  for (const name of made.files ?? []) {
    const path = `/made/${name}`;
    const data = python.FS.readFile(path).buffer;
    python.FS.unlink(path);
    const digest = new Uint8Array(await crypto.subtle?.digest("SHA-256", data) ?? []);
    files.push({ name: name.split("/").pop(), data, sha256: Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") });
  }
  return { made: { ...made, files: undefined }, files };
}

function print({ choices }) {
  return taken(calls.get("print_choices")(JSON.stringify(choices), tell));
}

function calibrate({ choices }) {
  return taken(calls.get("print_calibration")(JSON.stringify(choices)));
}

function look({ pdf, page, width }) {
  const copied = python.toPy(new Uint8Array(pdf));
  const result = calls.get("draw_page")(copied, page, width);
  const [across, down, { buffer: data }] = result.toJs();
  copied.destroy();
  result.destroy();
  return { across, down, files: [{ data }] };
}
