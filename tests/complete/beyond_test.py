# SPDX-License-Identifier: BSD-3-Clause
"""beyond_test.py LIBRARY…: what a complete library has of OpenBLAS's that is no part of the standard (axpby, geadd, omatcopy, imatcopy),
against loops over the same numbers, by Fortran's and C's names. Integers have 64 bits where the name says ilp64."""

import ctypes
import itertools
import random
import sys
import unittest

LIBRARIES = sys.argv[1:]
del sys.argv[1:]
REAL = {"s": ctypes.c_float, "d": ctypes.c_double, "c": ctypes.c_float, "z": ctypes.c_double}
BOUND = {"s": 1e-5, "d": 1e-13, "c": 1e-5, "z": 1e-13}
SEED = random.SystemRandom().randrange(2**32)
TRANS = {"N": 111, "T": 112, "C": 113, "R": 114}


class Numbers:
    """So many numbers of a type, as C has them and as Python does."""

    def __init__(self, letter, values):
        self.letter = letter
        plain = values if letter in "sd" else [part for value in values for part in (value.real, value.imag)]
        self.array = (REAL[letter] * max(1, len(plain)))(*plain)

    def values(self):
        if self.letter in "sd":
            return list(self.array)
        return [complex(*pair) for pair in zip(self.array[::2], self.array[1::2])]

    @classmethod
    def some(cls, letter, count, source):
        one = (lambda: source.uniform(-1, 1)) if letter in "sd" else (lambda: complex(source.uniform(-1, 1), source.uniform(-1, 1)))
        return cls(letter, [one() for _ in range(count)])

    def scalar(self):
        return self.array[0] if self.letter in "sd" else complex(*self.array[:2])


class Beyond(unittest.TestCase):
    def setUp(self):
        self.random = random.Random(SEED)

    def call(self, library, letter, routine, arguments, by_c):
        """Integers and letters are given as Python's, scalars and matrices as Numbers of one and more."""
        integer = ctypes.c_int64 if "ilp64" in library else ctypes.c_int32
        given = []
        for argument in arguments:
            if isinstance(argument, Numbers):
                is_value = by_c and letter in "sd" and len(argument.array) == 1 and getattr(argument, "by_value", False)
                given.append(REAL[letter](argument.array[0]) if is_value else argument.array)
            elif by_c:
                given.append(ctypes.c_int(argument.value) if isinstance(argument, Word) else integer(argument))
            else:
                given.append(ctypes.c_char_p(argument.letter) if isinstance(argument, Word) else ctypes.byref(integer(argument)))
        name = f"cblas_{letter}{routine}" if by_c else f"{letter}{routine}_"
        getattr(ctypes.CDLL(library), name)(*given)

    def cases(self):
        for library, letter, by_c in itertools.product(LIBRARIES, "sdcz", (False, True)):
            with self.subTest(library=library, letter=letter, by_c=by_c, seed=SEED):
                yield library, letter, by_c

    def scalar_for(self, letter):
        number = Numbers.some(letter, 1, self.random)
        number.by_value = True
        return number

    def compare(self, letter, got, wanted):
        self.assertEqual(len(got), len(wanted))
        self.assertLess(max((abs(one - other) for one, other in zip(got, wanted)), default=0), BOUND[letter])

    def test_axpby(self):
        for library, letter, by_c in self.cases():
            for n, incx, incy in ((0, 1, 1), (1, 1, 1), (33, 1, 1), (9, 2, 3)):
                alpha, beta = self.scalar_for(letter), self.scalar_for(letter)
                x, y = (Numbers.some(letter, max(1, n * step), self.random) for step in (incx, incy))
                wanted = y.values()
                for i in range(n):
                    wanted[i * incy] = alpha.scalar() * x.values()[i * incx] + beta.scalar() * wanted[i * incy]
                self.call(library, letter, "axpby", [n, alpha, x, incx, beta, y, incy], by_c)
                self.compare(letter, y.values(), wanted)

    def test_geadd(self):
        for library, letter, by_c in self.cases():
            for m, n, lda, ldc in ((1, 1, 1, 1), (5, 3, 6, 7), (17, 9, 17, 20)):
                alpha, beta = self.scalar_for(letter), self.scalar_for(letter)
                a, c = (Numbers.some(letter, leading * n, self.random) for leading in (lda, ldc))
                wanted = c.values()
                for i, j in itertools.product(range(m), range(n)):
                    wanted[i + j * ldc] = alpha.scalar() * a.values()[i + j * lda] + beta.scalar() * wanted[i + j * ldc]
                self.call(library, letter, "geadd", ([Word("C", 102)] if by_c else []) + [m, n, alpha, a, lda, beta, c, ldc], by_c)
                self.compare(letter, c.values(), wanted)

    def test_copies_elsewhere_and_in_place(self):
        for library, letter, by_c in self.cases():
            for (m, n), trans, by_rows in itertools.product(((1, 1), (4, 4), (5, 3), (3, 17)), "NTCR", (False, True)):
                if letter in "sd" and trans in "CR":
                    continue
                lines, along = (m, n) if by_rows else (n, m)
                turned = trans in "TC"
                lda, ldb = along + 1, (lines if turned else along) + 2
                alpha = self.scalar_for(letter)
                a = Numbers.some(letter, lda * lines, self.random)
                b = Numbers.some(letter, ldb * (along if turned else lines), self.random)
                place = Numbers(letter, (a.values() + [0] * (ldb * max(m, n) + lda * max(m, n)))[:max(lda * lines, ldb * max(m, n))])
                wanted = {}
                for line, at in itertools.product(range(lines), range(along)):
                    value = a.values()[line * lda + at]
                    value = value.conjugate() if trans in "CR" else value
                    wanted[at * ldb + line if turned else line * ldb + at] = alpha.scalar() * value
                words = [Word("R" if by_rows else "C", 101 if by_rows else 102), Word(trans, TRANS[trans])]
                self.call(library, letter, "omatcopy", [*words, m, n, alpha, a, lda, b, ldb], by_c)
                self.call(library, letter, "imatcopy", [*words, m, n, alpha, place, lda, ldb], by_c)
                for result in (b.values(), place.values()):
                    self.compare(letter, [result[i] for i in wanted], list(wanted.values()))


class Word:
    """A letter for Fortran, a value for C."""

    def __init__(self, letter, value):
        self.letter, self.value = letter.encode(), value


if __name__ == "__main__":
    unittest.main()
