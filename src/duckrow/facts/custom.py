"""Facts written in Python: `lib/duckrow/facts/NAME.py` in a module, for the fact NAME.

    from duckrow.facts.custom import fact

    @fact(confine={"os.family": "Debian"})
    def pond(facts):
        return {"ducks": len(facts["networking"]["interfaces"])}

The function has the name of the fact, or names it: `@fact("pond")`. Its argument holds all other
facts. A fact may have several functions:

  * `confine` maps paths of facts to the value that they must have, or to a list of such values
    (strings are compared without case), or it is a function of the facts;
  * of those that fit, the function with the greatest `weight` runs first; the weight is the number
    of confines unless it is given;
  * the first value that is not None counts. Built-in facts have the weight 0 and come last
    among equals; external facts have the weight 10000.
"""

from __future__ import annotations

from os.path import join

from duckrow.facts.legacy import dig
from duckrow.machine.paths import names_in, read_bytes
from duckrow.source.python_files import run_file, text_of_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    Function = Callable[[Any], Any]
    Confine = Mapping[str, Any] | Callable[[Any], bool]


class Resolution:
    """One function that computes a fact."""

    __slots__ = ("confine", "function", "name", "weight")

    def __init__(
        self, name: str, function: Function, confine: Confine | None, weight: int | None
    ) -> None:
        self.name = name
        self.function = function
        self.confine = confine
        if weight is None:
            weight = 0 if confine is None else 1 if callable(confine) else len(confine)
        self.weight = weight

    def fits(self, facts: Mapping[str, Any]) -> bool:
        """Return whether the confines hold on this host."""
        if self.confine is None:
            return True
        if callable(self.confine):
            return bool(self.confine(facts))
        return all(_fits(facts, path, wanted) for path, wanted in self.confine.items())

    def __call__(self, facts: Any) -> Any:
        """Compute the fact."""
        return self.function(facts)


def _fits(facts: Mapping[str, Any], path: str, wanted: Any) -> bool:
    first, _, rest = path.partition(".")
    value = facts.get(first)
    value = _folded(dig(value, rest) if rest else value)
    allowed = wanted if isinstance(wanted, list | tuple | set | frozenset | range) else [wanted]
    return any(value == _folded(each) and type(value) is type(_folded(each)) for each in allowed)


def _folded(value: Any) -> Any:
    return value.lower() if isinstance(value, str) else value


def fact(
    name: str | Function = "", *, confine: Confine | None = None, weight: int | None = None
) -> Any:
    """Declare that a function computes a fact; see above."""
    if callable(name):
        return Resolution(name.__name__, name, None, weight)

    def made(function: Function) -> Resolution:
        return Resolution(name or function.__name__, function, confine, weight)

    return made


class CustomFacts:
    """The files with custom facts below some directories; each file runs on demand."""

    __slots__ = ("_files", "_found", "_warn")

    def __init__(self, directories: Sequence[str], warn: Callable[[str], None]) -> None:
        self._warn = warn
        self._files = _files_in(directories)
        self._found: dict[str, list[Resolution]] = {}

    @property
    def names(self) -> list[str]:
        """The facts that have files."""
        return list(self._files)

    def resolutions(self, name: str) -> list[Resolution]:
        """Return the resolutions of a fact, the greatest weight first."""
        if name not in self._found:
            found = [each for file in self._files.get(name, ()) for each in self._load(file, name)]
            self._found[name] = sorted(found, key=lambda each: -each.weight)
        return self._found[name]

    def _load(self, file: str, name: str) -> list[Resolution]:
        try:
            names = run_file(read_bytes(file), file, f"duckrow_facts.{name}")
        except (Exception, SystemExit) as error:
            self._warn(f"Error while loading the custom fact file {file}: {_error_text(error)}")
            return []
        found = [value for value in names.values() if isinstance(value, Resolution)]
        for each in found:
            if each.name != name:
                self._warn(f"{file} is asked for the fact {name} only, and defines {each.name}")
        if not found:
            self._warn(f"{file} defines no fact (see duckrow.facts.custom)")
        return [each for each in found if each.name == name]


def _error_text(error: BaseException) -> str:
    return text_of_error(error) or f"{type(error).__name__}: {error}"


def _files_in(directories: Sequence[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for directory in directories:
        try:
            names = names_in(directory)
        except OSError:
            continue
        for file in names:
            if file.endswith(".py") and file[:-3].isidentifier():
                found.setdefault(file[:-3].lower(), []).append(join(directory, file))
    return found
