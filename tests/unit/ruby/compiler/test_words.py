"""Words that get the interpreter, and words that do not."""

from __future__ import annotations

from duckrow.ruby import runtime
from duckrow.ruby.compiler.words import ALONE


def takes_ruby(word: object) -> bool:
    code = getattr(word, "__code__", None)
    return code is not None and code.co_varnames[:1] in (("ruby",), ("_ruby",))


def test_every_function_that_takes_the_interpreter_gets_it() -> None:
    words = {name: getattr(runtime, name) for name in runtime.__all__}
    functions = {name for name, word in words.items() if hasattr(word, "__code__")}
    assert {name for name in functions if not takes_ruby(words[name])} == ALONE & functions
    assert set(words) >= ALONE
