"""Words of examples that no method has: be_NAME, have_NAME, and names that do not exist."""

from __future__ import annotations

from duckrow.ruby.constants import find_constant
from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.errors import RubyError
from duckrow.ruby.near import suggestion
from duckrow.ruby.values.kinds import RubyModule
from duckrow.spec.matchers.values import Predicate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc, RubyObject


def predicate(
    ruby: Interpreter,
    self: RubyObject,
    word: str,
    arguments: list[object],
    block: Proc | None = None,
) -> object:
    """Return the matcher that asks a value a question with ? at its end."""
    if word.startswith("be_"):
        name = word.removeprefix("be_").removeprefix("a_").removeprefix("an_")
        return Predicate(f"{name}?", f"be {name.replace('_', ' ')}", arguments, block)
    if word.startswith("have_"):
        name = word.removeprefix("have_")
        return Predicate(f"has_{name}?", f"have {name.replace('_', ' ')}", arguments, block)
    if arguments or block is not None:
        matchers = find_constant(ruby, "RSpec::Matchers")
        assert isinstance(matchers, RubyModule)
        raise RubyError(
            "NoMethodError",
            f"undefined method `{word}' for {inspect(ruby, self)}"
            f"{suggestion(word, matchers.methods)}",
        )
    raise RubyError("NameError", f"undefined local variable or method `{word}' for the example")


def missing(
    ruby: Interpreter,
    self: RubyObject,
    name: object,
    *arguments: object,
    block: Proc | None = None,
) -> object:
    """Answer method_missing of an example."""
    return predicate(ruby, self, to_s(ruby, name), list(arguments), block)
