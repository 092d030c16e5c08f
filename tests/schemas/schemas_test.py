# SPDX-License-Identifier: BSD-3-Clause
"""schemas_test.py COMMAND: the schemas of data/schemas/ against what the command writes and the published machines, by a
validator (python3-jsonschema)."""

import copy
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is not installed")
    sys.exit(77)

COMMAND = str(pathlib.Path(sys.argv[1]).resolve())
ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMAS = ROOT / "data" / "schemas"
DROP_IN = str(pathlib.Path(COMMAND).parent / "libnumapack_blas.so.0")
KUNPENG, MEASURED = str(ROOT / "tests/machines/kunpeng920.xml"), str(ROOT / "data/machines/kunpeng920-6426.json")
# Verbs whose --json is a profile, and what has another option for its document.
PROFILES = ("latency", "coherence", "stream", "barrier", "probe")
MEASURES = ("--rounds", "1", "--keep-disturbed")
DOCUMENTS = {
    "topo": [[], ["--from", KUNPENG], ["--from", MEASURED]],
    "plan": [["-n", "16384", "--from", KUNPENG, "--home", "A=0,B=0,C=interleave"], ["-n", "64"],
             *(["-n", "4096", "--from", KUNPENG, "--routine", routine]
               for routine in ("dgetrf", "dpotrf", "dgeqrf", "dpotri", "dgetri", "dtrsm", "dtrmm", "dsyrk", "zher2k", "dsymm")),
             ["-m", "4096", "-n", "1024", "--from", KUNPENG, "--routine", "dgels"], ["-n", "4096", "--from", KUNPENG, "--routine", "dormqr"],
             ["--packed", "a", "-m", "4096", "-k", "4096", "-n", "64", "--from", MEASURED],
             ["--packed", "b", "-m", "64", "-k", "4096", "-n", "4096", "--from", KUNPENG], ["-n", "4096", "--row-major", "--from", KUNPENG],
             ["--batch", "100", "-n", "32", "--from", KUNPENG], ["--batch", "64", "--routine", "dpotrf", "-n", "64", "--from", KUNPENG]],
    "predict": [["--routine", "dgetrf", "--sizes", "2048,4096", "--first-nodes", "1,4", "--influence", "--from", KUNPENG],
                ["-n", "9000", "--compare", "oblivious,paper", "--from", KUNPENG],
                ["--published", "--from", MEASURED], ["--published", "--from", str(ROOT / "data/machines/kunpeng920.json")],
                ["-n", "4096", "--what-if", "cores=48,nodes=x2,remote-latency=1.5", "--from", KUNPENG],
                ["--calibrate", "--routine", "dgetrf"], ["--check", "2"]],
    "advise": [["--profile", MEASURED, "--threads", "0-31"]],
    "infer": [["--from", str(ROOT / "data/machines/epyc-rome-nps4.json")],
              ["--from", str(ROOT / "data/machines/knm-snc4.json"), "--mesh", "6x6", "--memory", "0=0,0"],
              ["--matrix", "{folder}/latencies.csv"]],
    "doctor": [[]],
    "bits": [["--library", DROP_IN, "--calls", "9"]],
    "grade": [["--library", DROP_IN, "--calls", "3"]],
    "diff": [[MEASURED, str(ROOT / "data/machines/kunpeng920.json")]],
    "where": [[str(os.getpid())], [str(os.getpid()), "--map", "largest"]],
    "spmv": [["-n", "1000", "--rounds", "1", "--sample", "0"], ["--structure", "graph", "-n", "2000", "--from", KUNPENG],
             ["--file", "{folder}/matrix.mtx", "--rounds", "1", "--sample", "0"]],
    "touch-demo": [["--size", "4M"]],
    "gemm": [["-n", "64", "--rounds", "1", "--check"], ["-n", "64", "--rounds", "1", "--routine", "dpotrf"],
             ["-n", "64", "--rounds", "1", "--routine", "dormqr"], ["-n", "64", "--rounds", "1", "--routine", "zungqr"],
             ["-n", "300", "--rounds", "1", "--counters"], ["-n", "64", "--rounds", "1", "--peer", f"drop-in={DROP_IN}"]],
    "linpack": [["-n", "64", "--rounds", "1"], *(["--study", study, "-n", "64", "--rounds", "1"] for study in ("sizes", "nb", "outer"))],
    "tune": [["--only", "cycles", "--budget", "2", "-o", "{folder}/tuned.json"]],
    "latency": [["--size", "256K", "--pages", "all", *MEASURES], ["--loaded", "--size", "4M", "--points", "3", *MEASURES]],
    "coherence": [["--sizes", "16K", *MEASURES]],
    "stream": [["--size", "1M", *MEASURES]],
    "barrier": [list(MEASURES), ["--kinds", "reduction-by-number,reduction-by-distance", *MEASURES]],
    "stat": [["true"], ["--counters", "true"]],
    "run": [["true"]],
    "pin": [["true"], ["--each", "true"]],
}
# What cases read from their folder.
FILES = {"latencies.csv": "0,50,100,100\n50,0,100,100\n100,100,0,50\n100,100,50,0\n",
         "matrix.mtx": "%%MatrixMarket matrix coordinate real general\n3 3 4\n1 1 2.5\n2 2 1\n3 1 -1\n3 3 4\n"}
RUNNERS = ("stat", "run", "pin")


def schema_of(name: str) -> dict:
    return json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))


