"""Read YAML as Ruby's reader does: the first document, as plain values.

Importing libyaml takes longer than reading most files, so it happens on first use.
"""

from __future__ import annotations

from duckrow.data.limits import check_size
from duckrow.data.plain_yaml import NOT_PLAIN, read_plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

SMALL = 32_768  # bytes of a text that is read sooner than libyaml is imported


def load(
    content: bytes, file: str = "<unknown>", to_key: Callable[[Any], Any] | None = None
) -> Any:
    """Return the value of the first document, or None without one.

    Errors have the words of Ruby's reader. `to_key` turns a value into a dict key.
    """
    check_size(content, file)
    to_key = to_key or (lambda value: value)
    value = read_plain(content, to_key) if len(content) <= SMALL else NOT_PLAIN
    if value is NOT_PLAIN:
        from duckrow.data.yaml_events import load_events

        value = load_events(content, file, to_key)
    return value


def first_alias(content: bytes) -> str | None:
    """Return the name of the first alias in a valid YAML text."""
    if b"*" not in content:
        return None
    from duckrow.data import yaml_events

    return yaml_events.first_alias(content)
