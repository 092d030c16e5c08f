# SPDX-License-Identifier: BSD-3-Clause
"""Out of Debian's kernel package, what the machine boots: the kernel, and the first root with busybox and modules."""

from __future__ import annotations

import lzma
import pathlib
import re
import shutil
import subprocess

from ..errors import NO_PACKAGES, LabError
from .cpio import Archive

# Root folders over 9p, changes in memory over them, and the streams between guest and host.
_MODULES = ("virtio_pci", "9pnet_virtio", "9p", "overlay", "virtio_console")
# Of busybox, what guest/init uses.
_APPLETS = ("chmod", "chroot", "cp", "cut", "hostname", "insmod", "ip", "ln", "mkdir", "mount", "poweroff", "sh", "stty", "tail",
            "usleep")


def kernel_image(unpacked: pathlib.Path, arch: str) -> bytes:
    """The kernel. On x86-64 uncompressed, if it can be: emulated, it would unpack itself for five seconds of twelve."""
    found = sorted((unpacked / "boot").glob("vmlinuz-*"))
    if not found:
        raise LabError("the kernel package has no boot/vmlinuz-*", NO_PACKAGES)
    data = found[-1].read_bytes()
    return (_uncompressed(data) if arch == "x86_64" else None) or data


def _uncompressed(image: bytes) -> bytes | None:
    start = image.find(b"\xfd7zXZ\0")
    if start < 0:
        return None
    try:
        data = lzma.LZMADecompressor().decompress(image[start:])
    except lzma.LZMAError:
        return None
    return data if data.startswith(b"\x7fELF") else None


def modules(unpacked: pathlib.Path) -> list[tuple[str, bytes]]:
    """Name and content of the modules needed, in an order in which they can be loaded."""
    files: dict[str, pathlib.Path] = {}
    # Packages of newer releases have usr/lib.
    for path in [*unpacked.glob("lib/modules/*/kernel/**/*.ko*"), *unpacked.glob("usr/lib/modules/*/kernel/**/*.ko*")]:
        files[path.name.partition(".ko")[0].replace("-", "_")] = path
    order: dict[str, bytes] = {}

    def add(name: str) -> None:
        if name in order or name not in files:  # not there: built into the kernel
            return
        data = unsigned(_module(files[name]))
        match = re.search(rb"\0depends=([^\0]*)\0", data)
        for needed in match[1].decode().split(",") if match else []:
            if needed:
                add(needed.replace("-", "_"))
        order[name] = data

    for name in _MODULES:
        add(name)
    if "9p" not in order:
        raise LabError("the kernel package has no 9p module: the machine could not see the host's files", NO_PACKAGES)
    return [(f"{name}.ko", data) for name, data in order.items()]


def unsigned(module: bytes) -> bytes:
    """A module without its signature, which the kernel would check: in emulation half a second for all."""
    mark = b"~Module signature appended~\n"
    if not module.endswith(mark):
        return module
    end = len(module) - len(mark)
    return module[:end - 12 - int.from_bytes(module[end - 4:end], "big")]


def _module(path: pathlib.Path) -> bytes:
    data = path.read_bytes()
    if path.suffix == ".xz":
        return lzma.decompress(data)
    if path.suffix == ".zst":
        if not shutil.which("zstd"):
            raise LabError("this kernel's modules are compressed with zstd, and there is no zstd program", NO_PACKAGES)
        return subprocess.run(["zstd", "-dc"], input=data, capture_output=True, check=True).stdout
    return data


def first_root(busybox: bytes, loaded: list[tuple[str, bytes]]) -> bytes:
    """The part of the first root that is the same for every boot; job.py makes the rest."""
    archive = Archive()
    archive.file("bin/busybox", busybox, 0o755)
    for applet in _APPLETS:
        archive.link(f"bin/{applet}", "busybox")
    for folder in ("proc", "sys", "dev", "job", "caches", "tmp"):
        archive.folder(folder)
    archive.device("dev/console", 5, 1)
    archive.device("dev/null", 1, 3)
    for name, data in loaded:
        archive.file(f"modules/{name}", data)
    archive.file("modules/order", "".join(f"{name}\n" for name, _ in loaded).encode())
    return archive.finish()
