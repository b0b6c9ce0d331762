"""Versions of code."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.puppet.settings.settings import Settings
from duckrow.server.conf_d import versioned_code_of
from duckrow.server.environments.versioned_code import (
    CodeError,
    VersionedCode,
    get_static_file_content,
    versioned_code,
)
from duckrow.server.http.exchange import Answer, Refusal, Request
from duckrow.server.log import Log
from duckrow.source.errors import InputError


class Site:
    def __init__(self, code: VersionedCode | None) -> None:
        self.versioned_code = code


def program(path: Path, text: str) -> str:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def logged() -> list[tuple[str, str]]:
    return []


@pytest.fixture
def code(tmp_path: Path, logged: list[tuple[str, str]]) -> VersionedCode:
    return VersionedCode(
        program(tmp_path / "id", 'echo "$1-v1"'),
        program(tmp_path / "content", 'printf "%s|%s|%s" "$@"'),
        lambda level, message: logged.append((level, message)),
    )


def ask(site: Site, path: str, **fields: str) -> Answer:
    query = {name: [value] for name, value in fields.items()}
    request = Request("GET", f"/puppet/v3/static_file_content/{path}", query)
    try:
        return get_static_file_content(site, request)
    except Refusal as refusal:
        return refusal.answer()


def test_the_commands_get_their_arguments(code: VersionedCode) -> None:
    assert code.code_id("production") == "production-v1"
    answer = ask(Site(code), "modules/pond/files/a b", environment="production", code_id="v1")
    assert (answer.status, answer.body) == (200, b"production|v1|modules/pond/files/a b")
    assert answer.content_type == "application/octet-stream"


@pytest.mark.parametrize(
    ("path", "fields", "status", "message"),
    [
        ("", {"environment": "e", "code_id": "v"}, 400, "Error: A /static_file_content request"),
        ("modules/p/files/x", {"code_id": "v"}, 400, "Error: A /static_file_content request"),
        ("modules/p/files/x", {"environment": "e"}, 400, "Error: A /static_file_content request"),
        (
            "modules/p/files/x",
            {"environment": "../e", "code_id": "v"},
            400,
            "The environment must be purely alphanumeric, not '../e'",
        ),
        (
            "modules/p/files/x",
            {"environment": "e", "code_id": "$(reboot)"},
            400,
            "Invalid code-id '$(reboot)'. Must contain only alpha-numerics",
        ),
        ("modules/p/files/x", {"environment": "e", "code_id": "v\n"}, 400, "Invalid code-id"),
        ("modules/p/manifests/x", {"environment": "e", "code_id": "v"}, 403, "Request Denied: A"),
        ("modules/p/files/", {"environment": "e", "code_id": "v"}, 403, "Request Denied: A"),
        ("hiera.yaml", {"environment": "e", "code_id": "v"}, 403, "Request Denied: A"),
        ("--output=x/p/files/x", {"environment": "e", "code_id": "v"}, 403, "Request Denied: A"),
        ("data/x/y/files/z", {"environment": "e", "code_id": "v"}, 403, "Request Denied: A"),
        (
            "modules/p/files/../../../hiera.yaml",
            {"environment": "e", "code_id": "v"},
            400,
            "Invalid relative path (.. or .) in",
        ),
        ("modules/p/files/x\0", {"environment": "e", "code_id": "v"}, 400, "Invalid characters"),
    ],
)
def test_an_invalid_request_is_refused(
    code: VersionedCode, path: str, fields: dict[str, str], status: int, message: str
) -> None:
    answer = ask(Site(code), path, **fields)
    assert (answer.status, answer.content_type) == (status, "text/plain; charset=utf-8")
    assert answer.body.decode().startswith(message)


def test_a_site_without_commands() -> None:
    answer = ask(Site(None), "modules/p/files/x", environment="e", code_id="v")
    assert answer.status == 500
    assert answer.body.startswith(b"Cannot retrieve code content")
    assert versioned_code(None, "", print) is None
    with pytest.raises(InputError, match="Only one of"):
        versioned_code("/x", None, print)


def test_a_command_that_fails(tmp_path: Path, logged: list[tuple[str, str]]) -> None:
    bad = program(tmp_path / "bad", "echo quack >&2; exit 7")
    code = VersionedCode(bad, bad, lambda level, message: logged.append((level, message)))
    with pytest.raises(CodeError, match="exit-code: '7', stderr: 'quack'"):
        code.code_id("production")
    answer = ask(Site(code), "modules/p/files/x", environment="e", code_id="v")
    assert (answer.status, b"exit-code: '7'" in answer.body) == (500, True)
    missing = VersionedCode(f"{tmp_path}/none", bad, print)
    with pytest.raises(CodeError, match="Running script generated an error"):
        missing.code_id("production")


def test_errors_of_a_command_that_succeeds_are_logged(
    tmp_path: Path, logged: list[tuple[str, str]]
) -> None:
    noisy = program(tmp_path / "noisy", "echo quack >&2; echo v1")
    code = VersionedCode(noisy, noisy, lambda level, message: logged.append((level, message)))
    assert code.code_id("production") == "v1"
    assert logged == [("err", f"Error output generated while running '{noisy}'. stderr: 'quack'")]


def test_an_invalid_code_id_is_an_error(tmp_path: Path) -> None:
    for text in ("echo", "echo 'a b'", "echo a; echo b"):
        code = VersionedCode(program(tmp_path / "id", text), "/x", print)
        with pytest.raises(CodeError, match="Invalid code-id"):
            code.code_id("production")


def test_the_commands_may_be_in_any_file_of_conf_d(tmp_path: Path) -> None:
    conf_d = tmp_path / "conf/conf.d"
    conf_d.mkdir(parents=True)
    settings = Settings({"confdir": f"{tmp_path}/conf", "cadir": f"{tmp_path}/ca"})
    log = Log(write=lambda _line: None)
    assert versioned_code_of(settings, log) is None
    (conf_d / "a.conf").write_text("port: ${?PORT}\n")  # what it is about is not asked for
    (conf_d / "b.conf").write_text(
        "global: {}\nversioned-code: { code-id-command: /id, code-content-command: /content }\n"
    )
    assert versioned_code_of(settings, log) is not None
    (conf_d / "b.conf").write_text("versioned-code: { code-id-command: /id }\n")
    with pytest.raises(InputError, match="Only one of"):
        versioned_code_of(settings, log)
    (conf_d / "b.conf").write_text("versioned-code: { code-id: /id }\n")
    with pytest.raises(InputError, match=r"b\.conf:1:19: unknown key 'code-id'"):
        versioned_code_of(settings, log)
