"""loadjson() and loadyaml(): files, files that are missing or wrong, and values instead."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.settings.settings import Settings


@pytest.fixture
def modules(tmp_path: Path) -> Path:
    directory = tmp_path / "modules/stdlib/lib/puppet/parser/functions"
    directory.mkdir(parents=True)
    for name in ("loadjson", "loadyaml"):
        (directory / f"{name}.rb").touch()
    return tmp_path / "modules"


def said(modules: Path, call: str) -> tuple[list[tuple[str, str]], str]:
    environment = Environment(
        code=f"notice({call})", modulepath=[str(modules)], settings=Settings({})
    )
    done = compile_catalog(environment, Node("node", {}))
    logs = [(entry.level, entry.message) for entry in done.logs if entry.level != "err"]
    return logs, "" if done.failure is None else str(done.failure.to_data()["message"])


@pytest.mark.parametrize(
    ("function", "content", "shown"),
    [
        ("loadjson", '{"a": [1, null]}', "{a => [1, ]}"),
        ("loadyaml", "a: [1, ~]\n:b: :c\n", "{a => [1, ], b => c}"),
        ("loadyaml", "false\n", ""),
    ],
)
def test_content(modules: Path, function: str, content: str, shown: str) -> None:
    file = modules / "data"
    file.write_text(content)
    assert said(modules, f"{function}('{file}')") == ([("notice", shown)], "")


@pytest.mark.parametrize("function", ["loadjson", "loadyaml"])
def test_a_missing_file_is_warned_about(modules: Path, function: str) -> None:
    logs: Any = [("warning", "Can't load '/nope' File does not exist!"), ("notice", "x")]
    assert said(modules, f"{function}('/nope', 'x')") == (logs, "")


@pytest.mark.parametrize(
    ("function", "content", "message"),
    [
        ("loadjson", "x", "source 'x' not in PSON!"),
        ("loadyaml", "a: &x 1\nb: *x\n", "Unknown alias: x"),
        ("loadyaml", "d: 2001-01-01\n", "Tried to load unspecified class: Date"),
        ("loadyaml", "a: b: c\n", "mapping values are not allowed in this context"),
    ],
)
def test_what_cannot_be_read(modules: Path, function: str, content: str, message: str) -> None:
    file = modules / "data"
    file.write_text(content)
    assert message in said(modules, f"{function}('{file}')")[1]
    assert said(modules, f"{function}('{file}', 'x')") == ([("notice", "x")], "")


def test_the_network_is_not_asked(modules: Path) -> None:
    assert "http://example.com/a" in said(modules, "loadjson('http://example.com/a')")[1]
