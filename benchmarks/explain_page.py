"""How soon does the page of a catalog show something in a browser?

`made` is the time for the data and the page in Python, after the compile. `painted` is the first
contentful paint of the browser, `drawn` is when the scripts have drawn the view, both since the
navigation began, the best of several. The browser is Debian's chromium without a window. Without
it, or without the puppet-module packages, less is measured.

    python benchmarks/explain_page.py [--rounds N] [--keep DIR]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.browser.catalogs import APACHE, HAS_APACHE, LAKE, MadePage
from tests.browser.driver import MISSING, Browser, is_installed


def watch(browser: Browser, url: str) -> tuple[float, float]:
    """Return when a page shows something, and when its view is there; in seconds."""
    browser.open(url)
    browser.wait("return performance.getEntriesByName('first-contentful-paint').length > 0")
    painted, drawn = browser.run(
        "return [performance.getEntriesByName('first-contentful-paint')[0].startTime,"
        " performance.timing.domContentLoadedEventEnd - performance.timing.navigationStart]"
    )
    return painted / 1000, drawn / 1000


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--keep", metavar="DIR", help="keep the pages in this directory")
    chosen = options.parse_args()
    programs = {"5,000 resources": LAKE}
    if HAS_APACHE:
        programs = {"apache, 50 hosts": APACHE, **programs}
    browser = Browser() if is_installed() else None
    if browser is None:
        print(MISSING)
    print(f"{'':18}{'resources':>10}{'size':>11}{'made':>9}{'painted':>10}{'drawn':>9}")
    with tempfile.TemporaryDirectory() as scratch:
        directory = Path(chosen.keep or scratch)
        for number, (name, code) in enumerate(programs.items()):
            made = MadePage(name, code)
            path = directory / f"{number}.html"
            path.write_text(made.text)
            size = len(made.text) / 1e6
            row = f"{name:18}{made.count:>10,}{size:>8.1f} MB{made.seconds:8.2f}s"
            if browser is not None:
                times = [watch(browser, path.as_uri()) for _ in range(chosen.rounds)]
                row += f"{min(each[0] for each in times):9.2f}s"
                row += f"{min(each[1] for each in times):8.2f}s"
            print(row)
    if browser is not None:
        browser.close()


if __name__ == "__main__":
    main()
