"""Puppet.features: what the host and its Ruby offer.

A module adds features in lib/puppet/feature/NAME.rb, which is read when code first asks for NAME.
"""

from __future__ import annotations

from duckrow.puppet.ruby_host.host import machine_host
from duckrow.ruby.constants import known_class
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.objects.kernel import METHODS
from duckrow.ruby.dispatch import no_method
from duckrow.ruby.errors import RubyError
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter


def _is_root(_ruby: Interpreter) -> bool:
    from duckrow.machine.this_process import effective_user

    return effective_user() == 0


def _has_command(*names: str) -> Callable[[Interpreter], bool]:
    def has(ruby: Interpreter) -> bool:
        commands = machine_host(ruby).machine("Puppet.features").commands
        return all(commands.find(name) is not None for name in names)

    return has


def _yes(_ruby: Interpreter) -> bool:
    return True


_OWN: dict[str, Callable[[Interpreter], bool]] = {
    "posix": _yes,
    "root": _is_root,
    "manages_symlinks": _yes,
    "hocon": _yes,
    "json": _yes,
    "minitar": _yes,
    "base": _yes,
    "diff": _has_command("diff"),
    "libuser": _has_command("luseradd", "lgroupadd"),
    "ssh": _has_command("ssh"),
}


class Features:
    """The features; those that nobody defines are missing."""

    __slots__ = ("_added", "_found")

    ruby_class_name = "Puppet::Util::Feature"

    def __init__(self) -> None:
        self._added: dict[str, Callable[[Interpreter], object]] = {}
        self._found: dict[str, bool] = {}

    def has(self, ruby: Interpreter, name: str) -> bool:
        """Return whether there is a feature; a missing one is looked for again each time."""
        if self._found.get(name):
            return True
        test = self._added.get(name) or _OWN.get(name)
        if test is None:
            try:
                machine_host(ruby).files.require(ruby, f"puppet/feature/{name}")
            except RubyError:
                return False
            test = self._added.get(name)
        self._found[name] = test is not None and test(ruby) not in (None, False)
        return self._found[name]

    def ruby_responds_to(self, _ruby: Interpreter, name: str) -> bool:
        return name.endswith("?") or name in ("add", "load")

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[object, ...], block: Proc | None
    ) -> object:
        if name == "add":
            self._add(ruby, *arguments, block=block)
            return None
        if name == "load":
            return None
        if name in ("send", "public_send", "__send__"):
            return self.ruby_send(ruby, to_s(ruby, arguments[0]), arguments[1:], block)
        if name in ("meta_def", "define_singleton_method") and block is not None:
            # The block is the feature's own test; it sees what was found so far.
            word = to_s(ruby, arguments[0]).removesuffix("?")
            results = RubyObject(known_class(ruby, "Object"))
            results.variables["results"] = {}
            self._added[word] = lambda ruby: block.with_self(ruby, results)
            return symbol(word)
        if name.endswith("?"):
            return self.has(ruby, name[:-1])
        raise no_method(ruby, self, name)

    def _add(
        self,
        ruby: Interpreter,
        name: object,
        options: object = None,
        *,
        block: Proc | None = None,
    ) -> None:
        wanted = options.get(symbol("libs")) if isinstance(options, dict) else None
        libraries = wanted if isinstance(wanted, list) else [] if wanted is None else [wanted]

        def test(ruby: Interpreter) -> object:
            if block is not None:
                return block(ruby)
            return all(_loads(ruby, to_s(ruby, each)) for each in libraries)

        word = to_s(ruby, name)
        self._added[word] = test
        self._found.pop(word, None)


def _loads(ruby: Interpreter, library: str) -> bool:
    try:
        METHODS["require"](ruby, None, library)
    except RubyError:
        return False
    return True


def make(_ruby: Interpreter) -> dict[str, object]:
    """Return the class."""
    return {"Puppet::Util::Feature": RubyModule("Puppet::Util::Feature")}
