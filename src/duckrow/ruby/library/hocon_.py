"""Hocon: texts in that language, as far as reading them."""

from __future__ import annotations

from duckrow.ruby.core.basics import to_s
from duckrow.ruby.errors import RubyError
from duckrow.ruby.values.kinds import RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc

_ERROR = "Hocon::ConfigError"
_WRONG = f"{_ERROR}::ConfigParseError"


class Config:
    """A parsed document; `root.unwrapped` returns its data, the calls in between change nothing."""

    __slots__ = ("value",)

    ruby_class_name = "Hocon::Impl::SimpleConfig"

    def __init__(self, value: object) -> None:
        self.value = value

    def ruby_send(
        self, ruby: Interpreter, name: str, _arguments: tuple[object, ...], _block: Proc | None
    ) -> Any:
        if name in ("resolve", "root"):
            return self
        if name == "unwrapped":
            return self.value
        from duckrow.ruby.dispatch import no_method

        raise no_method(ruby, self, name)


def _parse(ruby: Interpreter, _self: object, text: object, *_: object) -> Config:
    from duckrow.data.hocon import HoconError, load

    try:
        return Config(load(to_s(ruby, text).encode("utf-8", "surrogateescape")))
    except HoconError as wrong:
        raise RubyError(_WRONG, str(wrong)) from None


def _parse_data(ruby: Interpreter, _self: object, text: object, *_: object) -> object:
    return _parse(ruby, _self, text).value


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the constants of this file."""
    from duckrow.ruby.constants import known_class

    error = RubyModule(_ERROR, known_class(ruby, "StandardError"))
    return {
        "Hocon": RubyModule("Hocon", None, is_class=False, singleton={"parse": _parse_data}),
        "Hocon::ConfigFactory": RubyModule(
            "Hocon::ConfigFactory", known_class(ruby, "Object"), singleton={"parse_string": _parse}
        ),
        _ERROR: error,
        _WRONG: RubyModule(_WRONG, error),
    }