def validator_of(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(schema_of(name))


def wrong(validator: jsonschema.Draft202012Validator, document: dict) -> list[str]:
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}" for error in validator.iter_errors(document)]


def has_json(verb: str) -> bool:
    said = subprocess.run([COMMAND, verb, "--help"], capture_output=True, text=True, check=True).stdout
    return re.search(r"^ +--json", said, re.MULTILINE) is not None


class Schemas(unittest.TestCase):
    def test_each_is_a_schema(self) -> None:
        files = sorted(SCHEMAS.glob("*.schema.json"))
        self.assertGreater(len(files), 12)
        for file in files:
            with self.subTest(file.name):
                schema = json.loads(file.read_text(encoding="utf-8"))
                jsonschema.Draft202012Validator.check_schema(schema)
                self.assertEqual(schema["$id"], file.name)
                page = re.search(r"docs/[a-z/-]+\.md", schema["description"])
                self.assertTrue((ROOT / page[0]).is_file())

    def test_every_one_is_held_against_a_document(self) -> None:
        """Those of verbs here, the others in others_test.py."""
        others = (pathlib.Path(__file__).parent / "others_test.py").read_text(encoding="utf-8")
        for file in SCHEMAS.glob("*.schema.json"):
            name = file.name.removesuffix(".schema.json")
            with self.subTest(name):
                self.assertTrue(name == "profile" or name in DOCUMENTS or f'validator_of("{name}")' in others)

    def test_every_verb_with_a_document_has_one(self) -> None:
        listed = subprocess.run([COMMAND, "--help"], capture_output=True, text=True, check=True).stdout
        for verb in re.findall(r"^  ([a-z][a-z-]*)(?: |$)", listed.split("Subcommands:\n")[1], re.MULTILINE):
            with self.subTest(verb):
                if has_json(verb):
                    self.assertTrue((SCHEMAS / f"{'profile' if verb in PROFILES else verb}.schema.json").is_file())

    def test_published_machines(self) -> None:
        validator = validator_of("profile")
        for machine in sorted((ROOT / "data/machines").glob("*.json")):
            with self.subTest(machine.name):
                self.assertEqual(wrong(validator, json.loads(machine.read_text(encoding="utf-8"))), [])

    def test_what_the_command_writes(self) -> None:
        for verb, cases in DOCUMENTS.items():
            validator = validator_of("profile" if verb in PROFILES else verb)
            for case in cases:
                with self.subTest(verb=verb, case=case), tempfile.TemporaryDirectory() as folder:
                    target = os.path.join(folder, "document.json")
                    for name, text in FILES.items():
                        pathlib.Path(folder, name).write_text(text, encoding="ascii")
                    words = [word.format(folder=folder) for word in case]
                    before = ["--json", target] if verb in RUNNERS else []
                    done = subprocess.run([COMMAND, verb, *before, *words, *([] if before else ["--json", target])],
                                          capture_output=True, text=True, env={**os.environ, "XDG_CACHE_HOME": folder})
                    self.assertTrue(os.path.isfile(target), done.stderr)
                    with open(target, encoding="utf-8") as file:
                        document = json.load(file)
                    self.assertEqual(wrong(validator, document), [])

    def test_two_memories_of_one_kind(self) -> None:
        """Without them infer's key "nearest" is null."""
        nodes = [{"os_index": node, "package": 0, "kind": "DRAM", "pus": list(range(6 * node, 6 * node + 6))} for node in (0, 1)]
        cells = [{"pu": pu, "node": node, "bytes": 1 << 28, "latency_ns": {"median": 90 + 50 * (pu // 6 != node) + 0.1 * (pu % 3)}}
                 for pu in range(12) for node in (0, 1)]
        profile = {"numapack_profile": 1, "made_by": "test", "machine": {"name": "two nodes", "architecture": "x86_64", "nodes": nodes},
                   "memory_latency": cells}
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "profile.json")
            path.write_text(json.dumps(profile), encoding="utf-8")
            done = subprocess.run([COMMAND, "infer", "--from", str(path), "--json"], capture_output=True, text=True, check=True)
        document = json.loads(done.stdout)
        self.assertEqual([group["cpus"] for group in document["nearest"]["groups"]], [list(range(6)), list(range(6, 12))])
        self.assertEqual(wrong(validator_of("infer"), document), [])

    def test_every_key_of_a_profile_is_known(self) -> None:
        fields = (ROOT / "src/profile/document/fields.hpp").read_text(encoding="utf-8")
        keys = set(re.findall(r'(?:required|at)\("(\w+)"', fields))
        self.assertGreater(len(keys), 60)
        known = set(re.findall(r'"(\w+)":', (SCHEMAS / "profile.schema.json").read_text(encoding="utf-8")))
        self.assertEqual(keys - known, set())

    def test_what_is_not_right_is_seen(self) -> None:
        """A key that is missing, one that is new, a unit that became text."""
        done = subprocess.run([COMMAND, "plan", "-n", "64", "--json"], capture_output=True, text=True, check=True)
        document, validator = json.loads(done.stdout), validator_of("plan")
        self.assertEqual(wrong(validator, document), [])
        for spoil in (lambda one: one.pop("problem"), lambda one: one.update(news=1),
                      lambda one: one["plan"].update(seconds_estimate="1 s"), lambda one: one["problem"].update(m=None)):
            spoiled = copy.deepcopy(document)
            spoil(spoiled)
            self.assertNotEqual(wrong(validator, spoiled), [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
