"""The arguments of tests: each is checked when it is given, and the error says what to write."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import isfinite

from duckrow.machine.paths import is_directory, is_file
from duckrow.source.did_you_mean import did_you_mean
from duckrow.testing.errors import ArgumentError, hides

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

__tracebackhide__ = hides
_FEW = 12  # names that an error lists
_NAME = re.compile(r"(::)?[a-z]\w*(::[a-z]\w*)*")
_PARAMETER = re.compile(r"[a-z_]\w*", re.ASCII)


def mapping_of(argument: str, value: object, example: str) -> dict[str, object]:
    """Return a dict whose keys are strings."""
    if not isinstance(value, Mapping):
        raise ArgumentError(f"{argument}= is a dict, such as {example}, not {value!r}")
    for key in value:
        if not isinstance(key, str):
            raise ArgumentError(f"the names in {argument}= are strings, not {key!r}")
    return dict(value)


def data_of(argument: str, value: object, example: str) -> dict[str, object]:
    """Return a dict of plain data: what JSON can hold."""
    found = mapping_of(argument, value, example)
    return {name: _plain(f"{name} in {argument}=", each) for name, each in found.items()}


def _plain(what: str, value: object) -> object:
    if isinstance(value, Mapping):
        for name in value:
            if not isinstance(name, str):
                raise ArgumentError(f"the names in {what} are strings, not {name!r}")
        return {name: _plain(f"{name} of {what}", each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(what, each) for each in value]
    if isinstance(value, float) and not isfinite(value):
        raise ArgumentError(f"{what} is a number that JSON can hold, not {value!r}")
    if not isinstance(value, str | int | float | None):
        raise ArgumentError(f"{what} is plain data such as a string, not {value!r}")
    return value


def text_of(argument: str, value: object, example: str) -> str:
    """Return a string."""
    if not isinstance(value, str):
        raise ArgumentError(f"{argument}= is a string, such as {example!r}, not {value!r}")
    return value


def parameters_of(value: object) -> dict[str, object]:
    """Return the parameters of a class or define by their names."""
    found = mapping_of("params", value, '{"ducks": 5}')
    for name in found:
        if _PARAMETER.fullmatch(name) is None:
            raise ArgumentError(f"{name!r} in params= is no name of a parameter, such as ducks")
    return found


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
    """Reject an unknown name."""
    names = list(known)
    if name not in names:
        raise ArgumentError("\n".join([f"there is no {what} {name!r}", *hints(name, names)]))


def hints(name: str, known: Sequence[str]) -> list[str]:
    """Return the known name that is nearest to an unknown one, and all of them if they are few."""
    listed = f"there are: {', '.join(known)}" if len(known) <= _FEW else ""
    return list(filter(None, [did_you_mean(name, known), listed]))


def expect_question(
    question: str, names: Sequence[str], known: Mapping[str, Sequence[int]]
) -> None:
    """Reject an unknown question of `duckrow explain`, or one with too few or too many names."""
    expect_known("question", text_of("question", question, "resource"), known)
    for each in names:
        text_of("name", each, "File[/etc/motd]")
    counts = known[question]
    if len(names) not in counts:
        wanted = " or ".join(map(str, counts)).replace("0", "no")
        plural = "" if wanted == "1" else "s"
        raise ArgumentError(
            f"the question {question!r} takes {wanted} name{plural}, not {len(names)}"
        )
