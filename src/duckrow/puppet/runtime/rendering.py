"""The pieces of a template."""

from __future__ import annotations

from duckrow.puppet.runtime.definition import Definition
from duckrow.puppet.runtime.strings import text
from duckrow.puppet.values.sensitive import Sensitive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.runtime.definition import Parameter


def render(value: object) -> object:
    """Return a value as a piece of a template; a Sensitive value stays Sensitive."""
    return value if isinstance(value, Sensitive) else text(value)


def rendered(pieces: list[Any]) -> object:
    """Join the pieces; with a Sensitive piece the result is Sensitive."""
    if not any(isinstance(piece, Sensitive) for piece in pieces):
        return "".join(pieces)
    plain = (text(p.unwrap()) if isinstance(p, Sensitive) else p for p in pieces)
    return Sensitive("".join(plain))


def template_of(
    kind: str,
    name: str,
    run: Callable[..., object],
    parameters: tuple[Parameter, ...],
    has_parameters: bool,
) -> Definition:
    """Describe a template; `has_parameters` is whether it declares parameters."""
    return Definition(kind, name, run, parameters, text="parameters" if has_parameters else "")
