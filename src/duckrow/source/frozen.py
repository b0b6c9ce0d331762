"""Frozen classes whose objects are cheap to create.

A parser creates hundreds of thousands of nodes. ``dataclass(frozen=True)`` and named tuples take
two to four times as long as a plain object. Here a class decorated with :func:`frozen` has an open
twin with the same slots: the constructor fills the twin by plain assignments and then assigns the
frozen class to its ``__class__``.

Fields are the annotated names of the class and its bases, in order. ``Class(...)`` works as usual;
:func:`makers` returns the same constructors without the cost of a class call.
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
        """Replace typing's marker, which only type checkers need."""
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
    """Mark a base class of frozen classes; it has fields and no objects of its own."""
    return cls


@dataclass_transform(frozen_default=True, eq_default=False)
def frozen(cls: type[T]) -> type[T]:
    """Add slots and a constructor to a class with annotated fields, and forbid changes.

    Its bases must be abstract: Python changes the class of an object only if both classes define
    all their slots at once.
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
    exec(source, scope)  # the text contains only the class's own field names
    _MAKERS[closed] = scope["make"]
    return closed


def makers(module: ModuleType) -> dict[str, Callable[..., object]]:
    """Return the fast constructors of a module's frozen classes by name."""
    return {
        cls.__name__: make for cls, make in _MAKERS.items() if vars(module).get(cls.__name__) is cls
    }
