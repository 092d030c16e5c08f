# SPDX-License-Identifier: BSD-3-Clause
"""The same bits on different CPUs."""

from numapack import _core


def set_bits(level: str) -> None:
    """Computes with the same bits on every CPU that has a level's instructions, in place of NUMAPACK_BITS.

    Of the whole process, before its first computation. Thread-safe.

    Parameters
    ----------
    level : str
        ``"fma"`` for all CPUs with FMA, each with its own fastest kernels; ``"avx512"``, ``"avx2"``, ``"sve512"``, ``"sve256"``,
        ``"neon"``; or ``"portable"`` for all CPUs.

    Raises
    ------
    ValueError
        A level that this CPU cannot give (the message lists those that it can), or another level after the first computation.

    Examples
    --------
    >>> import numapack
    >>> numapack.set_bits("fma")  # doctest: +SKIP
    """
    _core.set_bits(level)
