"""The table of functions, the signatures and the files agree."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import FunctionType

import pytest

from duckrow.cfengine import functions
from duckrow.cfengine.functions.table import FUNCTIONS, find
from duckrow.cfengine.policy.tables.functions import SIGNATURES

CHAPTERS = ("communication", "data", "files", "io", "system", "utils")


def test_every_signature_has_a_function() -> None:
    assert FUNCTIONS.keys() == SIGNATURES.keys()


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_every_function_is_found(name: str) -> None:
    found = find(name)
    assert isinstance(found, FunctionType)
    assert found.__name__.rstrip("_") == name


def test_every_function_of_a_chapter_is_in_the_table() -> None:
    """A public function of a chapter is in the table, or another function there calls it."""
    listed = set(FUNCTIONS.values())
    top = Path(functions.__path__[0])
    for chapter in CHAPTERS:
        modules = [each.name for each in iter_modules([str(top / chapter)])]
        assert {module for module, _ in listed if module.startswith(f"{chapter}.")} == {
            f"{chapter}.{name}" for name in modules
        }
        for name in modules:
            module = import_module(f"{functions.__name__}.{chapter}.{name}")
            source = (top / chapter / f"{name}.py").read_text("utf-8")
            for attribute, value in vars(module).items():
                if (
                    isinstance(value, FunctionType)
                    and value.__module__ == module.__name__
                    and _takes_arguments(value)
                    and source.count(f"{attribute}(") == 1
                ):
                    assert (f"{chapter}.{name}", attribute) in listed


def _takes_arguments(function: FunctionType) -> bool:
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    return [name.lstrip("_") for name in names] == ["context", "arguments"]
