"""The view of certificates."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.unit.ca.making import Log, new_authority
from tests.unit.server.fleet_page.conftest import Pages
from tests.unit.server.fleet_page.fleet import NOW

from duckrow.ca.authority import Authority
from duckrow.ca.directory import CaDirectory
from duckrow.server.fleet_page.asking import Asking
from duckrow.server.fleet_page.endpoint import show
from duckrow.server.fleet_page.visit import Visit
from duckrow.server.http.exchange import Request


def states(pages: Pages, authority: Authority) -> set[tuple[str, str]]:
    request = Request("GET", "/fleet/certificates", {})
    asking = Asking(pages.store.database, NOW)
    body = show(Visit(request, [], asking, pages.settings, authority), "certificates").body.decode()
    assert "other names" in body
    return set(re.findall(r'<span class="state (\w+ ?)">(\w+)', body))


def test_an_expired_certificate_is_not_shown_as_good(empty_pages: Pages, tmp_path: Path) -> None:
    new_authority(tmp_path)
    authority = Authority(CaDirectory(f"{tmp_path}/ca"), log=Log())
    assert states(empty_pages, authority) == {("good", "signed")}
    later = datetime.now(UTC) + timedelta(days=6 * 365)
    authority.now = lambda: later
    assert states(empty_pages, authority) == {("failed", "expired")}
