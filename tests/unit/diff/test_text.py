"""A report as text, for a terminal."""

from __future__ import annotations

from duckrow.diff.report import Report, result_of
from duckrow.diff.text import write_text


def test_nothing_in_a_catalog_moves_the_cursor() -> None:
    report = Report("old", "new")
    change = {
        "about": "resource",
        "diff_type": "~",
        "type": "File",
        "title": "/a\x1b[31m\nb",
        "structure": ["parameters", "content"],
        "old_value": "one\r\n\ttab\n",
        "new_value": "one\n\ttab\n\x9b2J",
    }
    report.add(result_of("web\x1b1", [change]))
    assert write_text(report).splitlines()[:9] == [
        "this change on web␛1:",
        "",
        "  ~ File[/a␛[31m␊b]",
        "      content:",
        "        @@ -1,2 +1,3 @@",
        "        -one␍",
        "        +one",
        "         \ttab",
        "        +\ufffd2J",
    ]
