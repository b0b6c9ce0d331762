"""Write the result of a face in the format that --render-as names."""

from __future__ import annotations

from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def render(value: object, format_: str, on_console: Callable[[object], str]) -> str:
    """Return a value as text; `on_console` writes the format of the console."""
    if format_ == "console":
        return on_console(value)
    if format_ in ("json", "pson", "rich_data_json"):
        from json import dumps

        return dumps(value, separators=(",", ":"), ensure_ascii=False)
    if format_ == "yaml":
        from duckrow.ruby.interpreter import Interpreter
        from duckrow.ruby.library.yaml_ import to_yaml

        return str(to_yaml(Interpreter(), value)).rstrip("\n")
    if format_ == "s":
        from duckrow.ruby.values.inspect import inspect

        return inspect(value)
    raise InputError(f"--render-as {format_} is not available: duckrow prints s, json and yaml")
