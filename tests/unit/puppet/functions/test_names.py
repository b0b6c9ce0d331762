"""The list of built-in functions."""

from __future__ import annotations

import subprocess
import sys

import pytest

from duckrow.puppet.functions.names import NAMES, find


@pytest.mark.parametrize("name", sorted(NAMES))
def test_each_is_there(name: str) -> None:
    function = find(name)
    assert function is not None
    assert function.name == name


def test_others_are_not() -> None:
    assert find("quack") is None


def test_a_call_imports_what_it_needs() -> None:
    program = (
        "import sys\n"
        "from duckrow.puppet.functions.names import find\n"
        "from duckrow.puppet.runtime.block import Block\n"
        "one = Block(lambda x: x, None, (), 1, 1)\n"
        "assert find('map')(None, {'a': 1}, one) == [['a', 1]]\n"
        "find('each')(None, 3, one)\n"
        "find('join')(None, ['a', 1], ',')\n"
        "find('split')(None, 'a,b', ',')\n"
        "find('upcase')(None, 'a')\n"
        "find('dig')(None, {'a': [1]}, 'a', 0)\n"
        "find('regsubst')(None, 'a-b', '-', '_', 'G')\n"
        "heavy = {'duckrow.puppet.types', 'duckrow.puppet.syntax'}\n"
        "assert not heavy & sys.modules.keys()\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
