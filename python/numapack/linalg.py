# SPDX-License-Identifier: BSD-3-Clause
"""What numapack has of numpy.linalg, by the same names: for code written as `from numapack import linalg`."""

from numpy.linalg import LinAlgError

from numapack.factors import cholesky, qr
from numapack.products import matmul
from numapack.systems import inv, solve

__all__ = ["LinAlgError", "cholesky", "inv", "matmul", "qr", "solve"]
