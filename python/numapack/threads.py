# SPDX-License-Identifier: BSD-3-Clause
"""How many threads calls have, and on which nodes."""

from collections.abc import Iterable
from types import TracebackType

from numapack import _core


def threads() -> int:
    """How many threads a call may have now.

    Examples
    --------
    >>> import numapack
    >>> numapack.threads() >= 1
    True
    """
    return _core.get_threads()


class limit:  # noqa: N801, a verb, as numpy.errstate
    """Bounds the threads and the nodes of calls that begin in a ``with`` block, of the whole process.

    Parameters
    ----------
    threads : int, optional
        1 or more.
    nodes : str, int or iterable of int, optional
        The kernel's numbers: ``"0-1,3"``, ``0``, ``[0, 1]``.

    Raises
    ------
    ValueError
        No thread, or a node that does not exist.

    Examples
    --------
    >>> import numapack
    >>> with numapack.limit(threads=1):
    ...     numapack.threads()
    1
    """

    def __init__(self, threads: int | None = None, nodes: str | int | Iterable[int] | None = None) -> None:
        if threads is not None and threads < 1:
            raise ValueError(f"threads must be 1 or more (got {threads})")
        self._threads = threads
        self._nodes = nodes if nodes is None or isinstance(nodes, str) else _listed(nodes)
        self._before: tuple[int, str] = (0, "")

    def __enter__(self) -> "limit":
        self._before = (_core.get_threads(), _listed(_core.get_nodes()))
        if self._nodes is not None:
            _core.set_nodes(self._nodes)
        if self._threads is not None:
            _core.set_threads(self._threads)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        _core.set_threads(self._before[0])
        _core.set_nodes(self._before[1])


def _listed(nodes: int | Iterable[int]) -> str:
    return str(nodes) if isinstance(nodes, int) else ",".join(map(str, nodes))
