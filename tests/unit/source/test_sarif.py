from __future__ import annotations

from typing import Any

import pytest

from duckrow.source.diagnostic import Diagnostic
from duckrow.source.record import to_record
from duckrow.source.sarif import to_sarif
from duckrow.source.text import SourceText


def run_of(*diagnostics: Diagnostic, notifications: list[tuple[str, str]] | None = None) -> Any:
    log: Any = to_sarif("duckrow", "1.2.3", map(to_record, diagnostics), notifications or [])
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-2.1.0.json")
    (run,) = log["runs"]
    return run


def finding(code: str = "some-code", file: str = "site.pp", severity: str = "error") -> Diagnostic:
    return Diagnostic(code, "What.", SourceText("a\nbcd", file), 3, 5, severity)


def test_a_run_without_findings_was_successful() -> None:
    run = run_of()
    assert run["tool"]["driver"] == {"name": "duckrow", "version": "1.2.3", "rules": []}
    assert run["results"] == []
    assert run["invocations"][0]["executionSuccessful"] is True


def test_a_result_points_at_its_region() -> None:
    (result,) = run_of(finding())["results"]
    assert result["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "site.pp"},
                "region": {"startLine": 2, "startColumn": 2, "endLine": 2, "endColumn": 4},
            }
        }
    ]


def test_a_result_without_a_place_has_no_region() -> None:
    (result,) = run_of(Diagnostic("x", "What.", SourceText("a", "site.pp")))["results"]
    assert "region" not in result["locations"][0]["physicalLocation"]


def test_each_rule_is_listed_once_and_referred_to_by_index() -> None:
    run = run_of(finding("a"), finding("b"), finding("a"))
    assert run["tool"]["driver"]["rules"] == [{"id": "a"}, {"id": "b"}]
    assert [(r["ruleId"], r["ruleIndex"]) for r in run["results"]] == [("a", 0), ("b", 1), ("a", 0)]


def test_levels_are_those_of_the_format() -> None:
    run = run_of(*(finding(severity=s) for s in ("error", "warning", "deprecation")))
    assert [result["level"] for result in run["results"]] == ["error", "warning", "warning"]


def test_reason_and_hint_follow_the_message() -> None:
    diagnostic = Diagnostic("x", "What.", SourceText("a", "a.pp"), why="so", hint="this")
    (result,) = run_of(diagnostic)["results"]
    assert result["message"]["text"] == "What.\nWhy: so.\nTry: this."


def test_an_unchecked_file_makes_the_run_unsuccessful() -> None:
    (invocation,) = run_of(notifications=[("gone.pp", "No such file")])["invocations"]
    assert invocation["executionSuccessful"] is False
    (notification,) = invocation["toolExecutionNotifications"]
    assert notification["level"] == "error"
    assert notification["message"] == {"text": "No such file"}


@pytest.mark.parametrize(
    ("file", "uri"),
    [
        ("manifests/init.pp", "manifests/init.pp"),
        ("/etc/a b.pp", "file:///etc/a%20b.pp"),
        ("a:b.pp", "a%3Ab.pp"),
        ("ä.pp", "%C3%A4.pp"),
        ("bad\udcff.pp", "bad%FF.pp"),
        ("<stdin>", "%3Cstdin%3E"),
    ],
)
def test_file_names_become_uris(file: str, uri: str) -> None:
    (result,) = run_of(finding(file=file))["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri
