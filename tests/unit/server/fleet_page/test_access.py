"""Who may look at the page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from duckrow.puppet.settings.settings import Settings
from duckrow.server.fleet_page.access import COOKIE, PageAccess, SignInRefusal
from duckrow.server.http.exchange import Client, Refusal, Request
from duckrow.source.errors import InputError

TOKEN = "quack-quack-quack-quack"
Make = Callable[[str], Settings]


class Rules:
    """Rules that allow one name."""

    def check(self, request: Request) -> None:
        assert request.client is not None
        if request.client.name != "admin.lab":
            raise Refusal(403, "Forbidden request", None)


def log(*_: object) -> None:
    pass


@pytest.fixture
def access(tmp_path: Path, settings: Make) -> PageAccess:
    token = tmp_path / "token"
    token.write_text(f"{TOKEN}\n")
    token.chmod(0o640)
    return PageAccess(settings(f'page: {{ token-file: "{token}" }}'), log)  # type: ignore[arg-type]


def ask(
    access: PageAccess,
    address: str = "127.0.0.1",
    client: str = "",
    path: str = "/fleet",
    **headers: str,
) -> None:
    who = Client(client, 1, {}, b"") if client else None
    request = Request("GET", path, headers=headers, client=who, address=address)
    access.check(request, Rules())  # type: ignore[arg-type]


def test_a_certificate_needs_a_rule(access: PageAccess) -> None:
    ask(access, client="admin.lab")
    with pytest.raises(Refusal, match="Forbidden request"):
        ask(access, client="huey.lab")


def test_a_browser_without_a_certificate_signs_in(access: PageAccess) -> None:
    with pytest.raises(SignInRefusal) as refusal:
        ask(access, path="/fleet/nodes")
    headers = refusal.value.answer().headers
    assert headers["Location"] == "/fleet/sign-in?next=%2Ffleet%2Fnodes"
    ask(access, path="/fleet/sign-in")
    value = access.cookie().partition(";")[0]
    ask(access, cookie=f"other=1; {value}")
    for wrong in (
        f"{value[:-1]}x",
        f"{COOKIE}=9999999999.{'0' * 64}",
        f"{COOKIE}=",
        f"{COOKIE}=1.",
    ):
        with pytest.raises(SignInRefusal):
            ask(access, cookie=wrong)
    assert "Secure; HttpOnly; SameSite=Lax" in access.cookie()


def test_a_program_sends_the_token(access: PageAccess) -> None:
    ask(access, authorization=f"Bearer {TOKEN}")
    with pytest.raises(Refusal, match="a client certificate or a token is needed"):
        ask(access, authorization=f"Bearer {TOKEN}k")


@pytest.mark.parametrize("address", ["192.0.2.1", "2001:db8::1", "", "duck"])
def test_other_hosts_see_nothing_by_default(access: PageAccess, address: str) -> None:
    with pytest.raises(
        Refusal, match="for clients on loopback, as in https://localhost:8140/fleet"
    ):
        ask(access, address, client="admin.lab")
    with pytest.raises(
        Refusal, match="for clients on loopback, as in https://localhost:8140/fleet"
    ):
        ask(access, address, path="/fleet/sign-in")


@pytest.mark.parametrize("address", ["127.9.9.9", "::1", "::ffff:127.0.0.1"])
def test_loopback_is_this_host(access: PageAccess, address: str) -> None:
    ask(access, address, client="admin.lab")


def test_enabled_opens_it_to_other_hosts(settings: Make) -> None:
    access = PageAccess(settings("page: { enabled: true }"), log)  # type: ignore[arg-type]
    ask(access, "192.0.2.1", client="admin.lab")
    with pytest.raises(Refusal, match="a client certificate or a token is needed"):
        ask(access, "192.0.2.1")
    assert not access.is_token("")


def test_a_new_token_makes_the_old_one_worthless(access: PageAccess) -> None:
    value = access.cookie().partition(";")[0]
    path = Path(access.settings.token_file)
    path.write_text("another-token-of-some-length")
    access.look_again()
    with pytest.raises(SignInRefusal):
        ask(access, cookie=value)
    assert not access.is_token(TOKEN)
    path.unlink()
    access.look_again()
    assert not access.has_token


@pytest.mark.parametrize(
    ("content", "mode", "why"), [("short", 0o600, "at least"), (TOKEN, 0o644, "every user")]
)
def test_an_unsafe_token_is_rejected(
    tmp_path: Path, settings: Make, content: str, mode: int, why: str
) -> None:
    token = tmp_path / "token"
    token.write_text(content)
    token.chmod(mode)
    with pytest.raises(InputError) as error:
        PageAccess(settings(f'page: {{ token-file: "{token}" }}'), log)  # type: ignore[arg-type]
    assert why in str(error.value.why)


def test_times_of_the_settings(settings: Make) -> None:
    found = PageAccess(settings("page: { silent-after: 2h }"), log)  # type: ignore[arg-type]
    assert found.settings.silent_after == 7200
    assert PageAccess(settings("page: {}"), log).settings.silent_after == 3600  # type: ignore[arg-type]
    with pytest.raises(InputError, match="a time such as 1h"):
        PageAccess(settings("page: { silent-after: duck }"), log)  # type: ignore[arg-type]
