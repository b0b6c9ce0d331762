"""Facts written in Python: `lib/duckrow/facts/NAME.py` in a module, for the fact NAME.

    from duckrow.facts.custom import fact

    @fact(confine={"os.family": "Debian"})
    def pond(facts):
        return {"ducks": len(facts["networking"]["interfaces"])}

The function has the name of the fact, or names it: `@fact("pond")`. It is given the other facts
and may ask for any of them. Several functions may answer for one fact:

  * `confine` maps paths of facts to the value that they must have, or to a list of such values
    (text is compared without regard to case), or it is a function of the facts;
  * of those that fit, the one with the greatest `weight` is asked first; the weight is the number
    of confines unless it is given;
  * the first value that is not None counts. What is built in has the weight 0 and comes last
    among equals; external facts have the weight 10000.
"""

from __future__ import annotations

from os.path import join

from duckrow.facts.legacy import dig
from duckrow.machine.paths import names_in, read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    Function = Callable[[Any], Any]
    Confine = Mapping[str, Any] | Callable[[Any], bool]


class Resolution:
    """One way to find out one fact."""

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
        """Return whether this may be asked here."""
        if self.confine is None:
            return True
        if callable(self.confine):
            return bool(self.confine(facts))
        return all(_fits(facts, path, wanted) for path, wanted in self.confine.items())

    def __call__(self, facts: Any) -> Any:
        """Find the fact out."""
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
    """Say that a function answers for a fact; see above."""
    if callable(name):
        return Resolution(name.__name__, name, None, weight)

    def made(function: Function) -> Resolution:
        return Resolution(name or function.__name__, function, confine, weight)

    return made


class CustomFacts:
    """The files with custom facts below some folders, each of which is run when it is needed."""

    __slots__ = ("_files", "_found", "_warn")

    def __init__(self, folders: Sequence[str], warn: Callable[[str], None]) -> None:
        self._warn = warn
        self._files = _files_in(folders)
        self._found: dict[str, list[Resolution]] = {}

    @property
    def names(self) -> list[str]:
        """The facts that there are files for."""
        return list(self._files)

    def resolutions(self, name: str) -> list[Resolution]:
        """Return the ways to find a fact out, the weightiest first."""
        if name not in self._found:
            found = [each for file in self._files.get(name, ()) for each in self._load(file, name)]
            self._found[name] = sorted(found, key=lambda each: -each.weight)
        return self._found[name]

    def _load(self, file: str, name: str) -> list[Resolution]:
        try:
            code = compile(read_bytes(file), file, "exec", dont_inherit=True)
            space: dict[str, Any] = {"__name__": f"duckrow_facts.{name}", "__file__": file}
            exec(code, space)
        except Exception as error:
            self._warn(f"Error while loading the custom fact file {file}: {_told(error)}")
            return []
        found = [value for value in space.values() if isinstance(value, Resolution)]
        for each in found:
            if each.name != name:
                self._warn(f"{file} is asked for the fact {name} only, and defines {each.name}")
        if not found:
            self._warn(f"{file} defines no fact (see duckrow.facts.custom)")
        return [each for each in found if each.name == name]


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _files_in(folders: Sequence[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for folder in folders:
        try:
            names = names_in(folder)
        except OSError:
            continue
        for file in names:
            if file.endswith(".py") and file[:-3].isidentifier():
                found.setdefault(file[:-3].lower(), []).append(join(folder, file))
    return found
