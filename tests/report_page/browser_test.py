# SPDX-License-Identifier: BSD-3-Clause
"""The page in a real browser: drawn without a complaint, walked by keyboard, in both colour schemes, narrow and wide.

usage: browser_test.py FOLDER    screenshots are kept there
"""

import base64
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import browser
from samples import Samples
from support import SKIPPED, Page, report, seed, write
from synthetic import Synthetic

from numapack_report import sections
from numapack_report.drawing import plotly_library
from numapack_report.errors import ReportError

KEPT = pathlib.Path(sys.argv.pop(1) if len(sys.argv) > 1 else tempfile.mkdtemp()).resolve()
AXE = "axe-playwright-python==0.1.8"  # carries axe-core 4.12: axe.min.js
WALK = {"core-core-0-M-2": ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight"), "stream-0-0": ("ArrowDown",),
        "latency-sizes": ("ArrowDown", "ArrowRight"), "lab-reads-0": ("ArrowDown",), "machine-0": ("ArrowDown",)}
# Until all is unpacked that drawing takes.
PRINTABLE = """
const wait = (done) => 'printable' in document.documentElement.dataset ? done() : setTimeout(wait, 50, done);
wait(arguments[0]);
"""
# Labels of ticks that their picture cuts off: the figure and the words.
CUT_OFF = """
return [...document.querySelectorAll('.chart .main-svg')].flatMap((picture) => {
  const all = picture.getBoundingClientRect();
  return [...picture.querySelectorAll('.xtick text, .ytick text, .x2tick text, .y2tick text, .cbaxis text')].filter((label) => {
    const one = label.getBoundingClientRect();
    return one.left < all.left - 1 || one.right > all.right + 1 || one.top < all.top - 1 || one.bottom > all.bottom + 1;
  }).map((label) => `${picture.closest('figure').id}: ${label.textContent}`);
});
"""


def axe_source() -> str:
    """axe-core, from a package that is fetched once below the build folder. SkipTest: there is no network."""
    folder = KEPT / "axe-4.12"
    if not folder.is_dir():
        fresh = KEPT / f"axe.{os.getpid()}"
        for words in ([sys.executable, "-m", "venv", str(fresh)],
                      [str(fresh / "bin" / "python3"), "-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check",
                       "--retries", "1", AXE]):
            done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
            if done.returncode != 0:
                last = ((done.stderr or done.stdout).strip().splitlines() or ["it failed"])[-1]
                raise unittest.SkipTest(f"axe-core cannot be fetched ({AXE}): {last}")
        fresh.rename(folder)
    return next(folder.rglob("axe.min.js")).read_text(encoding="utf-8")


