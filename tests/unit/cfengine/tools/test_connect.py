"""Servers on the command lines of tools."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cfengine.values.server_address import split_server

pytest.importorskip("OpenSSL")

from duckrow.cfengine.tools.connect import policy_server
from duckrow.cli.drop_ins.cf_key import run_words as cf_key
from duckrow.cli.drop_ins.cf_net import run_words as cf_net
from duckrow.cli.drop_ins.cf_runagent import run_words as cf_runagent
from duckrow.cli.drop_ins.cf_secret import run_words as cf_secret


@pytest.fixture(autouse=True)
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CFENGINE_TEST_OVERRIDE_WORKDIR", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("option", ["-D", "-s", "--remote-bundles"])
def test_a_value_that_no_request_has_room_for(
    option: str, work: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (work / "ppkeys").mkdir(mode=0o700)
    policy = work / "policy.cf"
    policy.write_text("bundle agent main { }")
    policy.chmod(0o600)
    words = ["-f", str(policy), "-H", "127.0.0.1:1", option]
    assert cf_runagent([*words, "q" * 1024]) == 1
    assert f"error: Argument too long ({option})" in capsys.readouterr().out
    cf_runagent([*words, "q" * 1023])
    assert "too long" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("pond", "pond", ""),
        ("pond:99", "pond", "99"),
        ("10.0.0.1:99", "10.0.0.1", "99"),
        ("[::1]:99", "::1", "99"),
        ("[::1]", "::1", ""),
        ("fe80::1", "fe80::1", ""),
    ],
)
def test_hosts_and_ports(text: str, host: str, port: str) -> None:
    assert split_server(text) == (host, port)


def test_the_policy_server(work: Path) -> None:
    assert policy_server(str(work)) is None
    (work / "policy_server.dat").write_text("10.0.0.1\n")
    assert policy_server(str(work)) == "10.0.0.1"


def test_tools_need_a_key(capsys: pytest.CaptureFixture[str]) -> None:
    assert cf_net(["-H", "127.0.0.1", "connect"]) == 1
    assert cf_runagent(["-H", "127.0.0.1"]) == 1
    assert capsys.readouterr().out.count("please create one using cf-key") == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "Error: Command missing"),
        (["quack"], "'QUACK' is not a valid cf-net command"),
        (["stat"], "Invalid, see: 'cf-net help stat'"),
        (["connect"], "No hostname specified"),
        (["help", "quack"], "No help for topic 'quack'"),
    ],
)
def test_errors_of_cf_net(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cf_net(words) == 1
    assert message in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "Command required."),
        (["encrypt"], "No input file specified"),
        (["encrypt", "a"], "No output file specified"),
        (["encrypt", "a", "b"], "Unexpected non-option argument: 'b'"),
        (["encrypt", "-k", "a", "-H", "b", "-o", "c", "d"], "cannot be used with --key/-k"),
        (["decrypt", "-o", "c", "/no/file"], "Could not use '/no/file'"),
    ],
)
def test_errors_of_cf_secret(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cf_secret(words) == 1
    assert message in capsys.readouterr().out


def test_errors_of_cf_runagent(capsys: pytest.CaptureFixture[str]) -> None:
    assert cf_runagent(["-b", "-i", "-H", "x"]) == 101
    assert "background mode and interactive mode" in capsys.readouterr().out
    assert cf_runagent(["-f", "/no/policy.cf"]) == 1
    assert cf_runagent([]) == 0


def test_cf_runagent_connects_with_the_ciphers_of_the_policy(
    work: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cf_key([]) == 0
    policy = work / "runagent.cf"
    policy.write_text(
        'body common control { tls_ciphers => "QUACK"; bundlesequence => { "a" }; }\n'
        "bundle agent a { }\n"
    )
    policy.chmod(0o600)
    capsys.readouterr()
    assert cf_runagent(["-f", str(policy), "-H", "127.0.0.1"]) == 1
    assert "QUACK" in capsys.readouterr().out
