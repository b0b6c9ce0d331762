"""The secrets of a compile: the strings in Sensitive values that it makes or holds."""

from __future__ import annotations

from duckrow.puppet.explain.evaluate import CUT
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.state.secrets import REDACTED, SHORTEST, Secrets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from duckrow.puppet.catalog.build import Build
    from duckrow.puppet.runtime.scope import Scope


class SecretsOfAnswers(Secrets):
    """Secrets that are also found where an answer cuts a long value off."""

    __slots__ = ()

    def hide(self, text: str) -> str:
        text = super().hide(text)
        at = text.find(CUT)
        while at >= 0:
            start = min((self._start(text[:at], each) for each in self._texts), default=at)
            text = text[:start] + (REDACTED if start < at else "") + text[at:]
            at = text.find(CUT, text.index(CUT, start) + 1)
        return text

    def _start(self, text: str, secret: str) -> int:
        """Return where the beginning of a secret is at the end of a text; else its length."""
        written = secret.replace("\n", "\\n")
        start = text.find(written[:SHORTEST], max(0, len(text) - len(written)))
        while start >= 0:
            if written.startswith(text[start:]):
                return start
            start = text.find(written[:SHORTEST], start + 1)
        return len(text)


class SecretsHeard:
    """A listener that keeps only the Sensitive values of a compile."""

    __slots__ = ("values",)

    def __init__(self) -> None:
        self.values: list[Sensitive] = []

    def __call__(self, event: str, *about: object) -> None:
        """Hear of an event."""
        if event == "secret" and isinstance(about[0], Sensitive):
            self.values.append(about[0])


def secrets_of(build: Build, heard: Iterable[Sensitive]) -> Iterator[str]:
    """Return the secrets of a compile: those that a listener heard of, and those it holds."""
    for value in heard:
        yield from _strings(value)
    for resource in build.catalog.resources:
        for name, value in resource.parameters.items():
            yield from _strings(value, is_secret=name in (resource.sensitive or ()))
    for scope in scopes_of(build).values():
        # Facts are variables that are computed when somebody asks; nobody asks here.
        for value in dict.values(scope.variables):
            yield from _strings(value)


def scopes_of(build: Build) -> dict[str, Scope]:
    """Return the scopes of main, classes, nodes and those defines that declare something."""
    found = {"": build.top}
    found |= {f"Class[{name}]": scope for name, scope in build.class_scopes.items()}
    known = {id(each) for each in found.values()}
    for resource in build.catalog.resources:
        scope = resource.scope
        if id(scope) not in known:
            known.add(id(scope))
            found[str(scope.resource)] = scope
    return found


def _strings(value: object, *, is_secret: bool = False) -> Iterator[str]:
    if type(value) is str:
        if is_secret:
            yield value
    elif type(value) is int:
        if is_secret:
            yield str(value)
    elif type(value) is dict:
        for item in value.values():
            yield from _strings(item, is_secret=is_secret)
    elif type(value) is list:
        for item in value:
            yield from _strings(item, is_secret=is_secret)
    elif type(value) is Sensitive:
        yield from _strings(value.unwrap(), is_secret=True)
