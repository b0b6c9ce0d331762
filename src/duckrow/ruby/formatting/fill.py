"""Templates with several values, as Ruby's `format` fills them: %-5s, %05.1f, %<name>d, %{name}.

Arguments are taken in turn, by number (%1$s) or by name from a single hash; the three do not mix.
How a value becomes text or a number, and what an error is, is the business of a `Platform`: the
manifest's functions and the small Ruby each have their own.
"""

from __future__ import annotations

from duckrow.ruby.formatting.directive import Directive
from duckrow.ruby.formatting.numbers import float_, integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_LARGEST = 2**31 - 1
# No text that a template makes may be wider; the reference would use up the memory instead.
_WIDEST = 64 * 1024 * 1024
_ABSENT: Any = object()


class Platform:
    """The functions that a caller of `fill` provides for its values."""

    __slots__ = ()

    def text(self, value: object) -> str:
        raise NotImplementedError

    def inspected(self, value: object) -> str:
        raise NotImplementedError

    def integer(self, value: object) -> int:
        """Make a whole number of a value."""
        raise NotImplementedError

    def float(self, value: object) -> float:
        raise NotImplementedError

    def int(self, value: object) -> int:
        """Return a number of 32 bits for a value that must be a number already."""
        raise NotImplementedError

    def named(self, values: dict[Any, Any], written: str) -> Any:
        """Return the value of a name, which is written in brackets."""
        raise NotImplementedError

    def error(self, message: str) -> Exception:
        raise NotImplementedError


def fill(template: str, values: list[object], platform: Platform) -> str:
    """Fill values into a template."""
    out = []
    arguments = _Arguments(values, platform)
    at = 0
    while (percent := template.find("%", at)) >= 0:
        out.append(template[at:percent])
        if percent + 1 == len(template):
            raise platform.error("incomplete format specifier; use %% (double %) instead")
        text, at = _Reader(template, percent + 1, arguments).read()
        out.append(text)
    out.append(template[at:])
    return "".join(out)


class _Arguments:
    """The values, and in which way they are being asked for."""

    __slots__ = ("_count", "_way", "platform", "values")

    def __init__(self, values: list[object], platform: Platform) -> None:
        self.values = values
        self.platform = platform
        self._count = 0
        self._way = ""

    def next(self) -> object:
        number = self._count + 1
        if self._way:
            raise self.platform.error(f"unnumbered({number}) mixed with {self._way}")
        self._count = number
        return self._nth(number)

    def numbered(self, number: int) -> object:
        if self._count:
            raise self.platform.error(f"numbered({number}) after unnumbered({self._count})")
        if self._way == "named":
            raise self.platform.error(f"numbered({number}) after named")
        if number < 1:
            raise self.platform.error(f"invalid index - {number}$")
        self._way = "numbered"
        return self._nth(number)

    def named(self, written: str) -> Any:
        if self._count:
            raise self.platform.error(f"named{written} after unnumbered({self._count})")
        if self._way == "numbered":
            raise self.platform.error(f"named{written} after numbered")
        self._way = "named"
        if len(self.values) != 1 or not isinstance(self.values[0], dict):
            raise self.platform.error("one hash required")
        return self.platform.named(self.values[0], written)

    def _nth(self, number: int) -> object:
        if number > len(self.values):
            raise self.platform.error("too few arguments")
        return self.values[number - 1]


