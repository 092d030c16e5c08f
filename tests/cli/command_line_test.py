# SPDX-License-Identifier: BSD-3-Clause
"""command_line_test.py COMMAND: what a person types, and what is said of mistakes."""

import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

COMMAND = str(pathlib.Path(sys.argv[1]).resolve())
ROOT = pathlib.Path(__file__).resolve().parents[2]
KUNPENG = str(ROOT / "tests/machines/kunpeng920.xml")


def run(*words: str, timeout: int = 120) -> subprocess.CompletedProcess[str]:
    return subprocess.run([COMMAND, *words], capture_output=True, text=True, timeout=timeout, stdin=subprocess.DEVNULL)


class Mistakes(unittest.TestCase):
    def check(self, words: list[str], status: int, *said: str) -> None:
        with self.subTest(words):
            done = run(*words)
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertRegex(done.stderr, r"\Anumapack: [^\n]*\n\Z")
            for word in said:
                self.assertIn(word, done.stderr)

    def test_the_nearest_is_named(self) -> None:
        self.check(["tpoo"], 2, "there is no verb tpoo", "nearest is topo")
        self.check(["latncy", "--quick"], 2, "nearest is latency")
        self.check(["latency", "--quik"], 2, "no option --quik", "nearest is --quick")
        self.check(["gemm", "-n", "64", "--round=3"], 2, "no option --round", "nearest is --rounds")
        self.check(["plan", "-n", "64", "--xyzzy"], 2, "no option --xyzzy", "numapack plan --help")
        self.check(["stat", "--counter", "true"], 2, "nearest is --counters")
        self.check(["run", "--reports", "true"], 2, "nearest is --report")
        self.check(["report", "--outptu", "x"], 2, "nearest is --output")
        self.check(["lab", "--machne", "x", "true"], 2, "nearest is --machine")
        self.check(["lab", "machnes"], 2, "nearest verb is machines")
        self.check(["topo", "again"], 2, "\"again\" is a word too many")
        self.check(["gemm", "-n", "1:2:3"], 2, "numapack: gemm: -n: \"1:2:3\" is not a whole number; use one")
        self.check(["gemm", "-n", "8", "--seed", "x"], 2, "numapack: gemm: --seed: \"x\" is not a whole number; use one from 0")
        self.check(["gemm", "-n", "8", "--rounds", "1.5"], 2, "numapack: gemm: --rounds: \"1.5\" is not a whole number")

    def test_messages_name_the_option_that_is_meant(self) -> None:
        self.check(["coherence", "--pairs", "0:9999"], 2, "--pairs: CPU 9999")
        self.check(["coherence", "--helper", "9999"], 2, "--helper: CPU 9999")
        self.check(["pin", "-c", "socket:0", "true"], 2, "-c: ", "package")

    def test_wrong_input_is_usage_in_every_verb(self) -> None:
        for words in (["topo", "--from"], ["plan", "-n", "64", "--profile"], ["advise", "--profile"], ["report"], ["diff", KUNPENG]):
            self.check([*words, "/nowhere/to/be/found.json"], 2, "/nowhere/to/be/found.json")

    def test_a_full_device_is_a_failure_and_stays(self) -> None:
        for words in (["topo"], ["plan", "-n", "64"], ["doctor"], ["stat", "true"]):
            if words[0] == "stat":
                words = ["stat", "--json", "/dev/full", "true"]
            else:
                words = [*words, "--json", "/dev/full"]
            before = os.stat("/dev/full")
            done = run(*words)
            self.assertEqual(done.returncode, 1, words)
            self.assertIn("cannot write /dev/full", done.stderr)
            self.assertEqual(os.stat("/dev/full").st_rdev, before.st_rdev, "a device is no file to be replaced")
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([COMMAND, "topo"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 1)


class Commands(unittest.TestCase):
    def test_need_no_dashes(self) -> None:
        for words in (["stat", "sh", "-c", "exit 7"], ["run", "sh", "-c", "exit 7"], ["pin", "-q", "sh", "-c", "exit 7"],
                      ["stat", "--", "sh", "-c", "exit 7"], ["run", "--threads", "1", "sh", "-c", "exit 7"],
                      ["run", "--threads=1", "--", "sh", "-c", "exit 7"], ["pin", "--each", "sh", "-c", "exit 7"]):
            with self.subTest(words):
                self.assertEqual(run(*words).returncode, 7)

    def test_their_words_are_theirs(self) -> None:
        # Verbs, options and dashes of ours among the command's.
        for verb in ("run", "pin"):
            done = run(verb, "printf", "%s,", "gemm", "--json", "--", "--help")
            self.assertEqual((done.returncode, done.stdout), (0, "gemm,--json,--,--help,"))

    def test_none_is_usage(self) -> None:
        for verb in ("run", "stat", "pin"):
            done = run(verb)
            self.assertEqual(done.returncode, 2)
            self.assertIn("give one", done.stderr)

    def test_what_cannot_be_run_is_as_in_shells(self) -> None:
        for verb in ("run", "stat", "pin"):
            self.assertEqual(run(verb, "/no/such/program").returncode, 127, verb)
            self.assertEqual(run(verb, "/etc/passwd").returncode, 126, verb)


class Sizes(unittest.TestCase):
    def test_have_suffixes(self) -> None:
        plain = json.loads(run("plan", "-n", "16384", "-k", "1024", "--from", KUNPENG, "--json").stdout)
        for n, k in (("16k", "1Ki"), ("16K", "1k"), ("0.015625M", "1024")):
            self.assertEqual(json.loads(run("plan", "-n", n, "-k", k, "--from", KUNPENG, "--json").stdout), plain)
        done = run("plan", "-n", "16q", "--from", KUNPENG)
        self.assertEqual(done.returncode, 2)
        self.assertIn("-n: \"16q\" is not a size", done.stderr)

    def test_of_bytes_too(self) -> None:
        plain = run("latency", "--list", "--size", str(64 << 20), "--from", KUNPENG).stdout
        for size in ("64m", "64M", "64Mi", "64MiB"):
            self.assertEqual(run("latency", "--list", "--size", size, "--from", KUNPENG).stdout, plain)

    def test_help_names_the_defaults_there_are(self) -> None:
        self.assertRegex(run("probe", "--help").stdout, r"--budget FLOAT=120\b|--budget FLOAT \[120\]")


class Quick(unittest.TestCase):
    def test_latency_has_a_spread_in_every_cell(self) -> None:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = run("latency", "--quick", timeout=45)  # 30 s on a machine where others have the CPUs
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.assertEqual(done.returncode, 0, done.stderr)
        # Its own time, which others do not lengthen.
        self.assertLess(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 15)
        table = done.stdout.split("\n\n")[1].splitlines()
        self.assertIn("min (median, max)", table[0])
        self.assertGreater(len(table), 1)
        for row in table[1:]:
            self.assertRegex(row, r"CPU \d+(, node \d+)? +[\d.]+ \([\d.]+, [\d.]+\)")

    def test_of_any_machine_it_is_expected_to_take_seconds(self) -> None:
        for machine in sorted((ROOT / "tests/machines").glob("*.xml")):
            done = run("latency", "--quick", "--list", "--from", str(machine))
            if "no usable" in done.stderr or done.returncode:
                continue
            about = re.search(r"about (\d+) s", done.stdout)
            with self.subTest(machine.name):
                self.assertLessEqual(int(about[1]), 4)

    def test_of_large_caches_lines_are_flushed_instead(self) -> None:
        for size, flushed in ("16MiB", False), ("480MiB", True), ("4GiB", True):
            done = run("latency", "--quick", "--list", "--from", f"pack:1 numa:1 l3:1(size={size}) core:2 pu:1")
            with self.subTest(size):
                self.assertEqual("flushed from the caches" in done.stdout, flushed, done.stdout)
                self.assertLessEqual(int(re.search(r"about (\d+) s", done.stdout)[1]), 4)


class Pictures(unittest.TestCase):
    def test_of_every_machine_fit_and_are_svg(self) -> None:
        looked_at = 0
        for machine in sorted((ROOT / "tests/machines").glob("*.xml")):
            done = run("topo", "--draw", "--from", str(machine))
            if done.returncode:
                continue
            nodes = json.loads(run("topo", "--json", "--from", str(machine)).stdout)["nodes"]
            with self.subTest(machine.name), tempfile.TemporaryDirectory() as folder:
                for node in nodes:
                    self.assertIn(f" node {node['os_index']} ", done.stdout)
                boxes = [line for line in done.stdout.splitlines() if line and line[0] in "┌│└"]
                self.assertLessEqual(max(map(len, boxes)), 80)
                file = os.path.join(folder, "machine.svg")
                self.assertEqual(run("topo", "--draw", file, "--from", str(machine)).returncode, 0)
                texts = [text.text for text in xml.etree.ElementTree.parse(file).iter("{http://www.w3.org/2000/svg}text")]
                for node in nodes:
                    self.assertIn(f"node {node['os_index']}", texts)
                looked_at += 1
        self.assertGreater(looked_at, 5)

    def test_have_the_profile_s_figures(self) -> None:
        measured = str(ROOT / "data/machines/kunpeng920-6426.json")
        drawn = run("topo", "--draw", "--from", measured).stdout
        self.assertRegex(drawn, r"(?m)^node 0 +91\.5 +102 +189 +208$")
        self.assertIn("own memory 91.5 ns", drawn)
        self.assertNotIn("measured,", run("topo", "--draw", "--profile", "none", "--from", KUNPENG).stdout)

    def test_have_the_profile_s_bandwidths(self) -> None:
        profile = json.loads((ROOT / "data/machines/kunpeng920-6426.json").read_text(encoding="utf-8"))
        profile["made_by"] = "test"
        # Both ways of two nodes differ, fewer threads reach less, and of the kernels only "read" is drawn.
        profile["node_bandwidth"] = [
            {"cpu_node": cpu, "memory_node": home, "threads": threads, "kernel": kernel,
             "gb_per_s": {"median": factor * threads * (25 - 4 * abs(cpu - home) - (cpu > home))}}
            for cpu in range(4) for home in range(4) for threads in (1, 2) for kernel, factor in (("copy", 3), ("read", 1))]
        with tempfile.TemporaryDirectory() as folder:
            path, file = os.path.join(folder, "profile.json"), os.path.join(folder, "machine.svg")
            with open(path, "w", encoding="utf-8") as made:
                json.dump(profile, made)
            drawn = run("topo", "--draw", "--from", path).stdout
            self.assertEqual(run("topo", "--draw", file, "--from", path).returncode, 0)
            texts = [text.text for text in xml.etree.ElementTree.parse(file).iter("{http://www.w3.org/2000/svg}text")]
        self.assertIn("GB/s, measured (read)", drawn)
        self.assertRegex(drawn, r"(?m)^node 0 +50 +42 +34 +26$")
        self.assertRegex(drawn, r"(?m)^node 3 +24 +32 +40 +50$")
        self.assertEqual(drawn.count("own memory 91.5 ns, 50 GB/s"), 1)
        self.assertTrue([text for text in texts if "50 GB/s" in text], texts)
        self.assertTrue([text for text in texts if "42" in text and "40" in text and "GB/s" in text], texts)
        self.assertIn("GB/s, measured (read)", texts)


class Pins(unittest.TestCase):
    def test_threads_are_bound_one_by_one(self) -> None:
        program = "import threading, os\nfor _ in range(3):\n    t = threading.Thread(target=lambda: None); t.start(); t.join()\n"
        cpus = sorted(os.sched_getaffinity(0))[:2]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "pin.json")
            done = run("pin", "--each", "-c", "cpu:" + ",".join(map(str, cpus)), "--json", path, sys.executable, "-c", program)
            self.assertEqual(done.returncode, 0, done.stderr)
            with open(path, encoding="utf-8") as file:
                document = json.load(file)
        self.assertEqual([one["place"] for one in document["threads"]], [0, 1, 2, 3])
        self.assertEqual([one["cpu"] for one in document["threads"]], [cpus[place % len(cpus)] for place in range(4)])
        self.assertIn("numapack pin: ", done.stderr)
        if len(cpus) < 4:
            self.assertIn("some share one", done.stderr)

    def test_threads_have_places_in_the_order_of_their_creation(self) -> None:
        # Not of their beginning, which differs from run to run: all are created before the interpreter lets one run.
        program = """if True:
            import ctypes, os
            found = {}
            @ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)
            def look(number):
                found[number or 0] = min(os.sched_getaffinity(0))
            library = ctypes.PyDLL(None)
            threads = [ctypes.c_ulong() for _ in range(32)]
            for number, thread in enumerate(threads):
                library.pthread_create(ctypes.byref(thread), None, look, ctypes.c_void_p(number))
            for thread in threads:
                ctypes.CDLL(None).pthread_join(thread, None)
            print([found[number] for number in range(32)])
        """
        cpus = sorted(os.sched_getaffinity(0))[:2]
        done = run("pin", "--each", "-q", "-c", "cpu:" + ",".join(map(str, cpus)), sys.executable, "-c", program)
        self.assertEqual(json.loads(done.stdout), [cpus[(1 + number) % len(cpus)] for number in range(32)], done.stderr)

    def test_a_program_keeps_to_the_cpus_and_the_memory(self) -> None:
        cpu = max(os.sched_getaffinity(0))
        done = run("pin", "-c", str(cpu), sys.executable, "-c", "import os; print(sorted(os.sched_getaffinity(0)))")
        self.assertEqual(done.stdout, f"[{cpu}]\n")
        self.assertIn(f"CPU {cpu}, 1 core", done.stderr)

    def test_a_program_has_the_memory_policy(self) -> None:
        # The kernel's own account: mappings without a policy of their own show the process's.
        for kind, shown in (("bind", "bind"), ("interleave", "interleave"), ("preferred", "prefer")):
            cpu = str(min(os.sched_getaffinity(0)))
            node, = json.loads(run("pin", "--list", "-c", cpu, "-m", kind, "--json", "-").stdout)["memory_nodes"]
            for memory in (kind, f"{kind}:{node}"):
                with self.subTest(memory):
                    done = run("pin", "-c", cpu, "-m", memory, "cat", "/proc/self/numa_maps")
                    if "refused by the kernel" in done.stderr or "numa_maps: No such file" in done.stderr:
                        self.skipTest(done.stderr)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    policies = {line.split()[1] for line in done.stdout.splitlines() if "heap" in line or "stack" in line}
                    self.assertTrue(policies)
                    for policy in policies:
                        self.assertRegex(policy, rf"\A{shown}\S*:{node}\Z")

    def test_says_what_an_expression_means_elsewhere(self) -> None:
        done = run("pin", "--list", "--from", KUNPENG, "-c", "node:all/0", "--json")
        self.assertEqual(json.loads(done.stdout)["nodes"], [0, 1, 2, 3])
        for kind, words, nodes in (("bind", [], [1]), ("interleave", [], [1]), ("preferred", [], [1]), ("bind", [":0,2"], [0, 2]), ("interleave", [":0-3"], [0, 1, 2, 3]),
                                   ("preferred", [":3"], [3])):
            done = run("pin", "--list", "--from", KUNPENG, "-c", "node:1", "-m", "".join([kind, *words]), "--json", "-")
            document = json.loads(done.stdout)
            self.assertEqual((document["memory"], document["memory_nodes"]), (kind, nodes))
        self.assertEqual(run("pin", "--from", KUNPENG, "true").returncode, 2)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
