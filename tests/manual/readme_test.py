# SPDX-License-Identifier: BSD-3-Clause
"""readme_test.py COMMAND: the README is one page with at most 45 links, what it points at is there, and what it shows of plans, in words and in its
picture, is what the command says."""

import pathlib
import re
import subprocess
import sys
import unittest
import xml.etree.ElementTree

from printed import blocks, missing

COMMAND = str(pathlib.Path(sys.argv[1]).resolve())
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts/docs"))
import four_nodes  # noqa: E402

TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


class Readme(unittest.TestCase):
    def test_is_one_page(self) -> None:
        self.assertLess(len(TEXT.splitlines()), 125)
        targets = re.findall(r"\]\(([^()]+)\)", TEXT)
        self.assertLessEqual(len(targets), 45)
        for target in targets:
            with self.subTest(target):
                self.assertTrue((ROOT / target.split("#")[0]).exists())

    def test_says_what_to_do_in_six_lines(self) -> None:
        table = TEXT.split("| I want to")[1].split("\n\n")[0].splitlines()
        self.assertEqual(len(table[2:]), 6)

    def test_its_lines_are_followed_on_bare_systems(self) -> None:
        """scripts/readme-lines.sh has each command of the table and of the install section as printed, but for names of a user's own files."""
        def plain(text: str) -> str:
            return " ".join(re.sub(r"[\\'\"]", "", text).split())
        followed = plain((ROOT / "scripts/readme-lines.sh").read_text(encoding="utf-8"))
        table = TEXT.split("| I want to")[1].split("\n\n")[0]
        section = TEXT.split("## Install")[1].split("From the recipes")[0]
        printed = re.findall(r"`([^`]+)`", table) + [line.split(" #")[0] for line in re.findall(r"(?m)^    (\S.*)$", section)]
        commands = [plain(part) for line in printed for part in line.split(" && ")
                    if re.match(r"(make|cc|pip|python3|numapack|apt|scripts/\S+|\.) ", part)]
        self.assertGreater(len(commands), 12)
        known = {"numapack run python3 train.py": "numapack run", "numapack run --report R -f model.R": "numapack run --report",
                 "apt install python3-plotly": "apt-get install -y python3-plotly", "apt install ./build-deb/*.deb": "apt-get install -y ./build-deb/*.deb"}
        for command in commands:
            with self.subTest(command):
                self.assertIn(known.get(command, command), followed)

    def test_picture_is_for_light_and_dark(self) -> None:
        picture = ROOT / "docs/four-nodes.svg"
        xml.etree.ElementTree.parse(picture)
        self.assertIn("prefers-color-scheme:dark", picture.read_text(encoding="utf-8"))
        numbers = re.search(r"OpenBLAS ([\d.]+), BLIS ([\d.]+), numapack ([\d.]+)", TEXT)
        for number in numbers.groups():
            self.assertIn(f">{number}<", picture.read_text(encoding="utf-8"))

    def test_picture_has_the_speed_ups_of_today_s_plans(self) -> None:
        """`make picture` draws them anew."""
        picture = (ROOT / "docs/four-nodes.svg").read_text(encoding="utf-8").splitlines()
        for line in four_nodes.right(four_nodes.gains(COMMAND)):
            self.assertIn(line, picture)

    def test_the_plan_is_as_shown(self) -> None:
        ((line, shown),) = blocks(TEXT).items()
        said = subprocess.run([COMMAND, *line.split()[1:]], capture_output=True, text=True, check=True, cwd=ROOT).stdout
        self.assertGreater(len(shown.splitlines()), 12)
        self.assertEqual(missing(shown, said), [], said)

    def test_targets_of_make_are_there(self) -> None:
        makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
        for target in re.findall(r"`?make ([a-z-]+)", TEXT):
            self.assertRegex(makefile, rf"(?m)^{target}:")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
