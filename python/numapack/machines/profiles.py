# SPDX-License-Identifier: BSD-3-Clause
"""A measured or published machine in figures."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from numapack.system import tables, places, report_library
from numapack.system.command import run_json
from numapack.machines.frames import Frame, Kind, chosen, frame
from numapack.machines.profile_tables import TABLES, Table

__all__ = ["Profile", "profile", "published"]


@dataclass(frozen=True, eq=False)
class Profile:
    """A machine in figures, as ``numapack probe`` measures it or a publication prints it.

    A table without figures is None, and :attr:`missing` says why. Columns named ``*_ns`` are nanoseconds,
    ``gb_per_s`` 1e9 bytes a second, ``bytes`` bytes; each figure is the median, with ``*_min`` and ``*_max`` of its samples;
    ``why`` is the reason where a figure is missing. Hardware threads (``cpu``, ``reader``, ``owner`` ...) and nodes go by the
    kernel's numbers.

    Attributes
    ----------
    raw : dict
        The document, as docs/reference/measure/profile.md describes it.
    source : str
        The file it is from.
    missing : dict of str to str
        For each table that is None the reason.
    latency : frame or None
        ``cpu``, ``node``, ``bytes``, ``latency_ns``: a load from the node's memory, without other load.
    levels : frame or None
        The same over the size of what is walked, which shows the levels of the caches.
    loaded : frame or None
        ``cpu``, ``node``, ``write_share``, ``asked_gb_per_s``, ``gb_per_s``, ``latency_ns``: points of curves of latency over
        bandwidth. Asked for 0: no load; for None: all there is (or an older profile, which has no ``write_share`` either).
    bandwidth : frame or None
        ``cpu_node``, ``memory_node``, ``kernel``, ``threads``, ``gb_per_s``.
    core_to_core : frame or None
        ``reader``, ``owner``, ``state``, ``level``, ``latency_ns``, ``gb_per_s``: lines that another core's cache holds.
    handover : frame or None
        ``way``, ``one``, ``other``, ``latency_ns``: until another core sees a store.
    stream : frame or None
        ``policy``, ``cpu_nodes``, ``memory_nodes``, ``kernel``, ``threads``, ``gb_per_s``.
    barriers, wakes, fresh_memory, peaks, reported : frame or None
        Barriers and calls of a node's threads in microseconds, first touch in GB/s, rates of multiply-adds in Gflop/s, and whatever
        else a publication prints.
    """

    raw: dict[str, Any] = field(repr=False)
    source: str
    missing: dict[str, str]
    latency: Frame | None = None
    levels: Frame | None = None
    loaded: Frame | None = None
    bandwidth: Frame | None = None
    core_to_core: Frame | None = None
    handover: Frame | None = None
    stream: Frame | None = None
    barriers: Frame | None = None
    wakes: Frame | None = None
    fresh_memory: Frame | None = None
    peaks: Frame | None = None
    reported: Frame | None = None

    @property
    def name(self) -> str:
        """The machine's."""
        return str(self.raw["machine"].get("name") or "a machine without a name")

    @property
    def architecture(self) -> str:
        """``x86_64``, ``aarch64`` ..."""
        return str(self.raw["machine"].get("architecture", ""))

    @property
    def fingerprint(self) -> str | None:
        """By which the profile is found again; None: published."""
        found = self.raw["machine"].get("fingerprint")
        return str(found) if found else None

    @property
    def is_published(self) -> bool:
        """Whether a publication has printed it."""
        return self.raw.get("made_by") == "published"

    @property
    def remarks(self) -> tuple[str, ...]:
        """What was not measured and why; drift; noisy neighbours."""
        return tuple(self.raw.get("remarks", ()))

    def __repr__(self) -> str:
        return "\n".join(filter(None, (self._title(), tables.text(_TITLES, self._rows()), self._note())))

    def _repr_html_(self) -> str:
        return tables.html(self._title(), _TITLES, self._rows(), self._note())

    def _title(self) -> str:
        return f"Profile of {self.name}, {'published' if self.is_published else self.raw.get('made_by', '')}"

    def _rows(self) -> list[tuple[object, ...]]:
        return [(table.name, len(getattr(self, table.name)), _range(table, self.raw)) for table in TABLES
                if table.name not in self.missing]

    def _note(self) -> str:
        """What is missing, by reason."""
        reasons: dict[str, list[str]] = {}
        for name, why in self.missing.items():
            reasons.setdefault(why, []).append(name)
        return "\n".join(f"no {', '.join(names)}: {why}" for why, names in reasons.items())


