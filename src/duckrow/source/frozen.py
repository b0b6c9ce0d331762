"""Frozen classes that are cheap to make.

A parser makes hundreds of thousands of nodes, and the usual ways of freezing them
(``dataclass(frozen=True)``, named tuples) cost two to four times a plain object. Here a class
decorated with :func:`frozen` gets an open twin with the same slots: the twin is filled with
ordinary stores and then becomes the frozen class by one assignment to ``__class__``.

Fields are the annotated names of the class and its bases, in order. ``Class(...)`` works as
usual; :func:`makers` hands out the same constructors without the cost of a class call.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any, NoReturn, TypeVar, dataclass_transform

    T = TypeVar("T")
else:

    def dataclass_transform(**_options: object) -> Callable[[object], object]:
        """Stand in for typing's marker, which type checkers alone need."""
        return lambda decorated: decorated


_MAKERS: dict[type, Any] = {}


def _reject_change(self: object, name: str, *_value: object) -> NoReturn:
    raise AttributeError(f"{type(self).__name__}.{name} cannot be changed: nodes are frozen")


def _fields_of(cls: type) -> tuple[str, ...]:
    names: list[str] = []
    for base in reversed(cls.__mro__):
        for name, kind in base.__dict__.get("__annotations__", {}).items():
            if name not in names and not kind.startswith("ClassVar"):
                names.append(name)
    return tuple(names)


def _new(cls: type, *values: object) -> object:
    return _MAKERS[cls](*values)


@dataclass_transform(frozen_default=True, eq_default=False)
def abstract(cls: type[T]) -> type[T]:
    """Mark a base class that lends its fields to frozen ones and is never made itself."""
    return cls


@dataclass_transform(frozen_default=True, eq_default=False)
def frozen(cls: type[T]) -> type[T]:
    """Give a class with annotated fields slots, a constructor and no way to change them.

    Its bases must be abstract: Python lets an object change its class only between classes that
    lay out their slots in one go.
    """
    fields = _fields_of(cls)
    body = {k: v for k, v in cls.__dict__.items() if k not in ("__dict__", "__weakref__")}
    body["__slots__"] = fields
    body["__match_args__"] = tuple(name for name in fields if name not in ("start", "end", "at"))
    body["__new__"] = _new
    body["__setattr__"] = body["__delattr__"] = _reject_change
    closed = type(cls.__name__, cls.__bases__, body)
    opened = type("Open" + cls.__name__, cls.__bases__, {"__slots__": fields})
    stores = "".join(f"    node.{name} = {name}\n" for name in fields)
    source = (
        f"def make({', '.join(fields)}):\n    node = opened()\n{stores}"
        "    node.__class__ = closed\n    return node\n"
    )
    scope: dict[str, object] = {"opened": opened, "closed": closed}
    exec(source, scope)  # the text holds nothing but the class's own field names
    _MAKERS[closed] = scope["make"]
    return closed


def makers(module: ModuleType) -> dict[str, Callable[..., object]]:
    """Give the fast constructors of a module's frozen classes by name."""
    return {
        cls.__name__: make for cls, make in _MAKERS.items() if vars(module).get(cls.__name__) is cls
    }
