"""The releases of modules to choose from, and the sentences about a conflict."""

from __future__ import annotations

from duckrow.puppet.module_sources.release import ANY, LOCAL
from duckrow.puppet.module_sources.several import Choice, choose_several
from duckrow.puppet.module_sources.solver import Need, Solver, UnsolvableError
from duckrow.source.errors import InputError
from duckrow.source.module_names import short_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from typing import Protocol

    from duckrow.puppet.module_sources.puppetfile import Puppetfile
    from duckrow.puppet.module_sources.release import Dependency, Release
    from duckrow.puppet.module_sources.solver import Incompatibility

    class Source(Protocol):
        """A place that offers releases; `shown` names it in messages."""

        @property
        def shown(self) -> str: ...

        def releases(self, name: str) -> list[Release]:
            """Return the releases of a module, in any order."""


MOST_NAMED = 4  # versions that a message lists one by one


class ConflictError(InputError):
    """Modules that cannot be installed together; `why` explains it."""


class Candidates:
    """What the solver may choose from.

    `fixed` are the releases that a Puppetfile fixes: those of git, of tarballs and local ones. Of
    the modules in `free`, by short name, any version will do for others that need them.
    """

    __slots__ = ("_dependers", "_fixed", "_free", "_masks", "_puppetfile", "_releases", "_sources")

    def __init__(
        self,
        puppetfile: Puppetfile,
        fixed: Mapping[str, Release],
        sources: Sequence[Source],
        free: Collection[str] = (),
    ) -> None:
        self._free = free
        self._puppetfile = puppetfile
        self._fixed = fixed
        self._sources = sources
        self._releases: dict[str, list[Release]] = {}
        self._masks: dict[tuple[str, str], int] = {}
        self._dependers: dict[str, dict[tuple[str, str], int]] = {}

    def resolve(self, *, allows_several: bool = False) -> Choice:
        """Choose a release of every module that is needed. Raises InputError with the conflict.

        If one release of each does not do, and the caller allows it, there are several of some.
        """
        try:
            chosen = Solver(self).solve()
        except UnsolvableError as error:
            several = choose_several(self) if allows_several else None
            if several is not None:
                _reject_clashes(several.releases)
                return several
            explanation = Explanation(self, self._puppetfile)
            raise ConflictError(
                "no versions of the modules fit together",
                why=" ".join(explanation.of(error.proof)),
                hint=explanation.hint(error.proof),
            ) from None
        found = [self.releases(name)[version - 1] for name, version in sorted(chosen.items())]
        _reject_clashes(found)
        by_name = {release.name: release for release in found}
        named = [entry.name for entry in self._puppetfile.entries]
        return Choice(found, {name: by_name[name] for name in named}, {})

    def load(
        self, names: Iterable[str], at_once: Callable[[Callable[[str], object], list[str]], object]
    ) -> None:
        """Ask the sources about many modules at once, and about what their newest releases need."""
        waiting = list(dict.fromkeys(names))
        while waiting:
            at_once(self.releases, waiting)
            needed = {
                dependency.name: None
                for name in waiting
                for release in self.releases(name)[-1:]
                for dependency in release.dependencies
            }
            waiting = [name for name in needed if name not in self._releases]

    def releases(self, name: str) -> list[Release]:
        """Return the releases of a module, the newest last."""
        found = self._releases.get(name)
        if found is None:
            fixed = self._fixed.get(name)
            found = [fixed] if fixed is not None else self._offered(name)
            self._releases[name] = found
        return found

    def _offered(self, name: str) -> list[Release]:
        """Return the releases of all sources; one without a version only if there is no other."""
        found: dict[str, Release] = {}
        without_version: list[Release] = []
        for source in self._sources:
            for release in source.releases(name):
                if release.version is None:
                    without_version.append(release)
                else:
                    found.setdefault(str(release.version), release)
        if not found:
            return without_version[:1]
        # Versions that differ only in build metadata have one rank; their text decides.
        by_text = sorted(found.items())
        return [release for _, release in sorted(by_text, key=lambda each: _rank(each[1]))]

    @property
    def shown_sources(self) -> str:
        """The sources, as messages name them."""
        return " or ".join(source.shown for source in self._sources) or "the Puppetfile"

    # ---- what the solver asks

    def count(self, name: str) -> int:
        return len(self.releases(name))

    def wanted(self) -> list[Need]:
        found = []
        for entry in self._puppetfile.entries:
            mask = 0
            for number, release in enumerate(self.releases(entry.name), 1):
                if release.version is None or release.version in entry.range:
                    mask |= 1 << number
            if entry.name in self._fixed and entry.text == ANY:
                mask = 2  # whatever version a fixed release has
            found.append(Need(entry.name, mask, entry.text, "", 0))
        return found

    def needs(self, name: str, version: int) -> list[Need]:
        found = []
        for dependency in self.releases(name)[version - 1].dependencies:
            dependers = self._who_needs(name)[dependency.name, dependency.text]
            versions = self._fitting(dependency)
            found.append(Need(dependency.name, versions, dependency.text, name, dependers))
        return found

    def _who_needs(self, name: str) -> dict[tuple[str, str], int]:
        """Return which versions of a module have each of its dependencies."""
        found = self._dependers.get(name)
        if found is None:
            found = self._dependers[name] = {}
            for number, release in enumerate(self.releases(name), 1):
                for each in release.dependencies:
                    key = each.name, each.text
                    found[key] = found.get(key, 0) | 1 << number
        return found

    def _fitting(self, dependency: Dependency) -> int:
        """Return the versions that a dependency allows."""
        key = dependency.name, dependency.text
        mask = self._masks.get(key)
        if mask is None:
            mask = 0
            allowed = dependency.range
            if short_name(dependency.name) in self._free:
                mask = (2 << self.count(dependency.name)) - 2
            elif allowed is not None:
                for number, release in enumerate(self.releases(dependency.name), 1):
                    if release.version is None or release.version in allowed:
                        mask |= 1 << number
            self._masks[key] = mask
        return mask


