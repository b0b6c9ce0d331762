"""The arguments of tests: each is checked when it is given, and the error says what to write."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from duckrow.machine.paths import is_directory, is_file
from duckrow.source.did_you_mean import did_you_mean
from duckrow.testing.errors import ArgumentError, hides

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

__tracebackhide__ = hides
_NAME = re.compile(r"(::)?[a-z]\w*(::[a-z]\w*)*")


def mapping_of(argument: str, value: object, example: str) -> dict[str, object]:
    """Return a dict whose keys are strings."""
    if not isinstance(value, Mapping):
        raise ArgumentError(f"{argument}= is a dict, such as {example}, not {value!r}")
    for key in value:
        if not isinstance(key, str):
            raise ArgumentError(f"the names in {argument}= are strings, not {key!r}")
    return dict(value)


def data_of(argument: str, value: object, example: str) -> dict[str, object]:
    """Return a dict of plain data."""
    found = mapping_of(argument, value, example)
    for name, each in found.items():
        _expect_plain(f"{name} in {argument}=", each)
    return found


def _expect_plain(what: str, value: object) -> None:
    if isinstance(value, dict):
        for name, each in value.items():
            _expect_plain(f"{name} of {what}", each)
    elif isinstance(value, list | tuple):
        for each in value:
            _expect_plain(what, each)
    elif not isinstance(value, str | int | float | None):
        raise ArgumentError(f"{what} is plain data such as a string, not {value!r}")


def text_of(argument: str, value: object, example: str) -> str:
    """Return a string."""
    if not isinstance(value, str):
        raise ArgumentError(f"{argument}= is a string, such as {example!r}, not {value!r}")
    return value


def name_of(argument: str, value: object, example: str) -> str:
    """Return the name of a class or define."""
    name = text_of(argument, value, example)
    if _NAME.fullmatch(name) is None:
        raise ArgumentError(f"{argument}= is a name, such as {example}, not {name!r}")
    return name


def words_of(argument: str, value: object) -> list[str]:
    """Return a list of strings: a string alone would be a list of its letters."""
    if isinstance(value, str):
        raise ArgumentError(f"{argument}= is a list of names: {argument}=[{value!r}]")
    if not isinstance(value, Sequence | set | frozenset) or isinstance(value, bytes):
        raise ArgumentError(f'{argument}= is a list of names, such as ["web"], not {value!r}')
    for each in value:
        if not isinstance(each, str):
            raise ArgumentError(f"the names in {argument}= are strings, not {each!r}")
    return list(value)


def path_of(argument: str, value: object, example: str) -> str:
    """Return the path of a file: a string, or a pathlib.Path."""
    path = value.__fspath__() if hasattr(value, "__fspath__") else value
    return text_of(argument, path, example)


def expect_file(argument: str, given: str, path: str) -> None:
    """Reject a path that no file has."""
    if is_directory(path):
        raise ArgumentError(f"{argument}={given!r} is a directory: name a file in it")
    if not is_file(path):
        raise ArgumentError(f"{argument}={given!r}: there is no file {path}")


def expect_known(what: str, name: str, known: Iterable[str]) -> None:
    """Reject an unknown name; name the nearest one, or all of them if they are few."""
    names = list(known)
    if name not in names:
        listed = f"there are: {', '.join(names)}" if len(names) <= 12 else ""
        raise ArgumentError(
            "\n".join(
                filter(None, [f"there is no {what} {name!r}", did_you_mean(name, names), listed])
            )
        )


def expect_question(
    question: str, names: Sequence[str], known: Mapping[str, Sequence[int]]
) -> None:
    """Reject an unknown question of `duckrow explain`, or one with too few or too many names."""
    expect_known("question", question, known)
    counts = known[question]
    if len(names) not in counts:
        wanted = " or ".join(map(str, counts)).replace("0", "no")
        plural = "" if wanted == "1" else "s"
        raise ArgumentError(
            f"the question {question!r} takes {wanted} name{plural}, not {len(names)}"
        )
