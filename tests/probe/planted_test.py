# SPDX-License-Identifier: BSD-3-Clause
"""planted_test.py COMMAND: real processes that disturb a measurement. Each is named, and the figures beside it are clean or none.

Where other work stays on the machine, what it hides of the planted is skipped, with a word.
"""

import contextlib
import ctypes
import functools
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

COMMAND = pathlib.Path(sys.argv[1]).resolve()
CPUS = sorted(os.sched_getaffinity(0))
SPIN = "while True: pass"
# Wakes as often as the kernel lets it; its timers may be exact.
WAKE = "import ctypes, time\nctypes.CDLL(None).prctl(29, 1)\nwhile True: time.sleep(1e-6)"
PR_SET_THP_DISABLE = 41
TRIES = 5
QUIET_CPUS = 0.25  # that others may use
WAIT_SECONDS = 30
waited = False


def busy_cpus(seconds: float = 0.5) -> float:
    """What others use while this process sleeps."""
    def ticks() -> int:
        user, nice, system, _, _, irq, softirq, *_ = map(int, pathlib.Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:])
        return user + nice + system + irq + softirq
    before = ticks()
    time.sleep(seconds)
    return (ticks() - before) / os.sysconf("SC_CLK_TCK") / seconds


def unrest() -> str:
    """Who is at work, "" on a quiet machine. The first time it waits for that, half a minute at most."""
    global waited
    end = time.monotonic() + (0 if waited else WAIT_SECONDS)
    while (busy := busy_cpus()) > QUIET_CPUS and time.monotonic() < end:
        time.sleep(1)
    waited = True
    return f"others used {busy:.1f} CPUs" if busy > QUIET_CPUS else ""


def needs_quiet(test):
    """A test that other work may hide the planted from: it is skipped where that was there before or is afterwards."""
    @functools.wraps(test)
    def run(self):
        before = unrest()
        try:
            test(self)
        except AssertionError as error:
            if others := before or unrest():
                self.skipTest(f"{others}: {str(error).splitlines()[0]}")
            raise
    return run


@contextlib.contextmanager
def processes(text: str, cpu: int, count: int = 1):
    """Python programs on one CPU."""
    started = [subprocess.Popen([sys.executable, "-c", text], preexec_fn=lambda: os.sched_setaffinity(0, {cpu})) for _ in range(count)]
    try:
        time.sleep(0.3)
        yield
    finally:
        for process in started:
            process.kill()
            process.wait()


