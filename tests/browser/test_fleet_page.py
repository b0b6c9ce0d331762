"""The page of the fleet in a real browser, from a server with TLS and a token."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest
from tests.browser.driver import Browser
from tests.unit.server.fleet_page import fleet
from tests.unit.server.running import RunningServer

from duckrow.store.database.database import open_database
from duckrow.store.store import Store

Shoot = Callable[[str], None]
TOKEN = "quack-quack-quack-quack"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path_factory.mktemp("s"))
    directory = running.directory
    token = directory / "token"
    token.write_text(TOKEN)
    token.chmod(0o600)
    running.write_conf("page.conf", f'page: {{ token-file: "{token}" }}')
    (directory / "var/duckrow").mkdir(parents=True, mode=0o700)
    store = Store(open_database(f"{directory}/var/duckrow/store.db", print))
    usual, fleet.NOW = fleet.NOW, time.time()
    try:
        fleet.fill(store)
    finally:
        fleet.NOW = usual
        store.close()
    with running:
        yield running


@pytest.fixture
def visit(one_browser: Browser, server: RunningServer) -> Iterator[Callable[[str], Browser]]:
    """Open an address as someone who has signed in; at the end the page has logged nothing."""
    one_browser.command("Security.setIgnoreCertificateErrors", ignore=True)
    start = f"https://localhost:{server.port}"

    def open_page(path: str) -> Browser:
        one_browser.open(start + path)
        if one_browser.run("return location.pathname") == "/fleet/sign-in":
            one_browser.click("input[name=token]")
            one_browser.press(*TOKEN, "Enter")
            one_browser.wait("return location.pathname !== '/fleet/sign-in'")
        one_browser.wait("return document.readyState === 'complete'")
        return one_browser

    yield open_page
    one_browser.command("Emulation.clearDeviceMetricsOverride")
    one_browser.command("Emulation.setEmulatedMedia", features=[])
    # [DOM] marks hints of the browser to authors, not errors.
    assert [each for each in one_browser.messages() if "[DOM]" not in each] == []
    assert [
        url for url in one_browser.requests() if not url.startswith((start, "about:", "data:"))
    ] == []


def fits(browser: Browser) -> bool:
    """Return whether nothing is wider than the window."""
    found: bool = browser.run(
        "return document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )
    return found


def narrow(browser: Browser) -> None:
    """Make the window that of a telephone."""
    size = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": False}
    browser.command("Emulation.setDeviceMetricsOverride", **size)


def test_signing_in_leads_to_the_page(visit: Callable[[str], Browser], shoot: Shoot) -> None:
    browser = visit("/fleet/nodes")
    assert browser.run("return location.pathname") == "/fleet/nodes"
    browser.click("header button.plain")
    browser.wait("return location.pathname === '/fleet/sign-in'")
    shoot("fleet-sign-in")


def test_from_the_overview_to_the_reason(visit: Callable[[str], Browser], shoot: Shoot) -> None:
    browser = visit("/fleet")
    assert browser.text(".card.failed strong") == "1"
    bars = "return document.querySelectorAll('svg.chart > a > g > rect.bar').length"
    assert browser.run(bars) >= 2
    shoot("fleet-overview")
    browser.click(".card.failed")
    browser.wait("return location.search === '?state=failed'")
    browser.click("td a[href='/fleet/node/huey.lab']")
    browser.wait("return document.querySelector('h1').textContent === 'huey.lab'")
    shoot("fleet-node")
    browser.click("td a[href^='/fleet/run/']")
    assert "It depends on Package[duck], which failed." in browser.text(".events")
    assert browser.run("return document.querySelectorAll('main img').length") == 0
    shoot("fleet-run")
    browser.click(".ways a")
    browser.wait("return document.querySelector('.box') !== null")
    shoot("fleet-run-explained")


def test_from_the_overview_to_a_promise(visit: Callable[[str], Browser], shoot: Shoot) -> None:
    browser = visit("/fleet")
    browser.click("section[aria-label='States of policies'] .card.failed")
    browser.wait("return location.pathname === '/fleet/policies'")
    browser.click("td a[href^='/fleet/policy-run/']")
    browser.wait("return document.querySelector('.event.failed') !== null")
    assert "the directory /pond is missing" in browser.text(".event.failed")
    assert browser.run("return document.querySelectorAll('main img').length") == 0
    shoot("fleet-policy-run")
    narrow(browser)
    assert fits(browser)
    shoot("fleet-policy-run-narrow")


@pytest.mark.parametrize(
    "path",
    [
        "events",
        "nodes",
        "runs",
        "facts?path=os.family",
        "compare?a=huey.lab&b=dewey.lab",
        "certificates",
        "policies",
        "node/huey.lab/facts",
        "node/huey.lab/policies",
        "search?query=reports%20%7B%7D",
    ],
)
def test_views_fit(visit: Callable[[str], Browser], shoot: Shoot, path: str) -> None:
    browser = visit(f"/fleet/{path}")
    name = path.partition("?")[0].replace("/", "-")
    assert fits(browser)
    shoot(f"fleet-{name}")
    narrow(browser)
    assert fits(browser)
    # A row becomes a list: nothing has to be scrolled sideways to be seen.
    lists = "[...document.querySelectorAll('.scroll')]"
    assert browser.run(f"return {lists}.every(each => each.scrollWidth <= each.clientWidth)")
    shoot(f"fleet-{name}-narrow")


def test_the_overview_fits_a_narrow_window_and_the_dark(
    visit: Callable[[str], Browser], shoot: Shoot
) -> None:
    browser = visit("/fleet")
    dark = [{"name": "prefers-color-scheme", "value": "dark"}]
    browser.command("Emulation.setEmulatedMedia", features=dark)
    shoot("fleet-overview-dark")
    narrow(browser)
    assert fits(browser)
    label = "return document.querySelector('.dates span').getBoundingClientRect().height"
    assert browser.run(label) >= 10
    shoot("fleet-overview-narrow")


def test_completion_and_search(visit: Callable[[str], Browser], shoot: Shoot) -> None:
    browser = visit("/fleet/search")
    browser.click("textarea")
    browser.press(*"nodes { latest_report_st")
    browser.wait("return document.querySelector('form.search .choices li') !== null")
    shoot("fleet-completion")
    browser.press("ArrowDown", "Enter")
    assert browser.run("return document.querySelector('textarea').value").endswith("report_status")
    browser.press(*' = "failed" }')
    browser.click("form.search button")
    browser.wait("return document.querySelector('main table') !== null")
    assert "huey.lab" in browser.text("main table")
    shoot("fleet-search")
