"""Gem::Version, which templates and functions compare versions with, and Zlib.crc32."""

from __future__ import annotations

import re

from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.core.convert import to_int
from duckrow.ruby.dispatch import methods_of, no_method
from duckrow.ruby.errors import argument_error
from duckrow.ruby.values.kinds import RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter

_CORRECT = re.compile(r"\s*([0-9]+(\.[0-9a-zA-Z]+)*(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?)?\s*")
_SEGMENT = re.compile(r"[0-9]+|[a-z]+", re.IGNORECASE)


class GemVersion:
    """A version: numbers and words between dots, where a word comes before any number."""

    __slots__ = ("_segments", "text")

    ruby_class_name = "Gem::Version"

    def __init__(self, text: str) -> None:
        if _CORRECT.fullmatch(text) is None:
            raise argument_error(f"Malformed version number string {text}")
        self.text = text.strip().replace("-", ".pre.") or "0"
        parts = _SEGMENT.findall(self.text)
        self._segments: list[int | str] = [int(p) if p.isdigit() else p for p in parts]

    def canonical(self) -> list[int | str]:
        """Return the segments without zeros that say nothing: at the end, and before a word."""
        words = [i for i, part in enumerate(self._segments) if isinstance(part, str)]
        first = words[0] if words else len(self._segments)
        numbers, rest = self._segments[:first], self._segments[first:]
        while numbers and numbers[-1] == 0:
            numbers.pop()
        while rest and rest[-1] == 0:
            rest.pop()
        return [*numbers, *rest]

    def compare(self, other: GemVersion) -> int:
        """Return -1, 0 or 1."""
        left, right = self.canonical(), other.canonical()
        for index in range(max(len(left), len(right))):
            one = left[index] if index < len(left) else 0
            two = right[index] if index < len(right) else 0
            if one == two:
                continue
            if isinstance(one, str) and not isinstance(two, str):
                return -1
            if isinstance(two, str) and not isinstance(one, str):
                return 1
            return -1 if one < two else 1  # type: ignore[operator]
        return 0

    def is_prerelease(self) -> bool:
        return any(isinstance(part, str) for part in self._segments)

    def release(self) -> GemVersion:
        """Return the version that a pre-release is one of."""
        numbers: list[str] = []
        for part in self._segments:
            if isinstance(part, str):
                break
            numbers.append(str(part))
        return GemVersion(".".join(numbers))

    def bump(self) -> GemVersion:
        """Return the next version in the last but one place."""
        numbers = [part for part in self.release()._segments if isinstance(part, int)]
        numbers = numbers[:-1] if len(numbers) > 1 else numbers
        return GemVersion(".".join(map(str, [*numbers[:-1], numbers[-1] + 1])))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GemVersion) and self.compare(other) == 0

    def __hash__(self) -> int:
        return hash(tuple(self.canonical()))

    def ruby_responds_to(self, ruby: Interpreter, name: str) -> bool:
        return name in _ORDERS or name in _ASKED or name in methods_of(ruby, RubyObject)

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[object, ...], _block: object
    ) -> Any:
        if name in _ORDERS:
            other = arguments[0]
            if isinstance(other, str):
                other = GemVersion(other)
            if not isinstance(other, GemVersion):
                if name in ("<=>", "=="):
                    return None if name == "<=>" else False
                raise argument_error(
                    f"comparison of Gem::Version with {inspect(ruby, other)} failed"
                )
            return _ORDERS[name](self.compare(other))
        if name in _ASKED:
            return _ASKED[name](self)
        method = methods_of(ruby, RubyObject).get(name)
        if method is None:
            raise no_method(ruby, self, name)
        return method(self, *arguments)


_ORDERS: dict[str, Any] = {
    "<=>": lambda order: order,
    "==": lambda order: order == 0,
    "!=": lambda order: order != 0,
    "<": lambda order: order < 0,
    "<=": lambda order: order <= 0,
    ">": lambda order: order > 0,
    ">=": lambda order: order >= 0,
}
_ASKED: dict[str, Any] = {
    "to_s": lambda self: self.text,
    "version": lambda self: self.text,
    "inspect": lambda self: f'Gem::Version.new("{self.text}")',
    "segments": lambda self: list(self._segments),
    "canonical_segments": lambda self: self.canonical() or [0],
    "prerelease?": GemVersion.is_prerelease,
    "release": GemVersion.release,
    "bump": GemVersion.bump,
}


def _new(ruby: Interpreter, _class: object, version: object) -> GemVersion:
    return version if isinstance(version, GemVersion) else GemVersion(to_s(ruby, version))


def _crc32(ruby: Interpreter, _module: object, text: object = "", start: object = 0) -> int:
    import zlib

    return zlib.crc32(to_s(ruby, text).encode("utf-8", "surrogateescape"), to_int(ruby, start))


def _is_correct(ruby: Interpreter, _class: object, version: object) -> bool:
    return _CORRECT.fullmatch(to_s(ruby, version)) is not None


def make(_ruby: Interpreter) -> dict[str, Any]:
    """Return the constants."""
    singleton = {"new": _new, "create": _new, "correct?": _is_correct}
    return {
        "Gem": RubyModule(
            "Gem", is_class=False, singleton={"loaded_specs": lambda _ruby, _self: {}}
        ),
        "Gem::Version": RubyModule("Gem::Version", singleton=singleton),
        "Zlib": RubyModule("Zlib", is_class=False, singleton={"crc32": _crc32}),
    }
