"""Templates become Ruby code with the lines that they have."""

from __future__ import annotations

import pytest

from duckrow.ruby.erb import to_ruby


@pytest.mark.parametrize(
    ("template", "line"),
    [
        ("a\nb\n<%= HERE %>", 3),
        ("<% x = 1 -%>\n<% if x\n -%>\n  <%- y = 2 -%>\ntext\n<%= HERE %>", 6),
        ("<%%\n<%= HERE %>", 2),
        # Comments count as one line, whatever they hold: Ruby's own ERB counts so as well.
        ("<%# one\ntwo\nthree %>\n<%= HERE %>", 2),
    ],
)
def test_code_stands_on_the_line_of_the_template(template: str, line: int) -> None:
    code = to_ruby(template.encode()).decode().splitlines()
    assert [number for number, text in enumerate(code, 1) if "HERE" in text] == [line]
