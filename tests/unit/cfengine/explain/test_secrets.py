"""Answers, pages and recordings about policies hold no secrets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.unit.cfengine.explain.runs import recorded

from duckrow.cfengine.evaluation.messages.recorder import Recorder
from duckrow.cfengine.explain.page_data import page_data
from duckrow.cfengine.explain.questions import answer
from duckrow.cfengine.explain.recording import record_data
from duckrow.cfengine.explain.secrets import is_secret_name
from duckrow.cfengine.explain.stored import make_record

_KEY = """-----BEGIN RSA PRIVATE KEY-----
c2VjcmV0bGluZW9uZQ==
c2VjcmV0bGluZXR3bw==
-----END RSA PRIVATE KEY-----
"""


def _everything(recorder: Recorder) -> str:
    return json.dumps([record_data(recorder), page_data(make_record(recorder), "", {})])


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
    found = _everything(recorded(tmp_path, policy % definition))
    assert "hunter" not in found
    assert "say [redacted] twice" in found


def test_a_private_key_is_redacted_line_by_line(tmp_path: Path) -> None:
    file = tmp_path / "key.pem"
    file.write_text(_KEY)
    recorder = recorded(
        tmp_path,
        f"""
        bundle agent main
        {{
          vars: "file" string => readfile("{file}", "0");
                "lines" slist => splitstring("$(file)", "\\n", "9");
                "start" string => string_head("$(file)", "60");
        }}""",
    )
    assert "c2VjcmV0" not in _everything(recorder)
    assert "[redacted]" in answer(make_record(recorder), "variable", "file").text


def test_a_short_secret_is_redacted_in_its_own_promise_only(tmp_path: Path) -> None:
    policy = 'bundle agent main { vars: "secret" string => "abc"; "x" string => "abcde"; }'
    record = make_record(recorded(tmp_path, policy))
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
