# SPDX-License-Identifier: BSD-3-Clause
"""What Julia's libblastrampoline (5 and on, src/autodetection.c) and FlexiBLAS ask a BLAS, asked of this one.

askers_test.py LIBRARY [complete]: with the second, a library that claims to have all of BLAS."""

import ctypes
import sys
import unittest

COMPLETE = sys.argv.pop() if sys.argv[-1] == "complete" else ""
LIBRARY = ctypes.CDLL(sys.argv.pop())

# In its order, a hint before them.
SUFFIXES = ("", "_", "__", "64", "64_", "_64__", "__64___")


def symbol(name):
    return getattr(LIBRARY, name, None)


def suffix_for(hint):
    suffixes = (hint, *SUFFIXES) if hint else SUFFIXES
    return next((suffix for name in ("isamax_", "dpotrf_") for suffix in suffixes if symbol(name + suffix)), None)


def width_of(suffix):
    """Bits of integers, by what a routine makes of numbers that mean something else in half of their width."""
    int64 = ctypes.c_int64
    isamax = symbol("isamax_" + suffix)
    if isamax:
        isamax.restype = int64
        largest = isamax(ctypes.byref(int64(-(1 << 32) + 3)), (ctypes.c_float * 3)(1, 2, 1), ctypes.byref(int64(1))) & 0xFFFFFFFF
        return {0: 64, 2: 32}.get(largest)
    info = int64(0)
    symbol("dpotrf_" + suffix)(ctypes.c_char_p(b"U"), ctypes.byref(int64(2)), (ctypes.c_double * 4)(), ctypes.byref(int64(0)),
                               ctypes.byref(info), ctypes.c_size_t(1))
    return {-4: 64, 0xFFFFFFFC: 32}.get(info.value)


class Libblastrampoline(unittest.TestCase):
    """BLAS.lbt_forward("libnumapack_blas.so", clear=false) on top of what Julia has: of a library it takes what it finds."""

    def test_suffixes_and_widths(self):
        # Julia's own names end in 64_.
        for hint, suffix, width, integer in ((None, "", 32, ctypes.c_int32), ("64_", "64_", 64, ctypes.c_int64)):
            with self.subTest(suffix):
                if hint and COMPLETE and suffix_for(hint) != suffix:
                    continue  # Debian's names are those of 32 bits
                self.assertEqual(suffix_for(hint), suffix)
                self.assertEqual(width_of(suffix), width)
                dgemm = symbol("dgemm_" + suffix)
                c, two = (ctypes.c_double * 4)(), ctypes.byref(integer(2))
                dgemm(b"N", b"N", two, two, two, ctypes.byref(ctypes.c_double(1)), (ctypes.c_double * 4)(1, 2, 3, 4), two,
                      (ctypes.c_double * 4)(5, 6, 7, 8), two, ctypes.byref(ctypes.c_double(0)), c, two, ctypes.c_size_t(1), ctypes.c_size_t(1))
                self.assertEqual(list(c), [23, 34, 31, 46])
                self.assertTrue(symbol("cblas_dgemm" + suffix))


class FlexiBlas(unittest.TestCase):
    """It takes nothing that lacks a routine of BLAS (FLEXIBLAS=/path/to/libblas.so.3): the complete library is for it."""

    def test_has_all_or_is_not_for_it(self):
        levels = ("daxpy_", "dcopy_", "ddot_", "dnrm2_", "drotg_", "idamax_", "dgbmv_", "dtbsv_", "dspr_", "zdotc_", "zdotu_")
        lacking = [name for name in levels if not symbol(name)]
        if not COMPLETE:
            self.assertEqual(lacking, list(levels), "if it has some of level 1, this page of the docs is wrong")
            return
        self.assertEqual(lacking, [])

        class Complex(ctypes.Structure):
            _fields_ = [("re", ctypes.c_double), ("im", ctypes.c_double)]

        # Complex numbers come back in registers, as gfortran's do.
        zdotc, one = LIBRARY.zdotc_, ctypes.byref(ctypes.c_int32(1))
        zdotc.restype = Complex
        got = zdotc(one, ctypes.byref(Complex(1, 2)), one, ctypes.byref(Complex(3, 4)), one)
        self.assertEqual((got.re, got.im), (11, -2))


if __name__ == "__main__":
    unittest.main()
