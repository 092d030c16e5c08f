# SPDX-License-Identifier: BSD-3-Clause
"""Streams that end with a token, archives, the report, and the check of the program."""

import json
import os
import pathlib
import random
import selectors
import shutil
import socket
import subprocess
import tempfile
import unittest

from support import machine
from numapack_lab import report
from numapack_lab.emulator import program
from numapack_lab.system.cpio import Archive
from numapack_lab.errors import CANNOT_RUN, NOT_FOUND, LabError
from numapack_lab.system.prepare import merge_usr
from numapack_lab.emulator.streams import Input, Lines, Output


class Outputs(unittest.TestCase):
    def passed(self, chunks: list[bytes], token: bytes = b"TOKEN") -> tuple[bytes, bool]:
        with tempfile.TemporaryFile() as target:
            output = Output(token, target.fileno())
            for chunk in chunks:
                output.feed(chunk)
            ended = output.ended
            output.close()
            target.seek(0)
            return target.read(), ended

    def test_split_anywhere(self) -> None:
        seed = random.randrange(1 << 32)
        dice = random.Random(seed)
        for _ in range(200):
            text = bytes(dice.choices(b"TOKEN\n", k=dice.randrange(40))).replace(b"TOKEN", b"token")
            whole, chunks = text + b"TOKEN", []
            while whole:
                size = dice.randrange(1, 8)
                chunks.append(whole[:size])
                whole = whole[size:]
            self.assertEqual(self.passed(chunks), (text, True), f"seed {seed}")

    def test_without_token_nothing_is_lost(self) -> None:
        self.assertEqual(self.passed([b"ab", b"TOK"]), (b"abTOK", False))

    def test_all_but_a_possible_token_passes_at_once(self) -> None:
        with tempfile.TemporaryFile() as target:
            output = Output(b"TOKEN", target.fileno())
            output.feed(b"line\nTO")
            self.assertEqual(os.pread(target.fileno(), 99, 0), b"line\n")

    def test_nobody_reads(self) -> None:
        reader, writer = os.pipe()
        os.close(reader)
        output = Output(b"TOKEN", writer)
        output.feed(b"x")
        os.close(writer)
        self.assertTrue(output.broken)

    def test_lines(self) -> None:
        seen: list[str] = []
        lines = Lines(2, seen.append)
        lines.feed(b"one\r\ntw")
        lines.feed(b"o\nthree\nfo")
        self.assertEqual((seen, lines.last), (["one", "two", "three"], ["two", "three"]))


class Inputs(unittest.TestCase):
    def fed(self, source: int) -> bytes:
        ours, theirs = socket.socketpair()
        got = b""
        with ours, theirs, selectors.DefaultSelector() as selector:
            Input(source, ours, selector)
            theirs.setblocking(False)
            while True:
                for key, _ in selector.select(0.01):
                    key.data()
                try:
                    data = theirs.recv(1 << 16)
                except BlockingIOError:
                    continue
                if not data:
                    return got
                got += data

    def test_file_and_pipe(self) -> None:
        data = bytes(range(256)) * 4000
        with tempfile.TemporaryFile() as file:
            file.write(data)
            file.seek(0)
            self.assertEqual(self.fed(file.fileno()), data)
        with subprocess.Popen(["head", "-c", "300000", "/dev/zero"], stdout=subprocess.PIPE) as source:
            assert source.stdout
            self.assertEqual(self.fed(source.stdout.fileno()), bytes(300000))


class Archives(unittest.TestCase):
    @unittest.skipUnless(shutil.which("cpio"), "the cpio program reads it")
    def test_cpio_reads_it(self) -> None:
        archive = Archive()
        archive.file("a/b/run", b"#!", 0o755)
        archive.link("a/link", "b/run")
        archive.file("odd", b"12345")
        listed = subprocess.run(["cpio", "-tv", "--quiet"], input=archive.finish(), capture_output=True, check=True).stdout.decode()
        self.assertRegex(listed, r"-rwxr-xr-x .* 2 .* a/b/run\n")
        self.assertIn("a/link -> b/run", listed)

    def test_form(self) -> None:
        archive = Archive()
        archive.file("odd", b"12345")
        data = archive.finish()
        self.assertEqual(len(data) % 4, 0)
        self.assertEqual(data[:6], b"070701")
        self.assertEqual(int(data[54:62], 16), 5)
        self.assertIn(b"TRAILER!!!", data)


