"""Mails have the reference's dialog and headers; a server that refuses is named."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.cfengine.executor.smtp_peer import SmtpPeer

from duckrow.cfengine.evaluation.messages.log import Log
from duckrow.cfengine.executor.comparing import Filter
from duckrow.cfengine.executor.mail import send_output
from duckrow.cfengine.executor.settings import Settings

HOST = (
    'vfqhost="goose.pond";ip-addresses="10.0.0.7 10.0.0.8";policyhub="10.0.0.1";pkhash="MD5=00ff"'
)


@pytest.fixture
def peer() -> Iterator[SmtpPeer]:
    found = SmtpPeer()
    yield found
    found.close()


def settings_for(server: str) -> Settings:
    found = Settings()
    found.mail_server, found.mail_to = server, "duck@pond"
    found.host_name, found.address, found.addresses = "goose.pond", "10.0.0.7", "10.0.0.7 10.0.0.8"
    found.hub, found.key_digest = "10.0.0.1", "MD5=00ff"
    return found


def send(settings: Settings, text: str, path: Path) -> tuple[bool, list[str]]:
    path.write_text(text)
    lines: list[str] = []
    log = Log(write=lines.append)
    wanted = Filter(settings.mail_include, settings.mail_exclude, log)
    return send_output(settings, str(path), wanted, log), lines


def test_the_dialog(peer: SmtpPeer, tmp_path: Path) -> None:
    done, lines = send(settings_for(peer.address), "a\n.b\n", tmp_path / "cf_out")
    peer.close()
    assert done
    assert lines == []
    [dialog] = peer.dialogs
    dialog = re.sub(r"Date: \w{3}, \d\d \w{3} \d{4} [\d:]{8} [+-]\d{4}", "Date: now", dialog)
    assert dialog.split("\r\n") == [
        "HELO goose.pond",
        "MAIL FROM: <cfengine@goose.pond>",
        "RCPT TO: <duck@pond>",
        "DATA",
        "Subject: [goose.pond/10.0.0.7]",
        f"X-CFEngine: {HOST}",
        "Date: now",
        "From: cfengine@goose.pond",
        "To: duck@pond",
        "",
        "a",
        "..b",
        ".",
        "QUIT",
        "",
    ]  # fmt: skip


def test_the_length_is_limited(peer: SmtpPeer, tmp_path: Path) -> None:
    settings = settings_for(peer.address)
    settings.mail_lines, settings.mail_exclude = 2, ["hiss"]
    path = tmp_path / "cf_out"
    send(settings, "1\nhiss\n2\n3\n", path)
    send(settings, "1\nhiss\n2\n", path)
    settings.mail_lines = 999_999_999
    send(settings, "1\n2\n3\n", path)
    peer.close()
    bodies = [each.partition("\r\n\r\n")[2] for each in peer.dialogs]
    note = f"\r\n[Mail truncated by CFEngine. File is at {path} on goose.pond]\r\n"
    ends = ".\r\nQUIT\r\n"
    assert bodies == [f"1\r\n2\r\n{note}{ends}", f"1\r\n2\r\n{ends}", f"1\r\n2\r\n3\r\n{ends}"]


def test_an_address_ends_no_command(peer: SmtpPeer, tmp_path: Path) -> None:
    settings = settings_for(peer.address)
    settings.mail_to = "duck@pond>\r\nRCPT TO: <fox@den"
    settings.mail_subject = "News\r\nBcc: fox@den"
    assert send(settings, "a\n", tmp_path / "cf_out")[0]
    peer.close()
    [dialog] = peer.dialogs
    assert "\nRCPT TO: <fox" not in dialog
    assert "\nBcc" not in dialog


@pytest.mark.parametrize("command", ["HELO", "MAIL", "RCPT", "DATA"])
def test_a_refusal_names_the_command_and_the_output(command: str, tmp_path: Path) -> None:
    peer = SmtpPeer(command)
    path = tmp_path / "cf_out"
    done, lines = send(settings_for(peer.address), "a\n", path)
    peer.close()
    assert not done
    assert "550 no ducks here" in lines[0]
    assert f"(after: {command}" in lines[0]
    assert str(path) in lines[1]
    assert path.exists()


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    done, lines = send(settings_for(f"127.0.0.1:{port}"), "a\n", tmp_path / "cf_out")
    assert not done
    assert "refused" in lines[0]
