"""Templates that build on one another."""

from __future__ import annotations

from pathlib import Path

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
