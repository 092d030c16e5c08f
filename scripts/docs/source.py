#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""source.py REPOSITORY FOLDER [REPORTS]: what mkdocs makes the site of.

Copies docs/ into FOLDER, with README.md as index.md, and with CONTRIBUTING.md and CHANGELOG.md. A link to a file of the
repository that is no page of the site becomes its name. gallery.md lists the published machines, with their reports where
REPORTS (a folder of NAME.html, which is copied as well) has them."""

from __future__ import annotations

import json
import os
import pathlib
import re
import shutil
import sys

PAGES = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changes.md"}
LINK = re.compile(r"(?<![\]`\w])\[([^\[\]\n]*(?:\[[^\[\]\n]*\])?[^\[\]\n]*)\]\(([^()\s]+)\)")
CODE = re.compile(r"`[^`]*`")
LIST = re.compile(r"^(?:- |\d+\. )")


def place_of(path: str) -> str | None:
    """Where a file of the repository is in the site; None: nowhere."""
    if path.startswith("docs/"):
        return path[len("docs/"):]
    return PAGES.get(path)


def with_links(text: str, path: str, exists: set[str]) -> str:
    """The text of the page `path` of the repository with the site's links. Code is left alone."""
    own = os.path.dirname(place_of(path) or "")

    def link(match: re.Match[str]) -> str:
        title, target = match[1], match[2]
        if re.match(r"[a-z]+:", target) or target.startswith("#"):
            return match[0]
        file, _, anchor = target.partition("#")
        file = os.path.normpath(os.path.join(os.path.dirname(path), file))
        place = place_of(file)
        if place is None or (file not in exists and not file.endswith(".md")):
            return title if title.strip("`/") in (file, os.path.basename(file)) else f"{title} (`{file}`)"
        return f"[{title}]({os.path.relpath(place, own or '.')}{'#' + anchor if anchor else ''})"

    lines, fenced, before = [], False, ""
    for line in text.split("\n"):
        if line.startswith("```"):
            fenced = not fenced
        if not fenced and not line.startswith("    "):
            # GitHub begins a list without an empty line before it; Python's Markdown takes one for the paragraph's.
            if LIST.match(line) and before and not LIST.match(before) and not before.startswith(" "):
                lines.append("")
            line = LINK.sub(link, line)
            if line.startswith("|"):
                # To GitHub a pipe in a cell's code is a border unless it is escaped, to Python's Markdown it never is.
                line = CODE.sub(lambda code: code[0].replace("\\|", "|"), line)
        lines.append(line)
        before = line
    return "\n".join(lines)


def gallery(machines: pathlib.Path, reports: pathlib.Path | None) -> str:
    lines = ["# Published machines", "",
             "Figures of real machines from papers and data sheets, as [profiles](reference/measure/profile.md): `plan --from`, `advise --profile`",
             "and `diff` take them, and tests recompute what the papers conclude.", ""]
    if reports is None:
        lines += ["This build has no reports of them: `numapack report` is not there.", ""]
    lines += ["| machine | profile |" + (" report |" if reports else ""), "|---|---|" + ("---|" if reports else "")]
    for file in sorted(machines.glob("*.json")):
        name = json.loads(file.read_text(encoding="utf-8")).get("machine", {}).get("name", file.stem)
        row = f"| {name} | `data/machines/{file.name}` |"
        if reports:
            report = reports / f"{file.stem}.html"
            row += f' <a href="reports/{report.name}">report</a> |' if report.exists() else " none |"
        lines.append(row)
    return "\n".join(lines) + "\n"


def main() -> int:
    repository, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    reports = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(repository / "docs", out)
    pages = [*PAGES, *(f"docs/{page.relative_to(repository / 'docs').as_posix()}"
                       for page in (repository / "docs").rglob("*.md"))]
    exists = {*PAGES, *(f"docs/{file.relative_to(repository / 'docs').as_posix()}"
                        for file in (repository / "docs").rglob("*") if file.is_file())}
    for page in pages:
        text = (repository / page).read_text(encoding="utf-8")
        (out / (place_of(page) or "")).write_text(with_links(text, page, exists), encoding="utf-8")
    (out / "gallery.md").write_text(gallery(repository / "data" / "machines", reports), encoding="utf-8")
    if reports:
        shutil.copytree(reports, out / "reports")
    return 0


if __name__ == "__main__":
    sys.exit(main())
