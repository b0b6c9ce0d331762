"""Pathname for Ruby code without a machine: paths as text; nothing that reads or changes a file."""

from __future__ import annotations

from duckrow.ruby.constants import known_class
from duckrow.ruby.errors import UnsupportedError
from duckrow.ruby.library.host.pathname import METHODS
from duckrow.ruby.values.kinds import RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter

_ABOUT_TEXT = frozenset(
    (
        "initialize to_s to_str to_path inspect + / join parent dirname basename extname cleanpath "
        "absolute? relative? root? relative_path_from each_filename ascend descend sub sub_ext "
        "<=> == eql? === hash"
    ).split()
)


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the class."""
    methods = {
        name: method if name in _ABOUT_TEXT else _unsupported(f"Pathname#{name}")
        for name, method in METHODS.items()
    }
    made = RubyModule("Pathname", known_class(ruby, "Object"), methods=methods)
    for name in ("glob", "pwd", "getwd"):
        made.singleton[name] = _unsupported(f"Pathname.{name}")
    return {"Pathname": made}


def _unsupported(construct: str) -> Callable[..., object]:
    def fail(_ruby: Interpreter, _self: object, *_arguments: object, **_named: object) -> object:
        raise UnsupportedError(construct)

    return fail
