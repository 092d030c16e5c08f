# SPDX-License-Identifier: BSD-3-Clause
"""completion_test.py SHELL COMMAND FOLDER: what a real bash, zsh or fish completes. Exit code 77: the shell is not there."""

import os
import pathlib
import pty
import select
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

SHELL, COMMAND, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3])
SCRIPTS = {"bash": "bash/numapack", "zsh": "zsh/_numapack", "fish": "fish/numapack.fish"}
SCRIPT = FOLDER / SCRIPTS[SHELL]

# Sets what readline would, by readline's own word breaks, and prints the answers.
BASH = r"""
source "$1"
shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
compopt() { :; }
_numapack numapack "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" 2>&1
printf '%s\n' "${COMPREPLY[@]}"
"""


def environment() -> dict[str, str]:
    return {"PATH": f"{COMMAND.parent}:{os.environ['PATH']}", "HOME": tempfile.gettempdir(), "TERM": "dumb", "LC_ALL": "C.UTF-8"}


def bash(words: list[str], folder: pathlib.Path) -> list[str]:
    split = [part for word in words for part in ([word] if "=" not in word else
             [text for text in (word.split("=", 1)[0], "=", word.split("=", 1)[1]) if text])]
    done = subprocess.run(["bash", "--norc", "-uc", BASH, "bash", str(SCRIPT), *split], cwd=folder, env=environment(),
                          capture_output=True, text=True, timeout=60)
    assert done.stderr == "", done.stderr
    return [line.rstrip() for line in done.stdout.splitlines() if line]


def fish(words: list[str], folder: pathlib.Path) -> list[str]:
    done = subprocess.run(["fish", "--no-config", "-c", 'source $argv[1]; complete -C "$argv[2]"', str(SCRIPT), " ".join(words)],
                          cwd=folder, env=environment(), capture_output=True, text=True, timeout=60)
    assert done.stderr == "", done.stderr
    found = [line.split("\t")[0] for line in done.stdout.splitlines()]
    if "=" in words[-1]:
        found = [text.split("=")[-1] for text in found]
    # Fish 4 also offers what only has the word's letters in this order.
    word = words[-1].split("=")[-1]
    return [text for text in found if text.startswith(word) or pathlib.Path(text).name.startswith(word)]


def zsh(words: list[str], folder: pathlib.Path) -> list[str]:
    """All answers, caught where they would be added, in a zsh that has a terminal."""
    answers = folder / ".answers"
    setup = (
        f"PS1='ready> '; unsetopt beep; fpath=({SCRIPT.resolve().parent} $fpath); autoload -Uz compinit; compinit -u -D\n"
        # What _describe, _arguments and _files add goes through compadd, which is asked for the words that fit.
        "compadd() { local -a found; (($argv[(I)-[OAD]*])) || { builtin compadd -O found \"$@\" 2> /dev/null; "
        f"print -rl -- $found >> {answers}; }}; builtin compadd \"$@\"; }}\n"
        f"finish() {{ print -r -- end >> {answers}; }}; zle -N finish; bindkey '^I' list-choices; bindkey '^X^F' finish\n")
    (folder / ".setup").write_text(setup, encoding="ascii")
    answers.write_text("", encoding="ascii")
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.execvpe("zsh", ["zsh", "-f", "-i"], environment())

    def until(reached) -> None:  # type: ignore[no-untyped-def]
        seen, end = "", time.monotonic() + 100
        while not reached(seen):
            if time.monotonic() > end:
                raise AssertionError(f"zsh does not answer: {seen[-500:]!r}")
            if select.select([terminal], [], [], 0.1)[0]:
                seen += os.read(terminal, 4096).decode(errors="replace")

    try:
        os.write(terminal, b"source ./.setup\n")
        until(lambda seen: "ready> " in seen)
        os.write(terminal, " ".join(words).encode() + b"\t\x18\x06")
        until(lambda _: answers.read_text(encoding="utf-8").endswith("end\n"))
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)
        os.close(terminal)
    return [line for line in answers.read_text(encoding="utf-8").splitlines()[:-1] if line]


