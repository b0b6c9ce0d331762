"""The page over a small store, without a server."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import parse_qs, unquote

import pytest
from tests.unit.server.fleet_page.fleet import NOW, fill

from duckrow.puppet.settings.settings import Settings
from duckrow.server.fleet_page.asking import Asking
from duckrow.server.fleet_page.endpoint import show
from duckrow.server.fleet_page.settings import PageSettings
from duckrow.server.fleet_page.visit import Visit
from duckrow.server.http.exchange import Answer, Request
from duckrow.store.database.database import open_database
from duckrow.store.query.functions import FUNCTIONS
from duckrow.store.store import Store


class Pages:
    """Opens pages by their address."""

    def __init__(self, store: Store, settings: PageSettings) -> None:
        self.store = store
        self.settings = settings

    def answer(self, address: str) -> Answer:
        path, _, fields = address.partition("?")
        request = Request("GET", unquote(path), parse_qs(fields))
        names = request.path.removeprefix("/fleet").strip("/").split("/")
        asking = Asking(self.store.database, NOW)
        return show(Visit(request, names[1:], asking, self.settings), names[0])

    def open(self, address: str) -> str:
        answer = self.answer(address)
        assert answer.status == 200, answer.body
        return answer.body.decode()

    def words(self, address: str) -> str:
        """Return the text of a page without its elements."""
        text = re.sub(r"<[^>]*>", " ", self.open(address))
        return re.sub(r"\s+", " ", text)


@pytest.fixture
def settings(tmp_path: Path) -> Callable[[str], Settings]:
    def make(conf: str = "") -> Settings:
        (tmp_path / "conf.d").mkdir(exist_ok=True)
        (tmp_path / "conf.d/page.conf").write_text(conf)
        return Settings({"confdir": str(tmp_path), "vardir": f"{tmp_path}/var"})

    return make


@pytest.fixture
def pages(tmp_path: Path, settings: Callable[..., Settings]) -> Iterator[Pages]:
    store = Store(open_database(f"{tmp_path}/store.db", print, FUNCTIONS))
    fill(store)
    yield Pages(store, PageSettings(settings("page: {}")))
    store.close()


@pytest.fixture
def empty_pages(tmp_path: Path, settings: Callable[..., Settings]) -> Iterator[Pages]:
    store = Store(open_database(f"{tmp_path}/empty.db", print, FUNCTIONS))
    yield Pages(store, PageSettings(settings("page: {}")))
    store.close()
