// Compiles Python sources to .pyc files with the Python that will run them.
//   node compile.mjs PYODIDE TREE
// Every .py below TREE is replaced by a .pyc; those below TREE/program stay, their .pyc goes to TREE/compiled
// under the SHA-256 of the source.
import { pathToFileURL } from "node:url";

const [pyodide, tree] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: pyodide });
python.FS.mkdir("/tree");
python.FS.mount(python.FS.filesystems.NODEFS, { root: tree }, "/tree");
try {
  python.runPython(`
import ast
from hashlib import sha256
from importlib._bootstrap_external import _code_to_timestamp_pyc
from pathlib import Path
from types import CodeType


def without_docstrings(source, name):
    parsed = ast.parse(source, name)
    for node in ast.walk(parsed):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
                node.body[:1] = [] if len(node.body) > 1 else [ast.copy_location(ast.Pass(), first)]
    return parsed


def small(code):
    """The code without its table of lines and columns, a third of every file: no player reads tracebacks."""
    consts = tuple(small(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    whole, rest = divmod(len(code.co_code) // 2, 8)
    # Entries of code 15, "no location", for eight units each (Objects/locations.md of CPython).
    nowhere = b"\\xff" * whole + (bytes([0xF8 + rest - 1]) if rest else b"")
    return code.replace(co_consts=consts, co_linetable=nowhere)


tree = Path("/tree")
(tree / "compiled").mkdir()
for path in sorted(tree.rglob("*.py")):
    part, name = path.relative_to(tree).as_posix().split("/", 1)
    source = path.read_bytes()
    code = compile(without_docstrings(source, name), name, "exec", dont_inherit=True)
    data = bytes(_code_to_timestamp_pyc(small(code), 0, 0))
    if part == "program":
        (tree / "compiled" / f"{sha256(source).hexdigest()}.pyc").write_bytes(data)
    else:
        path.with_suffix(".pyc").write_bytes(data)
        path.unlink()
`);
} catch (error) {
  console.error(error.message); // the stack quotes a megabyte of Pyodide
  process.exit(1);
}
