"""to_yaml(value, options): convert a value to YAML."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.ruby_text import to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.values.default import Default
from duckrow.ruby.interpreter import Interpreter
from duckrow.ruby.library.yaml_write import Writer, dump
from duckrow.ruby.values.number_text import leading_integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def written(value: Any, options: dict[str, Any]) -> str:
    """Return a value as a YAML document."""
    width = options.get("line_width")
    if type(width) is int and width < -1:
        raise EvaluationError(
            f"Invalid line_width {width}, must be non-negative or -1 for unlimited."
        )
    return dump(
        Interpreter(),
        value,
        width,
        options.get("indentation"),
        is_canonical=bool(options.get("canonical")),
        version=_version(options),
        writer=_Writer,
    )


class _Writer(Writer):
    """Write values that YAML does not have as strings; so secrets stay hidden."""

    def other(self, value: Any, depth: int) -> None:  # noqa: ARG002
        if type(value) is Default:
            self.symbol("default")
        else:
            self.string(to_text(value))


def _version(options: dict[str, object]) -> tuple[int, int] | None:
    version = options.get("version")
    if type(version) is list:
        return version[0], version[1]
    if type(version) is str:
        major, _, minor = version.partition(".")
        return leading_integer(major), leading_integer(minor)
    return (1, 1) if "version" in options or options.get("header") else None


def _to_yaml(_scope: Scope, value: Any, options: Any = None) -> str:

    return written(value, options or {})


TO_YAML = Function("to_yaml", Form("Any data", "Hash options?", run=_to_yaml))
