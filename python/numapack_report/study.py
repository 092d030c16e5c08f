# SPDX-License-Identifier: BSD-3-Clause
"""The figures of the published studies, drawn again from their data, next to this machine's."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Optional

from . import page, predicted_study
from .build import sections_of
from .charts import Chart
from .errors import USAGE, ReportError
from .output import check_folder, write_text
from .picture_files import write_pictures
from .reading.command import Command
from .reading.documents import load
from .reading.inputs import published
from .reading.machine import read_machine
from .section import Inputs, Missing, Profile, Section

# In the order of the sources: what each machine was published for.
STUDIES = (
    ("coherence", "Core to core on three processors (wrBench, J. Comput. Sci. Technol. 38(6), 2023)",
     ("kunpeng920-6426", "thunderx2", "phytium-2000plus"), ("memory", "coherence")),
    ("poster", "Core by core on EPYC and Xeon Phi (poster, Yuki and Endo)",
     ("epyc-rome-nps4", "knm-snc4", "knm-quadrant", "knm-all2all"), ("memory",)),
    ("dgemm", "Latencies of the machine of NUMA-aware DGEMM (Electronics 2021, 10, 1984)", ("kunpeng920",), ("memory",)),
    ("stream-slides", "STREAM by placement (slides \"NUMA effect\")", ("xeon-stream",), ("stream",)),
)
OWN = ("machine", "memory", "coherence", "sizes", "bandwidth", "loaded", "stream", "barriers")


def run(chosen: argparse.Namespace, command: Command, machines: Optional[Path]) -> int:
    if chosen.files or chosen.against or chosen.output:
        raise ReportError("--study takes no files, no --against and no -o: it draws the published machines into its folder", USAGE)
    if machines is None:
        raise ReportError("--study: the published machines (data/machines) are not there: install numapack whole")
    folder = check_folder(chosen.study)
    sections = [_study(*study, machines) for study in STUDIES]
    if command.path:
        sections.append(predicted_study.section(command, machines))
    words: tuple[str, ...] = ()
    path = command.stored_profile() if command.path else None
    if path:
        data = load(path).data
        sections += _own(Profile(path, data, read_machine(data["machine"])))
    else:
        words = ("This machine has no stored profile to compare with them: numapack probe measures one.",)
    sections.append(Section("reported", "What the studies say besides", words, (), tuple(_reported(machines))))
    write_text(str(folder / "study.html"), page.render(
        "The studies' figures, drawn again", "From the numbers that the publications print; holes are what they do not print or "
        "what cannot be read", [], [], sections))
    write_pictures(sections, {kind: check_folder(str(folder / kind)) for kind in ("png", "svg", "csv")})
    print(folder / "study.html")
    return 0


def _study(key: str, title: str, names: tuple[str, ...], wanted: tuple[str, ...], machines: Path) -> Section:
    charts: list[Chart] = []
    words: list[str] = []
    missing: list[Missing] = []
    for name in names:
        profile = published(name, machines)
        for section in sections_of(Inputs(profile)):
            if section.key in wanted:
                charts += [replace(chart, key=f"{name}-{chart.key}", title=f"{profile.name}: {chart.title}") for chart in section.charts]
                words += [f"{profile.name}: {word}" for word in section.words]
                missing += [replace(one, what=f"{profile.name}: {one.what}") for one in section.missing]
        words += [f"{profile.name}: {remark}." for remark in profile.data.get("remarks", []) if len(remark) < 200]
    return Section(key, title, tuple(words), tuple(charts), (), tuple(missing))


def _own(profile: Profile) -> list[Section]:
    return [replace(section, key=f"own-{section.key}", title=f"This machine, {profile.name}: {section.title[:1].lower()}{section.title[1:]}",
                    charts=tuple(replace(chart, key=f"own-{chart.key}") for chart in section.charts))
            for section in sections_of(Inputs(profile)) if section.key in OWN and section.charts]


def _reported(machines: Path):
    from .tables import Column, Table
    from .reading.values import least, most, value_of

    columns = (Column("quantity"), Column("unit"), Column("value"), Column("least"), Column("most"), Column("as printed, conditions"))
    for path in sorted(machines.glob("*.json")):
        data = load(str(path)).data
        rows = []
        for one in data.get("reported", []):
            figure = one["value"]
            notes = [figure.get("note", ""), figure.get("invalid", ""),
                     *(f"{key} {value}" for key, value in figure.get("conditions", {}).items())]
            rows.append((one["quantity"], one["unit"], value_of(figure), least(figure), most(figure), "; ".join(filter(None, notes))))
        if rows:
            yield Table(f"{data['machine'].get('name', path.stem)}: other figures", columns, tuple(rows), folded=True)
