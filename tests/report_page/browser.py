# SPDX-License-Identifier: BSD-3-Clause
"""A headless Chromium with a page in it."""

from __future__ import annotations

import contextlib
import os
import pathlib
import shutil
from collections.abc import Iterator
from typing import Any

DRIVER = "chromedriver"


def lacking() -> str:
    """What is missing to open a page, in words; "": nothing."""
    try:
        import selenium  # noqa: F401
    except ImportError:
        return "python3-selenium is not installed"
    for program in ("chromium", DRIVER):
        if not shutil.which(program):
            return f"{program} is not installed"
    return ""


@contextlib.contextmanager
def opened(page: pathlib.Path, width: int = 1600, scheme: str = "light", height: int = 1000) -> Iterator[Any]:
    """The page, drawn as people with this width and colour scheme have it."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    # Root cannot have the sandbox; no network, so that a page which asks for some is seen.
    for word in ("--headless=new", "--no-sandbox" if os.geteuid() == 0 else "", "--disable-gpu", "--disable-dev-shm-usage",
                 "--hide-scrollbars", "--proxy-server=127.0.0.1:9", "--force-color-profile=srgb"):
        if word:
            options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = webdriver.Chrome(service=Service(shutil.which(DRIVER)), options=options)
    try:
        browser.set_script_timeout(120)
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        browser.get(page.as_uri())
        yield browser
    finally:
        browser.quit()


DRAW_ALL = """
const done = arguments[0];
(async () => {
  const places = [...document.querySelectorAll('.chart')];
  for (const place of places) {
    place.scrollIntoView();
    for (let tries = 0; tries < 600 && !place.querySelector('.main-svg'); ++tries) await new Promise((go) => setTimeout(go, 50));
  }
  scrollTo(0, 0);
  setTimeout(() => done(places.filter((place) => !place.querySelector('.main-svg')).length), 300);
})();
"""


def draw_all(browser: Any) -> int:
    """Scrolls along the page until all pictures are drawn; how many are not."""
    return browser.execute_async_script(DRAW_ALL)


def screenshot(browser: Any, target: pathlib.Path, width: int) -> None:
    """All of the page."""
    import base64

    height = browser.execute_script("return document.documentElement.scrollHeight")
    picture = browser.execute_cdp_cmd("Page.captureScreenshot", {
        "captureBeyondViewport": True, "clip": {"x": 0, "y": 0, "width": width, "height": min(height, 16000), "scale": 1}})
    target.write_bytes(base64.b64decode(picture["data"]))


def complaints(browser: Any) -> list[str]:
    """What the console has of errors and warnings."""
    return [entry["message"] for entry in browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