class _Reader:
    """One directive while it is read, from behind its percent sign."""

    __slots__ = (
        "arguments",
        "at",
        "flags",
        "has_point",
        "name",
        "platform",
        "precision",
        "template",
        "value",
        "width",
    )

    def __init__(self, template: str, at: int, arguments: _Arguments) -> None:
        self.template = template
        self.at = at
        self.arguments = arguments
        self.platform = arguments.platform
        self.flags: set[str] = set()
        self.width: int | None = None
        self.precision: int | None = None
        self.has_point = False
        self.name = ""
        self.value: Any = _ABSENT

    def read(self) -> tuple[str, int]:
        """Return the text of the directive and where the template goes on."""
        while True:
            char = self.template[self.at : self.at + 1]
            if char in ("\n", "\0", ""):
                return self._percent(), self.at
            if char == "%":
                return self._percent(), self.at + 1
            if char in " #+-0":
                self._flag(char)
            elif char in "123456789":
                self._digits()
            elif char == "*":
                self._starred_width()
            elif char == ".":
                self._read_precision()
            elif char in "<{":
                self._named(char)
                if char == "{":
                    return self._filled("s"), self.at
            elif char in "csdiuoxXbBeEfgGaAp":
                return self._filled(char), self.at + 1
            else:
                shown = f" - %{char}" if char.isascii() and char.isprintable() else ""
                raise self.platform.error(f"malformed format string{shown}")

    def _percent(self) -> str:
        if self.flags or self.width is not None or self.has_point:
            raise self.platform.error("invalid format character - %")
        return "%"

    def _flag(self, char: str) -> None:
        if self.width is not None:
            raise self.platform.error("flag after width")
        if self.has_point:
            raise self.platform.error("flag after precision")
        self.flags.add(char)
        self.at += 1

    def _number(self, what: str) -> int:
        start = self.at
        while self.at < len(self.template) and self.template[self.at] in "0123456789":
            self.at += 1
        digits = self.template[start : self.at].lstrip("0")
        if len(digits) > 10 or int(digits or "0") > _LARGEST:
            raise self.platform.error(f"{what} too big")
        if self.at == len(self.template):
            raise self.platform.error("malformed format string - %*[0-9]")
        return int(digits or "0")

    def _digits(self) -> None:
        number = self._number("width")
        if self.template[self.at] == "$":
            if self.value is not _ABSENT:
                raise self.platform.error(f"value given twice - {number}$")
            self.value = self.arguments.numbered(number)
            self.at += 1
            return
        self._check_width()
        self.width = number

    def _check_width(self) -> None:
        if self.width is not None:
            raise self.platform.error("width given twice")
        if self.has_point:
            raise self.platform.error("width after precision")

    def _starred_width(self) -> None:
        self._check_width()
        width = self._starred("width")
        if width < 0:
            self.flags.add("-")
        self.width = abs(width)

    def _starred(self, what: str) -> int:
        """Read the star, whose argument is the number."""
        star = self.at
        self.at += 1
        number = self._number(what)
        if self.template[self.at] == "$":
            value = self.arguments.numbered(number)
        else:
            value = self.arguments.next()
            self.at = star
        self.at += 1
        return self.platform.int(value)

    def _read_precision(self) -> None:
        if self.has_point:
            raise self.platform.error("precision given twice")
        self.has_point = True
        self.at += 1
        if self.template[self.at : self.at + 1] == "*":
            precision = self._starred("precision")
            self.precision = precision if precision >= 0 else None
        else:
            self.precision = self._number("precision")

    def _named(self, bracket: str) -> None:
        end = self.template.find(">" if bracket == "<" else "}", self.at)
        if end < 0:
            raise self.platform.error("malformed name - unmatched parenthesis")
        written = self.template[self.at : end + 1]
        if self.name:
            raise self.platform.error(f"named{written} after <{self.name}>")
        self.value = self.arguments.named(written)
        self.name = written[1:-1]
        self.at = end + 1

    def _filled(self, letter: str) -> str:
        value = self.arguments.next() if self.value is _ABSENT else self.value
        if max(self.width or 0, self.precision or 0) > _WIDEST:
            raise self.platform.error("width too big")
        flags = self.flags
        directive = Directive(
            "+" in flags,
            " " in flags,
            "-" in flags,
            "0" in flags,
            "#" in flags,
            self.width,
            self.precision,
            letter,
        )
        return _shown(directive, value, self.platform)


def _shown(directive: Directive, value: object, platform: Platform) -> str:
    letter = directive.letter
    if letter in "sp":
        text = platform.text(value) if letter == "s" else platform.inspected(value)
        if directive.precision is not None:
            text = text[: directive.precision]
        return directive.padded(text)
    if letter == "c":
        return directive.padded(_character(value, platform))
    if letter in "diuoxXbB":
        return integer(directive, platform.integer(value))
    if letter == "f" and type(value) is int:
        return _whole(directive, value)
    return float_(directive, platform.float(value))


def _character(value: object, platform: Platform) -> str:
    if type(value) is str:
        if len(value) != 1:
            raise platform.error("%c requires a character")
        return value
    code = platform.int(value)
    if not 0 <= code <= 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        raise platform.error("invalid character")
    return chr(code)


def _whole(directive: Directive, value: int) -> str:
    """Write a whole number as a float without losing digits."""
    precision = 6 if directive.precision is None else directive.precision
    sign = "-" if value < 0 else "+" if directive.plus else " " if directive.space else ""
    digits = str(abs(value)) + ("." if precision else "") + "0" * precision
    if directive.zero and not directive.left:
        digits = digits.rjust((directive.width or 0) - len(sign), "0")
    return directive.padded(sign + digits)