class Programs(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)

    def code(self, name: str, arch: str, root: str = "/", shared: tuple[str, ...] = ()) -> int:
        with self.assertRaises(LabError) as caught:
            program.check(name, arch, pathlib.Path(root), "/usr/bin:/bin", list(shared))
        self.message = str(caught.exception)
        return caught.exception.code

    def test_found_or_not(self) -> None:
        own = os.uname().machine
        program.check("sh", own, pathlib.Path("/"), "/usr/bin:/bin", [])
        program.check("/bin/sh", own, pathlib.Path("/"), "", [])
        self.assertEqual(self.code("no-such-program", own), NOT_FOUND)
        self.assertEqual(self.code("./no/such", own), NOT_FOUND)
        self.assertEqual(self.code("/etc/passwd", own), CANNOT_RUN)
        self.assertEqual(self.code("/usr", own), CANNOT_RUN)

    def test_another_processor(self) -> None:
        file = self.path / "prog"
        file.write_bytes(b"\x7fELF" + bytes(14) + (0xB7).to_bytes(2, "little"))
        file.chmod(0o755)
        self.assertEqual(self.code(str(file), "x86_64"), CANNOT_RUN)
        self.assertIn("--arch aarch64", self.message)
        program.check(str(file), "aarch64", pathlib.Path("/"), "", [])

    def test_foreign_root_sees_what_is_shared(self) -> None:
        (self.path / "root").mkdir()
        file = self.path / "prog"
        file.write_text("#!/bin/sh\n", encoding="ascii")
        file.chmod(0o755)
        root = str(self.path / "root")
        program.check(str(file), "aarch64", pathlib.Path(root), "/bin", [str(self.path)])
        self.assertEqual(self.code(str(file), "aarch64", root), NOT_FOUND)
        self.assertIn("--share", self.message)

    def test_merged_usr(self) -> None:
        for name in ("bin/sh", "usr/bin/env", "lib/x/libc.so", "usr/lib/x/libm.so"):
            (self.path / name).parent.mkdir(parents=True, exist_ok=True)
            (self.path / name).write_text(name, encoding="ascii")
        (self.path / "lib/x/link").symlink_to("libc.so")
        merge_usr(self.path)
        for name in ("usr/bin/sh", "bin/env", "lib/x/libm.so", "usr/lib/x/link"):
            self.assertTrue((self.path / name).exists(), name)
        self.assertEqual(os.readlink(self.path / "sbin"), "usr/sbin")


def four(first: int) -> dict:
    return {"all": first, "local": 1000, "cross_die": 2, "cross_chip": 3}


COUNTS = {"counts": {
    "reads": four(4005), "writes": four(77), "left_dirty": four(5), "cache_to_cache": four(9),
    "by_node_pair": {kind: [[10 * a + b for b in range(4)] for a in range(4)] for kind in ("reads", "writes")},
    "by_node": [{"node": node, "reads": four(node), "writes": four(node)} for node in range(4)],
    "hits": {"l1": 1, "same_node": 2}, "instructions": 1, "loads": 2, "stores": 3, "unplaced": 0,
    "by_cpu": [{"cpu": 2, "node": 1, "instructions": 4000, "reads": four(1005)}]}}


class Report(unittest.TestCase):
    def test_page(self) -> None:
        page = report.page(COUNTS, machine())
        self.assertIn("in all", page)
        self.assertIn("4,005", page)
        self.assertRegex(page, r"node 3 +3 +1,000 +2 +3 +\| +30 +31 +32 +33")
        self.assertRegex(page, r"in all +77 +1,000 +2 +3 +\| +60 +64 +68 +72")
        self.assertIn("first-order time", page)
        self.assertTrue(all(line == line.rstrip() for line in page.splitlines()))

    def test_machine_document_is_a_machine_file(self) -> None:
        for name in ("default", "knm-snc4"):
            document = json.loads(json.dumps(report.machine_document(machine(name), "x86_64")))
            for key in ("name", "arch", "scaled"):
                document.pop(key)
            from numapack_lab.machine import file as machine_file
            self.assertEqual(machine_file.parse(document, name), machine(name).replace(scale=None, description=""))

    def test_file_appears_whole_or_not(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            report.write(f"{folder}/x.json", {"a": 1})
            self.assertEqual(json.loads(pathlib.Path(folder, "x.json").read_text(encoding="ascii")), {"a": 1})
            self.assertEqual(os.listdir(folder), ["x.json"])
            with self.assertRaises(LabError):
                report.write(f"{folder}/no/x.json", {})


if __name__ == "__main__":
    unittest.main()
