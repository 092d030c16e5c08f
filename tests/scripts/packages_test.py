# SPDX-License-Identifier: BSD-3-Clause
"""scripts/packages.sh with package managers that only pretend."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "packages.sh"
TOOLS = ("awk", "cat", "grep", "head", "mktemp", "rm", "tail")
GROUPS = ("build", "peers", "complete", "test", "style", "compilers", "lab", "clients", "clients-heavy", "bench", "report", "browser", "python",
          "aarch64", "debian", "deb", "docs", "shells")


class Packages(unittest.TestCase):
    """Nothing is on the PATH but what a test puts there, so that everything is missing."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for tool in TOOLS:
            found = shutil.which(tool)
            assert found, tool
            (self.folder / tool).symlink_to(found)

    def tool(self, name: str, script: str) -> None:
        path = self.folder / name
        path.unlink(missing_ok=True)
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="ascii")
        path.chmod(0o755)

    def run_script(self, *groups: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["/bin/sh", str(SCRIPT), *groups], capture_output=True, text=True, timeout=60,
                              env={"PATH": str(self.folder), "LOG": str(self.folder / "log")})

    def debian(self, *, user: int, apt: str = "exit 0") -> None:
        self.tool("dpkg-query", "exit 1")
        self.tool("dpkg", 'echo dpkg "$@" >> "$LOG"')
        self.tool("id", f"echo {user}")
        self.tool("apt-get", f'echo apt-get "$@" >> "$LOG"\n{apt}')

    def log(self) -> str:
        path = self.folder / "log"
        return path.read_text(encoding="ascii") if path.exists() else ""

    def test_other_systems_get_their_own_words(self) -> None:
        for tool, command, hwloc in (("dnf", "dnf install", "hwloc-devel"), ("zypper", "zypper install", "hwloc-devel"),
                                     ("pacman", "pacman -S --needed", "hwloc"), ("apk", "apk add", "hwloc-dev")):
            with self.subTest(tool):
                self.tool(tool, "exit 9")  # named, never run
                done = self.run_script("build")
                self.assertEqual((done.returncode, done.stdout), (0, ""))
                self.assertRegex(done.stderr, rf"(?m)^packages\.sh: as root: {command} cmake .*\b{hwloc}( |$)")
                self.assertEqual(done.stderr.count("\n"), 2 if tool == "apk" else 1)  # of Alpine no libpfm is known
                (self.folder / tool).unlink()

    def test_what_a_system_does_not_package_is_said(self) -> None:
        self.tool("pacman", "exit 9")
        done = self.run_script("peers")
        self.assertEqual(done.returncode, 0)
        self.assertIn("not packaged for this system", done.stderr)
        self.assertIn("libblis4-pthread", done.stderr)
        self.assertIn("pacman -S --needed openblas\n", done.stderr)

    def test_an_unknown_system(self) -> None:
        done = self.run_script("build")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r"^packages\.sh: a system without dpkg.*: cmake ninja-build [^\n]*\n$")

    def test_every_row_has_a_name_in_every_system(self) -> None:
        rows = [line.split() for line in SCRIPT.read_text(encoding="utf-8").split("<< 'END'\n")[1].split("\nEND\n")[0].splitlines()]
        self.assertEqual(rows[0], ["group", "recognised", "apt", "dnf", "zypper", "pacman", "apk"])
        for row in rows[1:]:
            self.assertEqual(len(row), 7, row)
            self.assertIn(row[0], GROUPS)
            self.assertNotEqual(row[2], "-", row)
        self.assertEqual({row[0] for row in rows[1:]}, set(GROUPS))

    def test_debian_without_root_installs_nothing(self) -> None:
        self.debian(user=1000)
        done = self.run_script("build", "test")
        self.assertEqual((done.returncode, done.stdout, self.log()), (1, "", ""))
        lines = done.stderr.splitlines()
        self.assertIn("missing packages: cmake ninja-build g++ ", lines[0])
        self.assertIn("apt-get install --no-install-recommends cmake", lines[1])
        self.assertEqual(len(lines), 2)

    def test_debian_as_root(self) -> None:
        self.debian(user=0)
        done = self.run_script("lab", "bench")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(self.log(), "apt-get -qq update\napt-get -qq -y install --no-install-recommends python3 "
                                     "qemu-system-x86 qemu-system-arm python3-venv python3-matplotlib\n")

    def test_what_draws_and_what_looks_at_it(self) -> None:
        self.debian(user=0)
        self.assertEqual(self.run_script("report", "browser").returncode, 0)
        self.assertEqual(self.log(), "apt-get -qq update\napt-get -qq -y install --no-install-recommends python3 python3-plotly "
                                     "python3-matplotlib chromium chromium-driver python3-selenium python3-venv\n")

    def test_debian_foreign_architecture(self) -> None:
        self.debian(user=0)
        self.assertEqual(self.run_script("aarch64").returncode, 0)
        self.assertTrue(self.log().startswith("dpkg --add-architecture arm64\napt-get -qq update\n"))

    def test_what_is_there_is_not_installed(self) -> None:
        self.debian(user=0)
        self.tool("dpkg-query", 'test "$4" = qemu-system-arm && echo installed')
        self.tool("python3", "exit 0")
        done = self.run_script("lab")
        self.assertEqual((done.returncode, done.stdout), (0, "installing qemu-system-x86\n"))

    def test_no_network_is_one_line(self) -> None:
        self.debian(user=0, apt='echo "W: Failed to fetch http://archive/InRelease  Could not resolve host"\n'
                                'test "$2" = update || { echo "E: Unable to locate package cmake"; exit 100; }')
        done = self.run_script("build")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^packages\.sh: could not install cmake [^\n]*Could not resolve host\n$")

    def test_unknown_group(self) -> None:
        done = self.run_script("build", "nonsense")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, 'packages.sh: no group "nonsense"; use build, peers, complete, test, style, compilers, lab, clients, clients-heavy, bench, report, browser, python, aarch64, debian, deb, docs, shells\n')


if __name__ == "__main__":
    unittest.main()
