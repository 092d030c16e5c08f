# SPDX-License-Identifier: BSD-3-Clause
"""Writes the archives of which the kernel makes its first root: cpio, the "newc" form."""

from __future__ import annotations

import stat


class Archive:
    """Files, folders, links; folders above a file are made. Several archives after each other are one."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._folders: set[str] = set()
        self._count = 0

    def file(self, path: str, data: bytes, mode: int = 0o644) -> None:
        self._above(path)
        self._entry(path, stat.S_IFREG | mode, data)

    def link(self, path: str, target: str) -> None:
        self._above(path)
        self._entry(path, stat.S_IFLNK | 0o777, target.encode())

    def folder(self, path: str) -> None:
        if path and path not in self._folders:
            self._above(path)
            self._folders.add(path)
            self._entry(path, stat.S_IFDIR | 0o755, b"")

    def device(self, path: str, major: int, minor: int) -> None:
        self._above(path)
        self._entry(path, stat.S_IFCHR | 0o600, b"", major, minor)

    def finish(self) -> bytes:
        self._entry("TRAILER!!!", 0, b"")
        return b"".join(self._parts)

    def _above(self, path: str) -> None:
        self.folder(path.rpartition("/")[0])

    def _entry(self, path: str, mode: int, data: bytes, major: int = 0, minor: int = 0) -> None:
        self._count += 1
        name = path.encode() + b"\0"
        links = 2 if stat.S_ISDIR(mode) else 1
        fields = (self._count, mode, 0, 0, links, 0, len(data), 0, 0, major, minor, len(name), 0)
        header = b"070701" + b"".join(b"%08X" % field for field in fields)
        self._parts += [_padded(header + name), _padded(data)]


def _padded(data: bytes) -> bytes:
    return data + b"\0" * (-len(data) % 4)
