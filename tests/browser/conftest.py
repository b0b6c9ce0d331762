"""A browser for all tests of this directory, and a directory for screenshots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.browser.driver import MISSING, Browser, is_installed

from duckrow.explain.page.html import page

Open = Callable[..., Browser]


@pytest.fixture(scope="session")
def one_browser() -> Iterator[Browser]:
    if not is_installed():
        pytest.skip(MISSING)
    browser = Browser()
    yield browser
    browser.close()


@pytest.fixture
def show(one_browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Open a page with some data; at the end it has logged nothing and loaded nothing else."""
    file = tmp_path / "page.html"

    def open_page(data: dict[str, Any], address: str = "") -> Browser:
        file.write_text(page(data))
        one_browser.open(f"{file.as_uri()}{address}")
        one_browser.wait("return document.querySelector('main') !== null")
        return one_browser

    yield open_page
    one_browser.run("localStorage.clear()")
    assert one_browser.messages() == []
    assert {url for url in one_browser.requests() if url != "data:,"} == {file.as_uri()}


@pytest.fixture
def shoot(one_browser: Browser, request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Make a screenshot if --screenshots names a directory."""
    directory = request.config.getoption("--screenshots")

    def make(name: str) -> None:
        if directory:
            Path(directory).mkdir(parents=True, exist_ok=True)
            one_browser.screenshot(Path(directory) / f"{name}.png")

    return make