class InBrowser(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        place = pathlib.Path(folder.name)
        chosen = seed()
        cls.document = Synthetic(2, 4, 8, chosen).document()
        files = [write(place, f"{number}.json", one) for number, one in enumerate(Samples(chosen).all().values())]
        cls.page = KEPT / "report.html"
        code, _, err = report(write(place, "profile.json", cls.document), *files, "-o", str(cls.page))
        assert code == 0, err
        cls.read = Page(cls.page.read_text(encoding="utf-8"))


class Drawn(InBrowser):
    def test_both_schemes_and_widths(self) -> None:
        grounds = set()
        for scheme in ("light", "dark"):
            for width in (400, 1200, 2400):
                with self.subTest(f"{scheme}, {width}"), browser.opened(self.page, width, scheme) as page:
                    self.assertEqual(browser.draw_all(page), 0)
                    browser.screenshot(page, KEPT / f"report-{scheme}-{width}.png", width)
                    self.assertEqual(browser.complaints(page), [])
                    self.assertEqual(page.execute_script("return document.documentElement.scrollWidth"), width)
                    found = page.execute_script("return [...document.querySelectorAll('main section')].filter((one) => one.offsetHeight > 0)"
                                                ".map((one) => one.id)")
                    self.assertEqual(found, [make.__module__.rpartition(".")[2] for make in sections.ALL])
                    self.assertEqual(page.execute_script("return document.querySelectorAll('.chart .main-svg:first-child').length"),
                                     len(self.read.figures))
                    wide = page.execute_script("return [...document.querySelectorAll('.chart')].filter((one) => one.scrollWidth >"
                                               " one.clientWidth + 1).map((one) => one.closest('figure').id)")
                    self.assertEqual(wide, [])
                    self.assertEqual(page.execute_script(CUT_OFF), [])
                    self.assertGreater(page.execute_script("return document.querySelectorAll('.chart .xtick text').length"), len(self.read.figures))
                    ground = page.execute_script("return [getComputedStyle(document.body).backgroundColor,"
                                                 " getComputedStyle(document.querySelector('.chart text')).fill]")
                    grounds.add((scheme, *ground))
        self.assertEqual(len(grounds), 2, grounds)
        self.assertEqual(len({ground for _, ground, _ in grounds}), 2)

    def test_a_label_that_is_cut_off_is_seen(self) -> None:
        with browser.opened(self.page, 1000) as page:
            browser.draw_all(page)
            page.execute_script("document.querySelector('#stream-0-0 .xtick text').style.transform = 'translate(-3000px, 0)'")
            self.assertEqual([found.partition(":")[0] for found in page.execute_script(CUT_OFF)], ["stream-0-0"])

    def test_charts_follow_the_scheme(self) -> None:
        with browser.opened(self.page, 1000, "light") as page:
            browser.draw_all(page)
            colour = "return document.querySelector('#stream-0-0 .xtick text').style.fill"
            before = page.execute_script(colour)
            page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
            page.execute_async_script("setTimeout(arguments[0], 1500)")
            self.assertNotEqual(page.execute_script(colour), before)
            self.assertEqual(browser.complaints(page), [])

    def test_on_paper_every_picture_is_drawn_in_ink_and_fits(self) -> None:
        """Nothing was scrolled to before; kept as report.pdf."""
        with browser.opened(self.page, 1600, "dark") as page:
            colour = "document.querySelector('.chart .xtick text')?.style.fill"
            page.execute_async_script(PRINTABLE)
            page.execute_script("addEventListener('beforeprint', () => { window.before = {"
                                " empty: [...document.querySelectorAll('.chart')].filter((one) => !one.querySelector('.main-svg')).length,"
                                " widest: Math.max(...[...document.querySelectorAll('.chart .main-svg')].map((one) => one.width.baseVal.value)),"
                                f" colour: {colour}}}; }})")
            printed = page.execute_cdp_cmd("Page.printToPDF", {"paperWidth": 8.27, "paperHeight": 11.69})
            (KEPT / "report.pdf").write_bytes(base64.b64decode(printed["data"]))
            before = page.execute_script("return window.before")
            self.assertEqual((before["empty"], before["colour"]), (0, "rgb(22, 32, 44)"))
            self.assertLessEqual(before["widest"], 680)
            page.execute_async_script("setTimeout(arguments[0], 1500)")
            self.assertNotEqual(page.execute_script(f"return {colour}"), before["colour"])
            self.assertEqual(browser.complaints(page), [])

    def test_what_is_drawn_is_what_is_in_the_document(self) -> None:
        expected = [[None] * 32 for _ in range(32)]
        for cell in self.document["core_to_core"]:
            if (cell["state"], cell["level"]) == ("M", 2):
                expected[cell["reader"]][cell["owner"]] = cell["latency_ns"].get("median")
        with browser.opened(self.page, 1000) as page:
            browser.draw_all(page)
            self.assertEqual(page.execute_script("return document.querySelector('#core-core-0-M-2 .chart').data[0].z"), expected)


class Used(InBrowser):
    def test_a_walk_by_keyboard(self) -> None:
        from selenium.webdriver.common.keys import Keys

        with browser.opened(self.page, 1000) as page:
            browser.draw_all(page)
            for name, keys in WALK.items():
                place = page.find_element("css selector", f"#{name} .chart")
                page.execute_script("arguments[0].focus()", place)
                self.assertEqual(page.execute_script("return document.activeElement.closest('figure').id"), name)
                place.send_keys(Keys.ARROW_DOWN)  # enters at the first figure
                row, column = 0, 1
                for key in keys:
                    place.send_keys(getattr(Keys, key.replace("Arrow", "ARROW_").upper()))
                    row, column = row + (key == "ArrowDown"), column + (key == "ArrowRight")
                page.execute_async_script("setTimeout(arguments[0], 400)")
                said = page.find_element("css selector", f"#{name}-at").text
                table = page.execute_script("return [...document.getElementById(arguments[0] + '-table').rows].map((row) =>"
                                            " [...row.cells].map((cell) => cell.textContent))", name)
                self.assertEqual(said, f"{table[row + 1][0]}; {table[0][column]}: {table[row + 1][column]}", name)
            hover = page.execute_script("return document.querySelectorAll('#machine-0 .hoverlayer, #stream-0-0 .hoverlayer').length")
            self.assertGreater(hover, 0)
            self.assertEqual(browser.complaints(page), [])

    def test_everything_is_reached_by_tab(self) -> None:
        from selenium.webdriver.common.action_chains import ActionChains
        from selenium.webdriver.common.keys import Keys

        with browser.opened(self.page, 1600) as page:
            seen = set()
            for _ in range(400):
                ActionChains(page).send_keys(Keys.TAB).perform()
                place = page.execute_script("const one = document.activeElement;"
                                            " return one.classList.contains('chart') ? one.closest('figure').id : one.tagName")
                if place == "BODY":
                    break
                seen.add(place)
            self.assertLessEqual(set(self.read.figures), seen)
            self.assertLessEqual({"A", "SUMMARY"}, seen)

    def test_a_table_is_copied_as_csv(self) -> None:
        with browser.opened(self.page, 1000) as page:
            page.execute_script("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
            page.execute_script("document.querySelector('#barriers-0-0 details').open = true")
            page.execute_script("document.querySelector('#barriers-0-0 .copy').click()")
            page.execute_async_script("setTimeout(arguments[0], 500)")
            lines = page.execute_script("return window.copied").splitlines()
            self.assertEqual(lines[0], '"algorithm","measured, us","predicted, us"'.replace('"algorithm"', "algorithm"))
            first = self.document["barriers"][0]
            self.assertEqual(lines[1], f"central,{first['time_us'].get('median', '')},{first['predicted_us']}")


class Large(unittest.TestCase):
    def test_576_cores_the_table_is_made_when_it_is_opened(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            document = Synthetic(4, 8, 72, 5, holes=0).document((("M", 2),))
            del document["handovers"]
            target = KEPT / "large.html"
            code, _, err = report(write(pathlib.Path(folder), "profile.json", document), "-o", str(target))
        self.assertEqual(code, 0, err)
        with browser.opened(target, 1200) as page:
            ready = page.execute_script("const at = performance.getEntriesByType('navigation')[0]; return at.domContentLoadedEventEnd")
            print(f"576 cores: the page was there after {ready / 1000:.2f} s", file=sys.stderr)
            self.assertEqual(page.execute_script("return document.querySelectorAll('#core-core-0-M-2 td').length"), 0)
            self.assertEqual(browser.draw_all(page), 0)
            page.execute_script("document.querySelector('#core-core-0-M-2 details').open = true")
            for _ in range(300):
                rows = page.execute_script("return document.querySelectorAll('#core-core-0-M-2-table tbody tr').length")
                if rows == 576:
                    break
                page.execute_async_script("setTimeout(arguments[0], 200)")
            self.assertEqual(rows, 576)
            self.assertEqual(browser.complaints(page), [])


class Accessible(InBrowser):
    def test_axe_finds_nothing_serious(self) -> None:
        source = axe_source()
        for scheme in ("light", "dark"):
            with self.subTest(scheme), browser.opened(self.page, 1200, scheme) as page:
                browser.draw_all(page)
                # Of tables those that are no more of the same.
                page.execute_script("for (const one of document.querySelectorAll('details'))"
                                    " one.open = one.querySelectorAll('td').length < 200")
                page.execute_script(source)
                # Colours are all that differs in the dark.
                chosen = "{resultTypes: ['violations']" + (", runOnly: ['color-contrast']}" if scheme == "dark" else "}")
                found = page.execute_async_script(f"axe.run(document, {chosen}).then(arguments[0])")
                serious = [(one["id"], one["impact"], len(one["nodes"]), one["nodes"][0]["html"][:200], one["nodes"][0]["failureSummary"][:300])
                           for one in found["violations"] if one["impact"] in ("serious", "critical")]
                self.assertEqual(serious, [])


if __name__ == "__main__":
    reason = browser.lacking()
    try:
        plotly_library.source()
    except ReportError as error:
        reason = reason or str(error)
    if reason:
        print(f"skipped: {reason}")
        sys.exit(SKIPPED)
    KEPT.mkdir(parents=True, exist_ok=True)
    unittest.main()
