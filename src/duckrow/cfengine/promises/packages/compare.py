"""Compares versions of packages, by commands of the method or by their numbers."""

from __future__ import annotations

import re

from duckrow.cfengine.functions.helpers.command_lines import command_of
from duckrow.cfengine.values.outcomes import FAILED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.promises.packages.method import Method

_PART = re.compile(r"([0-9a-zA-Z]{0,29})([^0-9a-zA-Z]?)")


class VersionComparison:
    """Compares versions for one promise. None means that they cannot be compared."""

    __slots__ = ("_context", "_method", "_promise", "has_failed")

    def __init__(self, context: Context, promise: ExpandedPromise, method: Method) -> None:
        self._context = context
        self._promise = promise
        self._method = method
        self.has_failed = False

    def is_true(self, one: str, comparator: str | None, other: str) -> bool | None:
        """Return whether `one` compares to `other` as promised; the default is equality."""
        comparator = comparator or "=="
        if comparator == "==":
            answer = self._is_equal(one, other)
        elif comparator == "!=":
            answer = _inverted(self._is_equal(one, other))
        elif comparator == "<":
            answer = self._is_less(one, other)
        elif comparator == ">":
            answer = self._is_less(other, one)
        elif comparator == ">=":
            answer = _inverted(self._is_less(one, other))
        else:
            answer = _inverted(self._is_less(other, one))
        shown = {True: "yes", False: "no"}.get(
            answer,  # type: ignore[arg-type]
            "Incompatible version format. Can't decide",
        )
        self._context.log.verbose(
            f"CompareVersions: Checked whether package version {one} {comparator} {other}: {shown}"
        )
        return answer

    def _is_less(self, one: str, other: str) -> bool | None:
        command = self._method.text("version_less_command")
        if command is not None:
            return self._run(command, one, other)
        return is_less(one, other)

    def _is_equal(self, one: str, other: str) -> bool | None:
        command = self._method.text("version_equal_command")
        if command is not None:
            return self._run(command, one, other)
        if self._method.text("version_less_command") is not None:
            less, more = self._is_less(one, other), self._is_less(other, one)
            return None if less is None or more is None else not less and not more
        return is_equal(one, other)

    def _run(self, command: str, one: str, other: str) -> bool | None:
        context = self._context
        line = replace_names(command, {"v1": one, "v2": other})
        ready = command_of(line, uses_shell=self._method.uses_shell)
        context.log.verbose(f"Executing '{line}'")

        try:
            result = context.machine.commands.run(ready)
        except OSError as error:
            context.finish_promise(
                FAILED,
                self._promise,
                "error",
                f"Can not start package version comparison command '{line}'. "
                f"(cf_popen: {error.strerror})",
            )
            self.has_failed = True
            return None
        if result.signal is not None:
            context.finish_promise(
                FAILED,
                self._promise,
                "error",
                f"Error during package version comparison command execution '{line}'. "
                "(cf_pclose: Success)",
            )
            self.has_failed = True
            return None
        context.log.verbose(f"returned: {result.status}")
        return result.status == 0


def replace_names(text: str, values: dict[str, str]) -> str:
    """Replace $(names) that only have a meaning for packages."""
    for name, value in values.items():
        for written in (f"$({name})", f"${{{name}}}"):
            text = text.replace(written, value)
    return text


def _inverted(answer: bool | None) -> bool | None:
    return None if answer is None else not answer


def is_equal(one: str, other: str) -> bool | None:
    """Return whether versions are equal; None if their structures differ."""
    numbers, _ = _parts(one)
    if not _are_comparable(one, other):
        return None
    return one == other and bool(numbers)


def is_less(one: str, other: str) -> bool | None:
    """Return whether a version is less than another, compared part by part as strings."""
    if not _are_comparable(one, other):
        return None
    ours, theirs = _parts(one)[0], _parts(other)[0]
    for mine, its in zip(ours, theirs, strict=False):
        if mine != its:
            return mine < its
    return len(theirs) > len(ours)


def _are_comparable(one: str, other: str) -> bool:
    ours, theirs = _parts(one)[1], _parts(other)[1]
    return all(mine == its for mine, its in zip(ours, theirs, strict=False))


def _parts(version: str) -> tuple[list[str], list[str]]:
    """Split a version into numbers and separators."""
    version = version.replace(",", "_")
    numbers: list[str] = []
    separators: list[str] = []
    offset = 0
    while offset < len(version):
        found = _PART.match(version, offset)
        assert found is not None
        numbers.append(found[1])
        if found.end(1) == len(version):
            break
        separators.append(found[2])
        offset = found.end() if found[2] else found.end() + 1
    return numbers, separators
