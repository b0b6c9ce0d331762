"""deprecation(): as loud as the settings say, once for each key, with the places of two calls."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.settings.settings import Settings

PROGRAM = "class duck {\n  deprecation('a', 'quack')\n}\ninclude duck\ndeprecation('a', 'again')\n"


@pytest.fixture
def modules(tmp_path: Path) -> Path:
    file = tmp_path / "stdlib" / "lib" / "puppet" / "functions" / "deprecation.rb"
    file.parent.mkdir(parents=True)
    file.touch()
    return tmp_path


def run(modules: Path, code: str, **settings: str) -> tuple[list[str], str]:
    environment = Environment(code=code, modulepath=[str(modules)], settings=Settings(settings))
    done = compile_catalog(environment, Node("duck", {}))
    warned = [entry.message for entry in done.logs if entry.level == "warning"]
    return warned, "" if done.failure is None else str(done.failure.to_data()["message"])


def test_a_warning_tells_two_calls_and_the_file_of_the_function(modules: Path) -> None:
    (message,), error = run(modules, PROGRAM, strict="warning")
    assert not error
    assert message == (
        'quack at ["unknown", 2]:["unknown", 4]\n'
        f"   (location: {modules}/stdlib/lib/puppet/functions/deprecation.rb:36:in `deprecation')"
    )


def test_in_the_release_that_is_there_it_warns_from_another_line(modules: Path) -> None:
    (modules / "stdlib" / "metadata.json").write_text('{"version": "6.6.0"}')
    assert "deprecation.rb:34:in" in run(modules, PROGRAM, strict="warning")[0][0]


def test_strict_is_an_error(modules: Path) -> None:
    warned, error = run(modules, PROGRAM, strict="error")
    assert not warned
    assert 'deprecation. a. quack at ["unknown", 2]:["unknown", 4]' in error


def test_it_can_be_silent(modules: Path) -> None:
    assert run(modules, PROGRAM, strict="off") == ([], "")
    silent = run(modules, PROGRAM, strict="warning", disable_warnings="deprecations")
    assert silent == ([], "")


def test_after_a_hundred_it_is_enough(modules: Path) -> None:
    code = "Integer[1, 120].each |$n| { deprecation(\"k${n}\", 'quack') }"
    assert len(run(modules, code, strict="warning")[0]) == 100
