"""`require` of files that modules bring: lib/puppet_x/... and the like.

What Ruby itself has is here already, as far as it is at all, so asking for it does nothing. A file
of a module is run once for an environment; the classes and modules it defines are known from then
on to all Ruby code of the environment.
"""

from __future__ import annotations

from duckrow.ruby.errors import RubyError
from duckrow.ruby.known import Known
from duckrow.ruby.nesting import main_object
from duckrow.ruby.unit import load_ruby

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.compiler.cache import Cache
    from duckrow.puppet.ruby_code.host import PuppetHost
    from duckrow.puppet.runtime.scope import Scope
    from duckrow.ruby.interpreter import Interpreter

    MakeHost = Callable[["RubyFiles", Scope | None], PuppetHost]


_EMPTY = ("puppet_x", "puppetx")  # Puppet has such files, for modules to put theirs beside
_PART = ("puppet/", "facter/", "hocon/")  # duckrow's part of them is always loaded
_ABSENT = ("puppet/util/puppetdb",)  # comes with PuppetDB
_FACTER_UTIL = "facter/util/"  # modules have files there too; Facter has these files and folders
_OF_FACTER = ("api_debugger", "file_helper", "utils")
_FOLDERS_OF_FACTER = ("aix/", "facts/", "linux/", "macosx/", "resolvers/", "windows/")


class RubyFiles:
    """The files in `lib` of the modules of an environment.

    `find` returns the path of a name such as puppet_x/duck.rb in any module, or of a whole path in
    a module; `read` returns the content of a path. `make_host` makes the host of the code; without
    it the code runs in a closed world.
    """

    __slots__ = ("_read", "_run", "cache", "find", "known", "make_host")

    def __init__(
        self,
        find: Callable[[str], str | None],
        read: Callable[[str], bytes],
        cache: Cache | None,
    ) -> None:
        self.find = find
        self._read = read
        self._run: set[str] = set()
        self.cache = cache
        self.known = Known()
        self.make_host: MakeHost | None = None

    def require(self, ruby: Interpreter, name: str) -> bool | None:
        """Run a file unless it has been run; return None if the file does not exist."""
        file = self.find(name if name.endswith(".rb") else f"{name}.rb")
        if file is None:
            return None
        with self.known.lock:
            if file in self._run:
                return False
            self._run.add(file)
            try:
                unit = load_ruby(self._read(file), file, self.cache)
                unit.run(ruby, main_object(ruby))
            except BaseException:
                self._run.discard(file)  # the next `require` tries again, as Ruby does
                raise
        return True


def require(ruby: Interpreter, files: RubyFiles | None, word: str) -> bool:
    """Run a file of a module, by its name or its path."""
    found = None if files is None else files.require(ruby, word)
    if found is None and (word in _EMPTY or _is_ours(word)):
        return False
    if found is None:
        raise RubyError("LoadError", f"cannot load such file -- {word}")
    return found


def _is_ours(word: str) -> bool:
    """Return whether a file is one of Puppet's or Facter's: duckrow's part of it is here."""
    if word.startswith(_FACTER_UTIL):
        name = word.removeprefix(_FACTER_UTIL).removesuffix(".rb")
        return name in _OF_FACTER or name.startswith(_FOLDERS_OF_FACTER)
    return word.startswith(_PART) and word not in _ABSENT