@contextlib.contextmanager
def beside(act, pid: int):
    """Does something to a process again and again while the block runs."""
    over = threading.Event()

    def loop():
        while not over.is_set():
            with contextlib.suppress(OSError):
                act(pid)
    thread = threading.Thread(target=loop, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def stop_for_a_moment(pid: int) -> None:
    os.kill(pid, signal.SIGSTOP)
    time.sleep(0.004)
    os.kill(pid, signal.SIGCONT)
    time.sleep(0.004)


def move_to_and_fro(pid: int) -> None:
    for thread in pathlib.Path(f"/proc/{pid}/task").iterdir():
        if int(thread.name) != pid:
            for cpu in (CPUS[-1], CPUS[0]):
                os.sched_setaffinity(int(thread.name), {cpu})
    time.sleep(0.001)


class Group:
    """A control group with a fifth of a CPU; None of those that this process may make."""

    def __init__(self) -> None:
        self.folder = None
        name = f"numapack-planted-{os.getpid()}"
        for line in pathlib.Path("/proc/self/cgroup").read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            version_1 = "cpu" in controllers.split(",")
            root = next((root for root in ("/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpu,cpuacct") if os.path.isdir(root)), "") if version_1 \
                else "/sys/fs/cgroup"
            if not root or (controllers and not version_1):
                continue
            folder = pathlib.Path(root + path.rstrip("/")) / name
            with contextlib.suppress(OSError):
                folder.mkdir()
                self.folder = folder
                if version_1:
                    (folder / "cpu.cfs_period_us").write_text("20000")
                    (folder / "cpu.cfs_quota_us").write_text("4000")
                else:
                    (folder / "cpu.max").write_text("4000 20000")
                return
            self.remove()

    def enter(self) -> None:
        (self.folder / "cgroup.procs").write_text(str(os.getpid()))

    def remove(self) -> None:
        if self.folder is not None:
            with contextlib.suppress(OSError):
                self.folder.rmdir()
            self.folder = None


class Planted(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.json = pathlib.Path(self.folder.name) / "profile.json"

    def measure(self, *more: str, plant=None, act=None) -> tuple[str, list[dict]]:
        """The page, and the figures of the profile."""
        words = [str(COMMAND), "latency", "--cores", str(CPUS[0]), "--rounds", "4", "--budget", "60", "--json", str(self.json), *more]
        self.json.unlink(missing_ok=True)
        # Visits of 64 KiB are so short that they were clean when made again.
        words += [] if "--size" in more else ["--size", "16M"]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=plant)
        with beside(act, process.pid) if act else contextlib.nullcontext():
            page, errors = process.communicate(timeout=300)
        if not self.json.exists():
            raise RuntimeError(f"{words} wrote no profile, status {process.returncode}: {errors}")
        figures = [row["latency_ns"] for row in json.loads(self.json.read_text())["memory_latency"]]
        self.assertTrue(figures)
        self.assertEqual(process.returncode, 0 if any(figure.get("median") for figure in figures) else 1, page + errors)
        return page, figures

    def named(self, words: str, *more: str, plant=None, act=None) -> list[dict]:
        """The figures once the page has these words: beside other tests a try may be disturbed by something else only."""
        page = ""
        for _ in range(TRIES):
            page, figures = self.measure(*more, plant=plant, act=act)
            if words in page:
                self.assertIn(words, "\n".join(json.loads(self.json.read_text())["remarks"]))
                return figures
        self.fail(f"never named: {words}\n{page}")

    def clean_or_none(self, figures: list[dict], words: str) -> None:
        for figure in figures:
            if figure.get("median") is None:
                self.assertIn("no clean visit", figure["invalid"])
            else:
                self.assertGreater(figure["disturbed"], 0)
        self.assertTrue(any(words in figure.get("invalid", "") or figure.get("disturbed", 0) > 0 for figure in figures))

    @needs_quiet
    def test_a_neighbour_on_the_same_cpu(self):
        with processes(SPIN, CPUS[0], 2):
            self.clean_or_none(self.named("was taken away for"), "was taken away for")

    @needs_quiet
    def test_its_samples_are_kept_as_asked(self):
        with processes(SPIN, CPUS[0], 2):
            figures = self.named("disturbed, and kept as asked", "--keep-disturbed")
        for figure in figures:
            self.assertGreater(figure["median"], 0)
            self.assertGreater(figure["disturbed"], 0)
            self.assertGreater(figure["kept_disturbed"], 0)

    def test_a_peak_is_marked_and_not_planned_with(self):
        """Whatever else goes on: it is busy as planted."""
        with contextlib.ExitStack() as stack:
            for cpu in CPUS:
                stack.enter_context(processes(SPIN, cpu))
            for more in ([], ["--keep-disturbed"]):
                with self.subTest(more=more):
                    words = [str(COMMAND), "probe", "--budget", "4", "-o", str(self.json), *more]
                    ended = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
                    lines = ended.stderr.splitlines()
                    self.assertTrue(lines and ended.returncode == len(lines) - 1, (ended.returncode, ended.stderr))
                    self.assertRegex(lines[0], r"^numapack: not quiet: .*other processes used .* CPUs.* (\d+) of \1 cells ")
                    self.assertEqual("--keep-disturbed" in lines[0], not more)
                    for peak in json.loads(self.json.read_text())["peaks"]:
                        figure = peak["gflops"]
                        self.assertTrue(figure.get("kept_disturbed", 0) > 0 if "median" in figure else figure["invalid"], figure)
                    topo = subprocess.run([str(COMMAND), "topo", "--json"], capture_output=True, text=True, check=True,
                                          env={**os.environ, "NUMAPACK_PROFILE": str(self.json)})
                    profile = json.loads(topo.stdout)["profile"]
                    self.assertEqual(profile["path"], str(self.json))
                    self.assertTrue(any(lack.startswith("rate of a core (") for lack in profile["hollow"]), profile)

    @unittest.skipIf(len(CPUS) < 2, "one CPU only")
    @needs_quiet
    def test_a_neighbour_on_another_cpu(self):
        with processes(SPIN, CPUS[-1]):
            self.clean_or_none(self.named("other processes used"), "other processes used")

    @unittest.skipIf(len(CPUS) < 2, "one CPU only")
    @needs_quiet
    def test_migration(self):
        self.clean_or_none(self.named("was moved off CPU", act=move_to_and_fro), "was moved off CPU")

    @needs_quiet
    def test_an_interrupt_storm(self):
        with processes(WAKE, CPUS[0], 3):
            self.clean_or_none(self.named("interrupts a second", "--size", "1M"), "interrupts a second")

    @needs_quiet
    def test_stopped_again_and_again(self):
        self.clean_or_none(self.named("was taken away for", act=stop_for_a_moment), "was taken away for")

    @needs_quiet
    def test_a_quota(self):
        group = Group()
        if group.folder is None:
            self.skipTest("this process may make no control group with a quota")
        self.addCleanup(group.remove)
        self.clean_or_none(self.named("the CPU quota held this process up for", plant=group.enter), "the CPU quota")

    def test_huge_pages_that_were_not_given(self):
        refuse = lambda: ctypes.CDLL(None).prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0)  # noqa: E731
        page, figures = self.measure("--size", "8M", "--keep-disturbed", plant=refuse)
        self.assertIn("0 % in huge pages", page)
        for figure in figures:
            self.assertEqual(figure["page_bytes"], os.sysconf("SC_PAGE_SIZE"))
            self.assertIn("0 % in huge pages", figure["note"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