_TITLES = ("table", "rows", "from, to")


def profile(path: str | os.PathLike[str] | None = None, *, frames: Kind | None = None) -> Profile:
    """This machine's kept profile, a file's, or a published machine's.

    Parameters
    ----------
    path : str or path-like, optional
        A file, or the name of a published machine (:func:`published` has them). Without it the kept profile of this machine, or
        the one that ``NUMAPACK_PROFILE`` names.
    frames : {'pandas', 'polars', 'plain'}, optional
        The type of the tables: data frames, or lists of dicts. Without it pandas' if it is installed, else polars', else plain.

    Returns
    -------
    Profile

    Raises
    ------
    FileNotFoundError
        There is no such file or published machine, or no profile of this machine yet.
    ValueError
        The file holds no profile; the message says what is wrong and where.
    CommandError
        ``numapack topo`` could not be asked where this machine's is.

    Examples
    --------
    >>> import numapack
    >>> kunpeng = numapack.profile("kunpeng920", frames="plain")
    >>> [row["latency_ns"] for row in kunpeng.latency]
    [90.0, 156.0, 241.0, 293.0]
    >>> kunpeng.stream is None, kunpeng.missing["stream"]
    (True, 'its publication prints none')
    """
    kind = chosen(frames)
    return _read(_kept() if path is None else _file(path), kind)


def published() -> tuple[str, ...]:
    """The names of the published machines.

    Examples
    --------
    >>> from numapack.machines.profiles import published
    >>> "kunpeng920" in published()
    True
    """
    folder = places.machines()
    return tuple(sorted(file.stem for file in folder.glob("*.json"))) if folder else ()


def published_file(source: str | os.PathLike[str]) -> str:
    """The file of a published machine of this name; of a file or anything else, itself."""
    folder, name = places.machines(), os.fspath(source)
    return str(folder / f"{name}.json") if folder and name in published() and not Path(name).is_file() else name


def _file(path: str | os.PathLike[str]) -> Path:
    found = Path(published_file(path))
    if not found.exists():
        known = ", ".join(published()) or "none"
        raise FileNotFoundError(f"there is no file or published machine {str(path)!r}; published are {known}")
    return found


def _kept() -> Path:
    found = run_json("topo")["profile"]
    if found["ignored"]:
        raise ValueError(f"{found['path']} is ignored: {found['ignored']}")
    if not found["path"]:
        raise FileNotFoundError("there is no profile of this machine yet: numapack.probe() measures one")
    return Path(found["path"])


def _read(path: Path, kind: Kind) -> Profile:
    errors = report_library.module("errors")
    try:
        document = report_library.module("reading.documents").load(str(path))
    except errors.ReportError as error:
        raise ValueError(str(error)) from None
    if document.kind != "profile":
        raise ValueError(f"{path} is a {document.kind}; allowed is a profile")
    held: dict[str, Frame] = {}
    missing: dict[str, str] = {}
    for table in TABLES:
        rows = table.rows(document.data)
        why = _why_missing(table, rows, document.data)
        if why:
            missing[table.name] = why
        else:
            held[table.name] = frame(rows, table.columns, kind)
    return Profile(document.data, str(path), missing, **held)


def _why_missing(table: Table, rows: list[dict[str, Any]], document: dict[str, Any]) -> str:
    """"": it has a figure."""
    if any(value is not None for row in rows for value in _figures(table, row)):
        return ""
    if rows:
        reasons = [row["why"] for row in rows if row.get("why")]
        return max(reasons, key=reasons.count) if reasons else "its figures are empty"
    if document.get("made_by") == "published":
        return "its publication prints none"
    if table.name == "bandwidth" and len(document["machine"].get("nodes", ())) == 1:
        return "there is only one node; stream has what it gives"
    return f"not measured: {table.measured_by} does" if table.measured_by else "nothing else is reported"


def _figures(table: Table, row: dict[str, Any]) -> list[Any]:
    return [row.get(name) for name in table.columns if f"{name}_min" in table.columns]


def _range(table: Table, document: dict[str, Any]) -> str:
    unit = {"latency_ns": "ns", "gb_per_s": "GB/s", "time_us": "µs", "gflops": "Gflop/s"}.get(table.figure)
    found = [row[table.figure] for row in table.rows(document) if row.get(table.figure) is not None]
    if not found or unit is None:
        return ""
    low, high = min(found), max(found)
    return f"{low:.4g} {unit}" if low == high else f"{low:.4g} to {high:.4g} {unit}"
