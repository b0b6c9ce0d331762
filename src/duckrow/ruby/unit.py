"""Ruby text made ready to run, from the cache where it was seen before.

unit = load_ruby(b"x = 1 + 1", "lib/x.rb")
unit.run(Interpreter(), self)
"""

from __future__ import annotations

import marshal

from duckrow.ruby import runtime
from duckrow.ruby.core.convert import to_str
from duckrow.ruby.literals import regexp_of
from duckrow.ruby.nesting import top
from duckrow.ruby.running import RUBY_MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType
    from typing import Any

    from duckrow.regexp import RubyRegexp
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.source.digest_cache import DigestCache

_MOST_REGEXPS = 1000
_WORDS = {name: getattr(runtime, name) for name in runtime.__all__}


class NoLabels:
    """Positions in Ruby code have no labels of the manifest's language."""

    __slots__ = ()

    def of(self, _code: CodeType, _at: object) -> tuple[str, dict[str, tuple[int, int]]]:
        return ("", {})


class Regexps(dict[str, "RubyRegexp"]):
    """The regular expressions that a file writes out, by their flags and source.

    Those with interpolations are made anew when there are too many of them.
    """

    __slots__ = ()

    def __missing__(self, written: str) -> RubyRegexp:
        if len(self) >= _MOST_REGEXPS:
            self.clear()
        made = self[written] = regexp_of(written[1:], int(written[0]))
        return made


class RubyUnit:
    """One file of Ruby, or one template, loaded."""

    __slots__ = ("file", "names")

    def __init__(self, code: CodeType, file: str | None) -> None:
        self.file = file
        self.names: dict[str, Any] = {
            "__builtins__": {},
            RUBY_MARK: NoLabels(),
            "type": type,
            "str": str,
            "dict": dict,
            "own_regexp": Regexps().__getitem__,
            **_WORDS,
            "evaluate": evaluate,
            "binding_of": binding_of,
        }
        exec(code, self.names)

    def run(self, ruby: Interpreter, self_: object) -> Any:
        """Run the whole file with something as self."""
        self.names["own_symbol"] = ruby.known.symbols.__getitem__
        return self.names["main"](ruby, self_, None, top(ruby))


def load_ruby(
    text: bytes,
    file: str | None,
    cache: DigestCache | None = None,
    to_ruby: Callable[[bytes], bytes] | None = None,
) -> RubyUnit:
    """Compile Ruby source text, or text that `to_ruby` turns into Ruby.

    Raises UnsupportedError for unsupported constructs.
    """
    packed = None
    key = ""
    if cache is not None:
        kind = "ruby" if to_ruby is None else to_ruby.__module__
        key = cache.name(text, file, "", (kind, cache.stamp("ruby", "ruby/compiler")))
        packed = cache.get(key)
    if packed is None:
        from duckrow.ruby.compiler.translate import translate

        packed = translate(text if to_ruby is None else to_ruby(text), file)
        if cache is not None:
            cache.put(key, packed)
    return RubyUnit(marshal.loads(packed), file)  # noqa: S302  (digest-checked, our own)


def evaluate(
    ruby: Interpreter,
    self: object,
    variables: tuple[tuple[str, object], ...],
    text: object = None,
    binding: object = None,
    *_: object,
) -> object:
    """Run code in a string: eval. It can read the variables around it, not change them.

    With a binding, self and the variables are those of the binding.
    """
    ruby.host.machine("eval")
    if binding is not None:
        self = getattr(binding, "receiver", self)
        variables = getattr(binding, "variables", variables)
    return run_with(ruby, self, variables, to_str(ruby, text).encode("utf-8", "surrogateescape"))


def run_with(
    ruby: Interpreter,
    self: object,
    variables: tuple[tuple[str, object], ...],
    code: bytes,
    file: str = "(eval)",
) -> object:
    """Run code that sees variables; it cannot change those of the caller."""
    names = ", ".join(name for name, _ in variables).encode()
    block = load_ruby(b"proc do |%s| %s\nend" % (names, code), file).run(ruby, self)
    return block.with_names(ruby, tuple(value for _, value in variables), {"self": self})


def binding_of(
    ruby: Interpreter, self: object, variables: tuple[tuple[str, object], ...]
) -> object:
    """Return the binding of a place in Ruby code, for code that has a machine."""
    ruby.host.machine("binding")
    from duckrow.ruby.library.host.bindings import BindingValue

    return BindingValue(self, dict(variables), evaluate)
