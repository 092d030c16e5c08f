#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""reference.py REPOSITORY (--pages FOLDER | --man FOLDER [--date DATE])

The reference of the C, C++ and Python interfaces, of what their sources say themselves: the comments of include/numapack/ and the docstrings
of python/numapack/. As pages of the site (api-c.md, api-cpp.md, api-python.md), or as manual pages, a group of C functions each
(man3/NAME.3, with links for the others). Examples are the programs of examples/ that call what a group has."""

from __future__ import annotations

import argparse
import pathlib
import re
import sys
import textwrap

from reference_headers import Group, Header, c_headers, cxx_headers
from reference_python import python_page

C_LEAD = "Everything may be called from several threads at once unless it says otherwise; sizes and leading dimensions are in elements."


def program_text(program: pathlib.Path) -> str:
    return re.sub(r"\A(?:/\*|//) SPDX[^\n]*\n", "", program.read_text(encoding="utf-8")).strip()


def programs(repository: pathlib.Path, suffix: str) -> dict[pathlib.Path, str]:
    """The examples, and what of them is code."""
    texts = {program: program_text(program) for program in sorted((repository / "examples").rglob(f"*{suffix}"))}
    return {program: re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL) for program, text in texts.items()}


def families(names: list[str]) -> list[list[str]]:
    """C functions that differ in the type of the elements only; every other name is by itself."""
    found: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        rest = name[len("numapack_") + 1:]
        typed = sum(f"numapack_{letter}{rest}" in names for letter in "sdcz") > 1
        found.setdefault(rest if typed else name, []).append(name)
    return list(found.values())


def shows(code: str, name: str) -> bool:
    """Whether a program calls a function, or names a type."""
    if name[0].isupper():
        return bool(re.search(rf"\b{name}\b", code))
    return bool(re.search(rf"(?<![.\w])(?<!->){name}(?:<[\w:<>, ]+>)?\(", code))


def examples_of(header: Header, group: Group, headers: list[Header], codes: dict[pathlib.Path, str]) -> dict[str, list[pathlib.Path]]:
    """The programs that show each family of names. One that several headers have is shown by a program that includes the group's."""
    found = {}
    for family in families(group.names):
        several = sum(any(family[0] in other.names for other in one.groups) for one in headers) > 1
        found[family[0]] = [program for program, code in codes.items() if any(shows(code, name) for name in family)
                            and (not several or f"<numapack/{header.name}>" in code)]
    return found


def chosen_examples(found: dict[str, list[pathlib.Path]]) -> list[pathlib.Path]:
    """Few of these programs, short ones, which together show all that any of them does."""
    chosen: list[pathlib.Path] = []
    left = {name: candidates for name, candidates in found.items() if candidates}
    while left:
        candidates = sorted({program for these in left.values() for program in these})
        best = max(candidates, key=lambda one: (sum(one in these for these in left.values()), -one.stat().st_size))
        chosen.append(best)
        left = {name: these for name, these in left.items() if best not in these}
    return chosen


def title_of(group: Group, prefix: str = "") -> str:
    """Its names, of many C functions without the letter of the type."""
    names = list(dict.fromkeys(group.names or group.others))
    if prefix:
        groups = families(names)
        names = [one[0][len(prefix) + (len(one) > 1):] for one in groups] if len(names) > 4 else names
    return ", ".join(name.removeprefix(prefix) for name in names)


def page(repository: pathlib.Path, title: str, lead: str, headers: list[Header], suffix: str, prefix: str = "") -> str:
    parts = [f"# {title}", lead]
    codes, language = programs(repository, suffix), suffix[1:]
    shown: set[pathlib.Path] = set()
    for header in headers:
        parts += [f"## `numapack/{header.name}`", *([markdown(header.words)] if header.words else [])]
        for group in header.groups:
            parts += [f"### {title_of(group, prefix)}", *([markdown(group.words)] if group.words else []),
                      f"```{language}\n" + "\n".join(group.declarations) + "\n```"]
            examples = chosen_examples(examples_of(header, group, headers, codes))
            shown.update(examples)
            if examples:
                parts.append("Example: " + ", ".join(f"[{one.name}](#{anchor(one)})" for one in examples))
    parts.append("## Examples")
    for program in sorted(shown, key=lambda one: one.name):
        parts += [f"### {program.name}", f"`{program.relative_to(repository).as_posix()}`", f"```{language}\n{program_text(program)}\n```"]
    return "\n\n".join(parts) + "\n"


