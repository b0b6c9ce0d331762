"""Facts as Ruby code asks for them: by name, or by a path with dots."""

from __future__ import annotations

from duckrow.facts.lazy import LazyFacts
from duckrow.puppet.ruby_code.values import to_ruby
from duckrow.puppet.ruby_host.host import machine_host
from duckrow.ruby.errors import RubyError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter


def fact_value(ruby: Interpreter, name: str) -> object:
    """Return the value of a fact, or None."""
    word = name.lower()
    facts = machine_host(ruby).facts
    if isinstance(facts, LazyFacts) and facts.is_computing(word):
        raise RubyError("RuntimeError", f"Caught recursion on {word}")
    found = facts.get(word)
    if found is None and "." in word:
        first, *rest = word.split(".")
        found = facts.get(first)
        for part in rest:
            found = _part(found, part)
    return to_ruby(found)


def _part(value: object, name: str) -> object:
    if isinstance(value, dict):
        return value.get(name)
    if isinstance(value, list) and name.isdigit() and int(name) < len(value):
        return value[int(name)]
    return None
