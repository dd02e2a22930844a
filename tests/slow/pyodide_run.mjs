// Runs a Python file in Pyodide: node pyodide_run.mjs PYODIDE FILE '{"/in/pyodide": "folder of this machine"}'
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, file, mounts] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide();
for (const [at, root] of Object.entries(JSON.parse(mounts))) {
  python.FS.mkdirTree(at);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, at);
}
await python.runPythonAsync(readFileSync(file, "utf8"));
