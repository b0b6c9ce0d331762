"""Markdown of any length: no mark and no block is cut."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.diff.markdown import write_markdown
from duckrow.diff.report import FAILED, Report, error_item, result_of


def report(content: str) -> Report:
    """Return a report of new files on some nodes, and of an error on another."""
    found = Report("v_1", "main")
    for node in ("web1", "web2"):
        items: list[dict[str, Any]] = [
            {
                "about": "resource",
                "diff_type": "+",
                "type": "File",
                "title": f"/tmp/{number}",
                "structure": [],
                "old_value": None,
                "new_value": {"parameters": {"content": content, "mode": "0644"}},
            }
            for number in range(40)
        ]
        found.add(result_of(node, items))
    found.add(result_of("db1", [error_item("to", "dry")], FAILED))
    return found


@pytest.mark.parametrize("content", ["a ** b", "x\n```\ny", "<b> & _x_", "~~~~\n````"])
def test_every_length_is_whole(content: str) -> None:
    found = report(content)
    whole = write_markdown(found, 100_000)
    assert whole.startswith(
        "**3 nodes from v\\_1 to main: 2 different, 1 failed; see the errors below**"
    )
    for most in range(1, len(whole) + 300, 5):
        out = write_markdown(found, most)
        assert 0 < len(out) <= most
        assert out.count("<details>") == out.count("</details>")
        lines = out.splitlines()
        assert all(line.endswith("**") for line in lines if line.startswith("**"))
        assert all(line.endswith("_") for line in lines if line.startswith("_"))
        opened = [line for line in lines if line.startswith("`") and line.endswith("`diff")]
        closed = [line for line in lines if line.startswith("```") and not line.strip("`")]
        assert [line.removesuffix("diff") for line in opened] == closed
        is_cut = len(lines) < len(whole.splitlines()) or len(out) < len(whole)
        if is_cut and most > 400:
            assert "left out" in out or "more lines" in out
        if "errors below" in out:
            assert "main does not compile: dry" in out
    assert write_markdown(found, len(whole) + 200) == whole


def test_names_of_nodes_are_no_markup() -> None:
    found = Report("v1", "v2")
    for node in ("a`b", "a\n\n<b>", "c_d_"):
        found.add(result_of(node, [error_item("to", "dry")], FAILED))
    assert "`a␊␊<b>`, `a'b`, `c_d_`" in write_markdown(found, 2000).splitlines()
