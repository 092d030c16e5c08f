# SPDX-License-Identifier: BSD-3-Clause
"""QEMU's command line as a pure function of the machine."""

from __future__ import annotations

from dataclasses import dataclass

from ..machine.description import Machine

EMULATORS = {"x86_64": "qemu-system-x86_64", "aarch64": "qemu-system-aarch64"}
PACKAGES = {"x86_64": "qemu-system-x86", "aarch64": "qemu-system-arm"}

# The CPU model "max" has every instruction that QEMU emulates: AVX2 and FMA, NEON and SVE. As GenuineIntel the guest's
# kernel finds the dies, and libraries that go by names take their AVX2 kernels. CPUID's leaf 0x1f reports dies. It would be
# the last leaf: a query beyond the last leaf is answered from the last, and QEMU 9.1 and later ends with a failed assertion
# in encode_topo_cpuid1f() when the firmware asks so for a level that 0x1f does not have. Hence a leaf more. ARM's pointer
# authentication in QEMU's own cheap way saves a quarter of the boot.
_CPU = {
    "x86_64": "max,vendor=GenuineIntel,family=6,model=60,stepping=3,model-id=numapack lab,l3-cache=on,"
              "min-level=0x20",
    "aarch64": "max,pauth-impdef=on",
}
# What SVE's loads and stores access QEMU 7.2 does not tell plugins: where that counts, programs take NEON. DC ZVA of "max"
# zeroes 512 bytes, more than a line.
_CPU_THAT_COUNTS = {"aarch64": "neoverse-n1"}
_BOARD = {"x86_64": "q35,smm=off,vmport=off", "aarch64": "virt,gic-version=3"}
_CONSOLE = {"x86_64": "ttyS0", "aarch64": "ttyAMA0"}
_KERNEL = "quiet panic=-1 mitigations=off nokaslr nowatchdog random.trust_cpu=on audit=0"
# What ARM's instructions that copy and fill memory access QEMU does not tell plugins: the C library's memcpy goes without
# (LAB-012).
_KERNEL_OF = {"x86_64": "no_timer_check tsc=reliable nopti", "aarch64": "kpti=off arm64.nomops"}


@dataclass(frozen=True)
class Channel:
    """A stream between host and guest: the host's end is the socket `fd` that QEMU inherits."""

    name: str
    fd: int
    terminal: bool = False  # in the guest a terminal (hvc0) instead of a plain stream


@dataclass(frozen=True)
class Share:
    """A folder of the host that the guest can mount under `tag`."""

    tag: str
    path: str
    writable: bool = False


@dataclass(frozen=True)
class Boot:
    """Everything of one boot except the machine."""

    arch: str
    kernel: str
    initramfs: str
    console_fd: int
    channels: tuple[Channel, ...]
    shares: tuple[Share, ...]
    plugin: tuple[str, str, str] | None = None  # the library, its configuration, where it writes
    migrate: bool = False  # whether the guest's kernel moves pages to the nodes that use them


def command(machine: Machine, boot: Boot) -> list[str]:
    """The arguments, program first."""
    arch = boot.arch
    hmat = machine.latency_ns is not None and arch == "x86_64"
    arguments = [
        EMULATORS[arch], "-machine", _BOARD[arch] + (",hmat=on" if hmat else ""),
        "-accel", "tcg,thread=multi", "-cpu", _CPU_THAT_COUNTS.get(arch, _CPU[arch]) if boot.plugin else _CPU[arch],
        "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
        "-name", f"numapack-lab-{_quoted(machine.name)}",
        "-m", f"{machine.memory >> 20}M", "-smp", _topology(machine, arch)]
    for index, node in enumerate(machine.nodes):
        if node.memory:
            # reserve=off: a host may have less memory than the machine, as long as the guest uses little.
            arguments += ["-object", f"memory-backend-ram,id=m{index},size={node.memory >> 20}M,reserve=off"]
    arguments += _nodes(machine, hmat)
    arguments += _distances(machine)
    if hmat:
        arguments += _hmat(machine)
    arguments += _streams(boot)
    for share in boot.shares:
        arguments += ["-virtfs", f"local,path={_quoted(share.path)},mount_tag={share.tag},security_model=none,"
                      f"readonly={'off' if share.writable else 'on'},multidevs=remap"]
    arguments += ["-kernel", boot.kernel, "-initrd", boot.initramfs, "-append", kernel_line(arch, boot.migrate)]
    if boot.plugin:
        library, config, out = map(_quoted, boot.plugin)
        arguments += ["-plugin", f"{library},config={config},out={out}"]
    return arguments


def kernel_line(arch: str, migrate: bool = False) -> str:
    balancing = "enable" if migrate else "disable"
    return f"console={_CONSOLE[arch]} {_KERNEL} {_KERNEL_OF[arch]} numa_balancing={balancing}"


def _quoted(text: str) -> str:
    return text.replace(",", ",,")


def _topology(machine: Machine, arch: str) -> str:
    word = {"x86_64": "dies", "aarch64": "clusters"}[arch]
    dies, cores = machine.dies, machine.cores_per_die
    # QEMU's CPUs on dies of one core tell the kernel no topology, and each would become a package.
    if cores == 1 and arch == "x86_64":
        dies, cores = 1, dies
    return f"{machine.cpu_count},sockets={machine.packages},{word}={dies},cores={cores},threads=1"


def _nodes(machine: Machine, hmat: bool) -> list[str]:
    arguments: list[str] = []
    for index, node in enumerate(machine.nodes):
        text = f"node,nodeid={index}" + "".join(f",cpus={cpu}" for cpu in node.cpus)
        if node.memory:
            text += f",memdev=m{index}"
        if hmat and (node.cpus or node.memory):
            text += f",initiator={index if node.cpus else nearest(machine, index)}"
        arguments += ["-numa", text]
    return arguments


def nearest(machine: Machine, target: int) -> int:
    """The node with CPUs that is nearest to a memory-only one."""
    return min((index for index, node in enumerate(machine.nodes) if node.cpus),
               key=lambda index: machine.distances[index][target])


def _distances(machine: Machine) -> list[str]:
    arguments: list[str] = []
    for a, row in enumerate(machine.distances):
        for b, value in enumerate(row):
            if a != b:
                arguments += ["-numa", f"dist,src={a},dst={b},val={value}"]
    return arguments


def _hmat(machine: Machine) -> list[str]:
    """What firmware tells of speed: from every node with CPUs to every one with memory."""
    arguments: list[str] = []
    for kind, unit, table, data in (("latency", "", machine.latency_ns, "access-latency"),
                                    ("bandwidth", "M", machine.bandwidth_mb, "access-bandwidth")):
        for a, node in enumerate(machine.nodes):
            for b, other in enumerate(machine.nodes):
                if table and node.cpus and other.memory:
                    arguments += ["-numa", f"hmat-lb,initiator={a},target={b},hierarchy=memory,data-type={data},"
                                  f"{kind}={table[a][b]}{unit}"]
    return arguments


def _streams(boot: Boot) -> list[str]:
    arguments = ["-chardev", f"socket,id=console,fd={boot.console_fd}", "-serial", "chardev:console",
                 "-device", "virtio-serial-pci,max_ports=8"]
    for channel in boot.channels:
        arguments += ["-chardev", f"socket,id={channel.name},fd={channel.fd}"]
        kind = "virtconsole" if channel.terminal else "virtserialport"
        arguments += ["-device", f"{kind},chardev={channel.name},name=numapack.{channel.name}"]
    return arguments
