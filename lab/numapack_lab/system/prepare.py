# SPDX-License-Identifier: BSD-3-Clause
"""What a machine needs in addition to QEMU: a kernel, and for a foreign architecture a root folder. Fetched once, cached."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import pathlib
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass

from ..errors import NO_PACKAGES, NO_ROOM, USAGE, LabError
from ..machine.description import ARCHITECTURES
from ..machine.sizes import GIB, MIB
from . import debian, kernel

# Raised when what is in the folders changes its form.
_FORM = "2"
_ROOT_PACKAGES = (
    "base-files", "bash", "coreutils", "findutils", "gawk", "grep", "hwloc-nox", "kmod", "libblis4-pthread", "libc-bin", "libgomp1", "libhwloc15",
    "libnuma1", "libopenblas0-pthread", "libstdc++6", "mount", "numactl", "procps", "sed", "util-linux")
_ROOM = {False: 700 * MIB, True: 1300 * MIB}


@dataclass(frozen=True)
class Prepared:
    """A kernel and the common part of the first root; `root` is "/" where the host's own programs run."""

    arch: str
    kernel: pathlib.Path
    first_root: pathlib.Path
    root: pathlib.Path


def host_arch() -> str:
    arch = platform.machine()
    if arch not in ARCHITECTURES:
        raise LabError(f"the lab emulates {' and '.join(ARCHITECTURES)}; this host is {arch}: give --arch", USAGE)
    return arch


def cache_folder() -> pathlib.Path:
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return pathlib.Path(home) / "numapack" / "lab"


def folder_of(arch: str) -> pathlib.Path:
    return cache_folder() / f"{arch}-{_FORM}"


def prepared(arch: str) -> Prepared | None:
    """What is there for this architecture, or None."""
    folder = folder_of(arch)
    own = arch == platform.machine()
    found = Prepared(arch, folder / "kernel" / "vmlinux", folder / "kernel" / "first-root.cpio",
                     pathlib.Path("/") if own else folder / "root")
    return found if found.kernel.is_file() and found.root.is_dir() else None


def prepare(arch: str) -> Prepared:
    """Fetches what is missing, and says so on standard error. What an interrupted run had finished is kept. Two at the
    same time: the second waits."""
    folder = folder_of(arch)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _locked(folder):
            _sweep(folder)
            if not (found := prepared(arch)):
                _fetch(folder, arch)
                found = prepared(arch)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise LabError(f"no room on disk for the lab's files in {folder}", NO_ROOM) from error
        raise LabError(f"cannot prepare the lab in {folder}: {error.strerror or error}", NO_PACKAGES) from error
    assert found
    return found


def clean() -> tuple[pathlib.Path, int]:
    """Removes everything cached; the folder, and how many bytes it held."""
    folder = cache_folder()
    held = size_of(folder)
    if folder.exists():
        try:
            shutil.rmtree(folder)
        except OSError as error:
            raise LabError(f"cannot remove {error.filename}: {error.strerror}", 1) from error
    return folder, held


def size_of(folder: pathlib.Path) -> int:
    """Bytes on disk."""
    return sum(entry.lstat().st_blocks * 512 for entry in folder.rglob("*")) if folder.exists() else 0


