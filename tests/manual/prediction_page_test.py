# SPDX-License-Identifier: BSD-3-Clause
"""prediction_page_test.py COMMAND: docs/explanation/prediction.md says what the command says now.

Words must be equal, figures within 2 % or a unit of their last place: other compilers round otherwise."""

import json
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts/docs"))
import prediction  # noqa: E402  (its folder is known only now)

NUMBER = re.compile(r"(?<![\w.])[+-]?\d+(?:,\d{3})*(?:\.\d+)?(?:e[+-]?\d+)?")


def alike(one: str, other: str) -> bool:
    if NUMBER.sub("#", one) != NUMBER.sub("#", other):
        return False
    return all(near(a, b) for a, b in zip(NUMBER.findall(one), NUMBER.findall(other)))


def near(one: str, other: str) -> bool:
    unit = 10.0 ** -len(one.partition(".")[2])
    a, b = (float(text.replace(",", "")) for text in (one, other))
    return abs(a - b) <= max(1.01 * unit, 0.02 * abs(a))


def check_itself() -> None:
    """Fails where it should."""
    assert alike("| x | 3.83 | **missed** |", "| x | 3.84 | **missed** |")
    assert not alike("| x | 3.83 | **missed** |", "| x | 3.83 | yes |")
    assert not alike("| x | 3.83 |", "| x | 4.10 |")
    assert alike("10,240 to 51,200", "10,240 to 51,200")


class SlowNodes:
    """A command by which four nodes are three times as fast as one."""

    def cases(self, *words: str) -> list[dict[str, float]]:
        return [{"total_s": 3 / count, "gflops": 1, "threads": 1} for _ in range(3) for count in (1, 3)]


def check_bold() -> None:
    """A bar that is missed is bold, one that is met is not."""
    text = prediction.rates(SlowNodes(), "none", "", (4,), {"dgetrf": (50, 100, 101, 3.3), "dpotrf": (50, 72, 85, 2.9)})
    assert "| dgetrf | 100 % (≥ 50) | 100 % (≥ 100) | 100 % (**≥ 101**) | 3.00 (**≥ 3.3**) |" in text, text
    assert "3.00 (≥ 2.9)" in text, text


def check_rows() -> None:
    """A run becomes a row; rows of the page stay; a run is not added twice."""
    conditions = {"cpu": "Some CPU", "usable_cpus": 4, "bits": "avx2", "date": "2026-01-02T03:04:05Z", "numapack": "9.9"}
    calls = [{"measured_s": 1, "predicted_s": predicted} for predicted in (1.02, 1.02, 0.5)]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump({"seed": 7, "conditions": conditions, "calls": calls}, file)
        file.flush()
        section = prediction.own_machine([file.name], prediction.table(prediction.CHECK_HEADING, [("kept",) * 6]) + "\n## 2.\n")
        assert "| kept | kept" in section and section.endswith("| Some CPU, 4 | avx2 | 2026-01-02, 9.9 | 3, 7 | 2.0 % | **67 %** |\n"), section
        assert prediction.own_machine([file.name], section + "\n## 2.\n") == section


def check_reasons() -> None:
    """A cell that is missed has a reason, and each reason names who is to blame."""
    cell = {"quantity": "none", "unit": "1", "published": 1, "predicted": 2, "demand": "equal", "met": False}
    assert "**missed**" in prediction.cells_table([{**cell, "quantity": "24 threads, interleaved"}], {})
    assert "none" in prediction.cells_table([{**cell, "met": True}], {})
    try:
        prediction.cells_table([cell], {})
    except AssertionError as error:
        assert "['none']" in str(error), error
    else:
        raise AssertionError("a miss without a reason passed")
    for name, words in prediction.REASONS.items():
        assert re.search(r"\bThe (model|profile|document)\b|\bor the profile\b", words), name


def check_wrbench(page: str) -> None:
    """The lab's page repeats how many of wrBench's cells are met."""
    met = re.search(r"(\d+) of (\d+) within 15 %", " ".join(page.split()))
    said = re.search(r"(\d+) of wrBench's (\d+) cells", (ROOT / "docs/reference/prove/lab.md").read_text(encoding="utf-8"))
    assert met and said and met.groups() == said.groups(), (met, said)


def main() -> int:
    check_itself()
    check_bold()
    check_rows()
    check_reasons()
    page = (ROOT / "docs/explanation/prediction.md").read_text(encoding="utf-8")
    check_wrbench(page)
    kept, made = page.splitlines(), prediction.page_of(prediction.Command(sys.argv[1]), [], page).splitlines()
    differing = [(one, other) for one, other in zip(kept, made) if not alike(one, other)]
    for one, other in differing[:20]:
        print(f"page: {one}\nnow:  {other}\n")
    if len(kept) != len(made):
        print(f"the page has {len(kept)} lines, now they are {len(made)}")
    if differing or len(kept) != len(made):
        print("docs/explanation/prediction.md is out of date: make prediction")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
