# SPDX-License-Identifier: BSD-3-Clause
"""width_test.py COMMAND: what each verb prints, on terminals of 80, 100 and 120 characters and into a pipe: no line is
longer, but for the names of files and other words that are long themselves; --wide folds nothing."""

import fcntl
import os
import pathlib
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios
import unittest

COMMAND = str(pathlib.Path(sys.argv[1]).resolve())
ROOT = pathlib.Path(__file__).resolve().parents[2]
KUNPENG, MEASURED = str(ROOT / "tests/machines/kunpeng920.xml"), str(ROOT / "data/machines/kunpeng920-6426.json")
DROP_IN = str(pathlib.Path(COMMAND).parent / "libnumapack_blas.so.0")
OTHER = str(ROOT / "data/machines/kunpeng920.json")
WIDTHS = (80, 100, 120)
LABEL = 24  # characters before a word that is itself longer than what is left of the line
COLOURS = re.compile(r"\x1b\[[0-9;]*[mK]")
# Of each verb what it takes to print all of its tables, in as little time as that takes. What is measured is not looked at.
PAGES = {
    "topo": [[], ["--from", KUNPENG], ["--from", str(ROOT / "tests/machines/knm-snc4.xml")], ["--draw", "--from", MEASURED]],
    "gemm": [["-n", "64", "--rounds", "1", "--check"], ["-n", "300", "--rounds", "1", "--sample", "0", "--counters"],
             ["-n", "64", "--rounds", "1", "--sample", "0", "--peer", f"drop-in={DROP_IN}"]],
    "plan": [["-n", "16384", "--from", KUNPENG, "--home", "A=0,B=0,C=interleave"],
             ["--routine", "dgetrf", "-n", "8192", "--from", KUNPENG], ["--routine", "dpotrf", "-n", "8192", "--from", KUNPENG],
             ["--routine", "dtrsm", "-n", "8192", "--from", KUNPENG], ["--routine", "dsyrk", "-n", "8192", "--from", MEASURED],
             ["--packed", "a", "-m", "4096", "-k", "4096", "-n", "64", "--from", KUNPENG], ["--batch", "1000", "-n", "32", "--from", KUNPENG],
             ["--batch", "64", "--routine", "dpotrf", "-n", "64", "--home", "A=interleave", "--from", KUNPENG]],
    "predict": [["--routine", "dgetrf", "--sizes", "2048,4096", "--first-nodes", "1:4:1", "--from", KUNPENG],
                ["--routine", "dpotrf", "-n", "4096", "--influence", "--from", KUNPENG],
                ["-n", "300", "--each-threads", "8:96:8", "--each-home", "A=0,B=0,C=0", "--each-home", "A=interleave,B=interleave,C=interleave",
                 "--compare", "oblivious,paper-team-copy", "--from", KUNPENG],
                ["-n", "4096", "--each-home", "A=0,B=0,C=0", "--each-home", "A=interleave,B=interleave,C=interleave", "--from", KUNPENG],
                ["-n", "9000", "--compare", "oblivious", "--compare", "paper", "--from", KUNPENG],
                ["-n", "4096", "--what-if", "cores=48,nodes=x2,remote-latency=1.5", "--from", KUNPENG],
                ["--published", "--from", MEASURED], ["--check", "2"]],
    "latency": [["--size", "256K", "--rounds", "1", "--pages", "all"], ["--list", "--from", KUNPENG],
                ["--sweep", "--rounds", "1", "--budget", "1"], ["--loaded", "--size", "4M", "--points", "3", "--rounds", "1"],
                ["--separate", "4K", "--rounds", "1", "--budget", "1"]],
    "coherence": [["--sizes", "16K,64K", "--rounds", "1", "--pairs", "all", "--most-pairs", "4"], ["--matrix", "--rounds", "1"]],
    "stream": [["--size", "1M", "--rounds", "1"], ["--list", "--from", KUNPENG]],
    "barrier": [["--rounds", "1"]],
    "probe": [["--budget", "4", "--keep-disturbed", "-o", "{folder}/profile.json"], ["--list"], ["--list", "--from", KUNPENG],
              ["--verify", "--budget", "2", "--keep-disturbed", "-o", "{folder}/profile.json"]],
    "tune": [["--only", "cycles", "--budget", "2", "-o", "{folder}/tuned.json"]],
    "lab": [["machines"], ["study", "--help"], ["shell", "--help"]],
    "where": [["{pid}"], ["{pid}", "--map", "largest"]],
    "run": [["--report", "true"]],
    "pin": [["true"], ["--each", "true"], ["--list", "--from", KUNPENG, "-c", "node:all/0"]],
    "stat": [["true"], ["--counters", "true"]],
    "spmv": [["-n", "1000", "--rounds", "1", "--sample", "0"], ["--structure", "graph", "-n", "2000", "--from", KUNPENG]],
    "touch-demo": [["--size", "4M"]],
    "linpack": [["-n", "64", "--rounds", "1"], *(["--study", study, "-n", "64", "--rounds", "1"] for study in ("sizes", "nb", "outer"))],
    "diff": [[MEASURED, OTHER, "--all"]],
    "advise": [["--profile", MEASURED, "--threads", "0-31"]],
    "infer": [["--from", str(ROOT / "data/machines/epyc-rome-nps4.json")]],
    "report": [],  # prints the name of its page
    "doctor": [[]],
    "bits": [["--library", DROP_IN, "--calls", "9"]],
    "grade": [["--library", DROP_IN, "--calls", "3"]],
    "completion": [],
}


