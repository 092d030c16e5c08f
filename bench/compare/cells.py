# SPDX-License-Identifier: BSD-3-Clause
"""The table of cases: what is measured, and what each must reach."""

from dataclasses import dataclass

FLOPS = {"s": 2, "d": 2, "c": 8, "z": 8}  # for each step of k and element of C
SINGLE = "sc"


# Level 3's routines that are measured besides gemm: the sizes that each has, its flops over those of the product m x n x k.
LEVEL_3 = {"symm": ("mn", 1.0), "syrk": ("nk", 0.5), "syr2k": ("nk", 1.0), "trmm": ("mn", 0.5), "trsm": ("mn", 0.5)}
# LAPACK's, of square matrices: likewise, over those of the product of two of them.
LAPACK = {"potrf": ("n", 1 / 6), "getrf": ("mn", 1 / 3), "potri": ("n", 1 / 3), "getri": ("n", 2 / 3), "geqrf": ("mn", 2 / 3)}
ROUTINES = {**LEVEL_3, **LAPACK}


@dataclass(frozen=True)
class Family:
    key: str
    title: str
    bar: float  # least median of numapack's per-round ratio to the best peer (or, stored otherwise, to itself)
    aim: float  # fraction of the FMA peak; where `aim_is_ratio`, of the same ratio
    aim_is_ratio: bool = False


FAMILIES = [
    Family("double", "Squares, double", 1.00, 0.9234),
    Family("types", "Squares, single and complex", 1.00, 0.92),
    Family("medium", "Medium squares, double", 1.00, 0.85),
    Family("small", "Small squares, double, one thread", 0.95, 1.00, True),
    Family("outer", "Outer products of the Linpack benchmark, double", 1.05, 0.80),
    Family("skinny", "Skinny, double", 1.05, 0.70),
    Family("thin", "Thin and small: few rows or columns, small ranks, complex or transposed squares", 0.95, 1.00, True),
    Family("routines", "Level 3 with structure", 1.00, 0.85),
    Family("lapack", "Cholesky, LU and inverses", 1.00, 0.80),
    Family("qr", "QR", 0.95, 0.0),
    Family("storage", "Storage, double: against the same sizes stored plainly", 0.97, 1.00, True),
]

# Cells of their own, drawn by shapes.py: bar and aim are of the geometric mean (random_summary.py), not of a cell.
RANDOM = Family("random", "Random shapes", 0.0, 0.0)


@dataclass(frozen=True)
class Cell:
    family: str
    type: str
    m: int
    n: int
    k: int
    threads: int
    extra: tuple = ()  # further arguments of `numapack gemm`
    words: str = ""  # what the extra arguments mean
    quick: bool = False
    routine: str = ""  # other than gemm; m, n and k are those of the product that it is

    @property
    def against_itself(self) -> bool:
        return self.family == "storage"

    @property
    def random(self) -> bool:
        return self.family == RANDOM.key

    @property
    def name(self) -> str:
        square = self.m == self.n == self.k
        sizes = str(self.n) if square else f"{self.m} x {self.n}" + (f", k = {self.k}" if "k" in self.sizes else "")
        return f"{self.type}{self.routine} {sizes}" + (f", {self.words}" if self.words else "")

    @property
    def key(self) -> str:
        return f"{'random ' if self.random else ''}{self.name}; {self.threads}"

    @property
    def sizes(self) -> str:
        """Those that the routine has."""
        return ROUTINES.get(self.routine, ("mnk", 1))[0]

    @property
    def flops(self) -> float:
        return float(FLOPS[self.type]) * self.m * self.n * self.k * ROUTINES.get(self.routine, ("mnk", 1))[1]

    def arguments(self) -> list:
        sizes = [word for size in self.sizes for word in (f"-{size}", str(getattr(self, size)))]
        routine = ["--routine", self.routine] if self.routine else []
        return [*sizes, "--type", self.type, *routine,
                "--threads", str(self.threads), *self.extra, *(["--plain"] if self.against_itself else [])]

    def aim(self) -> float:
        """A fraction of the FMA peak or, where the family says so, a ratio; 0 where none is set."""
        least = {"double": 2048, "lapack": 4096}.get(self.family, 0)
        return 0.0 if self.n < least else family_of(self).aim


def family_of(cell: Cell) -> Family:
    return next(family for family in [*FAMILIES, RANDOM] if family.key == cell.family)


def ways_of_storing(n: int) -> list:
    """(words, arguments) for matrices of n x n; n itself should be a kind stride for the plain case."""
    power = 1 << n.bit_length()

    def leading(value: int) -> tuple:
        return tuple(f"--ld{operand}={value}" for operand in "abc")

    return [
        (f"ld {power}", leading(power)),
        (f"ld {2 * power}", leading(2 * power)),
        (f"ld {next_prime(n)} (prime)", leading(next_prime(n))),
        (f"ld {n + 1} and 8 bytes off a line (unaligned)", leading(n + 1) + ("--offset=1",)),
        ("row-major", ("--row-major",)),
        ("A^T B", ("--trans-a=t",)),
        ("A B^T", ("--trans-b=t",)),
        ("A^T B^T", ("--trans-a=t", "--trans-b=t")),
    ]


def next_prime(n: int) -> int:
    """The least prime above n."""
    n += 1
    while any(n % divisor == 0 for divisor in range(2, int(n**0.5) + 1)):
        n += 1
    return n


def routine_cells(counts: list) -> list:
    """Of each routine A on the left or as stored, the lower half, no diagonal of ones."""
    cells = []

    def add(routine, kind, m, n, k, quick=False):
        cells.extend(Cell("routines", kind, m, n, k, count, routine=routine, quick=quick) for count in counts)

    for routine in LEVEL_3:
        for n in (256, 1000, 3000):
            add(routine, "d", n, n, n, quick=n == 1000)
        for kind in "scz":
            add(routine, kind, 1000, 1000, 1000)
    add("trsm", "d", 256, 4000, 256, quick=True)
    add("syrk", "d", 4000, 4000, 256)
    add("trmm", "d", 256, 4000, 256)
    return cells


