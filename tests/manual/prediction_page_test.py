# SPDX-License-Identifier: BSD-3-Clause
"""prediction_page_test.py COMMAND: docs/explanation/prediction.md says what the command says now.

Words must be equal, figures within 2 % or a unit of their last place: other compilers round otherwise. The section on the machine that
the page was made on is left out, since its figures are measured."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts/docs"))
import prediction  # noqa: E402  (its folder is known only now)

NUMBER = re.compile(r"(?<![\w.])[+-]?\d+(?:,\d{3})*(?:\.\d+)?(?:e[+-]?\d+)?")


def compared(page: str) -> list[str]:
    """Its lines but for those of the first section."""
    head, _, rest = page.partition("## 1. This machine\n")
    return (head + rest[rest.index("## 2."):]).splitlines()


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


def main() -> int:
    check_itself()
    kept = compared((ROOT / "docs/explanation/prediction.md").read_text(encoding="utf-8"))
    made = compared(prediction.page_of(prediction.Command(sys.argv[1]), ""))
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
