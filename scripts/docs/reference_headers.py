# SPDX-License-Identifier: BSD-3-Clause
"""What the headers of include/numapack/ say of themselves: each with the words that hold for all of it, and its declarations in groups that one
comment is about."""

from __future__ import annotations

import pathlib
import re
from dataclasses import dataclass, field

C_HEADERS = ("numapack.h", "level3.h", "lapack.h", "batch.h", "sparse.h", "types.h", "lab.h")
CXX_HEADERS = ("numapack.hpp", "types.hpp", "level3.hpp", "level2.hpp", "lapack.hpp", "qr.hpp", "packed.hpp", "batch.hpp", "sparse.hpp", "matrix.hpp",
               "views.hpp", "memory.hpp", "placement.hpp", "library.hpp", "error.hpp")

C_TOKEN = re.compile(r"(?P<comment>^/\*.*?\*/[ \t]*\n)|(?P<code>^(?:NUMAPACK_API|typedef|enum)[^;]*;[^\n]*|"
                     r"^#define NUMAPACK_(?!(?:\w*_)?H\b|API\b)(?:[^\n]*\\\n)*[^\n]*)", re.MULTILINE | re.DOTALL)
C_FUNCTION = re.compile(r"\b(numapack_\w+)\s*\(")
C_TYPE = re.compile(r"(?:\}\s*|struct \w+ |\(\*)(numapack_\w+)|^#define (NUMAPACK_\w+)")


@dataclass
class Group:
    """Declarations that one comment is about. Names are those of functions and types; others those of aliases, concepts and macros."""

    words: str
    declarations: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    members: list[str] = field(default_factory=list)


@dataclass
class Header:
    """A header: what it says for all its groups, and these."""

    name: str
    words: str
    groups: list[Group]


def plain(comment: str) -> str:
    """The words of a comment, without its marks; paragraphs stay apart."""
    lines = []
    for line in comment.strip().splitlines():
        line = re.sub(r"^\s*(?:///<?|/\*+|\*/|\*(?!/))\s?", "", line)
        lines.append(re.sub(r"\s*\*/\s*$", "", line).rstrip())
    return "\n".join(lines).strip()


def c_headers(folder: pathlib.Path) -> list[Header]:
    return [_c_header(name, (folder / name).read_text(encoding="utf-8")) for name in C_HEADERS]


def cxx_headers(folder: pathlib.Path) -> list[Header]:
    return [_cxx_header(name, (folder / name).read_text(encoding="utf-8")) for name in CXX_HEADERS]


def _c_header(name: str, text: str) -> Header:
    """A comment that no declaration follows at once is about the whole header."""
    groups: list[Group] = []
    shared: list[str] = []
    tokens = [match for match in C_TOKEN.finditer(text) if not (match["comment"] or "").startswith("/* SPDX")]
    for match, following in zip(tokens, [*tokens[1:], None]):
        if match["comment"]:
            if following and following["code"] and following.start() == match.end():
                groups.append(Group(plain(match["comment"])))
            else:
                shared.append(plain(match["comment"]))
            continue
        code = match["code"]
        if code.startswith("typedef") and "{" in code and "}" not in code:
            code = text[match.start():text.index(";", text.index("}", match.start())) + 1]
        # One without a comment belongs to those before it.
        group = groups[-1]
        group.declarations.append(code)
        if code.startswith("NUMAPACK_API"):
            group.names += C_FUNCTION.findall(code)
        else:
            group.others += [one or other for one, other in C_TYPE.findall(code)]
    # How a mark is made is nobody's to use.
    return Header(name, "\n\n".join(shared), [group for group in groups if "NUMAPACK_LAB_MARK_TEXT" not in group.declarations[0]])


