"""Confines: the conditions under which a provider can work on a host."""

from __future__ import annotations

from duckrow.puppet.ruby_host.host import machine_host
from duckrow.puppet.ruby_host.objects import class_at
from duckrow.puppet.ruby_host.util import util
from duckrow.ruby.core.basics import to_s, truthy
from duckrow.ruby.dispatch import send
from duckrow.ruby.values.kinds import Proc, RubyModule, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.ruby_host.objects import Methods
    from duckrow.ruby.interpreter import Interpreter

_CONFINES = " confines"


class Confine:
    """One condition: its kind, or the name of a fact or setting, and the values it takes."""

    __slots__ = ("for_binary", "kind", "values")

    def __init__(self, kind: str, values: list[object], *, for_binary: bool) -> None:
        self.kind = kind
        self.values = values
        self.for_binary = for_binary

    def holds(self, ruby: Interpreter, label: str) -> bool:
        """Return whether the condition holds now; the log says why not."""
        values = self.values
        if self.kind in ("true", "false") and len(values) == 1 and isinstance(values[0], Proc):
            values = [values[0](ruby)]
        why = self._why_not(ruby, values)
        if why:
            machine_host(ruby).log("debug", f"{label}: {why}")
        return not why

    def _why_not(self, ruby: Interpreter, values: list[object]) -> str:
        match self.kind:
            case "true":
                return "" if all(map(truthy, values)) else "false value when expecting true"
            case "false":
                return "true value when expecting false" if any(map(truthy, values)) else ""
            case "any":
                count = len(values)
                return "" if any(map(truthy, values)) else f"0 confines (of {count}) were true"
            case "exists":
                for each in values:
                    if not _exists(ruby, each, self.for_binary):
                        return f"file {to_s(ruby, each)} does not exist"
                return ""
            case "feature":
                features = send(ruby, class_at(ruby, "Puppet"), "features")
                for each in values:
                    if not truthy(send(ruby, features, f"{to_s(ruby, each)}?")):
                        return f"feature {to_s(ruby, each)} is missing"
                return ""
        return self._why_not_fact(ruby, values)

    def _why_not_fact(self, ruby: Interpreter, values: list[object]) -> str:
        wanted = [to_s(ruby, each).lower() for each in values]
        value = fact_text(ruby, self.kind)
        if value in wanted:
            return ""
        return f"facter value '{value}' for '{self.kind}' not in required list '{','.join(wanted)}'"


def which(ruby: Interpreter, name: object) -> str | None:
    """Return the path of a program, or None."""
    return util.which(ruby, None, name)


def _exists(ruby: Interpreter, path: object, is_binary: bool) -> bool:
    if not truthy(path):
        return False
    if is_binary:
        return which(ruby, path) is not None
    return (
        machine_host(ruby).machine("a confine").files.facts(to_s(ruby, path), follow=True)
        is not None
    )


def fact_text(ruby: Interpreter, name: str) -> str:
    """Return a fact as the small letters that conditions compare with."""
    return to_s(ruby, send(ruby, class_at(ruby, "Facter"), "value", symbol(name))).lower()


def add_confine(
    _ruby: Interpreter, self: RubyModule, kind: str, values: object, *, for_binary: bool
) -> None:
    """Add a condition to a provider."""
    many = list(values) if isinstance(values, list) else [values]
    _confines(self).append(Confine(kind, many, for_binary=for_binary))


def _confines(self: RubyModule) -> list[Confine]:
    found = self.variables.get(_CONFINES)
    if not isinstance(found, list):
        found = self.variables[_CONFINES] = []
    return found


def _confine(ruby: Interpreter, self: RubyModule, conditions: object) -> None:
    given = dict(conditions) if isinstance(conditions, dict) else {}
    for_binary = given.pop(symbol("for_binary"), None) is not None
    for key, values in given.items():
        add_confine(ruby, self, to_s(ruby, key), values, for_binary=for_binary)


def _is_suitable(ruby: Interpreter, self: RubyModule, _short: object = True) -> bool:
    label = self.name
    return all(each.holds(ruby, label) for each in _confines(self))


def missing_commands(ruby: Interpreter, self: RubyModule) -> list[str]:
    """Return the commands that a provider needs and that are not found."""
    return [
        to_s(ruby, path)
        for each in _confines(self)
        if each.kind == "exists" and each.for_binary
        for path in each.values
        if which(ruby, path) is None
    ]


CONFINES: Methods = {"confine": _confine, "suitable?": _is_suitable}
