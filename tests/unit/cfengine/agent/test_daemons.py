"""The promises of a server or a monitor are printed, as text and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duckrow.cli.drop_ins.cf_promises import run_words

POLICY = r"""
body server control { allowusers => { "root" }; }
bundle server s
{
  access: "/a" admit => { ".*\.example\.org" }, comment => "say \"a\"", deny => {};
}
bundle monitor m
{
  measurements: "/m" handle => "m", stream_type => "file", data_type => "int", match_value => v;
}
body match_value v { select_line_number => "1"; }
bundle agent main { }
"""


@pytest.fixture
def policy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("CFENGINE_TEST_OVERRIDE_WORKDIR", str(tmp_path / "work"))
    path = tmp_path / "p.cf"
    path.write_text(POLICY)
    path.chmod(0o600)
    return str(path)


def test_values_are_written_as_in_a_policy(policy: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_words(["--show-server", "-f", policy]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "body server control",
        '    allowusers => { "root" }',
        f'{policy}:5: access "/a" in bundle s',
        r'    admit => { ".*\\.example\\.org" }',
        r'    comment => "say \"a\""',
        "    deny => {}",
    ]


def test_a_body_is_named_and_its_attributes_follow(
    policy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_words(["--show-monitor", "-f", policy]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-2:] == ["    match_value => v", '    select_line_number => "1"']


def test_both_are_shown_if_both_are_asked_for(
    policy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_words(["--show-monitor=json", "--show-server", "-f", policy]) == 0
    text = capsys.readouterr().out
    assert text.startswith("body server control\n")
    monitor = json.loads(text[text.index("\n{\n") :])
    assert [each["promiser"] for each in monitor["promises"]] == ["/m"]
    assert monitor["promises"][0]["attributes"]["match_value"] == "v"


def test_unknown_formats_are_rejected(policy: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_words(["--show-server=xml", "-f", policy]) == 1
    assert "Invalid output format: 'xml'" in capsys.readouterr().out


def test_a_broken_policy_is_reported(tmp_path: Path, policy: str) -> None:
    (tmp_path / "p.cf").write_text("bundle server s {")
    assert run_words(["--show-server", "-f", policy]) == 1
