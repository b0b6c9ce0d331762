"""The tables of functions and the files agree, both ways."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType

import pytest

from duckrow.puppet import functions
from duckrow.puppet.functions.stdlib.table import NEWER, OLDER
from duckrow.puppet.functions.table import FUNCTIONS, OURS, find, find_ours
from duckrow.puppet.runtime.function import Function, LegacyFunction


@pytest.mark.parametrize("name", sorted((*FUNCTIONS, *OURS)))
def test_each_is_there(name: str) -> None:
    function = find(name) or find_ours(name)
    assert function is not None
    assert function.name == name


def test_every_function_in_a_file_is_in_a_table() -> None:
    listed = {*FUNCTIONS.values(), *OURS.values(), *NEWER.values(), *OLDER.values()}
    start = f"{functions.__name__}."
    found = set()
    for each in walk_packages(functions.__path__, start):
        module = import_module(each.name)
        for name, value in vars(module).items():
            # A function that is imported from another file is defined there.
            if isinstance(value, Function | LegacyFunction) and f"\n{name} = " in _source(module):
                found.add((each.name.removeprefix(start), name))
    assert found == listed


def _source(module: ModuleType) -> str:
    assert module.__file__ is not None
    return Path(module.__file__).read_text("utf-8")


def test_others_are_not() -> None:
    assert find("quack") is None


def test_a_call_imports_what_it_needs() -> None:
    program = (
        "import sys\n"
        "from duckrow.puppet.functions.table import find\n"
        "from duckrow.puppet.runtime.block import Block\n"
        "one = Block(lambda x: x, None, (), 1, 1)\n"
        "assert find('map')(None, {'a': 1}, one) == [['a', 1]]\n"
        "find('each')(None, 3, one)\n"
        "find('join')(None, ['a', 1], ',')\n"
        "find('split')(None, 'a,b', ',')\n"
        "find('upcase')(None, 'a')\n"
        "find('dig')(None, {'a': [1]}, 'a', 0)\n"
        "find('regsubst')(None, 'a-b', '-', '_', 'G')\n"
        "heavy = {'duckrow.puppet.types.model', 'duckrow.puppet.syntax'}\n"
        "assert not heavy & sys.modules.keys()\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
