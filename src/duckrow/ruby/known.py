"""The classes and constants of one environment.

Code of modules may add methods, constants and variables to any class or module, those of Ruby and
of the host included. So each environment has its own, made when they are first asked for: additions
of one environment are never seen by another, and they are gone when the environment is.
"""

from __future__ import annotations

from _thread import RLock

from duckrow.data.symbol import Symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.host import Host
    from duckrow.ruby.values.kinds import RubyModule


class Symbols(dict[str, Symbol]):
    """The symbols that files name: each is made once, so that hashes find them quickly."""

    __slots__ = ()

    def __missing__(self, name: str) -> Symbol:
        made = self[name] = Symbol(name)
        return made


class Known:
    """Constants by their whole names, and the library files that were already read for them.

    `tables` holds the methods of each kind of value, `plain` those of kinds that have no others.
    `kinds` caches which kinds belong to which class, until a class includes a module. `host` is for
    code that Python calls without a host, such as `hash` of an object; code of functions has many
    hosts, and none for that.
    """

    __slots__ = (
        "hidden",
        "host",
        "kinds",
        "lock",
        "made",
        "plain",
        "read",
        "state",
        "symbols",
        "tables",
    )

    def __init__(self) -> None:
        self.host: Host | None = None
        self.lock = RLock()  # held while classes are made and files of Ruby code are run
        self.made: dict[str, Any] = {}
        self.read: set[str] = set()
        self.state = 0  # changes whenever a constant is set or a module is included
        self.hidden: set[str] = set()  # names of methods that some class has made private
        self.symbols = Symbols()
        self.kinds: dict[tuple[type, RubyModule], bool] = {}
        self.tables: dict[type, dict[str, Callable[..., object]]] = {}
        self.plain: dict[type, dict[str, Callable[..., object]]] = {}
