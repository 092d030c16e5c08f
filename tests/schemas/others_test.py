# SPDX-License-Identifier: BSD-3-Clause
"""others_test.py COMMAND PACKAGE [PYTHON]: the schemas of documents that no verb's --json writes: the lab's and its study's as
they were once written here (written/), the latter also as it is now, make bench's, probe's second measurement, and
python -m numapack's, where the package is built, by its Python."""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is not installed")
    sys.exit(77)

COMMAND, PACKAGE = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
WRITTEN = pathlib.Path(__file__).resolve().parent / "written"
sys.path[:0] = [str(ROOT / "bench" / "compare"), str(ROOT / "lab")]


def validator_of(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json.loads((ROOT / f"data/schemas/{name}.schema.json").read_text(encoding="utf-8")))


def written(name: str) -> dict:
    return json.loads((WRITTEN / name).read_text(encoding="utf-8"))


class Others(unittest.TestCase):
    maxDiff = None

    def check(self, validator: jsonschema.Draft202012Validator, document: dict) -> None:
        read = json.loads(json.dumps(document))
        self.assertEqual([f"{'/'.join(map(str, one.absolute_path))}: {one.message[:200]}" for one in validator.iter_errors(read)], [])

    def refuse(self, validator: jsonschema.Draft202012Validator, document: dict, *keys: str | int) -> None:
        """Without the last of these keys it is none of the schema's."""
        inner = document = json.loads(json.dumps(document))
        for key in keys[:-1]:
            inner = inner[key]
        del inner[keys[-1]]
        self.assertNotEqual(list(validator.iter_errors(document)), [], keys)

    def test_the_lab_s(self) -> None:
        for name in ("lab.json", "lab-plain.json"):
            with self.subTest(name):
                self.check(validator_of("lab"), written(name))
        self.assertGreater(written("lab.json")["counts"]["accesses"], 1000)
        self.assertIsNone(written("lab-plain.json")["counts"])
        self.refuse(validator_of("lab"), written("lab.json"), "counts", "hits")

    def test_the_lab_s_machine_now(self) -> None:
        """Its machines as the code describes them today, in the place of the one that was written."""
        machine_file, report = (importlib.import_module(f"numapack_lab.{name}") for name in ("machine.file", "report"))
        for name in machine_file.names(ROOT / "lab" / "machines"):
            with self.subTest(name):
                machine = report.machine_document(machine_file.load(name, ROOT / "lab" / "machines"), "x86_64")
                self.check(validator_of("lab"), {**written("lab-plain.json"), "machine": machine})

    def test_its_study_s(self) -> None:
        document = written("lab-study.json")
        self.check(validator_of("lab-study"), document)
        for part in ("figure12", "figure13", "figure14", "table1", "call"):
            self.assertTrue(document["figures"][part], part)
        self.refuse(validator_of("lab-study"), document, "figures", "table1")

    def test_its_study_s_now(self) -> None:
        """The figures as the code makes them today, of all these runs and of some."""
        study = importlib.import_module("numapack_lab.study.command")
        cases = importlib.import_module("numapack_lab.study.cases")
        runs = study._earlier(str(WRITTEN / "lab-study.json"))
        first = next(iter(runs))
        setting = cases.Setting(first.n, first.machine, first.arch, first.beta)
        for library in ("", "openblas", "numapack", "none"):
            some = {case: run for case, run in runs.items() if library in ("", case.library)}
            with self.subTest(library):
                self.check(validator_of("lab-study"), study._document(some, setting))

    def test_make_bench_s(self) -> None:
        run, table, shapes = (importlib.import_module(name) for name in ("run", "cells", "shapes"))
        validator, drop_in = validator_of("bench"), COMMAND.parent / "libnumapack_blas.so.0"
        with tempfile.TemporaryDirectory() as folder:
            store, page = pathlib.Path(folder, "results.json"), pathlib.Path(folder, "page.md")
            state = run.new_state(1, True, {"seed": 1, "count": 2, "alone": False})
            run.save(state, store, page)
            self.check(validator, json.loads(store.read_text(encoding="utf-8")))
            cells = [next(cell for cell in table.all_cells(1) if cell.family == "small"), *shapes.draw(1, 2, 1)]
            for cell in cells:
                document = run.measure(str(COMMAND), cell, [f"second={drop_in}"], table.Effort(2, 0.001, 1))
                self.assertIsNone(run.add(state, cell, document).get("problem") or None)
            state["rows"][cells[-1].key] = {"problem": "numapack gemm wrote nothing", "rounds": 0, "failed": []}
            state["interrupted"] = True
            with contextlib.redirect_stderr(io.StringIO()):
                run.save(state, store, page)
            document = json.loads(store.read_text(encoding="utf-8"))
        self.check(validator, document)
        self.assertTrue(document["random"]["summaries"])
        self.refuse(validator, document, "rows", cells[0].key, "ratio")
        self.refuse(validator, document, "libraries")

    def test_a_second_measurement_s(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "verify.json")
            done = subprocess.run([COMMAND, "probe", "--budget", "6", "--keep-disturbed", "-o", f"{folder}/profile.json", "--verify-json",
                                   path], capture_output=True, text=True, timeout=300, env={**os.environ, "XDG_CACHE_HOME": folder})
            self.assertIn(done.returncode, (0, 1), done.stderr)  # 1: cells differ, or none has a figure
            if path.is_file():
                self.check(validator_of("verify"), json.loads(path.read_text(encoding="utf-8")))
        # In so short a time few cells are compared, perhaps none.
        long = written("verify.json")
        self.assertTrue(long["tables"] and long["differing"])
        self.check(validator_of("verify"), long)
        self.refuse(validator_of("verify"), long, "tables", 0, "cells")

    @unittest.skipUnless((PACKAGE / "numapack").is_dir(), "the Python package is not built")
    def test_the_package_s(self) -> None:
        done = subprocess.run([sys.argv[3], "-m", "numapack", "--json"], capture_output=True, text=True, timeout=120,
                              env={**os.environ, "PYTHONPATH": str(PACKAGE)})
        self.assertEqual(done.returncode, 0, done.stderr)
        document = json.loads(done.stdout)
        self.check(validator_of("python"), document)
        self.refuse(validator_of("python"), document, "library")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
