"""Constants of Ruby's library are found by name, each made when it is first asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

from duckrow.ruby.constants import find_constant
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import UnsupportedError
from duckrow.ruby.interpreter import Interpreter
from duckrow.ruby.library import FAMILIES, find_in_library
from duckrow.ruby.library.unsupported import UnsupportedConstant
from duckrow.ruby.values.kinds import RubyModule

RUBY = Interpreter()


@pytest.mark.parametrize("name", sorted(set(FAMILIES) - {"Socket"}))
def test_every_family_has_its_file(name: str) -> None:
    assert find_constant(RUBY, name) is not None


@pytest.mark.parametrize(
    "path", ["Nothing", "JSON::Nothing", "Math::TAU", "File::Nothing", "Etc::Passwd::X", "a"]
)
def test_other_names_do_not_exist_or_do_nothing(path: str) -> None:
    found = find_in_library(RUBY, path)
    assert found is None or isinstance(found, UnsupportedConstant)


def test_a_constant_is_one_object() -> None:
    assert find_constant(RUBY, "Digest::MD5") is find_constant(RUBY, "Digest::MD5")
    assert find_constant(RUBY, "YAML") is find_constant(RUBY, "Psych")


def test_what_reaches_out_is_known_and_rejects() -> None:
    process = find_constant(RUBY, "Process")
    assert isinstance(process, UnsupportedConstant)
    assert send(RUBY, process, "name") == "Process"
    with pytest.raises(UnsupportedError, match=r"Process\.kill"):
        send(RUBY, process, "kill", 9, 1)


def test_errors_are_below_those_of_ruby() -> None:
    wrong = find_constant(RUBY, "IPAddr::InvalidPrefixError")
    assert isinstance(wrong, RubyModule)
    assert "ArgumentError" in [each.name for each in wrong.ancestors()]


def test_nothing_heavy_is_imported_before_it_is_asked_for() -> None:
    code = (
        "import sys; from duckrow.ruby.constants import find_constant;"
        "from duckrow.ruby.interpreter import Interpreter;"
        "find_constant(Interpreter(), 'JSON');"
        "print([each for each in ('yaml', 'ipaddress', 'hashlib') if each in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
