"""Functions that are there everywhere, and those that must not be."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.ruby.constants import known_class
from duckrow.ruby.core.basics import inspect
from duckrow.ruby.errors import RubyError, UnsupportedError
from duckrow.ruby.interpreter import MOST_STEPS, Interpreter
from duckrow.ruby.unit import load_ruby
from duckrow.ruby.values.kinds import RubyObject

RUBY = Interpreter()


def run(text: str, steps: int = MOST_STEPS) -> Any:
    RUBY.steps = steps
    return load_ruby(text.encode(), "a.rb").run(RUBY, RubyObject(known_class(RUBY, "Object")))


@pytest.mark.parametrize(
    "name", "exec system spawn fork exit abort sleep open gets syscall".split()
)
@pytest.mark.parametrize("way", ["{0} 'x'", "send(:{0}, 'x')", "method(:{0}).call('x')"])
def test_what_reaches_out_is_rejected_however_it_is_called(name: str, way: str) -> None:
    with pytest.raises(UnsupportedError):
        run(way.format(name))


@pytest.mark.parametrize("name", ["__class__", "__init__", "ruby_send", "variables", "class_"])
def test_attributes_of_python_are_out_of_reach(name: str) -> None:
    for receiver in ("'x'", "1", "nil", "[]", "Object.new", "String", "/x/", ":a", "(1..2)"):
        for way in (f".send(:{name})", f".public_send('{name}')", f".{name}", f".method(:{name})"):
            with pytest.raises(RubyError) as raised:
                run(receiver + way)
            assert raised.value.class_name in ("NoMethodError", "NameError")


def test_only_known_libraries_can_be_required() -> None:
    assert run("require 'json'") is False
    with pytest.raises(RubyError, match="cannot load such file -- net/telnet") as raised:
        run("require 'net/telnet'")
    assert raised.value.class_name == "LoadError"


def test_a_loop_without_an_end_is_stopped() -> None:
    with pytest.raises(UnsupportedError, match="steps of Ruby code"):
        run("loop { 1 }", steps=1000)
    RUBY.steps = MOST_STEPS


def test_catch_leaves_no_tags_behind() -> None:
    assert inspect(RUBY, run("catch(:a) { catch(:b) { throw :a, 1 } }")) == "1"
    assert RUBY.catching == []
    with pytest.raises(RubyError, match="uncaught throw :a"):
        run("catch(:a) { 1 }; throw :a")