def environment(folder: str, **more: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES")}
    return {**kept, "XDG_CACHE_HOME": folder, "TERM": "xterm-256color", **more}


def on_terminal(words: list[str], width: int, folder: str) -> str:
    """All that a command prints there."""
    host, guest = pty.openpty()
    fcntl.ioctl(guest, termios.TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
    with subprocess.Popen([COMMAND, *words], stdin=subprocess.DEVNULL, stdout=guest, stderr=guest, env=environment(folder)):
        os.close(guest)
        parts = []
        while True:
            try:
                part = os.read(host, 65536)
            except OSError:
                break
            if not part:
                break
            parts.append(part)
    os.close(host)
    return b"".join(parts).decode("utf-8", "replace").replace("\r\n", "\n")


def in_pipe(words: list[str], folder: str, **more: str) -> str:
    done = subprocess.run([COMMAND, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env=environment(folder, **more), timeout=600)
    # A message is one line, whatever the width.
    said = [line for line in done.stderr.decode("utf-8", "replace").splitlines() if not re.match(r"numapack(?: lab)?: ", line)]
    return "\n".join([done.stdout.decode("utf-8", "replace"), *said])


def too_long(text: str, width: int) -> list[str]:
    found = []
    for line in COLOURS.sub("", text).splitlines():
        # What a line of progress wrote and wiped.
        line = line.rpartition("\r")[2]
        # A word that is long itself, such as the name of a file, stands at the end: below a label, or where the fold begins.
        before = line.rstrip().removesuffix(" \\").rpartition(" ")[0]
        if len(line) > width and len(before) > LABEL:
            found.append(line)
    return found


def verbs() -> list[str]:
    listed = subprocess.run([COMMAND, "--help"], capture_output=True, text=True, check=True).stdout
    return re.findall(r"^  ([a-z][a-z-]*)(?: |$)", listed.split("Subcommands:\n")[1], re.MULTILINE)


class Widths(unittest.TestCase):
    maxDiff = None

    def setUp(self) -> None:
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = place.name

    def words(self, verb: str, page: list[str]) -> list[str]:
        return [verb, *(word.format(folder=self.folder, pid=os.getpid()) for word in page)]

    def test_every_verb_is_looked_at(self) -> None:
        self.assertEqual(sorted(verbs()), sorted(PAGES))

    def test_what_is_too_long_is_seen(self) -> None:
        path = "/" + 70 * "x"
        self.assertEqual(too_long(f"{path}{path}\n  the profile {path}\n    numapack topo {path} \\\n", 80), [])
        for line in (f"{path} and more words", f"words before the name of a file {path}", 17 * "word ", f"{path} {path}"):
            self.assertEqual(too_long(line, 80), [line])

    def test_errors_fold_on_a_terminal_only(self) -> None:
        for words in (["pin", "-c", "socket:0", "true"], ["report", KUNPENG], ["lab", "--machine", "no-such", "true"]):
            with self.subTest(words):
                text = on_terminal(words, 80, self.folder)
                self.assertEqual(too_long(text, 80), [])
                said = subprocess.run([COMMAND, *words], capture_output=True, text=True).stderr
                self.assertEqual(said.count("\n"), 1)
                self.assertGreater(len(said), 80)
                self.assertEqual(text.split(), said.split())

    def test_help_fits(self) -> None:
        for verb in [None, *verbs()]:
            words = ["--help"] if verb is None else [verb, "--help"]
            for width in WIDTHS:
                with self.subTest(verb=verb, width=width):
                    self.assertEqual(too_long(on_terminal(words, width, self.folder), width), [])
            with self.subTest(verb=verb, width="pipe"):
                self.assertEqual(too_long(in_pipe(words, self.folder), 80), [])

    def test_pages_fit_into_a_pipe(self) -> None:
        for verb, pages in PAGES.items():
            for page in pages:
                with self.subTest(verb=verb, page=page):
                    text = in_pipe(self.words(verb, page), self.folder)
                    self.assertGreater(len(text), 20)
                    self.assertEqual(too_long(text, 80), [])

    def test_pages_fit_a_terminal(self) -> None:
        for verb, pages in PAGES.items():
            for width in WIDTHS:
                for page in pages[:1] if width != 80 else pages:
                    with self.subTest(verb=verb, page=page, width=width):
                        text = on_terminal(self.words(verb, page), width, self.folder)
                        self.assertGreater(len(text), 20)
                        self.assertEqual(too_long(text, width), [])

    def test_wide_folds_nothing_and_columns_count(self) -> None:
        page = ["plan", "-n", "16384", "--from", KUNPENG, "--home", "A=0,B=0,C=interleave"]
        wide = in_pipe([*page, "--wide"], self.folder)
        self.assertGreater(max(map(len, wide.splitlines())), 120)
        heading = next(line for line in wide.splitlines() if "packed here" in line)
        self.assertIn("workspace", heading)
        folded = in_pipe(page, self.folder)
        self.assertNotIn("workspace", next(line for line in folded.splitlines() if "packed here" in line))
        self.assertEqual(sorted(set(wide.split())), sorted(set(folded.split())), "folding leaves nothing out")
        self.assertEqual(too_long(in_pipe(page, self.folder, COLUMNS="60"), 60), [])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