def _rank(release: Release) -> tuple[object, ...]:
    assert release.version is not None
    return release.version._order()


def _reject_clashes(releases: list[Release]) -> None:
    """Reject two modules that would have one directory."""
    found: dict[str, Release] = {}
    for release in releases:
        other = found.setdefault(release.directory, release)
        if other.name != release.name:
            needed_by = [
                each.name
                for each in releases
                if any(need.name == release.name for need in each.dependencies)
            ]
            raise ConflictError(
                f"{other.name} and {release.name} are both installed as {release.directory}",
                why=f"{release.name} is needed by {', '.join(needed_by) or 'the Puppetfile'}",
                hint="name one of them in the Puppetfile only",
            )


class Explanation:
    """Sentences about a proof that no versions fit together.

    Each sentence is about one module: who needs which versions of it. A module comes before those
    that it needs, so the sentences lead from the Puppetfile to the conflict.
    """

    __slots__ = ("_candidates", "_lines", "_puppetfile")

    def __init__(self, candidates: Candidates, puppetfile: Puppetfile) -> None:
        self._candidates = candidates
        self._puppetfile = puppetfile
        self._lines = {entry.name: entry.line for entry in puppetfile.entries}

    def of(self, proof: Incompatibility) -> list[str]:
        """Return the sentences."""
        about: dict[str, list[Need]] = {}
        for need in _needs_of(proof):
            about.setdefault(need.name, []).append(need)
        return [f"{self._sentence(about[name])}." for name in _from_top(about)]

    def hint(self, proof: Incompatibility) -> str:
        """Return a way past ranges of metadata.json, if the Puppetfile has a wish against them."""
        needs = _needs_of(proof)
        needed = {need.name for need in needs if need.dependers}
        wished = [need for need in needs if not need.dependers and need.name in needed]
        names = sorted(short_name(need.name) for need in wished if need.versions)
        if not names:
            return ""
        return f"--ignore-range {names[0]} locks what the Puppetfile asks for all the same"

    def _sentence(self, needs: list[Need]) -> str:
        """Return who needs which versions of a module; what the Puppetfile asks for comes last."""
        *first, last = map(self._fact, sorted(needs, key=lambda need: not need.dependers))
        return f"{', and '.join(first)}, but {last}" if first else last

    def _fact(self, need: Need) -> str:
        """Return the sentence of one need."""
        wanted = f"{short_name(need.name)} {need.text}".replace(ANY, "").rstrip()
        if need.dependers:
            text = f"{self._named(need.depender, need.dependers)} needs {wanted}"
        else:
            line = self._lines.get(need.name)
            text = f"{self._puppetfile.path} line {line} asks for {wanted}"
        if need.versions:
            return text
        if need.dependers and need.name == need.depender:
            return text
        offered = self._candidates.releases(need.name)
        if not offered:
            return f"{text}, and {self._candidates.shown_sources} has no module {need.name}"
        everything = (2 << len(offered)) - 2
        return f"{text}, and there is only {self._named(need.name, everything)}"

    def _named(self, name: str, versions: int) -> str:
        """Return a module with some of its versions: pond 1.0.0 to 1.2.0."""
        releases = self._candidates.releases(name)
        numbers = [number for number in range(1, len(releases) + 1) if versions >> number & 1]
        texts = [releases[number - 1].version_text for number in numbers]
        short = short_name(name)
        if len(texts) == 1:
            fixed = releases[0].origin.kind == LOCAL
            return f"{short} {texts[0]}".rstrip() + (" (local)" if fixed else "")
        if len(texts) == len(releases) and len(texts) > MOST_NAMED:
            return f"every {short}"
        if len(texts) <= MOST_NAMED:
            return f"{short} {', '.join(texts[:-1])} or {texts[-1]}" if texts else f"no {short}"
        if numbers[-1] - numbers[0] + 1 == len(numbers):
            return f"{short} {texts[0]} to {texts[-1]}"
        return f"{short} {', '.join(texts[:MOST_NAMED])} and {len(texts) - MOST_NAMED} more"


def _needs_of(proof: Incompatibility) -> list[Need]:
    """Return the needs that a proof rests on, each once."""
    found: list[Need] = []
    seen: set[int] = set()
    waiting = [proof]
    while waiting:  # not recursive: a proof may be thousands of steps deep
        node = waiting.pop()
        if id(node) not in seen:
            seen.add(id(node))
            if node.need is not None:
                found.append(node.need)
            waiting += reversed(node.causes)
    return found


def _from_top(about: Mapping[str, list[Need]]) -> list[str]:
    """Return modules so that each comes after those that need it, where they are in no circle."""
    found: list[str] = []
    waiting = sorted(about)
    while waiting:
        free = [
            name
            for name in waiting
            if not any(need.depender in waiting and need.depender != name for need in about[name])
        ]
        found += free or waiting[:1]
        waiting = [name for name in waiting if name not in found]
    return found
