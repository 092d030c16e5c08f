# SPDX-License-Identifier: BSD-3-Clause
"""Level 1 and the part of level 2 that the complete libblas.so.3 takes from the library that it holds, against the reference
BLAS's: all types, lengths around those where loops are unrolled, strides. Netlib's programs go to nine numbers only, and
OpenBLAS 0.3.21 has a scasum that is wrong from there on."""

import ctypes
import random
import sys
import unittest
from pathlib import Path

DIRECTORY = Path(sys.argv.pop()).resolve(strict=True)
REFERENCE = next(Path("/usr/lib").glob("*/blas/libblas.so.3"), None)
REAL = {"s": ctypes.c_float, "d": ctypes.c_double, "c": ctypes.c_float, "z": ctypes.c_double}
EPSILON = {"s": 2.0**-23, "d": 2.0**-52, "c": 2.0**-23, "z": 2.0**-52}
LENGTHS = (0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 127, 129, 255, 257, 1000)
ORDERS = (1, 2, 3, 7, 8, 9, 16, 17, 33, 64, 65, 130)
SEED = random.SystemRandom().randrange(2**32)


def parts(letter):
    return 2 if letter in "cz" else 1


class Case:
    """Random operands for one routine: what is written is given to both libraries as it was."""

    def __init__(self, letter, seed):
        self.letter, self.random, self.arguments, self.arrays = letter, random.Random(seed), [], []

    def numbers(self, count, scale=1.0):
        values = [scale * self.random.uniform(-1, 1) for _ in range(count * parts(self.letter))]
        array = (REAL[self.letter] * max(1, len(values)))(*values)
        self.arrays.append((len(self.arguments), array))
        self.arguments.append(array)
        return self

    def vector(self, n, increment):
        return self.numbers(1 + max(0, n - 1) * abs(increment)).integers(increment)

    def triangle(self, count, diagonal):
        """Small beside its diagonal, so that what is solved stays in bounds."""
        self.numbers(count, 1 / 64)
        for position in diagonal:
            self.arrays[-1][1][position * parts(self.letter)] = 1 + self.random.random()
        return self

    def integers(self, *values):
        self.arguments += [ctypes.c_int(value) for value in values]
        return self

    def words(self, letters):
        self.arguments += [ctypes.c_char_p(letter.encode()) for letter in letters]
        return self

    def real(self):
        self.arguments.append(REAL[self.letter](self.random.uniform(-1, 1)))
        return self

    def scalar(self):
        return self.numbers(1)

    def call(self, library, name, result=None):
        """All that is written, after the call."""
        copies = dict((position, type(array)(*array)) for position, array in self.arrays)
        function = getattr(library, name)
        function.restype = result
        given = [copies.get(i, argument) for i, argument in enumerate(self.arguments)]
        value = function(*(argument if isinstance(argument, (ctypes.Array, ctypes.c_char_p)) else ctypes.byref(argument)
                           for argument in given))
        return ([] if result is None else [value]) + [number for copy in copies.values() for number in copy]


