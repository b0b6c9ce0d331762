"""Which examples of a spec file run."""

from __future__ import annotations

from duckrow.ruby.core.basics import truthy
from duckrow.ruby.values.kinds import Proc
from duckrow.spec.suite import fits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from duckrow.spec.example import Example
    from duckrow.spec.groups import Group
    from duckrow.spec.runner import Job
    from duckrow.spec.suite import Suite


class Chosen:
    """The examples that are wanted, and all groups that they are in."""

    __slots__ = ("examples", "groups")

    def __init__(self, examples: Iterable[Example]) -> None:
        self.examples = set(examples)
        self.groups: set[Group] = set()
        for example in self.examples:
            group: Group | None = example.group
            while group is not None and group not in self.groups:
                self.groups.add(group)
                group = group.parent


def selected(suite: Suite, job: Job) -> Iterator[Example]:
    """Return the examples that are wanted."""
    wanted = _on_lines(suite, job) if job.lines else None
    for group in suite.groups:
        for example in group.all_examples():
            if _is_excluded(suite, example) or (wanted is not None and example not in wanted):
                continue
            if job.text in example.full_description:
                yield example


def part_of(examples: list[Example], suite: Suite, job: Job) -> list[Example]:
    """Return the examples of a part of a file.

    Hooks around many examples may do what later ones see: the first part has all examples then.
    """
    number, count = job.part
    if count > 1 and _has_wide_hooks(suite):
        return [] if number else examples
    size = len(examples)
    return examples[size * number // count : size * (number + 1) // count]


def _has_wide_hooks(suite: Suite) -> bool:
    waiting = list(suite.groups)
    hooks = [suite.configuration.hooks]
    while waiting:
        group = waiting.pop()
        hooks.append(group.hooks)
        waiting += group.children
    return any(each.of(kind, "all") for each in hooks for kind in ("before", "after"))


def _is_excluded(suite: Suite, example: Example) -> bool:
    metadata = example.metadata
    if not truthy(metadata.get("if", True)) or truthy(metadata.get("unless")):
        return True
    excluded = suite.configuration.excluded
    return any(
        name in metadata and not isinstance(value, Proc) and fits({name: value}, metadata)
        for name, value in excluded.items()
    )


def _on_lines(suite: Suite, job: Job) -> set[Example]:
    """Return the examples of the groups and examples that are written at, or before, the lines."""
    places: list[tuple[int, list[Example]]] = []

    def visit(group: Group) -> None:
        places.append((group.line, group.all_examples()))
        places.extend((each.line, [each]) for each in group.examples)
        for child in group.children:
            visit(child)

    for group in suite.groups:
        visit(group)
    found: set[Example] = set()
    for line in job.lines:
        nearest = max((at for at, _ in places if at <= line), default=0)
        if not nearest:
            file = job.file.replace(f"{job.directory}/", "./", 1)
            suite.warn(f"{file}:{line} chooses nothing: all groups and examples are below it")
        found.update(each for at, examples in places if at == nearest for each in examples)
    return found
