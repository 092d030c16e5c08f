# SPDX-License-Identifier: BSD-3-Clause
"""numapack is on no package index: wherever pages, notebooks and code install it with pip, they name a checkout or a wheel, never its bare name."""

import re
import tempfile
import unittest
from pathlib import Path

import sources

FOLDERS = ("docs", "python", "lab", "bench", "examples", "scripts", "packaging", "tests")
# The words after "pip install" on its line, up to the end of the command or of what quotes it.
INSTALL = re.compile(r"\bpip install\b((?:[^\S\n]+[^\s;|&`()<>]+)*)")
BARE = re.compile(r"numapack(?:\[[\w,]*\])?(?:[=<>~!@].*)?")


def bare(text):
    """The commands of a text that take numapack from an index."""
    found = []
    for match in INSTALL.finditer(text):
        words = [re.sub(r'\\n$|[\\"\'.,:]+$', "", word.lstrip("\\\"'")) for word in match[1].split()]
        if any(BARE.fullmatch(word) for word in words):
            found.append(match[0])
    return found


def files(root):
    found = [path for folder in FOLDERS for path in (root / folder).rglob("*")] + list(root.glob("*"))
    return sorted(path for path in found if path.suffix in (".md", ".ipynb", ".py") and path.name != Path(__file__).name)


def complaints(root):
    return [f"{path.relative_to(root)}: {command}" for path in files(root) for command in bare(path.read_text(encoding="utf-8"))]


class Repository(unittest.TestCase):
    def test_pip_installs_a_checkout_or_a_wheel(self):
        self.assertEqual(complaints(sources.ROOT), [])
        self.assertGreater(sum(len(INSTALL.findall(path.read_text(encoding="utf-8"))) for path in files(sources.ROOT)), 5)


class Planted(unittest.TestCase):
    """The rule sees what breaks it, and nothing else."""

    def test_bare_names(self):
        for text in ("pip install numapack", "`pip install numapack`", "(pip install --force-reinstall numapack)", "pip install numpy numapack\n",
                     r'"    pip install \"numapack[plot,frames]\""', "pip install 'numapack[plot]'", "pip install numapack==0.1.0", "pip install -v numapack."):
            self.assertEqual(len(bare(text)), 1, text)

    def test_checkouts_and_wheels(self):
        for text in ("pip install .", r'"    pip install \".[plot,frames]\""', "pip install dist/numapack-*.whl", "pip install ./numapack",
                     "`pip install plotly`, then numapack", "pip install matplotlib; numapack report", "pip install\nnumapack"):
            self.assertEqual(bare(text), [], text)

    def test_pages_notebooks_and_code(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name in ("README.md", "docs/tutorial/a.ipynb", "python/a/b.py", "docs/a.svg"):
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text("pip install numapack\n", encoding="utf-8")
            self.assertEqual([line.split(":")[0] for line in complaints(root)], ["README.md", "docs/tutorial/a.ipynb", "python/a/b.py"])


if __name__ == "__main__":
    unittest.main()