def lapack_cells(counts: list) -> list:
    """Square matrices, of symmetric ones the lower half."""
    cells = []

    def add(routine, kind, n, quick=False):
        family = "qr" if routine == "geqrf" else "lapack"
        cells.extend(Cell(family, kind, n, n, n, count, routine=routine, quick=quick) for count in counts)

    for routine in LAPACK:
        for n in (1000, 3000):
            add(routine, "d", n, quick=n == 1000)
    for kind in "scz":
        add("potrf", kind, 1000)
    add("getrf", "d", 4096)
    return cells


def all_cells(threads: int) -> list:
    """Every cell for a machine with so many threads, in the order of the page."""
    counts = sorted({1, threads})
    cells = []

    def square(family, kind, sizes, some, quick=()):
        for n in sizes:
            cells.extend(Cell(family, kind, n, n, n, count, quick=n in quick and (n < 4096 or count > 1)) for count in some)

    square("double", "d", (1024, 2048, 4096, 8192), counts, quick=(1024, 2048, 4096))
    square("types", "s", (1024, 2048, 4096, 8192), counts, quick=(1024, 2048))
    for kind in "zc":
        square("types", kind, (512, 1024, 2048), counts, quick=(512, 1024))
    square("medium", "d", (128, 256, 512), counts, quick=(128, 256, 512))
    square("small", "d", (8, 12, 16, 24, 32, 48, 64, 80, 96), (1,), quick=(8, 16, 32, 64, 96))
    for k in (64, 128, 192):
        cells += [Cell("outer", "d", 4096, 4096, k, count, quick=k != 128) for count in counts]
    for m, n, k in ((16384, 64, 64), (16384, 64, 1024), (64, 16384, 64), (64, 64, 16384)):
        cells += [Cell("skinny", "d", m, n, k, count, quick=True) for count in counts]
    turned = ("--trans-a=t",)
    for kind, m, n, k, extra, words in (
        ("d", 4000, 1, 4000, (), ""),
        ("d", 1, 4000, 4000, ("--trans-b=t",), "A B^T"),
        ("d", 1000, 4, 1000, (), ""),
        ("d", 1000, 8, 1000, (), ""),
        ("d", 1000, 32, 1000, (), ""),
        ("d", 1000, 8, 1000, turned, "A^T B"),
        ("d", 8, 8, 100000, turned, "A^T B"),
        ("d", 4000, 4000, 2, (), ""),
        ("d", 4000, 4000, 8, (), ""),
        ("z", 1000, 2, 1000, (), ""),
    ):
        quick = m != 1 and n != 8 and k != 2
        cells += [Cell("thin", kind, m, n, k, count, extra, words, quick) for count in counts]
    for kind, n, extra, words in (("d", 16, turned, "A^T B"), ("d", 32, turned, "A^T B"), ("c", 16, (), ""), ("z", 32, (), "")):
        cells.append(Cell("thin", kind, n, n, n, 1, extra, words, quick=n == 32))
    cells += routine_cells(counts) + lapack_cells(counts)
    for n in (496, 2000):  # whole lines a column, no power of two
        for words, extra in ways_of_storing(n):
            cells.append(Cell("storage", "d", n, n, n, threads, extra, words, quick=n == 496 or words == "A^T B^T"))
    return cells


@dataclass(frozen=True)
class Effort:
    """What a cell is given: so many rounds, each with so many seconds of every library."""

    rounds: int
    sample: float  # seconds measured of each library in a round
    seconds: float  # that all of it takes


def call_seconds(cell: Cell, gflops: float) -> float:
    """When one thread reaches `gflops` in double precision."""
    return cell.flops / (gflops * 1e9 * cell.threads * (2 if cell.type in SINGLE else 1))


def refill_seconds(cell: Cell) -> float:
    """Copying the matrix before each call of a routine of LAPACK, at 4 GB/s."""
    return {"s": 4, "d": 8, "c": 8, "z": 16}[cell.type] * cell.m * cell.n / 4e9 if cell.routine in LAPACK else 0.0


def visit_seconds(call: float, refill: float = 0.0) -> tuple:
    """What is timed in one visit of a library, and what the visit takes: a call of less than 10 ms is repeated for so long,
    and made once untimed before. Each has a refill, which is not timed."""
    timed = max(0.01, call)
    calls = timed / call + (1 if call < 0.01 else 0)
    return timed, timed + (call if call < 0.01 else 0) + calls * refill + 0.001


def least_rounds(call: float) -> int:
    """The median of three rounds was off by a quarter where one of them was disturbed, for a part of a second. Calls of
    many seconds contain such disturbances."""
    return 3 if call > 4 else 5


def effort_within(cell: Cell, libraries: int, gflops: float, seconds: float, most_rounds: int) -> Effort:
    """Fills the seconds, but never with less than the least number of rounds with one visit each. Long samples before many
    rounds: what a guest of the same host disturbs evens out within a sample, and the best of several peers gains nothing."""
    call = call_seconds(cell, gflops)
    timed, visit = visit_seconds(call, refill_seconds(cell))
    warm_up = visit if call > 1 else 2 * visit
    visits = max(0.0, (seconds / libraries - warm_up) / visit)
    rounds = int(min(most_rounds, max(least_rounds(call), visits)))
    a_round = max(1, int(visits / rounds))
    return Effort(rounds, a_round * timed, 1 + libraries * (warm_up + rounds * a_round * visit))
