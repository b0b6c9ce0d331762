"""How soon does the page of a catalog show something in a browser?

`made` is the time for the data and the page in Python, after the compile. `painted` is the first
contentful paint of the browser, `drawn` is when the scripts have drawn the view, both since the
navigation began, the best of several. The browser is Debian's chromium without a window. Without
it, or without the puppet-module packages, less is measured.

    python benchmarks/explain_page.py [--rounds N] [--keep DIR]
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from duckrow.explain.page.html import page
from duckrow.machine.local import LocalMachine
from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.explain.graph import ReasonedGraph
from duckrow.puppet.explain.page_data import page_data
from duckrow.puppet.explain.record import Record
from duckrow.puppet.explain.recorded import Recorded
from duckrow.puppet.settings.settings import Settings

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.compile_modules import FACTS, MODULES, PROGRAMS
from tests.browser.driver import MISSING, Browser, is_installed

# Users with a file and a service each: every second one in a class of its own.
LAKE = """
define lake::duck() {
  user { "duck${title}": ensure => present }
  -> file { "/srv/ducks/${title}/feathers.conf": content => "quack ${title}\n" }
  ~> service { "quack-${title}": ensure => running }
}
class lake {
  Integer[1, 720].each |$number| { lake::duck { "${number}": } }
}
class lake::visitors {
  Integer[721, 1000].each |$number| {
    user { "duck${number}": ensure => present }
    -> file { "/srv/ducks/${number}/feathers.conf": content => "quack ${number}\n" }
    ~> service { "quack-${number}": ensure => running }
    notify { "hello ${number}": require => Service["quack-${number}"] }
  }
}
include lake
class { 'lake::visitors': require => Class['lake'] }
file { ['/srv', '/srv/ducks']: ensure => directory }
Integer[1, 1000].each |$number| { file { "/srv/ducks/${number}": ensure => directory } }
"""


def make(name: str, code: str) -> tuple[str, int, float]:
    """Return the page of a program, the number of its resources, and the time it took."""
    settings = Settings({"strict": "warning", "strict_variables": "false"})
    environment = Environment(code=code, modulepath=[MODULES], settings=settings)
    record = Record()
    result = compile_catalog(environment, Node("bench.example.com", FACTS), listener=record)
    assert result.failure is None, result.failure.message
    began = time.process_time()
    data = page_data(ReasonedGraph(Recorded(result.build, record), LocalMachine()), name)
    text = page(data)
    return text, len(result.build.resources), time.process_time() - began


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
    if os.path.isdir(f"{MODULES}/apache"):
        programs = {"apache, 50 hosts": PROGRAMS["apache, 50 hosts"], **programs}
    browser = Browser() if is_installed() else None
    if browser is None:
        print(MISSING)
    print(f"{'':18}{'resources':>10}{'size':>11}{'made':>9}{'painted':>10}{'drawn':>9}")
    with tempfile.TemporaryDirectory() as scratch:
        directory = Path(chosen.keep or scratch)
        for number, (name, code) in enumerate(programs.items()):
            text, count, made = make(name, code)
            path = directory / f"{number}.html"
            path.write_text(text)
            row = f"{name:18}{count:>10,}{len(text) / 1e6:>8.1f} MB{made:8.2f}s"
            if browser is not None:
                times = [watch(browser, path.as_uri()) for _ in range(chosen.rounds)]
                row += f"{min(each[0] for each in times):9.2f}s"
                row += f"{min(each[1] for each in times):8.2f}s"
            print(row)
    if browser is not None:
        browser.close()


if __name__ == "__main__":
    main()
