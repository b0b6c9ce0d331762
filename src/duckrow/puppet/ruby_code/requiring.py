"""`require` of files that modules bring: lib/puppet_x/... and the like.

What Ruby itself has is here already, as far as it is at all, so asking for it does nothing. A file
of a module is run once for an environment; the classes and modules it defines are known from then
on to all Ruby code of the environment.
"""

from __future__ import annotations

from duckrow.puppet.ruby_code.current import CURRENT
from duckrow.puppet.ruby_code.host import PuppetHost
from duckrow.ruby.errors import RubyError
from duckrow.ruby.known import Known
from duckrow.ruby.unit import load_ruby
from duckrow.ruby.values.kinds import RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.compiler.cache import Cache


_EMPTY = ("puppet_x", "puppetx")  # Puppet has such files, for modules to put theirs beside
_PART = ("puppet/", "facter/", "hocon/")  # what is known of them is here already
_ABSENT = ("puppet/util/puppetdb",)  # comes with PuppetDB


class RubyFiles:
    """The files in `lib` of the modules of an environment, and what their code made so far.

    `find` gives the path of a name such as puppet_x/duck.rb in any module, or of a whole path in a
    module; `read` gives the content of a path.
    """

    __slots__ = ("_find", "_read", "_run", "cache", "constants", "known")

    def __init__(
        self,
        find: Callable[[str], str | None],
        read: Callable[[str], bytes],
        cache: Cache | None,
    ) -> None:
        self._find = find
        self._read = read
        self._run: set[str] = set()
        self.cache = cache
        self.constants: dict[str, Any] = {}
        self.known = Known(PuppetHost())

    def require(self, name: str) -> bool | None:
        """Run a file unless that was done; None if there is no such file."""
        file = self._find(name if name.endswith(".rb") else f"{name}.rb")
        if file is None:
            return None
        if file in self._run:
            return False
        self._run.add(file)
        from duckrow.ruby.constants import known_class

        unit = load_ruby(self._read(file), file, self.cache)
        try:
            unit.run(RubyObject(known_class("Object")))
        finally:
            self.constants.update(unit.constants)
        return True


def files() -> RubyFiles | None:
    """Give the files of those for whom code runs."""
    known: RubyFiles | None = CURRENT.files
    if known is None and CURRENT.scope is not None:
        known = CURRENT.scope.build.loaders.ruby_files
    return known


def require(word: str) -> bool:
    """Run a file of a module, by its name or its path."""
    known = files()
    found = known.require(word) if known is not None else None
    if found is None and (word in _EMPTY or (word.startswith(_PART) and word not in _ABSENT)):
        return False
    if found is None:
        raise RubyError("LoadError", f"cannot load such file -- {word}")
    return found


def find_required(path: str) -> Any:
    """Give a constant that a file of a module has defined, or None."""
    known = files()
    return None if known is None else known.constants.get(path)
