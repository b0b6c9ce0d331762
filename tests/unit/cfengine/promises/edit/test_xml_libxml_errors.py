"""Errors in XML and XPath go to standard error, as libxml2 prints them for cf-agent 3.21.0.

The reasons are those of our parser.
"""

from __future__ import annotations

import pytest

from duckrow.machine.memory import MemoryMachine

from ..policies import run  # noqa: TID252

POLICY = """
bundle agent main
{
  files:
    "/wrong.xml" edit_xml => set_text("/a/b");
    "/right.xml" edit_xml => set_text("/a[[");
    "/right.xml" edit_xml => insert_tree;
}
bundle edit_xml set_text(where) { set_text: "x" select_xpath => "$(where)"; }
bundle edit_xml insert_tree { insert_tree: "<b><c></b>" select_xpath => "/a"; }
"""


def test_errors_have_a_location(capsys: pytest.CaptureFixture[str]) -> None:
    machine = MemoryMachine()
    machine.files.replace("/wrong.xml", b"<a>\n<b></a>\n")
    machine.files.replace("/right.xml", b"<a/>\n")
    run(POLICY, machine)
    said = capsys.readouterr().err.splitlines()
    assert said[0] == "/wrong.xml:2: parser error : mismatched tag: line 2, column 5"
    assert said[1:3] == ["XPath error : Invalid expression", "/a[["]
    assert "Entity: line 1: parser error : mismatched tag: line 1, column 15" in said
