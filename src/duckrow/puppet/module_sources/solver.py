"""Choose one version of each package so that all needs are met, or explain why none can be.

The method is that of PubGrub: unit propagation, decisions, and clauses learnt from conflicts. Here
a set of versions is a number: bit 0 means that the package is not chosen at all, bit i that its
i-th version is, so every question about sets is one operation on whole numbers.

1. An incompatibility is a set of terms of which at least one must be false. `{a: {2}, b: not {1}}`
   is: a 2 needs b 1.
2. The partial solution is a list of assignments; each narrows the versions that a package may still
   have, because of an incompatibility or because the solver has decided.
3. An incompatibility that only a decision made true goes back to that decision, with a new
   incompatibility that follows from the old ones. One without terms proves that there is no answer.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Packages(Protocol):
        """What there is to choose from. Versions count from 1, and the highest is preferred."""

        def count(self, name: str) -> int:
            """Return how many versions a package has."""

        def wanted(self) -> list[Need]:
            """Return what is asked for from outside."""

        def needs(self, name: str, version: int) -> list[Need]:
            """Return what a version needs; a need knows all versions that have it too."""


ABSENT = 1  # the bit of a package that is not chosen


class Need:
    """A package, the versions of it that will do, and which versions of what package need it.

    `dependers` is 0 for a need from outside.
    """

    __slots__ = ("depender", "dependers", "name", "text", "versions")

    def __init__(self, name: str, versions: int, text: str, depender: str, dependers: int) -> None:
        self.name = name
        self.versions = versions
        self.text = text  # how the versions are written
        self.depender = depender
        self.dependers = dependers


class Incompatibility:
    """Terms that cannot all be true; from a need, or from two others."""

    __slots__ = ("causes", "need", "terms")

    def __init__(
        self,
        terms: dict[str, int],
        need: Need | None = None,
        causes: tuple[Incompatibility, ...] = (),
    ) -> None:
        self.terms = terms
        self.need = need
        self.causes = causes


class UnsolvableError(Exception):
    """There is no answer; `proof` is the incompatibility that says so."""

    def __init__(self, proof: Incompatibility) -> None:
        super().__init__("no versions fit together")
        self.proof = proof


class _Assignment:
    """A step of the partial solution: what a package may still be after it."""

    __slots__ = ("cause", "left", "level", "name", "narrowed")

    def __init__(
        self, name: str, narrowed: int, left: int, level: int, cause: Incompatibility | None
    ) -> None:
        self.name = name
        self.narrowed = narrowed  # the versions that this step allows
        self.left = left  # the versions that all steps so far allow
        self.level = level
        self.cause = cause  # None for a decision


class Solver:
    """One search."""

    __slots__ = (
        "_about",
        "_known",
        "_level",
        "_now",
        "_of",
        "_open",
        "_packages",
        "_steps",
        "_whole",
    )

    def __init__(self, packages: Packages) -> None:
        self._packages = packages
        self._about: dict[str, list[Incompatibility]] = {}
        self._known: set[tuple[str, str, str, int]] = set()
        self._steps: list[_Assignment] = []
        self._of: dict[str, list[int]] = {}  # the steps about a package
        self._open: dict[str, None] = {}  # packages that must be chosen and are not decided
        self._now: dict[str, int] = {}  # what the packages of `_of` may still be
        self._whole: dict[str, int] = {}
        self._level = 0

    def solve(self) -> dict[str, int]:
        """Return the number of the chosen version of each package. Raises UnsolvableError."""
        changed: list[str] = []
        for need in self._packages.wanted():
            self._add_need(need)
            changed.append(need.name)
            if not need.versions:
                raise UnsolvableError(self._about[need.name][-1])
        while True:
            self._propagate(changed)
            if not self._open:
                break
            name = min(self._open, key=self._choices)
            version = self._now[name].bit_length() - 1
            if self._add_needs(name, version):
                self._propagate([name])  # the needs may show that the version cannot be chosen
                if name not in self._open or self._now[name].bit_length() - 1 != version:
                    continue
            self._level += 1
            self._assign(name, 1 << version, None)
            changed = [name]
        chosen = self._now.items()
        return {name: left.bit_length() - 1 for name, left in chosen if not left & ABSENT}

    def _choices(self, name: str) -> int:
        return self._now[name].bit_count()

    def _all(self, name: str) -> int:
        whole = self._whole.get(name)
        if whole is None:
            whole = self._whole[name] = (2 << self._packages.count(name)) - 1
        return whole

    def _left(self, name: str) -> int:
        left = self._now.get(name)
        return self._all(name) if left is None else left

    def _add_needs(self, name: str, version: int) -> bool:
        """Add what a version needs; return whether any of it is new."""
        is_new = False
        for need in self._packages.needs(name, version):
            key = (name, need.name, need.text, need.dependers)
            if key not in self._known:
                self._known.add(key)
                self._add_need(need)
                is_new = True
        return is_new

    def _add_need(self, need: Need) -> None:
        terms = {need.name: self._all(need.name) & ~need.versions}
        if need.dependers:
            if need.name == need.depender:  # a package that needs itself in another version
                terms = {need.name: need.dependers & ~need.versions}
            elif terms[need.name] == self._all(need.name):
                terms = {need.depender: need.dependers}
            else:
                terms[need.depender] = need.dependers
        if all(terms.values()):
            self._add(Incompatibility(terms, need))

    def _add(self, incompatibility: Incompatibility) -> None:
        for name in incompatibility.terms:
            self._about.setdefault(name, []).append(incompatibility)

    def _assign(self, name: str, narrowed: int, cause: Incompatibility | None) -> None:
        left = self._now[name] = self._left(name) & narrowed
        self._of.setdefault(name, []).append(len(self._steps))
        self._steps.append(_Assignment(name, narrowed, left, self._level, cause))
        if cause is None:
            self._open.pop(name, None)
        elif not left & ABSENT and not self._is_decided(name):
            self._open[name] = None

    def _is_decided(self, name: str) -> bool:
        return any(self._steps[number].cause is None for number in self._of.get(name, ()))

    def _propagate(self, changed: list[str]) -> None:
        """Draw every conclusion from packages that have changed."""
        while changed:
            name = changed.pop()
            for incompatibility in reversed(self._about.get(name, ())):
                found = self._undecided_term(incompatibility)
                if found is None:
                    continue
                if not found:
                    learnt = self._learn(incompatibility)
                    found = self._undecided_term(learnt)
                    assert found  # all terms but one were true before the conflict
                    self._assign(found, self._all(found) & ~learnt.terms[found], learnt)
                    changed[:] = [found]
                    break
                narrowed = self._all(found) & ~incompatibility.terms[found]
                self._assign(found, narrowed, incompatibility)
                changed.append(found)

    def _undecided_term(self, incompatibility: Incompatibility) -> str | None:
        """Return the package of the only term that is not true; "" if all are.

        None means that nothing follows: a term is false, or several are open.
        """
        found = ""
        for name, versions in incompatibility.terms.items():
            left = self._left(name)
            if left & ~versions:
                if found or not left & versions:
                    return None
                found = name
        return found

    def _learn(self, conflict: Incompatibility) -> Incompatibility:
        """Return the reason of a conflict, after going back to where it decides something."""
        known = conflict
        while True:
            if not conflict.terms:
                raise UnsolvableError(conflict)
            step, before = self._satisfier(conflict)
            if step.cause is None or before < step.level:
                self._go_back(before)
                if conflict is not known:
                    self._add(conflict)
                return conflict
            conflict = self._resolvent(conflict, step.cause, step.name)

    def _satisfier(self, conflict: Incompatibility) -> tuple[_Assignment, int]:
        """Return the step that made a conflict true, and the level on which the rest was true."""
        firsts: dict[str, int] = {}
        for name, versions in conflict.terms.items():
            for number in self._of.get(name, ()):
                if not self._steps[number].left & ~versions:
                    firsts[name] = number
                    break
        last = max(firsts, key=lambda name: firsts[name])
        step = self._steps[firsts[last]]
        levels = [self._steps[each].level for name, each in firsts.items() if name != last]
        # The step alone may not be enough for its own term.
        missing = step.narrowed & ~conflict.terms[last]
        if missing:
            for number in self._of[last]:
                if not self._steps[number].left & missing:
                    levels.append(self._steps[number].level)
                    break
        return step, max(levels, default=0)

    def _resolvent(
        self, one: Incompatibility, other: Incompatibility, name: str
    ) -> Incompatibility:
        """Return what follows from two incompatibilities, whatever a package is."""
        terms = dict(one.terms)
        for each, versions in other.terms.items():
            terms[each] = terms[each] & versions if each in terms else versions
        either = one.terms[name] | other.terms[name]
        if either == self._all(name):
            del terms[name]
        else:
            terms[name] = either
        return Incompatibility(terms, None, (one, other))

    def _go_back(self, level: int) -> None:
        while self._steps and self._steps[-1].level > level:
            step = self._steps.pop()
            steps = self._of[step.name]
            steps.pop()
            if steps:
                self._now[step.name] = self._steps[steps[-1]].left
            else:
                del self._of[step.name], self._now[step.name]
        self._level = level
        decided = {step.name for step in self._steps if step.cause is None}
        self._open = {
            name: None
            for name, left in self._now.items()
            if name not in decided and not left & ABSENT
        }
