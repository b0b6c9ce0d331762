"""Frozen classes whose objects are cheap to create.

A parser creates hundreds of thousands of nodes. ``dataclass(frozen=True)`` and named tuples take
two to four times as long as a plain object. Here a class decorated with :func:`frozen` has an open
twin with the same slots: the constructor fills the twin by plain assignments and then assigns the
frozen class to its ``__class__``.

Fields are the annotated names of the class and its bases, in order. ``Class(...)`` works as usual;
:func:`maker` returns the same constructor without the cost of a class call. The twin and the
constructor are made on first use: a small program uses few kinds of nodes.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn, TypeVar, dataclass_transform

    T = TypeVar("T")
else:

    def dataclass_transform(**_options: object) -> Callable[[object], object]:
        """Replace typing's marker, which only type checkers need."""
        return lambda decorated: decorated


_MAKERS: dict[type, Callable[..., object]] = {}


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
    return maker(cls)(*values)


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
    return type(cls.__name__, cls.__bases__, body)


def is_frozen(cls: type) -> bool:
    """Return whether a class is frozen itself, and thus has objects."""
    return cls.__new__ is _new


def maker(cls: type) -> Callable[..., object]:
    """Return the fast constructor of a frozen class."""
    found = _MAKERS.get(cls)
    if found is None:
        found = _MAKERS[cls] = _make_maker(cls)
    return found


def _make_maker(cls: type) -> Callable[..., object]:
    if not is_frozen(cls):
        raise TypeError(f"{cls.__name__} is not frozen")
    fields: tuple[str, ...] = cls.__dict__["__slots__"]
    return making(cls, f"def make({', '.join(fields)}):\n", {name: name for name in fields}, {})


def making(
    cls: type, head: str, values: dict[str, str], names: dict[str, object]
) -> Callable[..., object]:
    """Compile a function that makes an object from expressions, one for each field.

    `head` is the source of its first lines, which may compute what the expressions need; `names`
    holds the globals that they use. All of them are texts of the program, never input.
    """
    stores = "".join(f"    node.{name} = {value}\n" for name, value in values.items())
    source = f"{head}    node = opened()\n{stores}    node.__class__ = closed\n    return node\n"
    opened = type("Open" + cls.__name__, cls.__bases__, {"__slots__": cls.__dict__["__slots__"]})
    scope: dict[str, Any] = {"opened": opened, "closed": cls, **names}
    exec(source, scope)
    made: Callable[..., object] = scope[source[len("def ") : source.index("(")]]
    return made
