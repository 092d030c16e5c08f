# SPDX-License-Identifier: BSD-3-Clause
"""No line of the lab's pages and messages is longer than the terminal has columns; without a terminal, messages are one line and pages 80 wide."""

import contextlib
import json
import os
import pty
import subprocess
import sys
import types
import unittest
from collections.abc import Iterator
from unittest import mock

from support import LAB, ROOT, machine
from numapack_lab import cli, fit, report
from numapack_lab.machine import file as machine_file
from numapack_lab.machine.scale import scale
from numapack_lab.study import tables as study_tables
from numapack_lab.study.cases import PARTS, Case, Setting

WIDTHS = (80, 100, 120)
WRITTEN = ROOT / "tests/schemas/written/lab-study.json"
NAMES = machine_file.names(LAB / "machines")


@contextlib.contextmanager
def columns(width: int | None) -> Iterator[int]:
    """As on a terminal of this width, or in a pipe; how wide lines may be."""
    with mock.patch.dict(os.environ, {"COLUMNS": str(width)} if width else {}):
        if width is None:
            os.environ.pop("COLUMNS", None)
        with mock.patch("os.get_terminal_size", side_effect=OSError):
            yield width or 80


def on_terminal(code: str, width: int) -> str:
    """What Python code writes on standard error there."""
    host, guest = pty.openpty()
    script = (f"import sys; sys.path.insert(0, {str(LAB)!r}); import fcntl, struct, termios\n"
              f"fcntl.ioctl(2, termios.TIOCSWINSZ, struct.pack('HHHH', 40, {width}, 0, 0))\n{code}")
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"} | {"COLUMNS": str(width)}
    with subprocess.Popen([sys.executable, "-B", "-c", script], stdout=subprocess.DEVNULL, stderr=guest, env=environment) as child:
        os.close(guest)
        parts = []
        with contextlib.suppress(OSError):  # the other end is closed
            while part := os.read(host, 4096):
                parts.append(part)
    os.close(host)
    assert child.returncode == 0, b"".join(parts)
    return b"".join(parts).decode().replace("\r\n", "\n")


class Widths(unittest.TestCase):
    def check(self, text: str, width: int) -> None:
        self.assertTrue(text.endswith("\n"))
        self.assertEqual([line for line in text.splitlines() if len(line) > width], [])

    def test_every_table_of_a_study(self) -> None:
        runs = {Case(**run["case"]): run for run in json.loads(WRITTEN.read_text(encoding="utf-8"))["runs"]}
        case = next(iter(runs))
        setting = Setting(case.n, case.machine, case.arch, case.beta)
        for width in (*WIDTHS, None):
            with self.subTest(width), columns(width) as most:
                text = study_tables.page("all", runs, setting)
                self.check(text, most)
                for title in PARTS.values():
                    self.assertIn(title.split(":")[0], text)

    def test_machines(self) -> None:
        for width in (*WIDTHS, None):
            for name in NAMES:
                with self.subTest(name, width=width), columns(width) as most:
                    one = machine(name)
                    for scaled in (one, scale(one, one.scale or 1)):
                        self.check(report.describe(scaled, "x86_64", fit.width()), most)
                    self.assertEqual(len(report.describe(one, "x86_64").splitlines()), 1)

    def test_messages(self) -> None:
        said = f"numapack lab: {report.describe(machine('knm-snc4'), 'x86_64').rstrip()}; \"exit\" ends it"
        for width in WIDTHS:
            text = on_terminal(f"from numapack_lab import fit; fit.say({said!r})", width)
            self.check(text, width)
            self.assertEqual(text.split(), said.split())
        with contextlib.redirect_stderr(mock.Mock(isatty=lambda: False)) as err:
            fit.say(said)
        err.write.assert_called_once_with(said + "\n")

    def test_a_scaled_machine_is_a_message(self) -> None:
        chosen = types.SimpleNamespace(machine=str(LAB / "machines/knm-snc4.json"), scale=None)
        with mock.patch.object(fit, "say") as say:
            self.assertLess(cli.choose_machine(chosen, LAB).cpu_count, machine("knm-snc4").cpu_count)
        say.assert_called_once()

    def test_progress_stays_on_its_line(self) -> None:
        case = Setting(512, "default", "x86_64").case("numapack in place", "0,1,2,3", "interleave:1-2")
        said = f"17 of 96, about 100 min left: {case.name}"
        for width in (40, *WIDTHS):
            with self.subTest(width):
                text = on_terminal("from numapack_lab.terminal import Ticker\n"
                                   f"with Ticker({said!r}) as ticker: ticker._begun -= 12345; ticker.tick()", width)
                lines = text.removesuffix("\n").split("\r")
                self.assertEqual(len(lines), 4, lines)  # before the first one, at the start, at a tick, at the end
                self.assertEqual([line for line in lines if len(line) >= width or "\n" in line], [])
                self.assertTrue(all(line.startswith(said[:20]) for line in lines[1:]), lines)
                self.assertTrue(lines[-1].endswith("; 12345 s so far"), lines)


if __name__ == "__main__":
    unittest.main()