def _cxx_header(name: str, text: str) -> Header:
    """The comment of the namespace is about the whole header."""
    text = re.sub(r"^namespace detail \{.*?^\}  // namespace detail\n", "", text, flags=re.MULTILINE | re.DOTALL)
    opening = re.search(r"((?:^///[^\n]*\n)*)^namespace numapack \{", text, re.MULTILINE)
    assert opening, name
    body = text[opening.end():text.rindex("}")]
    groups: list[Group] = []
    # What returns a class that is only announced is the library's own.
    announced = "|".join(re.findall(r"^(?:class|struct) (\w+);", body, re.MULTILINE))
    for words, code in _blocks(body):
        code = _interface(code)
        group = Group(plain(words), [re.sub(rf"\n+[^\n]*\b(?:{announced})<T>& \w+\(\) const;", "", code) if announced else code])
        _name(group)
        if not (group.names or group.others):
            continue
        before = groups[-1] if groups else None
        # Overloads without a comment are those of the next one's.
        if before and not before.words and before.names == group.names:
            before.words = group.words
            before.declarations += group.declarations
        else:
            groups.append(group)
    return Header(name, plain(opening[1]), groups)


def _blocks(body: str) -> list[tuple[str, str]]:
    """(comment, code) of what stands together: a blank line, or the next comment, ends it."""
    blocks: list[tuple[list[str], list[str]]] = [([], [])]
    depth = 0
    for line in body.splitlines():
        words, code = blocks[-1]
        if depth == 0 and (not line.strip() or (line.startswith("///") and code)):
            blocks.append(([], []))
            words, code = blocks[-1]
        if depth == 0 and line.startswith("///"):
            words.append(line)
        elif line.strip() or depth:
            code.append(line)
            depth += line.count("{") - line.count("}")
    return [("\n".join(words), "\n".join(code)) for words, code in blocks if code]


def _interface(code: str) -> str:
    """Without bodies of functions, initialisers of constructors and what is private."""
    if "concept " in code:
        return code
    kept, at = "", 0
    while at < len(code):
        if code[at] == "{" and re.search(r"(?:\)|\bconst|\bnoexcept)\s*$", kept):
            depth = 1
            while depth:
                at += 1
                depth += {"{": 1, "}": -1}.get(code[at], 0)
            kept = kept.rstrip() + ";"
        else:
            kept += code[at]
        at += 1
    kept = re.sub(r"\)\s+: [^;]*;", ");", kept)
    return re.sub(r"\n+ private:.*?(?=\n\};)", "", kept, flags=re.DOTALL)


def _name(group: Group) -> None:
    """Fills in the names; a class that is only announced has none."""
    code = re.sub(r"//[^\n]*", "", group.declarations[0])
    for statement in _statements(code):
        statement = re.sub(r"^(?:template <[^;{]*?>\s+(?=[A-Za-z]))", "", statement)
        if alias := re.match(r"(?:using|concept)\s+(\w+)", statement):
            group.others.append(alias[1])
        elif kind := re.match(r"(?:class|struct|enum class)\s+(?:NUMAPACK_API\s+)?(\w+)[^{]*\{(.*)\}", statement, re.DOTALL):
            group.names.append(kind[1])
            if not statement.startswith("enum"):
                found = [_function(member) for member in _statements(kind[2])]
                group.members += [member for member in found if member and member != kind[1]]
        elif name := _function(statement):
            group.names.append(name)
    group.names = list(dict.fromkeys(group.names))
    group.members = list(dict.fromkeys(group.members))


def _statements(code: str) -> list[str]:
    """What ends in a semicolon outside braces."""
    found, depth, start = [], 0, 0
    for at, letter in enumerate(code):
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if letter == ";" and depth == 0:
            found.append(re.sub(r"^\s*(?:public:\s*)?", "", code[start:at]))
            start = at + 1
    return found


def _function(statement: str) -> str:
    """The name of a function that is declared, or nothing; operators and destructors have none."""
    match = re.match(r"[^(={]*?(?<!operator )(?<!~)\b(\w+)\s*\(", statement)
    return match[1] if match and match[1] != "static_assert" and "operator" not in statement.split("(")[0] else ""
