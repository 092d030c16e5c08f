# SPDX-License-Identifier: BSD-3-Clause
"""The command line of `numapack lab`."""

from __future__ import annotations

import argparse
import difflib
import shutil
from collections.abc import Sequence

from .command_line import Help, Parser
from .errors import USAGE, LabError
from .machine.description import ARCHITECTURES
from .machine.sizes import listed_cpus

VERBS = ("run", "shell", "prepare", "clean", "machines", "study")
_EXAMPLES = """\
Example:
  numapack lab -- numapack gemm -n 512
  numapack lab --machine kunpeng920 --json counts.json -- ./my_program 1000
  numapack lab --no-count -- numactl -H
  numapack lab --arch aarch64 -- build-aarch64/tests/test_machine
  numapack lab shell

Its exit code is the program's. The lab's own: 2 usage, 110 no QEMU,
111 packages out of reach, 112 no room on disk, 113 wrong machine file,
114 the machine ended early (panic), 115 no counts, 124 timeout,
126 no executable program, 127 no such program, 128 + signal.
"""


def _machine_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--machine", metavar="NAME", default="default",
                        help="a machine that comes with numapack (numapack lab machines), or FILE.json")
    parser.add_argument("--scale", metavar="F", type=float,
                        help="shrink cores, caches and memory together; default: what the machine's file says, or 1")
    parser.add_argument("--arch", choices=ARCHITECTURES, help="processor to emulate; default: the host's")
    parser.add_argument("--share", metavar="FOLDER", action="append", default=[],
                        help="for another processor than the host's: a folder of the host to be seen there, "
                             "next to the current one")
    parser.add_argument("--writable", metavar="FOLDER", action="append", default=[],
                        help="a folder of the host that the program may change")
    parser.add_argument("--numa-balancing", action="store_true",
                        help="let the kernel move pages to the nodes that use them, as real machines do by default")


def parser_of(verb: str) -> argparse.ArgumentParser:
    """The parser of one verb; "run" is the one without a name."""
    prog = "numapack lab" if verb == "run" else f"numapack lab {verb}"
    if verb == "run":
        parser = Parser(
            prog=prog, usage="numapack lab [OPTIONS] [--] PROGRAM [ARGUMENTS]\n       "
            "numapack lab shell | prepare | clean | machines | study [OPTIONS]",
            description="Runs a program on an emulated NUMA machine and counts its local, cross-die and cross-chip "
            "accesses. The program sees this host's files; what it writes is gone afterwards.",
            epilog=_EXAMPLES, formatter_class=Help, allow_abbrev=False)
        _machine_options(parser)
        _counting_options(parser)
        return parser
    about = {
        "shell": "An interactive shell on the machine, without counting.",
        "prepare": "Fetches and caches what the machine boots; done once, by itself when it is missing.",
        "clean": "Removes everything that was fetched.",
        "machines": "Lists the machines that come with numapack.",
    }[verb]
    examples = {"shell": "numapack lab shell --machine knm-snc4", "prepare": "numapack lab prepare --arch aarch64"}
    parser = Parser(prog=prog, description=about, allow_abbrev=False,
                     epilog=f"Example: {examples.get(verb, prog)}")
    if verb == "shell":
        _machine_options(parser)
    if verb == "prepare":
        parser.add_argument("--arch", choices=(*ARCHITECTURES, "all"), help="default: the host's")
    return parser


def _counting_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--no-count", action="store_true", help="boot plain and fast, count nothing")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--whole", action="store_true", help="count the whole program (default)")
    what.add_argument("--markers", action="store_true",
                      help="count between NUMAPACK_LAB_START() and _STOP() of numapack/lab.h only")
    parser.add_argument("--caches", choices=("on", "off"), default="on",
                        help="off: every load and store counts as an access to its line's node")
    parser.add_argument("--json", metavar="FILE", help="counts, machine and exit code into a file (-: standard output)")
    parser.add_argument("--traffic", metavar="FILE",
                        help="as CSV, the lines that CPU j (column) took over from the caches of CPU i (line): "
                             "for numapack pin --arrange")
    parser.add_argument("--traffic-cpus", metavar="CPUS",
                        help="of these CPUs alone, in this order: those of threads 0, 1 … (0-3; default: all up to the "
                             "last that exchanged any)")
    parser.add_argument("--timeout", metavar="SECONDS", type=float, help="end a program that takes longer")


def parse(arguments: Sequence[str]) -> tuple[str, argparse.Namespace, list[str]]:
    """Verb, options, and the program with its arguments. SystemExit after --help."""
    if arguments and arguments[0] in VERBS and arguments[0] != "run":
        return arguments[0], parser_of(arguments[0]).parse_args(arguments[1:]), []
    parser = parser_of("run")
    at = parser.begin_of_program(arguments)
    options, extra = parser.parse_known_args(arguments[:at])
    if extra:
        parser.unknown(extra[0])
    marked = arguments[at:at + 1] == ["--"]
    program = list(arguments[at + marked:])
    if not program:
        raise LabError("which program? numapack lab [OPTIONS] PROGRAM ARGUMENTS", USAGE)
    near = [] if marked or "/" in program[0] else difflib.get_close_matches(program[0], VERBS, 1, 0.75)
    if near and not shutil.which(program[0]):
        raise LabError(f"there is no verb and no program {program[0]}; the nearest verb is {near[0]}", USAGE)
    if options.timeout is not None and not options.timeout > 0:
        raise LabError(f"--timeout {options.timeout:g}: give seconds, more than 0", USAGE)
    if options.no_count and (options.markers or options.whole or options.caches == "off" or options.traffic):
        raise LabError("--no-count counts nothing: leave out --markers, --whole, --caches and --traffic", USAGE)
    if options.traffic and options.caches == "off":
        raise LabError("--traffic is what caches hand over: leave out --caches off", USAGE)
    if options.traffic_cpus and not options.traffic:
        raise LabError("--traffic-cpus without --traffic: add --traffic FILE", USAGE)
    try:
        options.traffic_cpus = listed_cpus(options.traffic_cpus or "")
    except ValueError as error:
        raise LabError(f"--traffic-cpus: {error}", USAGE) from error
    return "run", options, program
