from __future__ import annotations

from duckrow.source.diagnostic import WARNING, Diagnostic
from duckrow.source.record import to_record
from duckrow.source.text import SourceText


def test_a_record_holds_every_field() -> None:
    source = SourceText("a\nbcd\ne", "site.pp")
    diagnostic = Diagnostic("some-code", "What.", source, 3, 7, WARNING, "because", "this")
    assert to_record(diagnostic) == {
        "severity": "warning",
        "code": "some-code",
        "message": "What.",
        "file": "site.pp",
        "line": 2,
        "column": 2,
        "end_line": 3,
        "end_column": 2,
        "why": "because",
        "hint": "this",
    }


def test_a_finding_without_a_place_has_no_numbers() -> None:
    record = to_record(Diagnostic("some-code", "What.", SourceText("a", "site.pp")))
    assert {record[key] for key in ("line", "column", "end_line", "end_column")} == {None}


def test_a_name_can_be_lent_to_a_nameless_source() -> None:
    diagnostic = Diagnostic("some-code", "What.", SourceText("a"), 0)
    assert to_record(diagnostic)["file"] is None
    assert to_record(diagnostic, "<stdin>")["file"] == "<stdin>"
