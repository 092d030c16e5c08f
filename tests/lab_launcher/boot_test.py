# SPDX-License-Identifier: BSD-3-Clause
"""Boots machines and looks at them from inside. Takes the command's path from NUMAPACK_COMMAND; prepares the lab first."""

import json
import os
import pathlib
import pty
import re
import select
import signal
import subprocess
import tempfile
import time
import unittest

COMMAND = os.path.abspath(os.environ.get("NUMAPACK_COMMAND", "build/numapack"))
LIMIT = 900  # for a whole boot on a machine that is busy otherwise


def lab(*arguments: str, **options: object) -> subprocess.CompletedProcess:
    return subprocess.run([COMMAND, "lab", *arguments], capture_output=True, timeout=LIMIT, **options)  # type: ignore


def emulators(parent: int) -> list[int]:
    """Children of a process, by /proc."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent and fields[0] != "Z":
            found.append(int(path.parent.name))
    return found


class Booted(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        done = lab("prepare")
        assert done.returncode == 0, done.stderr.decode()

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_default_machine_from_inside(self) -> None:
        script = self.folder / "look"
        script.write_text(f"""#!/bin/sh
{COMMAND} topo --json topo.json && cat topo.json
echo === "$PWD" "$1" "$2" "$LAB_TEST_VALUE" $(cat) >&2
touch /usr/written && ls /usr/written >&2
for cpu in 0 1 2 3 4 5 6 7; do taskset -c $cpu true || echo no CPU $cpu >&2; done
cat /sys/devices/system/node/node2/distance /proc/sys/kernel/numa_balancing >&2
readlink /proc/$$/exe /proc/self/exe >&2
printf 'no newline, \\377 and \\0 at the end'
exit 37
""", encoding="ascii")
        script.chmod(0o755)
        json_file = self.folder / "run.json"
        done = lab("--no-count", "--json", str(json_file), "--", "./look", "an argument", "it's",
                   cwd=self.folder, input=b"from outside", env={**os.environ, "LAB_TEST_VALUE": "a\nb"})
        errors = done.stderr.decode()
        self.assertEqual(done.returncode, 37, errors)
        self.assertTrue(done.stdout.endswith(b"no newline, \xff and \0 at the end"), done.stdout[-60:])
        self.assertIn(f"=== {self.folder} an argument it's a\nb from outside", errors)
        self.assertIn("/usr/written", errors)
        self.assertFalse(os.path.exists("/usr/written"))
        self.assertFalse((self.folder / "topo.json").exists())
        self.assertNotIn("no CPU", errors)
        self.assertNotIn("busybox", errors)  # the host's own programs, not those of the first root
        self.assertIn("20 22 10 12\n0\n", errors)
        topo = json.loads(done.stdout[:done.stdout.rindex(b"}") + 1])
        self.assertEqual([(node["package"], node["die"], len(node["cores"])) for node in topo["nodes"]],
                         [(0, 0, 2), (0, 1, 2), (1, 2, 2), (1, 3, 2)])
        self.assertEqual(topo["distances"]["slit"], [[10, 12, 20, 22], [12, 10, 22, 24], [20, 22, 10, 12], [22, 24, 12, 10]])
        sizes = {(cache["level"], cache["size_bytes"], len(cache["cores"])) for cache in topo["caches"]}
        self.assertEqual(sizes, {(1, 64 << 10, 1), (2, 512 << 10, 1), (3, 2 << 20, 2)})
        document = json.loads(json_file.read_text(encoding="ascii"))
        self.assertEqual((document["exit_code"], document["counts"], document["machine"]["packages"]), (37, None, 2))

    def test_output_comes_while_the_program_runs_and_timeout_ends_it(self) -> None:
        with subprocess.Popen([COMMAND, "lab", "--no-count", "--timeout", "4", "--", "sh", "-c", "echo first; exec sleep 1000"],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
            assert run.stdout and run.stderr
            self.assertEqual(run.stdout.readline(), b"first\n")
            self.assertIsNone(run.poll())
            self.assertEqual(run.wait(LIMIT), 124)
            self.assertRegex(run.stderr.read().decode(), r"^numapack: lab: the program did not end within 4 s \(--timeout\)\n$")

    def test_memory_only_nodes_and_scaling(self) -> None:
        done = lab("--no-count", "--machine", "knm-snc4", "--scale", "0.05", "--", COMMAND, "topo", "--json")
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        nodes = json.loads(done.stdout)["nodes"]
        self.assertEqual([len(node["cores"]) for node in nodes], [1, 1, 1, 1, 0, 0, 0, 0])
        self.assertTrue(all(400 << 20 < node["memory_bytes"] <= 512 << 20 for node in nodes[4:]), nodes)

    def test_panic_shows_last_words(self) -> None:
        done = lab("--no-count", "--", "sh", "-c", "echo before; sleep 0.2; echo c > /proc/sysrq-trigger")
        self.assertEqual((done.returncode, done.stdout), (114, b"before\n"))
        lines = done.stderr.decode().splitlines()
        self.assertEqual(lines[0], "The machine's last words:")
        self.assertIn("Kernel panic", lines[1])
        self.assertIn("write_sysrq_trigger", done.stderr.decode())
        self.assertEqual(lines[-1], "numapack: lab: the guest's kernel panicked: sysrq triggered crash")

    def interrupt(self, number: int) -> tuple[int, list[int]]:
        """Sends a signal while the counted program runs; the exit code, and the emulators that were there."""
        temporary = self.folder / "tmp"
        temporary.mkdir()
        with subprocess.Popen([COMMAND, "lab", "--", "sh", "-c", "echo first; exec sleep 1000"], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, env={**os.environ, "TMPDIR": str(temporary)}) as run:
            assert run.stdout and run.stderr
            self.assertEqual(run.stdout.readline(), b"first\n")
            children = emulators(run.pid)
            self.assertEqual(len(children), 1)
            run.send_signal(number)
            code = run.wait(LIMIT)
            self.errors = run.stderr.read().decode()
        self.left = list(temporary.iterdir())
        return code, children

    def gone(self, process: int) -> bool:
        for _ in range(200):
            try:
                if pathlib.Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] == "Z":
                    return True
            except OSError:
                return True
            time.sleep(0.1)
        return False

    def test_ctrl_c_leaves_nothing(self) -> None:
        code, children = self.interrupt(signal.SIGINT)
        self.assertEqual((code, self.errors, self.left), (130, "numapack: lab: interrupted\n", []))
        self.assertTrue(self.gone(children[0]))

    def test_even_a_killed_lab_leaves_no_process(self) -> None:
        _, children = self.interrupt(signal.SIGKILL)
        self.assertTrue(self.gone(children[0]))

    def test_counted(self) -> None:
        json_file = self.folder / "counts.json"
        done = lab("--json", str(json_file), "--", "dd", "if=/dev/zero", "of=/dev/null", "bs=1M", "count=2", "status=none")
        errors = done.stderr.decode()
        self.assertEqual((done.returncode, done.stdout), (0, b""), errors)
        self.assertRegex(errors, r"node 3 .*\n *in all|in all")
        document = json.loads(json_file.read_text(encoding="ascii"))
        counts = document["counts"]
        for kind in ("reads", "writes"):
            entry = counts[kind]
            self.assertEqual(entry["all"], entry["local"] + entry["cross_die"] + entry["cross_chip"])
            self.assertEqual(entry["all"], sum(map(sum, counts["by_node_pair"][kind])))
        self.assertGreater(counts["reads"]["all"], 100)
        self.assertEqual(document["exit_code"], 0)
        self.assertEqual(len(document["machine"]["nodes"]), 4)

    def test_study(self) -> None:
        json_file = self.folder / "study.json"
        done = lab("study", "-n", "64", "--library", "numapack", "--json", str(json_file))
        errors = done.stderr.decode()
        self.assertEqual(done.returncode, 0, errors)
        self.assertIn("1 of 1: numapack, nodes 0,1,2,3, data on node 0\n", errors)
        self.assertRegex(done.stdout.decode(), r"numapack +[0-9.]+ +[0-9.]+\s")
        row = json.loads(json_file.read_text(encoding="ascii"))["figures"]["figure13"][0]
        # Half of B lies across the chip for nodes 2 and 3, and every node but the first has C and A elsewhere.
        self.assertGreater(row["reads"]["cross_chip"], 64 * 64 // 8)
        self.assertGreaterEqual(row["crossing_over_bound"], 1)

    def test_an_interrupted_study_leaves_nothing(self) -> None:
        temporary = self.folder / "tmp"
        temporary.mkdir()
        with subprocess.Popen([COMMAND, "lab", "study", "-n", "64"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env={**os.environ, "TMPDIR": str(temporary)}) as run:
            assert run.stdout and run.stderr
            while not (processes := [own for child in emulators(run.pid) for own in emulators(child)]):
                self.assertIsNone(run.poll())
                time.sleep(0.05)
            run.send_signal(signal.SIGINT)
            self.assertEqual(run.wait(LIMIT), 130)
            self.assertEqual(run.stdout.read(), b"")
            self.assertTrue(run.stderr.read().endswith(b"\nnumapack: lab: interrupted\n"))
        self.assertEqual(list(temporary.iterdir()), [])
        self.assertTrue(self.gone(processes[0]))

    def test_a_shell_with_a_terminal(self) -> None:
        keyboard, terminal = pty.openpty()
        with subprocess.Popen([COMMAND, "lab", "shell"], stdin=terminal, stdout=terminal, stderr=terminal,
                              env={**os.environ, "SHELL": "/bin/sh", "PS1": "ready> "}, start_new_session=True) as run:
            os.close(terminal)
            seen = b""

            def until(text: bytes) -> None:
                nonlocal seen
                while text not in seen:
                    ready, _, _ = select.select([keyboard], [], [], LIMIT)
                    self.assertTrue(ready, f"{seen!r} and nothing more")
                    seen += os.read(keyboard, 4096)
                seen = seen.partition(text)[2]

            until(b"ready> ")
            # Ctrl-C is the shell's own there.
            os.write(keyboard, b"sleep 1000\r")
            until(b"sleep 1000")
            time.sleep(1)
            os.write(keyboard, b"\x03")
            until(b"ready> ")
            os.write(keyboard, b"echo $((6*7)) $(nproc); tty; exit 9\r")
            until(b"42 8\r\n/dev/hvc0")
            self.assertEqual(run.wait(LIMIT), 9)
        os.close(keyboard)


class Refused(unittest.TestCase):
    """Bad input: one line and a code of its own, without a boot."""

    def refused(self, code: int, pattern: str, *arguments: str, **options: object) -> None:
        done = lab(*arguments, **options)
        errors = done.stderr.decode()
        self.assertEqual(done.returncode, code, errors)
        self.assertRegex(errors, r"^numapack: lab: [^\n]*\n$")
        self.assertTrue(re.search(pattern, errors), errors)

    def test_usage(self) -> None:
        self.refused(2, "which program")
        self.refused(2, "no machine", "--machine", "nosuch", "--", "true")
        self.refused(2, "cannot write /no/such/x", "--json", "/no/such/x", "--", "true")
        self.refused(2, "no folder", "--writable", "/no/such", "--", "true")

    def test_program(self) -> None:
        self.refused(127, "no program ./no/such", "--", "./no/such")
        self.refused(126, "no executable", "--", "/etc/passwd")

    def test_machine_file(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "bad.json"
            path.write_text('{"nodes": [{"cpus": "0-1", "memory": "1G"}, {"cpus": "1", "memory": "1G"}]}', encoding="ascii")
            self.refused(113, "CPU 1 is on node 0 and on node 1", "--machine", str(path), "--", "true")

    def test_no_qemu(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for name in ("python3", "true"):
                os.symlink(f"/usr/bin/{name}", f"{folder}/{name}")
            self.refused(110, "no qemu-system", "--no-count", "--", "true", env={**os.environ, "PATH": folder})

    def test_no_plugin(self) -> None:
        self.refused(115, "no counting plugin", "--", "true", env={**os.environ, "NUMAPACK_LAB_PLUGIN": "/no/such"})

    def test_preparing_fails(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            cache = {**os.environ, "XDG_CACHE_HOME": f"{folder}/cache", "PATH": f"{folder}:{os.environ['PATH']}"}
            apt = pathlib.Path(folder) / "apt-get"
            for words, code in (("Could not resolve 'archive'", 111), ("write error - No space left on device", 112)):
                apt.write_text(f'#!/bin/sh\necho "E: {words}" >&2\nexit 100\n', encoding="utf-8")
                apt.chmod(0o755)
                done = lab("--no-count", "--", "true", env=cache)
                errors = done.stderr.decode()
                self.assertEqual(done.returncode, code, errors)
                self.assertIn(words, errors.splitlines()[-1])
                self.assertFalse(list(pathlib.Path(folder, "cache").rglob("new-*")))


if __name__ == "__main__":
    unittest.main()
