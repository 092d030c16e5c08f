#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""reference.py REPOSITORY (--pages FOLDER | --man FOLDER [--date DATE])

The reference of the C, C++ and Python interfaces, of what their sources say themselves: the comments of include/numapack/ and the docstrings
of python/numapack/. As pages of the site (api-c.md, api-cpp.md, api-python.md), or as manual pages, a group of C functions each
(man3/NAME.3, with links for the others). Examples are the programs of examples/ that call one of a group."""

from __future__ import annotations

import argparse
import ast
import pathlib
import re
import sys
import textwrap
from dataclasses import dataclass, field

C_HEADERS = ("numapack.h", "level3.h", "lapack.h", "batch.h", "types.h", "lab.h")
CXX_HEADERS = ("types.hpp", "level3.hpp", "level2.hpp", "lapack.hpp", "qr.hpp", "packed.hpp", "batch.hpp", "sparse.hpp", "matrix.hpp", "views.hpp", "memory.hpp",
               "placement.hpp", "library.hpp", "error.hpp")
C_NAME = re.compile(r"\b(numapack_\w+)\s*\(")


@dataclass
class Group:
    """Declarations that one comment is about."""

    header: str
    words: str
    declarations: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)


def plain(comment: str) -> str:
    """The words of a comment, without its marks; paragraphs stay apart."""
    lines = []
    for line in comment.strip().splitlines():
        line = re.sub(r"^\s*(?:///<?|/\*+|\*/|\*(?!/))\s?", "", line)
        lines.append(re.sub(r"\s*\*/\s*$", "", line).rstrip())
    return "\n".join(lines).strip()


def c_groups(folder: pathlib.Path) -> list[Group]:
    groups: list[Group] = []
    for header in C_HEADERS:
        text = (folder / header).read_text(encoding="utf-8")
        words = ""
        token = re.compile(r"(?P<comment>^/\*.*?\*/[ \t]*\n)|(?P<code>^(?:NUMAPACK_API|typedef|enum)[^;]*;[^\n]*|^#define NUMAPACK_(?!\w*_H\b|API)(?:[^\n]*\\\n)*[^\n]*)",
                           re.MULTILINE | re.DOTALL)
        fresh = False
        for match in token.finditer(text):
            if match["comment"]:
                words, fresh = plain(match["comment"]), True
                continue
            code = match["code"]
            if code.startswith("typedef") and "{" in code and "}" not in code:
                code = text[match.start():text.index(";", text.index("}", match.start())) + 1]
            if fresh or not groups or groups[-1].header != header:
                groups.append(Group(header, words))
                fresh = False
            groups[-1].declarations.append(code)
            groups[-1].names += C_NAME.findall(code) if code.startswith("NUMAPACK_API") else []
    # How a mark is made is nobody's to use.
    return [group for group in groups if group.words and "NUMAPACK_LAB_MARK_TEXT" not in group.declarations[0]]


def cxx_groups(folder: pathlib.Path) -> list[Group]:
    groups: list[Group] = []
    for header in CXX_HEADERS:
        lines = (folder / header).read_text(encoding="utf-8").splitlines()
        at, hidden = 0, False
        while at < len(lines):
            line = lines[at]
            if line.startswith("namespace detail"):
                hidden = True
            if line.startswith("}  // namespace detail"):
                hidden = False
            if hidden or not line.startswith("///"):
                at += 1
                continue
            begin = at
            while at < len(lines) and lines[at].startswith("///"):
                at += 1
            words = plain("\n".join(lines[begin:at]))
            code, depth = [], 0
            if at < len(lines) and lines[at].startswith("namespace"):
                continue
            while at < len(lines) and lines[at].strip():
                code.append(lines[at])
                depth += lines[at].count("{") - lines[at].count("}")
                at += 1
                if depth == 0 and re.search(r"[;}]\s*(?://.*)?$", code[-1]):
                    # Overloads and the other types follow at once.
                    if at < len(lines) and re.match(r"(?:template|NUMAPACK_API|inline|enum|struct|class)\b", lines[at]):
                        continue
                    break
                while depth > 0 and at < len(lines):
                    code.append(lines[at])
                    depth += lines[at].count("{") - lines[at].count("}")
                    at += 1
                if depth == 0 and code[-1].startswith("}"):
                    break
            text = "\n".join(code)
            names = re.findall(r"^(?:template[^\n]*\n)?[\w:<>&*][\w:<>&* ]*?\b(\w+)\s*\(|NUMAPACK_API\s+[\w:<>&*\s]*?\b(\w+)\s*\(|^(?:class|struct|enum class)\s+(?:NUMAPACK_API\s+)?(\w+)", text, re.MULTILINE)
            if text:
                groups.append(Group(header, words, [text], list(dict.fromkeys(next(filter(None, found)) for found in names))))
    return groups


def examples_of(repository: pathlib.Path, names: list[str], suffix: str) -> list[pathlib.Path]:
    """Programs that call one of them."""
    found = []
    for program in sorted((repository / "examples").glob(f"*{suffix}")):
        text = program.read_text(encoding="utf-8")
        if any(re.search(rf"\b{name}\b", text) for name in names):
            found.append(program)
    return found


def program_text(program: pathlib.Path) -> str:
    return re.sub(r"\A(?:/\*|//) SPDX[^\n]*\n", "", program.read_text(encoding="utf-8")).strip()


def title_of(group: Group, prefix: str = "") -> str:
    names = [name.removeprefix(prefix) for name in group.names]
    if not names:
        return re.split(r"[.:;]", group.words, maxsplit=1)[0][:60]
    return ", ".join(names[:6]) + (", …" if len(names) > 6 else "")


def page(title: str, lead: str, groups: list[Group], repository: pathlib.Path, language: str, suffix: str, prefix: str = "") -> str:
    parts = [f"# {title}", lead]
    header = ""
    for group in groups:
        if group.header != header:
            header = group.header
            parts.append(f"## `numapack/{header}`")
        parts += [f"### {title_of(group, prefix)}", markdown(group.words), f"```{language}\n" + "\n".join(group.declarations) + "\n```"]
        programs = examples_of(repository, group.names, suffix)
        if programs:
            best = min(programs, key=lambda one: one.stat().st_size)
            parts.append(f"Example, `examples/{best.name}`:\n\n```{language}\n{program_text(best)}\n```")
    return "\n\n".join(parts) + "\n"


def markdown(words: str) -> str:
    """Words of a comment, in which nothing is markup."""
    return re.sub(r"([*_<>\[\]|`#])", r"\\\1", words)


def python_page(folder: pathlib.Path) -> str:
    modules = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.py"))}
    package = modules[folder / "__init__.py"]
    public = next(ast.literal_eval(node.value) for node in package.body
                  if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__")
    parts = ["# Python reference", "What `import numapack` has, by its docstrings; [from Python](how-to/python.md) introduces it. `help(numapack.gemm)` shows the same."]
    for name in sorted(public, key=str.lower):
        found = [(node, path) for path, module in modules.items() for node in module.body
                 if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name == name and ast.get_docstring(node)]
        if not found:
            continue
        node, _ = found[0]
        if isinstance(node, ast.FunctionDef):
            result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
            head = f"{name}({ast.unparse(node.args)}){result}"
        else:
            methods = [f"    {one.name}({ast.unparse(one.args)})" for one in node.body
                       if isinstance(one, ast.FunctionDef) and not one.name.startswith("_") and ast.get_docstring(one)]
            head = "\n".join([f"class {name}", *methods])
        parts += [f"## {name}", f"```python\n{head}\n```", "```text\n" + (ast.get_docstring(node) or "") + "\n```"]
    return "\n\n".join(parts) + "\n"


def roff(text: str) -> str:
    return "\n".join("\\&" + line if line.startswith((".", "'")) else line for line in text.replace("\\", "\\e").replace("-", "\\-").splitlines())


def manual(group: Group, repository: pathlib.Path, statuses: str, date: str) -> str:
    names = list(dict.fromkeys(group.names))
    first = textwrap.shorten(re.split(r"\. |\n\s*\n", group.words, maxsplit=1)[0].rstrip("."), 100, placeholder=" …")
    lines = [f'.TH {names[0].upper()} 3 "{date}" "numapack" "numapack"', ".SH NAME", roff(", ".join(names) + " - " + first), ".SH SYNOPSIS", ".nf",
             ".B #include <numapack/numapack.h>" if group.header not in ("lab.h",) else f".B #include <numapack/{group.header}>", ""]
    lines += [roff(textwrap.fill(" ".join(declaration.replace("NUMAPACK_API ", "").split()), 72, subsequent_indent="    ", break_long_words=False))
              for declaration in group.declarations]
    lines += [".fi", ".SH DESCRIPTION"]
    for paragraph in re.split(r"\n\s*\n", group.words):
        lines += [roff(" ".join(paragraph.split())), ".PP"]
    if any("numapack_status" in declaration for declaration in group.declarations):
        lines += [".SH RETURN VALUE", "NUMAPACK_OK, or why not; numapack_error_message(3) has it in words.", ".nf", roff(statuses), ".fi"]
    programs = examples_of(repository, names, ".c")
    if programs:
        lines += [".SH EXAMPLE", ".nf", roff(program_text(min(programs, key=lambda one: one.stat().st_size))), ".fi"]
    return "\n".join([*lines, ".SH SEE ALSO", "numapack(1)", ""])


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("repository", type=pathlib.Path)
    parser.add_argument("--pages", type=pathlib.Path)
    parser.add_argument("--man", type=pathlib.Path)
    parser.add_argument("--date", default="")
    chosen = parser.parse_args()
    headers = chosen.repository / "include" / "numapack"
    c = c_groups(headers)
    if chosen.pages:
        chosen.pages.mkdir(parents=True, exist_ok=True)
        lead = ("Of the headers' own comments. Everything may be called from several threads at once unless it says otherwise; sizes and leading "
                "dimensions are in elements.")
        (chosen.pages / "api-c.md").write_text(page("C reference", lead, c, chosen.repository, "c", ".c", "numapack_"), encoding="utf-8")
        (chosen.pages / "api-cpp.md").write_text(
            page("C++ reference", lead + " Errors are thrown as `numapack::Error`.", cxx_groups(headers), chosen.repository, "cpp", ".cpp"), encoding="utf-8")
        (chosen.pages / "api-python.md").write_text(python_page(chosen.repository / "python" / "numapack"), encoding="utf-8")
    if chosen.man:
        folder = chosen.man / "man3"
        folder.mkdir(parents=True, exist_ok=True)
        statuses = next(declaration for group in c for declaration in group.declarations if "NUMAPACK_OK" in declaration)
        for group in c:
            if not group.names:
                continue
            (folder / f"{group.names[0]}.3").write_text(manual(group, chosen.repository, statuses, chosen.date), encoding="utf-8")
            for name in dict.fromkeys(group.names[1:]):
                if name != group.names[0]:
                    (folder / f"{name}.3").write_text(f".so man3/{group.names[0]}.3\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
