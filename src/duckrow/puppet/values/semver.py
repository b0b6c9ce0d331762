"""Semantic versions.

Precedence is that of semver.org: numbers by value, a pre-release below its release, identifiers one
by one. Build metadata does not affect precedence, yet versions that differ in it are not equal. So
`<=` and `>=` may both hold between two versions that are not equal by `==`.
"""

from __future__ import annotations

from duckrow.ruby.values.errors import InvalidValueError
from duckrow.ruby.values.numbers import integer_text, read_digits
from duckrow.source.immutable import Immutable, set_field

TYPE_CHECKING = False
if TYPE_CHECKING:
    Identifiers = tuple[int | str, ...]

NUMBER = "0|[1-9][0-9]*"
IDENTIFIERS = r"[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*"
_VERSION = (
    rf"({NUMBER})\.({NUMBER})\.({NUMBER})(?:-({IDENTIFIERS}))?(?:\+({IDENTIFIERS}))?"
    r"\n?"  # the reference lets one line ending pass
)


class SemVer(Immutable):
    """A version; `prerelease` and `build` are None or text without their marks.

    Passed as a part, a pre-release is always a single identifier, and never a number: SemVer(1, 0,
    0, "1") is not SemVer.parse("1.0.0-1"), nor is it in the reference.
    """

    __slots__ = ("_build", "_prerelease", "major", "minor", "patch")
    ruby_class_name = "SemanticPuppet::Version"

    major: int | float
    minor: int
    patch: int
    _prerelease: Identifiers | None
    _build: Identifiers | None

    def __init__(
        self,
        major: int,
        minor: int,
        patch: int,
        prerelease: str | None = None,
        build: str | None = None,
    ) -> None:
        _fill(
            self,
            (major, minor, patch),
            None if prerelease is None else (prerelease,),
            None if build is None else (build,),
        )

    @classmethod
    def of(
        cls,
        numbers: tuple[int | float, int, int],
        prerelease: Identifiers | None = None,
        build: Identifiers | None = None,
    ) -> SemVer:
        """Make a version of identifiers that are already apart."""
        version: SemVer = object.__new__(cls)
        _fill(version, numbers, prerelease, build)
        return version

    @classmethod
    def parse(cls, text: str) -> SemVer:
        import re

        match = re.fullmatch(_VERSION, text)
        if match is None:
            raise InvalidValueError(f"Unable to parse '{text}' as a semantic version identifier")
        major, minor, patch, prerelease, build = match.groups()
        return cls.of(
            (read_digits(major), read_digits(minor), read_digits(patch)),
            prerelease_identifiers(prerelease),
            build_identifiers(build),
        )

    @classmethod
    def valid(cls, text: str) -> bool:
        """Return whether a text is a version."""
        try:
            cls.parse(text)
        except InvalidValueError:
            return False
        return True

    @property
    def prerelease(self) -> str | None:
        return _joined(self._prerelease) or None

    @property
    def build(self) -> str | None:
        return _joined(self._build) or None

    @property
    def is_stable(self) -> bool:
        """Return whether this is a release."""
        return not self._prerelease

    @property
    def numbers(self) -> tuple[int | float, int, int]:
        return self.major, self.minor, self.patch

    def next_patch(self) -> SemVer:
        """Return the release after this one."""
        return SemVer.of((self.major, self.minor, self.patch + 1))

    def _order(self) -> tuple[object, ...]:
        """Return a tuple that sorts as versions do."""
        if self._prerelease is None:
            return (*self.numbers, True)
        identifiers = [(isinstance(part, str), part) for part in self._prerelease]
        return (*self.numbers, False, identifiers)

    def ruby_compare(self, other: object) -> int | None:
        """Return the order of two versions; None for other values."""
        if not isinstance(other, SemVer):
            return None
        return (self > other) - (self < other)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, SemVer):
            return NotImplemented
        return self._order() < other._order()

    def __le__(self, other: object) -> bool:
        if not isinstance(other, SemVer):
            return NotImplemented
        return self._order() <= other._order()

    def __gt__(self, other: object) -> bool:
        if not isinstance(other, SemVer):
            return NotImplemented
        return self._order() > other._order()

    def __ge__(self, other: object) -> bool:
        if not isinstance(other, SemVer):
            return NotImplemented
        return self._order() >= other._order()

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, SemVer)
            and self.numbers == other.numbers
            and self._prerelease == other._prerelease
            and self._build == other._build
        )

    def __hash__(self) -> int:
        return hash((SemVer, self.numbers, self._prerelease))

    def __reduce__(self) -> tuple[object, ...]:
        return SemVer.of, (self.numbers, self._prerelease, self._build)

    def __str__(self) -> str:
        major = "Infinity" if isinstance(self.major, float) else integer_text(self.major)
        text = f"{major}.{integer_text(self.minor)}.{integer_text(self.patch)}"
        if self._prerelease is not None:
            text += f"-{_joined(self._prerelease)}"
        if self._build is not None:
            text += f"+{_joined(self._build)}"
        return text

    def __repr__(self) -> str:
        return f"SemVer({str(self)!r})"


def prerelease_identifiers(text: str | None) -> Identifiers | None:
    """Split a pre-release into identifiers, those of digits being numbers."""
    if text is None:
        return None
    parts: list[int | str] = []
    for part in text.split("."):
        if not part.isdigit():
            parts.append(part)
        elif part[0] == "0" and part != "0":
            raise InvalidValueError(
                "Numeric pre-release identifiers MUST NOT contain leading zeroes"
            )
        else:
            parts.append(read_digits(part))
    return tuple(parts)


def build_identifiers(text: str | None) -> Identifiers | None:
    return None if text is None else tuple(text.split("."))


def _joined(parts: Identifiers | None) -> str:
    return ".".join(part if isinstance(part, str) else integer_text(part) for part in parts or ())


def _fill(
    version: SemVer,
    numbers: tuple[int | float, int, int],
    prerelease: Identifiers | None,
    build: Identifiers | None,
) -> None:
    set_field(version, "major", numbers[0])
    set_field(version, "minor", numbers[1])
    set_field(version, "patch", numbers[2])
    set_field(version, "_prerelease", prerelease)
    set_field(version, "_build", build)


# Below and above every version that can be written; they print as 0.0.0- and Infinity.0.0.
LOWEST = SemVer.of((0, 0, 0), ())
HIGHEST = SemVer.of((float("inf"), 0, 0))
