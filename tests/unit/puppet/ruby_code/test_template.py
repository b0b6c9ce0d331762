"""Templates that build on one another."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.settings.settings import Settings

TEMPLATES = {
    "helper.erb": "<% def quack(times) 'quack ' * times end %>",
    "first.erb": "<% scope.function_template(['pond/helper.erb']) %><%= quack(2) %>",
    "second.erb": "<%= quack(1) %>",
}


def compiled(code: str, directory: Path) -> list[str]:
    home = directory / "pond" / "templates"
    home.mkdir(parents=True, exist_ok=True)
    for name, text in TEMPLATES.items():
        (home / name).write_text(text)
    environment = Environment(
        code=code, modulepath=[str(directory)], settings=Settings({"strict": "warning"})
    )
    done = compile_catalog(environment, Node("pond.example.com", None))
    return [entry.message for entry in done.logs]


def test_a_template_may_use_what_another_defined(tmp_path: Path) -> None:
    code = "notice(template('pond/first.erb'))\nnotice(template('pond/second.erb'))"
    assert compiled(code, tmp_path) == ["quack quack ", "quack "]


def test_what_a_template_defines_is_gone_with_the_catalog(tmp_path: Path) -> None:
    compiled("notice(template('pond/first.erb'))", tmp_path)
    (message,) = compiled("notice(template('pond/second.erb'))", tmp_path)
    assert "undefined method `quack'" in message


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("a<%= 1 %><%= nil %><%= :s %>,<%= [1, nil] %>", "a1s,[1, nil]"),
        ("<%= 2**70 %> <%= 1.5 %> <%= true %>", "1180591620717411303424 1.5 true"),
        ("<% class Duck; def to_s; 'duck'; end; end %><%= Duck.new %>", "duck"),
        ("<% begin %>a<%= raise 'sink' %>b<% rescue %>c<% end %>", "ac"),
        ("<% made = [1, 2].map do |i| %><%= i %>;<% end %><%= made.size %>", "1;2;2"),
        ("<% show = lambda { |x| %>[<%= x %>]<% } %><% show.call(1) %>", "[1]"),
        ("<% n = 0; while n < 3 %><%= n += 1 %><% end %>", "123"),
        ("<% if true then %>a<% else %>b<% end %>", "a"),
        ("<% _erbout << 'a' << 5 << nil %>", "a5"),
        ("a<% made = (_erbout << 'b') %>c<%= made.length %>", "abc3"),
        ("a<% (_erbout << 'b').replace('z') %>c", "zc"),
        ("<% 3.times do |i| %><% next if i == 1 %><%= i %><% end %>", "02"),
        ("<%= \"a#{1}\" %><%= 'b' %>", "a1b"),
        ("<% h = {'a' => 1} %><%= h['a'] %><%= h['b'] %>", "1"),
        ("<% h = Hash.new(5) %><%= h['a'] %><% h = 'abc' %><%= h['b'] %>", "5b"),
        (
            "<% class Pond; def [](key); key * 2; end; end; h = Pond.new %><%= h['a'] %>",
            "aa",
        ),
        ("<%= @a %><% @a = 2 %><%= @a %><% [1].each do %><%= @a %><% end %>", "122"),
        (
            (
                "<% class Lake; def initialize; @a = 3; end; def a; @a; end; end %>"
                "<% lake = Lake.new %><%= lake.a %><%= lake.instance_eval { @a } %><%= @a %>"
            ),
            "331",
        ),
        ("<% def twice; @a.to_i * 2; end %><%= twice %><%= [1].map { twice }.first %>", "22"),
        (
            "<%= format('%02d', *[1]) %><%= has_variable?('a') %><%= [1].map { file }.size %>",
            "01true1",
        ),
        ("<% loop do %>a<% break; end %><%= send(:format, 'b') %>", "ab"),
        ("<%= begin; quack(1); rescue NoMethodError; 'no method'; end %>", "no method"),
        ("<%= begin; quack; rescue NameError => e; e.class; end %>", "NameError"),
    ],
)
def test_pieces_go_straight_to_the_output_or_through_its_variable(
    template: str, text: str, tmp_path: Path
) -> None:
    # A template that only appends to its output appends without looking at the variable.
    for each in (template, template + "<% _erbout %>"):
        quoted = each.replace("\\", "\\\\").replace("'", "\\'")
        assert compiled(f"$a = 1 notice(inline_template('{quoted}'))", tmp_path) == [text]


def test_a_method_of_a_template_does_not_know_the_output(tmp_path: Path) -> None:
    code = "notice(inline_template('<% def quack %>quack<% end %><% quack %>'))"
    (message,) = compiled(code, tmp_path)
    assert "undefined local variable or method `_erbout'" in message