@contextlib.contextmanager
def _locked(folder: pathlib.Path) -> Iterator[None]:
    with open(folder / "lock", "w", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            _say(f"another run prepares {folder}: waiting for it")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _sweep(folder: pathlib.Path) -> None:
    """What an interrupted run left half made; downloads are kept."""
    for left in folder.glob("new-*"):
        shutil.rmtree(left, ignore_errors=True)


def _fetch(folder: pathlib.Path, arch: str) -> None:
    start = time.monotonic()
    foreign = arch != platform.machine()
    room = shutil.disk_usage(folder).free
    if room < _ROOM[foreign]:
        raise LabError(f"no room on disk: preparing takes {_ROOM[foreign] / GIB:.1f} GB, and {folder} has "
                       f"{room / GIB:.1f}; XDG_CACHE_HOME names another place", NO_ROOM)
    _say(f"preparing the {arch} machine in {folder}, once")
    downloads = folder / "downloads"
    packages = debian.Packages(downloads, arch)
    if not (folder / "kernel").is_dir():
        _make_kernel(folder, arch, packages)
    if foreign and not (folder / "root").is_dir():
        _make_root(folder, packages)
    shutil.rmtree(downloads)
    _say(f"ready: {size_of(folder) / MIB:.0f} MB in {folder}, after {time.monotonic() - start:.0f} s; "
         "`numapack lab clean` removes it")


def _make_kernel(folder: pathlib.Path, arch: str, packages: debian.Packages) -> None:
    meta = f"linux-image-{debian.ARCHITECTURE[arch]}"
    name = packages.real_name(meta)
    _say(f"fetching {name} and busybox-static")
    fetched = packages.fetch([name, "busybox-static"], needed_too=False)
    with _new(folder) as made, _new(folder) as unpacked:
        for package in fetched:
            _say(f"unpacking {package.name} ({package.stat().st_size / MIB:.0f} MB)")
            debian.unpack(package, unpacked)
        busybox = next(path for path in (unpacked / "bin/busybox", unpacked / "usr/bin/busybox") if path.is_file())
        (made / "vmlinux").write_bytes(kernel.kernel_image(unpacked, arch))
        (made / "first-root.cpio").write_bytes(kernel.first_root(busybox.read_bytes(), kernel.modules(unpacked)))
        (made / "package").write_text(f"{fetched[0].name}\n", encoding="utf-8")
        made.rename(folder / "kernel")
    for package in fetched:
        package.unlink()


def _make_root(folder: pathlib.Path, packages: debian.Packages) -> None:
    _say(f"fetching the programs of its root: {', '.join(_ROOT_PACKAGES)}, and what they need")
    fetched = packages.fetch(_ROOT_PACKAGES, needed_too=True)
    with _new(folder) as made:
        _say(f"unpacking {len(fetched)} packages")
        for package in fetched:
            if not package.name.startswith("linux-image"):
                debian.unpack(package, made)
        merge_usr(made)
        _finish_root(made)
        made.rename(folder / "root")


def merge_usr(root: pathlib.Path) -> None:
    """/bin, /lib, /sbin as links into /usr, as installed systems have them; in packages some files still lie there."""
    for name in ("bin", "sbin", "lib"):
        old, new = root / name, root / "usr" / name
        if old.is_dir() and not old.is_symlink():
            for source, _, files in os.walk(old):
                target = new / os.path.relpath(source, old)
                target.mkdir(parents=True, exist_ok=True)
                for file in files:
                    os.rename(os.path.join(source, file), target / file)
                for link in [entry for entry in os.scandir(source) if entry.is_symlink() and entry.is_dir()]:
                    os.rename(link.path, target / link.name)
            shutil.rmtree(old)
        old.unlink(missing_ok=True)
        old.symlink_to(f"usr/{name}")


def _finish_root(root: pathlib.Path) -> None:
    """The little of what packages' own scripts would have done that programs miss."""
    (root / "etc/passwd").write_text("root:x:0:0:root:/root:/bin/bash\n", encoding="ascii")
    (root / "etc/group").write_text("root:x:0:\n", encoding="ascii")
    for libraries in (root / "usr/lib").glob("*-linux-gnu"):
        for library in [*libraries.glob("*-pthread/libopenblas.so.0"), *libraries.glob("*-pthread/libblis.so.*")]:
            (libraries / library.name).symlink_to(library.relative_to(libraries))
    for awk in root.glob("usr/bin/gawk"):
        (root / "usr/bin/awk").symlink_to(awk.name)


@contextlib.contextmanager
def _new(folder: pathlib.Path) -> Iterator[pathlib.Path]:
    """A folder that is gone afterwards, unless it was renamed."""
    path = pathlib.Path(tempfile.mkdtemp(prefix="new-", dir=folder))
    path.chmod(0o755)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def _say(text: str) -> None:
    print(f"numapack lab: {text}", file=sys.stderr, flush=True)
