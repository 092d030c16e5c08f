# SPDX-License-Identifier: BSD-3-Clause
"""A layer of a Python package imports only itself and layers below it, and no modules import each other in a circle."""

import ast
import tempfile
import unittest
from pathlib import Path

import sources

# Bottom to top; a name is a module or a folder of modules. What an __init__.py at the top collects is above all.
LAYERS = {
    "python/numapack_report": (
        "errors words progress tables charts chart_tables output",
        "reading.schemas reading.check reading.values reading.machine reading.documents reading.command",
        "section reading.inputs",
        "drawing grids csv_files picture_files",
        "banner summary sections",
        "html_parts build page",
        "predicted_study",
        "study",
        "cli",
    ),
    "python/numapack": (
        "layout results system drawing.plan_picture",
        "bits threadpool threads",
        "arrays pages",
        "machines",
        "drawing",
        "products level3 pack sparse stacks factors lu systems",
        "linalg plot",
        "__main__",
    ),
    "lab/numapack_lab": (
        "errors terminal describe fit command_line",
        "machine options first_order report",
        "system emulator",
        "study",
        "cli",
    ),
}


def modules(package):
    """{dotted name inside the package ("" is its __init__.py): file}."""
    found = {}
    for path in package.rglob("*.py"):
        parts = path.relative_to(package).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(package):
    """{module: modules of the same package that it imports anywhere}, types checked only included. `from . import extension` is none."""
    known = modules(package)
    graph = {}
    for name, path in known.items():
        folder = name if path.name == "__init__.py" else name.rpartition(".")[0]
        graph[name] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                wanted = [one.name.removeprefix(package.name).lstrip(".") for one in node.names if one.name.split(".")[0] == package.name]
            elif isinstance(node, ast.ImportFrom):
                if node.level:
                    above = folder.split(".") if folder else []
                    base = ".".join([*above[:len(above) - node.level + 1], *([node.module] if node.module else [])])
                elif node.module and node.module.split(".")[0] == package.name:
                    base = node.module.removeprefix(package.name).lstrip(".")
                else:
                    continue
                names = [f"{base}.{one.name}".lstrip(".") for one in node.names]
                wanted = [one if one in known else base for one in names if one in known or base]
            else:
                continue
            graph[name].update(one for one in wanted if one in known and one != name)
    return graph


def layer_of(name, layers):
    """The number of the layer whose entry fits best; None if in none."""
    fits = [(len(entry), number) for number, layer in enumerate(layers) for entry in layer.split()
            if name == entry or name.startswith(f"{entry}.")]
    return max(fits)[1] if fits else None


def violations(package, layers):
    found = []
    for name, wanted in sorted(imports(package).items()):
        own = layer_of(name, layers)
        if own is None:
            if modules(package)[name].name != "__init__.py":
                found.append(f"{name} is in no layer")
            continue
        for other in sorted(wanted):
            above = layer_of(other, layers)
            if above is not None and above > own:
                found.append(f"{name} imports {other}, which is above it")
    return found


def circle(graph):
    """A chain of modules that ends where it begins; empty if there is none."""
    done, chain = set(), []

    def visit(name):
        if name in chain:
            return chain[chain.index(name):] + [name]
        if name in done:
            return []
        chain.append(name)
        for other in sorted(graph[name]):
            if found := visit(other):
                return found
        chain.pop()
        done.add(name)
        return []

    return next((found for name in sorted(graph) if (found := visit(name))), [])


class Repository(unittest.TestCase):
    maxDiff = None

    def test_no_layer_imports_one_above(self):
        for folder, layers in LAYERS.items():
            with self.subTest(folder):
                self.assertEqual(violations(sources.ROOT / folder, layers), [])

    def test_no_circles(self):
        for folder in LAYERS:
            with self.subTest(folder):
                graph = imports(sources.ROOT / folder)
                self.assertEqual(circle(graph), [])
                self.assertGreater(sum(map(len, graph.values())), 30)

    def test_every_layer_exists(self):
        for folder, layers in LAYERS.items():
            known = set(modules(sources.ROOT / folder))
            self.assertEqual({entry for layer in layers for entry in layer.split()} - known, set(), folder)


class Planted(unittest.TestCase):
    """The rules see what breaks them."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name) / "pack"
        (self.root / "low").mkdir(parents=True)
        self.plant("__init__", "from .high import f\n")
        self.plant("low/__init__", "")
        self.plant("low/a", "from . import b\nimport sys\n")
        self.plant("low/b", "")
        self.plant("high", "def f():\n    from .low.a import g\n")

    def plant(self, name, text):
        (self.root / f"{name}.py").write_text(text, encoding="utf-8")

    def test_what_may_be(self):
        self.assertEqual(violations(self.root, ("low", "high")), [])
        self.assertEqual(circle(imports(self.root)), [])

    def test_upward_imports(self):
        self.plant("low/b", "def g():\n    from pack.high import f\n")
        self.plant("attic", "")
        self.assertEqual(violations(self.root, ("low", "high")), ["attic is in no layer", "low.b imports high, which is above it"])
        self.assertEqual(circle(imports(self.root)), ["high", "low.a", "low.b", "high"])


if __name__ == "__main__":
    unittest.main()