@unittest.skipIf(REFERENCE is None, "there is no reference BLAS to compare with (libblas3)")
class Held(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.own, cls.reference = ctypes.CDLL(str(DIRECTORY / "libblas.so.3")), ctypes.CDLL(str(REFERENCE))
        cls.calls = 0

    def compare(self, name, case, terms, result=None):
        got, wanted = case.call(self.own, name, result), case.call(self.reference, name, result)
        type(self).calls += 1
        if result is ctypes.c_int:
            self.assertEqual(got[0], wanted[0], (name, SEED, terms))
        # Sums of products of numbers up to 2, twice.
        bound = 8 * (terms + 8) * EPSILON[case.letter] * max([1.0, *map(abs, wanted)])
        worst = max((abs(one - other) if one == one else float("inf") for one, other in zip(got, wanted)), default=0)
        self.assertLessEqual(worst, bound, (name, SEED, terms, [a.value for a in case.arguments if isinstance(a, ctypes.c_int)]))

    def test_level_1(self):
        for letter in "sdcz":
            real = letter if letter in "sd" else {"c": "sc", "z": "dz"}[letter]
            for n in LENGTHS:
                for incx, incy in ((1, 1), (2, 1), (1, 3), (2, -2), (-1, 1)):
                    def case():
                        return Case(letter, SEED + n).integers(n)
                    self.compare(f"{letter}axpy_", case().scalar().vector(n, incx).vector(n, incy), 1)
                    self.compare(f"{letter}copy_", case().vector(n, incx).vector(n, incy), 1)
                    self.compare(f"{letter}swap_", case().vector(n, incx).vector(n, incy), 1)
                    rotation = {"c": "cs", "z": "zd"}.get(letter, letter)
                    self.compare(f"{rotation}rot_", case().vector(n, incx).vector(n, incy).real().real(), 2)
                    if letter in "sd":
                        self.compare(f"{letter}dot_", case().vector(n, incx).vector(n, incy), n, REAL[letter])
                    # From 3.10 on the reference has a norm for increments below 1, too.
                    for increment in (incx, -incx, 0):
                        self.compare(f"{real}nrm2_", case().vector(n, increment), n, REAL[letter])
                    if incx > 0:
                        self.compare(f"{letter}scal_", case().scalar().vector(n, incx), 1)
                        self.compare(f"{real}asum_", case().vector(n, incx), n, REAL[letter])
                        self.compare(f"i{letter}amax_", case().vector(n, incx), n, ctypes.c_int)
                        if letter in "cz":
                            self.compare(f"{letter}{'s' if letter == 'c' else 'd'}scal_", case().real().vector(n, incx), 1)

    def test_complex_dot_products(self):
        for letter in "cz":
            for kind in "uc":
                for n in LENGTHS:
                    # By the reference's own subroutine, whose result is an argument.
                    case = Case(letter, SEED + n).integers(n).vector(n, 1).vector(n, 2).numbers(1)
                    self.compare(f"{letter}dot{kind}sub_", case, n)

    def test_triangles(self):
        for letter in "sdcz":
            for n in ORDERS:
                for uplo in "UL":
                    for trans in "NTC":
                        for diag, increment in (("N", 1), ("U", -2)):
                            def case():
                                return Case(letter, SEED + n).words((uplo, trans, diag)).integers(n)
                            band = min(5, n - 1)
                            packed = [i * (i + 3) // 2 for i in range(n)] if uplo == "U" else [i * (2 * n - i + 1) // 2 for i in range(n)]
                            main = [i * (band + 1) + (band if uplo == "U" else 0) for i in range(n)]
                            for kind in ("mv", "sv"):
                                self.compare(f"{letter}tr{kind}_", case().triangle(n * n, range(0, n * n, n + 1)).integers(n)
                                             .vector(n, increment), n)
                                self.compare(f"{letter}tp{kind}_", case().triangle(n * (n + 1) // 2, packed).vector(n, increment), n)
                                self.compare(f"{letter}tb{kind}_", case().integers(band).triangle(n * (band + 1), main)
                                             .integers(band + 1).vector(n, increment), n)

    def test_symmetric_and_banded(self):
        for letter in "sdcz":
            product, update = ("s", "sy") if letter in "sd" else ("h", "he")
            packed = "sp" if letter in "sd" else "hp"
            for n in ORDERS:
                half, band = n * (n + 1) // 2, min(5, n - 1)
                for uplo in "UL":
                    for incx, incy in ((1, 1), (-2, 3)):
                        def case():
                            return Case(letter, SEED + n).words(uplo).integers(n)

                        def one():
                            return case().real() if letter in "cz" else case().scalar()
                        self.compare(f"{letter}{product}bmv_", case().integers(band).scalar().numbers(n * (band + 1)).integers(band + 1)
                                     .vector(n, incx).scalar().vector(n, incy), n)
                        self.compare(f"{letter}{packed}mv_", case().scalar().numbers(half).vector(n, incx).scalar().vector(n, incy), n)
                        self.compare(f"{letter}{update}r_", one().vector(n, incx).numbers(n * n).integers(n), 2)
                        self.compare(f"{letter}{packed}r_", one().vector(n, incx).numbers(half), 2)
                        self.compare(f"{letter}{update}r2_", case().scalar().vector(n, incx).vector(n, incy).numbers(n * n).integers(n), 4)
                        self.compare(f"{letter}{packed}r2_", case().scalar().vector(n, incx).vector(n, incy).numbers(half), 4)
                for trans in "NTC":
                    m, lower, upper = n + 3, min(2, n), min(4, n)
                    long, short = (n, m) if trans == "N" else (m, n)
                    self.compare(f"{letter}gbmv_", Case(letter, SEED + n).words(trans).integers(m, n, lower, upper).scalar()
                                 .numbers(n * (lower + upper + 1)).integers(lower + upper + 1).vector(long, 1).scalar()
                                 .vector(short, -2), n)

    def test_norms_by_c(self):
        for letter, name in zip("sdcz", ("snrm2", "dnrm2", "scnrm2", "dznrm2")):
            function = getattr(self.own, f"cblas_{name}")
            function.restype = REAL[letter]
            for increment, wanted in ((1, 5), (-1, 5), (0, 18**0.5)):
                vector = (REAL[letter] * (2 * parts(letter)))(*([3, 4] if parts(letter) == 1 else [3, 0, 0, 4]))
                self.assertAlmostEqual(function(2, vector, increment), wanted, 5)

    def test_norms_of_what_is_no_number(self):
        nan, infinite = float("nan"), float("inf")
        for letter, name in zip("sdcz", ("snrm2", "dnrm2", "scnrm2", "dznrm2")):
            function, great = getattr(self.own, f"cblas_{name}"), 1e38 if letter in "sc" else 1e308
            function.restype = REAL[letter]
            for n in (2, 40):
                for first, wanted in ((infinite, infinite), (-infinite, infinite), (nan, nan), (great, great)):
                    vector = (REAL[letter] * (n * parts(letter)))(first, *[1] * (n * parts(letter) - 1))
                    for increment in (1, -1):
                        got = function(n, vector, increment)
                        self.assertTrue(got != got if wanted != wanted else got == wanted or abs(got / wanted - 1) < 1e-6, (name, n, first, got))

    @classmethod
    def tearDownClass(cls):
        assert cls.calls > 1000, cls.calls


if __name__ == "__main__":
    unittest.main()
