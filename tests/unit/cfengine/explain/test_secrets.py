"""Answers, pages and recordings about policies hold no secrets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duckrow.cfengine.explain.dry_run import record_dry_run
from duckrow.cfengine.explain.page_data import page_data
from duckrow.cfengine.explain.questions import answer
from duckrow.cfengine.explain.record import RunRecord
from duckrow.cfengine.explain.secrets import is_secret_name
from duckrow.cfengine.explain.stored import record_data

_KEY = """-----BEGIN RSA PRIVATE KEY-----
c2VjcmV0bGluZW9uZQ==
c2VjcmV0bGluZXR3bw==
-----END RSA PRIVATE KEY-----
"""


def _record(directory: Path, policy: str) -> RunRecord:
    path = directory / "p.cf"
    path.write_text(policy)
    path.chmod(0o600)
    return record_dry_run(str(path))


def _everything(record: RunRecord) -> str:
    return json.dumps([record_data(record), page_data(record, "", {})])


@pytest.mark.parametrize(
    "definition",
    [
        '"db_password" string => "hunter22"',
        '"db[token]" string => "hunter22"',
        '"plain" string => "hunter22", meta => { "noreport" }',
        '"login" data => \'{"user": "duck", "Password": ["hunter22"]}\'',
        '"words_secret" slist => { "hunter22" }',
    ],
)
def test_a_secret_is_redacted_wherever_it_occurs(tmp_path: Path, definition: str) -> None:
    policy = """
        bundle agent main
        {
          vars: %s;
                "copy" string => "say hunter22 twice";
          methods: "call" usebundle => with("hunter22");
        }
        bundle agent with(word)
        {
          reports: "$(word) is said" if => "hunter22|any";
                   "never" if => strcmp("$(word)", "other");
        }"""
    found = _everything(_record(tmp_path, policy % definition))
    assert "hunter" not in found
    assert "say [redacted] twice" in found


def test_a_private_key_is_redacted_line_by_line(tmp_path: Path) -> None:
    file = tmp_path / "key.pem"
    file.write_text(_KEY)
    record = _record(
        tmp_path,
        f"""
        bundle agent main
        {{
          vars: "file" string => readfile("{file}", "0");
                "lines" slist => splitstring("$(file)", "\\n", "9");
                "start" string => string_head("$(file)", "60");
        }}""",
    )
    assert "c2VjcmV0" not in _everything(record)
    assert "[redacted]" in answer(record, "variable", "file").text


def test_a_short_secret_is_redacted_in_its_own_promise_only(tmp_path: Path) -> None:
    record = _record(
        tmp_path, 'bundle agent main { vars: "secret" string => "abc"; "x" string => "abcde"; }'
    )
    shown = answer(record, "variable", "secret")
    assert "abc" not in shown.text
    assert [each.text for each in shown.reasons[:1]] == ['vars "secret" string => [redacted]']
    assert '"abcde"' in answer(record, "variable", "x").text


@pytest.mark.parametrize(
    ("name", "expected"),
    [("password", True), ("db[API_TOKEN]", True), ("password_file", False), ("tokens", False)],
)
def test_names(name: str, expected: bool) -> None:
    assert is_secret_name(name) is expected
