# SPDX-License-Identifier: BSD-3-Clause
"""howto_test.py COMMAND: what docs/how-to/ shows of numapack's commands is what they print. Plans, predictions and comparisons of files are compared as
printed; of what measures this machine, the words. ELSEWHERE lists the commands that do not run here, and why."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from printed import blocks, missing, missing_words

COMMAND = str(pathlib.Path(sys.argv[1]).resolve())
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/report_page"))
from synthetic import Synthetic  # noqa: E402  (its folder is known only now)

PAGES = {page.name: page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs/how-to").glob("*.md"))}
PYTHON = "/usr/bin/python3"
# Twenty products, as the page says; it shows that the job prints "1.0".
JOB = "import numpy\na, b = numpy.eye(2000), numpy.ones((2000, 2000))\nfor _ in range(20):\n    c = a @ b\nprint(c[0, 0])\n"

ELSEWHERE = {
    "numapack where 198": "takes four nodes: the page has it from the lab",
    "numapack stat -- /usr/bin/python3 job.py": "takes four nodes: the page has it from the lab",
    "numapack probe --budget 40 -o yesterday.json": "takes a quiet machine; diff has profiles of profiles() here",
    "numapack probe --budget 40 -o today.json": "takes a quiet machine; diff has profiles of profiles() here",
    "numapack run -- python3 train.py": "stands for any program; run --report is looked at",
    "numapack run --nodes 0 -- ./worker & numapack run --nodes 1 -- ./worker & wait": "takes two nodes",
}


def commands(text: str) -> list[str]:
    """Those of a page, in blocks with their output and in indented lines, which may end with a comment."""
    return [command for command in blocks(text) if command.startswith("numapack ")] + re.findall(r"(?m)^    (numapack .*?)(?:\s+#.*)?$", text)


def profiles(folder: pathlib.Path) -> None:
    """yesterday.json and today.json: of seven latencies and two rates, two latencies have moved, with samples apart."""
    machine = Synthetic(packages=1, nodes=1, cores=2, seed=1).document()
    for name, factors, memory_ns in (("yesterday", [1, 1], 168.1), ("today", [1.2, 0.9], 179.2)):
        figures = [{"median": value * factor, "min": value * factor * 0.98, "max": value * factor * 1.02}
                   for value, factor in zip(range(100, 170, 10), factors + [1] * 5)]
        document = {key: machine[key] for key in ("numapack_profile", "made_by", "machine", "conditions")}
        document["memory_latency"] = [{"pu": 0, "node": 0, "bytes": 1 << 20 + step, "latency_ns": figure} for step, figure in enumerate(figures)]
        document["peaks"] = [{"precision": precision, "instruction_set": "avx2", "threads": 2, "gflops": figures[-1]} for precision in ("single", "double")]
        document["sentinel"] = [{"seconds": 1.0, "l1_ns": 1.1, "memory_ns": memory_ns}]
        (folder / f"{name}.json").write_text(json.dumps(document), encoding="utf-8")


class Pages(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "data").symlink_to(ROOT / "data")

    def run_one(self, line: str) -> subprocess.CompletedProcess:
        environment = os.environ | {"PATH": f"{pathlib.Path(COMMAND).parent}:{os.environ['PATH']}", "NUMAPACK_PROFILE": "none"}
        return subprocess.run(["sh", "-c", line], cwd=self.folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300,
                              check=False)

    def said(self, line: str) -> str:
        done = self.run_one(line)
        self.assertEqual(done.returncode, 0, f"{line}\n{done.stdout}")
        return done.stdout

    def shown(self, page: str, start: str) -> tuple[str, str]:
        """The one block of the page whose command starts so."""
        (block,) = [block for block in blocks(PAGES[page]).items() if block[0].startswith(start)]
        return block

    def one_node(self) -> None:
        if len(list(pathlib.Path("/sys/devices/system/node").glob("node[0-9]*"))) > 1 or len(os.sched_getaffinity(0)) < 2:
            self.skipTest("the page has it from a machine with one node and two CPUs")

    def test_every_command_is_looked_at_or_has_a_reason(self) -> None:
        here = {"numapack predict --routine dgetrf", "numapack pin --list", "numapack diff", "numapack doctor", "numapack latency --quick",
                f"numapack run --report {PYTHON} job.py"}
        found = {command for text in PAGES.values() for command in commands(text)}
        self.assertEqual({command for command in found if not any(command.startswith(start) for start in here)}, set(ELSEWHERE))

    def test_which_nodes(self) -> None:
        line, shown = self.shown("which-nodes.md", "numapack predict")
        said = self.said(line)
        self.assertEqual(missing(shown, said), [], said)
        self.said("numapack pin --list")

    def test_which_nodes_has_all_three_choices(self) -> None:
        line, _ = self.shown("which-nodes.md", "numapack predict")
        rows = re.findall(r"(?m)^\| `([\d,-]+)` .*\| (.*?) \| (.*?) \|$", PAGES["which-nodes.md"])
        self.assertEqual(len(rows), 3)
        for nodes, time, crosses in rows:
            said = self.said(line.replace("numapack predict", "numapack plan").replace("--nodes 0,1", f"--nodes {nodes}"))
            self.assertRegex(said, rf"(?m)^  {re.escape(time)} on 48 threads", nodes)
            self.assertRegex(said, rf"(?m)^  all that crosses  {re.escape(crosses)}$", nodes)

    def test_slower_than_yesterday(self) -> None:
        profiles(self.folder)
        line, shown = self.shown("slower-than-yesterday.md", "numapack diff")
        said = self.said(line)
        self.assertEqual(missing(shown, said), [], said)

    def test_bios_setup(self) -> None:
        self.one_node()
        line, shown = self.shown("bios-setup.md", "numapack latency")
        said = self.said(line)
        self.assertEqual(missing_words(shown, said), [], said)
        line, shown = self.shown("bios-setup.md", "numapack doctor")
        done = self.run_one(line)
        if done.returncode == 1 or "worth knowing" not in done.stdout:
            self.skipTest("numapack doctor has another verdict on this machine than on the page's")
        self.assertEqual(missing_words(shown, done.stdout), [], done.stdout)

    def test_numpy_crosses_sockets(self) -> None:
        self.one_node()
        if subprocess.run([PYTHON, "-c", "import numpy"], capture_output=True, check=False).returncode != 0:
            self.skipTest(f"{PYTHON} has no NumPy")
        (self.folder / "job.py").write_text(JOB, encoding="utf-8")
        line, shown = self.shown("numpy-crosses-sockets.md", "numapack run")
        said = self.said(line)
        self.assertEqual(missing_words(shown, said), [], said)


class Planted(unittest.TestCase):
    """What a command does not print is found."""

    def test_lines(self) -> None:
        self.assertEqual(missing("a  1\n…\n\nb  2\n", "a  1  \nb 2\n"), ["b  2"])

    def test_words(self) -> None:
        said = "Linux 6.1-x, 1\n node, 2 CPUs\nafter 1,234 ms\n"
        self.assertEqual(missing_words("Linux …, 3 node, 40\nCPUs\n…\nafter 1.5 s\n", said), [])
        self.assertEqual(missing_words("Linux …, 3 nodes\n…\nafter 2 MiB\n", said), ["Linux …, # nodes", "after # MiB"])

    def test_commands(self) -> None:
        self.assertEqual(commands("```\n$ numapack a\nb\n```\n\n    numapack c -d   # e\n    cc f\n```\n$ cc g\n```\n"), ["numapack a", "numapack c -d"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