class Completion(unittest.TestCase):
    maxDiff = None

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "quite.json").write_text("{}", encoding="ascii")
        (self.folder / "other.txt").write_text("", encoding="ascii")

    def complete(self, *words: str) -> set[str]:
        return set(globals()[SHELL](["numapack", *words], self.folder))

    def test_verbs(self) -> None:
        listed = subprocess.run([COMMAND, "--help"], capture_output=True, text=True, check=True).stdout.split("Subcommands:\n")[1]
        verbs = {line.split()[0] for line in listed.splitlines() if line.startswith("  ") and line[2] != " "}
        self.assertGreater(len(verbs), 15)
        self.assertEqual(self.complete("") & verbs, verbs)
        self.assertNotIn("manual", self.complete("ma"))
        self.assertEqual(self.complete("top"), {"topo"})
        self.assertEqual(self.complete("topo", "top"), set())

    def test_verbs_of_a_verb(self) -> None:
        self.assertEqual(self.complete("lab", "sh"), {"shell"})
        self.assertEqual(self.complete("lab", "study", "sh"), set())

    def test_options(self) -> None:
        self.assertEqual(self.complete("stream", "--pi"), {"--pin"})
        self.assertEqual(self.complete("topo", "--pi"), set())
        self.assertEqual(self.complete("lab", "--num"), {"--numa-balancing"})
        self.assertEqual(self.complete("lab", "study", "--wor"), {"--workload"})
        self.assertEqual(self.complete("lab", "study", "--num"), set())

    def test_values_that_are_words(self) -> None:
        self.assertEqual(self.complete("stream", "--pin", ""), {"yes", "no", "both"})
        self.assertEqual(self.complete("stream", "--pin", "b"), {"both"})
        self.assertEqual(self.complete("stream", "--pin=b"), {"both"})
        self.assertEqual(self.complete("plan", "--type", ""), {"s", "d", "c", "z"})
        self.assertEqual(self.complete("plan", "--routine", "potr"), {"potrf", "potri", "potrs"})
        self.assertEqual(self.complete("lab", "--arch", "aa"), {"aarch64"})
        self.assertEqual(self.complete("lab", "--machine", "kun"), {"kunpeng920"})
        self.assertEqual(self.complete("lab", "study", "--beta", ""), {"0", "1"})
        self.assertEqual(self.complete("completion", "f"), {"fish"})

    def test_lists(self) -> None:
        expected = {"zsh": "tree"}.get(SHELL, "central,tree")
        self.assertEqual(self.complete("barrier", "--kinds", "tre"), {"tree"})
        self.assertIn(expected, self.complete("barrier", "--kinds", "central,tre"))

    def test_files(self) -> None:
        self.assertEqual(self.complete("topo", "--json", "qui"), {"quite.json"})
        self.assertEqual(self.complete("probe", "-o", "qui"), {"quite.json"})
        self.assertEqual(self.complete("diff", "qui"), {"quite.json"})
        self.assertEqual(self.complete("diff", "other.txt", "qui"), {"quite.json"})
        # A number has no completion, least of all files.
        self.assertEqual(self.complete("stream", "--threads", "qui"), set())

    def test_published_machines(self) -> None:
        found = self.complete("plan", "--from", "kunpeng")
        names = {pathlib.Path(path).name for path in found}
        self.assertEqual(names, {"kunpeng920.json", "kunpeng920-6426.json"})
        for path in found:
            self.assertTrue(pathlib.Path(path).is_file(), path)

    def test_processes(self) -> None:
        self.assertIn(str(os.getpid()), self.complete("where", str(os.getpid())))

    def test_another_program(self) -> None:
        self.assertIn("cmp", self.complete("run", "--", "cm"))
        self.assertIn("cmp", self.complete("lab", "--no-count", "--", "cm"))
        self.assertIn("other.txt", self.complete("run", "--", "cat", "oth"))
        self.assertNotIn("topo", self.complete("run", "--", "top"))

    def test_the_verb_prints_what_is_installed(self) -> None:
        done = subprocess.run([COMMAND, "completion", SHELL], capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, SCRIPT.read_text(encoding="utf-8"))

    def test_it_is_loaded_without_an_installation(self) -> None:
        script = {"bash": "source <(numapack completion bash); complete -p numapack",
                  "zsh": "autoload -Uz compinit; compinit -u -D; source <(numapack completion zsh); print -- $_comps[numapack]",
                  "fish": "numapack completion fish | source; complete -C 'numapack top'"}[SHELL]
        quiet = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]}[SHELL]
        done = subprocess.run([SHELL, *quiet, "-c", script], env=environment(), capture_output=True, text=True, timeout=100)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, "^topo\t" if SHELL == "fish" else "_numapack")

    def test_bad_usage_is_one_line(self) -> None:
        for words in ([], ["csh"], [SHELL, SHELL]):
            done = subprocess.run([COMMAND, "completion", *words], capture_output=True, text=True, timeout=60)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertRegex(done.stderr, r"^numapack: completion: [^\n]+\n$")
        text = subprocess.run([COMMAND, "completion", "--help"], capture_output=True, text=True, timeout=60).stdout
        self.assertRegex(text, r"Example:\n +source <\(numapack completion bash\)")


if __name__ == "__main__":
    if not shutil.which(SHELL):
        print(f"there is no {SHELL}: scripts/packages.sh shells")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
