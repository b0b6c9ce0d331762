"""Templates become Ruby code with the lines that they have."""

from __future__ import annotations

import pytest

from duckrow.ruby.erb import only_appends, to_ruby


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


@pytest.mark.parametrize(
    ("template", "is_so"),
    [
        ("a<%= 1 %>", True),
        ("<% 2.times do -%>a<% end %>", True),
        ("<% _erbout << 'a' %>", True),
        ("<% _erbout.concat('a') %>", False),
        ("<% _erbout = '' %>", False),
        ("<% each { |_erbout| } %>", False),
        ("<% _erbout<<'a' %>", False),
        ("_erbout", False),
    ],
)
def test_a_template_only_appends_to_its_output(template: str, is_so: bool) -> None:
    assert only_appends(to_ruby(template.encode())) is is_so


def test_other_code_is_no_template_that_only_appends() -> None:
    assert not only_appends(b'_erbout = ""; _erbout << "a"; _erbout.to_s')
    assert not only_appends(b"quack")
