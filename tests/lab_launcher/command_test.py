# SPDX-License-Identifier: BSD-3-Clause
"""QEMU's command line, the plugin's configuration, and what the guest is told: pure functions of the machine."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

from support import LAB, document, machine
from numapack_lab import options, report
from numapack_lab.emulator import counting, job, qemu
from numapack_lab.machine import address_map, file as machine_file
from numapack_lab.errors import USAGE, LabError
from numapack_lab.machine.description import Machine
from numapack_lab.machine.scale import scale
from numapack_lab.machine.sizes import GIB
from numapack_lab.study import command as study


def boot(**changes: object) -> qemu.Boot:
    base: dict = {"arch": "x86_64", "kernel": "/k", "initramfs": "/i", "console_fd": 5,
                  "channels": (qemu.Channel("out", 6),), "shares": (qemu.Share("root", "/"),)}
    return qemu.Boot(**{**base, **changes})


def values(command: list[str], option: str) -> list[str]:
    return [command[index + 1] for index, word in enumerate(command) if word == option]


class Command(unittest.TestCase):
    def test_default_machine(self) -> None:
        command = qemu.command(machine(), boot())
        self.assertEqual(command[0], "qemu-system-x86_64")
        self.assertEqual(values(command, "-smp"), ["8,sockets=2,dies=2,cores=2,threads=1"])
        self.assertEqual(values(command, "-m"), ["4096M"])
        nodes = [value for value in values(command, "-numa") if value.startswith("node")]
        self.assertEqual(nodes[1], "node,nodeid=1,cpus=2,cpus=3,memdev=m1,initiator=1")
        distances = [value for value in values(command, "-numa") if value.startswith("dist")]
        self.assertEqual(len(distances), 12)
        self.assertIn("dist,src=1,dst=3,val=24", distances)
        self.assertIn("hmat-lb,initiator=0,target=2,hierarchy=memory,data-type=access-latency,latency=241",
                      values(command, "-numa"))
        self.assertIn("readonly=on", values(command, "-virtfs")[0])
        self.assertNotIn("-plugin", command)
        self.assertIn("numa_balancing=disable", values(command, "-append")[0])

    def test_the_leaf_that_tells_the_dies_is_not_the_last(self) -> None:
        self.assertIn("min-level=0x20", values(qemu.command(machine(), boot()), "-cpu")[0].split(","))

    def test_aarch64_has_clusters_and_no_hmat(self) -> None:
        command = qemu.command(machine(), boot(arch="aarch64"))
        self.assertEqual(command[0], "qemu-system-aarch64")
        self.assertEqual(values(command, "-smp"), ["8,sockets=2,clusters=2,cores=2,threads=1"])
        self.assertFalse([value for value in values(command, "-numa") if "hmat" in value or "initiator" in value])
        self.assertIn("console=ttyAMA0", values(command, "-append")[0])

    def test_where_accesses_count_arm_has_no_instructions_whose_accesses_are_not_seen(self) -> None:
        counting = boot(arch="aarch64", plugin=("/p", "/c", "/o"))
        self.assertEqual(values(qemu.command(machine(), counting), "-cpu"), ["neoverse-n1"])
        self.assertTrue(values(qemu.command(machine(), boot(arch="aarch64")), "-cpu")[0].startswith("max,"))

    def test_memory_only_nodes(self) -> None:
        small = scale(machine("knm-snc4"), 1 / 9)
        command = qemu.command(small, boot())
        self.assertIn("node,nodeid=5,memdev=m5,initiator=1", values(command, "-numa"))
        self.assertFalse([value for value in values(command, "-numa") if value.startswith("hmat-lb,initiator=5")])
        self.assertEqual(len(values(command, "-object")), 8)

    def test_a_node_without_memory(self) -> None:
        nodes = [{"cpus": "0-1", "memory": "1G"}, {"cpus": "2-3"}]
        command = qemu.command(machine_file.parse(document(nodes=nodes), "x"), boot())
        self.assertIn("node,nodeid=1,cpus=2,cpus=3", values(command, "-numa"))

    def test_dies_of_one_core(self) -> None:
        command = qemu.command(scale(machine("epyc-rome-nps4"), 1 / 16), boot())
        self.assertEqual(values(command, "-smp"), ["8,sockets=2,dies=1,cores=4,threads=1"])

    def test_commas_in_paths(self) -> None:
        command = qemu.command(machine(), boot(plugin=("/a,b/p.so", "/c,d", "/e"),
                                               shares=(qemu.Share("root", "/x,y", True),)))
        self.assertEqual(values(command, "-plugin"), ["/a,,b/p.so,config=/c,,d,out=/e"])
        self.assertIn("path=/x,,y,", values(command, "-virtfs")[0])
        self.assertIn("readonly=off", values(command, "-virtfs")[0])


class PluginConfiguration(unittest.TestCase):
    def test_default_machine(self) -> None:
        lines = counting.config(machine(), "x86_64", whole=True, caches=True).splitlines()
        self.assertEqual(lines[:4], ["numapack-lab 1", "line 64", "count whole", "space user"])
        self.assertIn("node 2 package 1 memory 1073741824", lines)
        self.assertIn("cpu 5 node 2", lines)
        self.assertEqual([line for line in lines if line.startswith("memory")],
                         ["memory 0 at 0 bytes 1073741824", "memory 1 at 1073741824 bytes 1073741824",
                          "memory 2 at 4294967296 bytes 1073741824", "memory 3 at 5368709120 bytes 1073741824"])
        self.assertIn("cache l1 cpu 7 sets 256 ways 4", lines)
        self.assertIn("cache l3 node 3 sets 2048 ways 16", lines)

    def test_caches_off_and_markers(self) -> None:
        text = counting.config(machine(), "x86_64", whole=False, caches=False)
        self.assertIn("count marked", text)
        self.assertNotIn("cache", text)
        self.assertNotIn("zeroed", text)

    def test_arm_zeroes_blocks(self) -> None:
        self.assertIn("zeroed 64", counting.config(machine(), "aarch64", whole=True, caches=True).splitlines())

    def test_shared_second_level_and_memory_only_nodes(self) -> None:
        lines = counting.config(scale(machine("knm-snc4"), 1 / 9), "x86_64", whole=True, caches=True).splitlines()
        self.assertIn("cache l2 cpus 6,7 sets 1024 ways 16", lines)
        self.assertFalse([line for line in lines if line.startswith("cache l3")])
        self.assertIn("node 7 package 0 memory 536870912", lines)


class AddressMap(unittest.TestCase):
    def sized(self, *gibibytes: float) -> Machine:
        nodes = [{"cpus": str(cpu), "memory": f"{int(size * 1024)}M"} if size else {"cpus": str(cpu)}
                 for cpu, size in enumerate(gibibytes)]
        return machine_file.parse(document(nodes=nodes, packages=1, caches={}), "x")

    def test_memory_around_the_devices_of_a_pc(self) -> None:
        self.assertEqual(address_map.stretches(self.sized(1.5, 1.5), "x86_64"),
                         [(0, 0, 3 * GIB // 2), (1, 3 * GIB // 2, GIB // 2), (1, 4 * GIB, GIB)])
        self.assertEqual(address_map.stretches(self.sized(3, 0, 1), "x86_64"),
                         [(0, 0, 2 * GIB), (0, 4 * GIB, GIB), (2, 5 * GIB, GIB)])
        self.assertEqual(address_map.stretches(self.sized(1.5, 1), "x86_64"), [(0, 0, 3 * GIB // 2), (1, 3 * GIB // 2, GIB)])
        self.assertEqual(address_map.stretches(self.sized(1.5, 1.25), "x86_64")[-1], (1, 4 * GIB, 3 * GIB // 4))

    def test_memory_behind_the_devices_of_an_arm_board(self) -> None:
        self.assertEqual(address_map.stretches(self.sized(3, 1), "aarch64"), [(0, GIB, 3 * GIB), (1, 4 * GIB, GIB)])


class GuestFiles(unittest.TestCase):
    def test_caches_as_the_kernel_shows_them(self) -> None:
        files = job.cache_files(machine())
        self.assertEqual(files["caches/cpu3/index3/shared_cpu_list"], "2-3\n")
        self.assertEqual(files["caches/cpu3/index3/shared_cpu_map"], "0000000c\n")
        self.assertEqual(files["caches/cpu3/index2/shared_cpu_list"], "3\n")
        self.assertEqual(files["caches/cpu0/index0/type"], "Data\n")
        self.assertEqual(files["caches/cpu0/index1/type"], "Instruction\n")
        self.assertEqual(files["caches/cpu0/index2/size"], "512K\n")
        pairs = job.cache_files(scale(machine("knm-snc4"), 1 / 9))
        self.assertEqual(pairs["caches/cpu5/index2/shared_cpu_list"], "4-5\n")

    def test_mask(self) -> None:
        self.assertEqual(job.mask((0, 33)), "00000002,00000001")

    def test_any_bytes_in_arguments(self) -> None:
        task = job.Job(("./a b", "it's", "\udcff"), "/x y", {"K": "a\nb", "BASH_FUNC_f%%": "() { :; }"}, "t")
        data = job.archive(task, machine(), b"")
        self.assertIn(b"'./a b' 'it'\"'\"'s' '\xff'", data)
        self.assertIn(b"cd '/x y' ", data)
        self.assertIn(b"'K=a\nb' 'BASH_FUNC_f%%=() { :; }'", data)

    def test_a_program_s_name_with_an_equals_sign(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "a=b"
            file.write_text("#!/bin/sh\necho \"$0\" \"$@\" \"$K\"\n", encoding="ascii")
            file.chmod(0o755)
            task = job.Job(("./a=b", "c=d", "-n"), folder, {"K": "e=f"}, "t")
            done = subprocess.run(["sh"], input=job._program(task), capture_output=True, check=False)
            self.assertEqual((done.returncode, done.stdout), (0, b"./a=b c=d -n e=f\n"), done.stderr)

    def test_environment(self) -> None:
        own = {"PATH": "/mine", "DISPLAY": ":0", "OMP_NUM_THREADS": "3", "LD_LIBRARY_PATH": "/l"}
        self.assertEqual(job.host_environment(own, False), {"PATH": "/mine", "OMP_NUM_THREADS": "3", "LD_LIBRARY_PATH": "/l"})
        foreign = job.host_environment(own, True)
        self.assertEqual(foreign["OMP_NUM_THREADS"], "3")
        self.assertNotIn("/mine", foreign["PATH"])
        self.assertNotIn("LD_LIBRARY_PATH", foreign)


class Traffic(unittest.TestCase):
    def test_writers_by_readers_up_to_the_last_that_exchanged(self) -> None:
        taken = [[{"from": 2, "lines": 7}], [], [{"from": 0, "lines": 5}, {"from": 1, "lines": 9}], []]
        by_cpu = [{"cpu": cpu, "taken_over": entries} for cpu, entries in enumerate(taken)]
        self.assertEqual(report.traffic(by_cpu), "0,0,5\n0,0,9\n7,0,0\n")
        self.assertEqual(report.traffic([{"cpu": 0, "taken_over": []}]), "")

    def test_of_the_cpus_of_threads_in_their_order(self) -> None:
        """Four threads on CPUs 0 to 3 of eight: kernel and launcher exchange lines on the others, too."""
        by_cpu = [{"cpu": cpu, "taken_over": [{"from": (cpu + 1) % 8, "lines": 1 + cpu}]} for cpu in range(8)]
        self.assertEqual(report.traffic(by_cpu).count("\n"), 8)
        self.assertEqual(report.traffic(by_cpu, (0, 1, 2, 3)), "0,0,0,0\n1,0,0,0\n0,2,0,0\n0,0,3,0\n")
        self.assertEqual(report.traffic(by_cpu, (3, 2)), "0,3\n0,0\n")
        chosen = options.parse(["--traffic", "t", "--traffic-cpus", "3,0-1", "--", "ls"])[1]
        self.assertEqual(chosen.traffic_cpus, (3, 0, 1))


class Options(unittest.TestCase):
    def test_program_after_two_dashes(self) -> None:
        verb, chosen, words = options.parse(["--machine", "m", "--", "ls", "--", "-x"])
        self.assertEqual((verb, chosen.machine, words), ("run", "m", ["ls", "--", "-x"]))

    def test_program_without_them(self) -> None:
        verb, chosen, words = options.parse(["--machine", "m", "--no-count", "--timeout=3", "ls", "--", "-x", "--json"])
        self.assertEqual((verb, chosen.machine, chosen.timeout, words), ("run", "m", 3, ["ls", "--", "-x", "--json"]))

    def test_mistakes(self) -> None:
        for arguments in ([], ["--"], ["shel"], ["--frob", "--", "ls"], ["--timeout", "0", "--", "ls"], ["--scale", "x", "--", "ls"],
                          ["--whole", "--markers", "--", "ls"], ["--no-count", "--markers", "--", "ls"],
                          ["--no-count", "--traffic", "t", "--", "ls"], ["--caches", "off", "--traffic", "t", "--", "ls"],
                          ["--traffic-cpus", "0-3", "--", "ls"], ["--traffic", "t", "--traffic-cpus", "3-0", "--", "ls"],
                          ["--traffic", "t", "--traffic-cpus", "0,0", "--", "ls"], ["--traffic", "t", "--traffic-cpus", "x", "--", "ls"],
                          ["--arch", "mips", "--", "ls"], ["clean", "--all"], ["--json", "", "--", "ls"], ["--machine=", "--", "ls"],
                          ["--share", "", "--", "ls"], ["shell", "--machine", ""]):
            with self.assertRaises(LabError, msg=arguments) as caught:
                options.parse(arguments)
            self.assertEqual(caught.exception.code, USAGE)

    def test_an_order_is_a_size(self) -> None:
        for text, n in (("1024", 1024), ("1k", 1024), ("2Ki", 2048), ("0.5K", 512)):
            self.assertEqual(study.parser().parse_args(["-n", text]).n, n)
        for text in ("1q", "x", "", "-1k"):
            with self.assertRaisesRegex(LabError, "-n: "):
                study.parser().parse_args([f"-n={text}" if text.startswith("-") else "-n", *([] if text.startswith("-") else [text])])

    def test_what_cannot_be_written_is_said(self) -> None:
        for words in (["machines"], ["--help"], ["study", "--help"]):
            with self.subTest(words), open("/dev/full", "w", encoding="utf-8") as full:
                done = subprocess.run([sys.executable, "-B", str(LAB / "run.py"), *words], stdout=full, stderr=subprocess.PIPE, text=True)
                self.assertEqual((done.returncode, done.stderr), (1, "numapack: lab: cannot write: No space left on device\n"))


if __name__ == "__main__":
    unittest.main()
