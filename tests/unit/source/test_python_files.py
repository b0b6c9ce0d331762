"""Errors in Python files of modules, and errors that are not theirs."""

from __future__ import annotations

import pytest

from duckrow.source.python_files import raise_exit_of_others, run_file, text_of_error

CODE = b"""
import sys

def broken():
    return {}["key"]

def calls(other):
    return other()

class Thing:
    def method(self):
        return None
"""


def error_of(function: object, *arguments: object) -> BaseException:
    assert callable(function)
    try:
        function(*arguments)
    except (Exception, SystemExit) as error:
        return error
    pytest.fail("no error")


def test_an_error_names_the_innermost_line_of_the_file() -> None:
    names = run_file(CODE, "pond.py", "pond")
    assert text_of_error(error_of(names["broken"])) == "KeyError: 'key' (file: pond.py, line: 5)"
    error = error_of(names["calls"], lambda: int("x"))
    assert text_of_error(error).endswith("(file: pond.py, line: 8)")


def test_an_error_in_code_of_duckrow_has_no_file() -> None:
    assert text_of_error(error_of(lambda: int("x"))) == ""


def test_an_error_in_a_manifest_that_a_file_calls_is_not_one_of_the_file() -> None:
    names = run_file(CODE, "pond.py", "pond")
    manifest: dict[str, object] = {"__manifest__": True}
    exec("def block(): 1 / 0", manifest)
    assert text_of_error(error_of(names["calls"], manifest["block"])) == ""


def test_a_syntax_error_names_its_line() -> None:
    text = text_of_error(error_of(run_file, b"\n\nx = = 1", "pond.py", "pond"))
    assert text == "SyntaxError: invalid syntax (file: pond.py, line: 3)"


def test_an_object_of_a_class_of_a_file_is_responsible_for_its_values() -> None:
    thing = run_file(CODE, "pond.py", "pond")["Thing"]()
    error = error_of(lambda: thing.method().get("x"))
    assert text_of_error(error, thing).endswith("has no attribute 'get' (file: pond.py)")
    assert text_of_error(error, "another") == ""


def test_only_the_file_itself_calls_its_exit() -> None:
    names = run_file(CODE + b"\ndef leave(): sys.exit(3)", "pond.py", "pond")
    raise_exit_of_others(error_of(names["leave"]))

    def signal() -> None:
        raise SystemExit(143)

    with pytest.raises(SystemExit):
        raise_exit_of_others(error_of(names["calls"], signal))