def anchor(program: pathlib.Path) -> str:
    """That of a program's heading, as mkdocs makes it."""
    return program.name.replace(".", "")


def markdown(words: str) -> str:
    """Words of a comment, in which nothing is markup."""
    return re.sub(r"([*_<>\[\]|`#])", r"\\\1", words)


def roff(text: str) -> str:
    return "\n".join("\\&" + line if line.startswith((".", "'")) else line for line in text.replace("\\", "\\e").replace("-", "\\-").splitlines())


def manual(header: Header, group: Group, examples: list[pathlib.Path], statuses: str, date: str) -> str:
    names = list(dict.fromkeys(group.names))
    first = textwrap.shorten(re.split(r"\. |\n\s*\n", group.words, maxsplit=1)[0].rstrip("."), 100, placeholder=" …")
    lines = [f'.TH {names[0].upper()} 3 "{date}" "numapack" "numapack"', ".SH NAME", roff(", ".join(names) + " - " + first), ".SH SYNOPSIS", ".nf",
             ".B #include <numapack/numapack.h>", ""]
    lines += [roff(textwrap.fill(" ".join(declaration.replace("NUMAPACK_API ", "").split()), 72, subsequent_indent="    ", break_long_words=False))
              for declaration in group.declarations]
    lines += [".fi", ".SH DESCRIPTION", *paragraphs(group.words)]
    if any("numapack_status" in declaration for declaration in group.declarations):
        lines += [".SH RETURN VALUE", "NUMAPACK_OK, or why not; numapack_error_message(3) has it in words.", ".nf", roff(statuses), ".fi"]
    lines += [".SH NOTES", *paragraphs(f"{header.words}\n\n{C_LEAD}")]
    for program in examples:
        lines += [".SH EXAMPLE" if program == examples[0] else ".PP", ".nf", roff(program_text(program)), ".fi"]
    return "\n".join([*lines, ".SH SEE ALSO", "numapack(1)", ""])


def paragraphs(words: str) -> list[str]:
    return [line for paragraph in re.split(r"\n\s*\n", words) if paragraph for line in (roff(" ".join(paragraph.split())), ".PP")][:-1]


def write_pages(repository: pathlib.Path, folder: pathlib.Path) -> None:
    include, lead = repository / "include" / "numapack", f"Of the headers' own comments. {C_LEAD}"
    for name, text in (
            ("api-c.md", page(repository, "C reference", lead, c_headers(include), ".c", "numapack_")),
            ("api-cpp.md", page(repository, "C++ reference", f"{lead} Errors are thrown as `numapack::Error`.", cxx_headers(include), ".cpp")),
            ("api-python.md", python_page(repository / "python" / "numapack"))):
        (folder / name).write_text(text, encoding="utf-8")


def write_manual(repository: pathlib.Path, folder: pathlib.Path, date: str) -> None:
    headers, codes = c_headers(repository / "include" / "numapack"), programs(repository, ".c")
    statuses = next(declaration for header in headers for group in header.groups for declaration in group.declarations if "NUMAPACK_OK" in declaration)
    for header in headers:
        for group in header.groups:
            if not group.names:
                continue
            examples = chosen_examples(examples_of(header, group, headers, codes))
            (folder / f"{group.names[0]}.3").write_text(manual(header, group, examples, statuses, date), encoding="utf-8")
            for name in set(group.names[1:]) - {group.names[0]}:
                (folder / f"{name}.3").write_text(f".so man3/{group.names[0]}.3\n", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("repository", type=pathlib.Path)
    parser.add_argument("--pages", type=pathlib.Path)
    parser.add_argument("--man", type=pathlib.Path)
    parser.add_argument("--date", default="")
    chosen = parser.parse_args()
    if chosen.pages:
        chosen.pages.mkdir(parents=True, exist_ok=True)
        write_pages(chosen.repository, chosen.pages)
    if chosen.man:
        folder = chosen.man / "man3"
        folder.mkdir(parents=True, exist_ok=True)
        write_manual(chosen.repository, folder, chosen.date)
    return 0


if __name__ == "__main__":
    sys.exit(main())
