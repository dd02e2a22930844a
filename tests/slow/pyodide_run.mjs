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
try {
  await python.runPythonAsync(readFileSync(file, "utf8"));
} catch (problem) {
  console.error(problem.message); // Node.js would print the source of Pyodide with it
  process.exitCode = 1;
}
