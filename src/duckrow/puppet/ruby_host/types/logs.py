"""Messages of types, parameters and providers: which resource they are about.

A resource that is part of the run knows its Desired; an object that Ruby code made for itself does
not, and its messages go to the log of the run with its name in front.
"""

from __future__ import annotations

from duckrow.puppet.catalog.resource import location_words
from duckrow.puppet.resources.desired import Desired
from duckrow.puppet.ruby_host.host import machine_host
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.dispatch import send
from duckrow.ruby.values.kinds import RubyObject
from duckrow.source.levels import LEVELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.ruby_host.objects import Methods
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc

DESIRED = " desired"  # the variable of a resource that holds its Desired


def desired_of(resource: object) -> Desired | None:
    """Return the Desired of a resource that is an object of Ruby."""
    if not isinstance(resource, RubyObject):
        return None
    found = resource.variables.get(DESIRED)
    return found if isinstance(found, Desired) else None


def log_about(
    ruby: Interpreter, resource: object, level: str, message: str, source: str | None = None
) -> None:
    """Log a message about a resource, or about a part of it that `source` names."""
    desired = desired_of(resource)
    if desired is not None:
        desired.log(level, message, source or path_of(ruby, resource))  # type: ignore[arg-type]
        return
    name = source or ("" if resource is None else to_s(ruby, resource))
    machine_host(ruby).log(level, f"{name}: {message}" if name else message)


def joined(ruby: Interpreter, messages: tuple[object, ...], block: Proc | None) -> str:
    """Return the message of a call that logs: its arguments, or what its block returns."""
    if block is not None:
        return to_s(ruby, block(ruby))
    first = messages[0] if len(messages) == 1 else list(messages)
    return (
        " ".join(to_s(ruby, each) for each in first)
        if isinstance(first, list)
        else to_s(ruby, first)
    )


def logs(source: Callable[[Interpreter, RubyObject], tuple[object, str | None]]) -> Methods:
    """Return the methods debug, info, notice … of objects that `source` finds the name of."""

    def logging(level: str) -> Callable[..., None]:
        def logged(
            ruby: Interpreter, self: RubyObject, *messages: object, block: Proc | None = None
        ) -> None:
            resource, name = source(ruby, self)
            log_about(ruby, resource, level, joined(ruby, messages, block), name)

        return logged

    return {level: logging(level) for level in LEVELS}


def path_of(ruby: Interpreter, resource: RubyObject) -> str:
    """Return the path of a resource: its containers and its reference."""
    desired = desired_of(resource)
    if desired is None:
        return f"/{to_s(ruby, send(ruby, resource, 'ref'))}"
    # While it is made, a resource has no containers.
    return desired.path if desired.path.startswith("/") else f"/{desired.path}"


def location_text(resource: object) -> str:
    """Return where a resource is declared, as the end of an error message."""
    desired = desired_of(resource)
    words = "" if desired is None else location_words(desired.file, desired.line)
    return f" {words}" if words else ""
