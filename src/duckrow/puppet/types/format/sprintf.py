"""Ruby's `format` with one argument.

A format of the language is a whole template to the reference: text around the directive stays, and
an error of Ruby's `format` keeps Ruby's words. So do the flags for containers, which mean something
else here.
"""

from __future__ import annotations

from duckrow.puppet.types.format.errors import FormatError
from duckrow.ruby.formatting.directive import Directive
from duckrow.ruby.formatting.numbers import float_, integer
from duckrow.ruby.values.numbers import float_text, integer_text
from duckrow.ruby.values.quoting import inspect_text
from duckrow.source.frozen import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_LARGEST = 2**31 - 1
_INTEGERS = "diuoxXbB"
_FLOATS = "eEfgGaA"


@frozen
class Argument:
    """A value as the platform sees it: its texts, and its numbers if it has them.

    Asking for a number that a value does not have raises a FormatError.
    """

    text: Callable[[], str]
    inspected: Callable[[], str]
    as_integer: Callable[[], int]
    as_float: Callable[[], float]
    as_code: Callable[[], int]


def format_text(template: str, text: str) -> str:
    """Fill a string into a template."""
    return sprintf(template, _text_argument(text))


def format_integer(template: str, value: int) -> str:
    """Fill an integer into a template."""
    return sprintf(template, _integer_argument(value))


def format_float(template: str, value: float) -> str:
    """Fill a float into a template."""
    return sprintf(template, _float_argument(value))


def sprintf(template: str, argument: Argument) -> str:
    """Fill an argument into a template, which may use it once."""
    out = []
    is_used = False
    at = 0
    while (percent := template.find("%", at)) >= 0:
        out.append(template[at:percent])
        directive, at = _read(template, percent + 1)
        if directive is None:
            out.append("%")
            continue
        if is_used:
            raise FormatError("too few arguments")
        is_used = True
        out.append(_filled(directive, argument))
    out.append(template[at:])
    return "".join(out)


def _read(template: str, at: int) -> tuple[Directive | None, int]:
    """Parse a directive, None for a percent sign; return it and the offset after it."""
    flags = set()
    width = precision = None
    while at < len(template):
        char = template[at]
        if char in " #+-0":
            flags.add(char)
            at += 1
        elif char.isdigit() and char.isascii():
            width, at = _number(template, at, "width")
        elif char == ".":
            precision, at = _number(template, at + 1, "precision")
        elif char in "%\n\0":
            if flags or width is not None or precision is not None:
                raise FormatError("invalid format character - %")
            return None, at + (char == "%")
        else:
            _check_letter(char)
            return Directive(
                "+" in flags,
                " " in flags,
                "-" in flags,
                "0" in flags,
                "#" in flags,
                width,
                precision,
                char,
            ), at + 1
    raise FormatError("incomplete format specifier; use %% (double %) instead")


def _number(template: str, at: int, what: str) -> tuple[int, int]:
    end = at
    while end < len(template) and template[end] in "0123456789":
        end += 1
    digits = template[at:end].lstrip("0")
    if len(digits) > 10 or int(digits or "0") > _LARGEST:
        raise FormatError(f"{what} too big")
    return int(digits or "0"), end


def _check_letter(char: str) -> None:
    if char in "<{":
        raise FormatError("malformed name - unmatched parenthesis")
    if char not in _INTEGERS + _FLOATS + "csp":
        is_shown = char.isprintable()
        raise FormatError(f"malformed format string{f' - %{char}' if is_shown else ''}")


def _filled(directive: Directive, argument: Argument) -> str:
    letter = directive.letter
    if letter in _INTEGERS:
        return integer(directive, argument.as_integer())
    if letter in _FLOATS:
        return float_(directive, argument.as_float())
    if letter == "c":
        return directive.padded(_character(argument.as_code()))
    text = argument.text() if letter == "s" else argument.inspected()
    if directive.precision is not None:
        text = text[: directive.precision]
    return directive.padded(text)


def _character(code: int) -> str:
    if not 0 <= code <= 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        raise FormatError("invalid character")
    return chr(code)


def _text_argument(text: str) -> Argument:
    def reject() -> int:
        raise FormatError(f"invalid value for Integer(): {inspect_text(text)}")

    return Argument(lambda: text, lambda: inspect_text(text), reject, reject, reject)


def _integer_argument(value: int) -> Argument:
    def text() -> str:
        return integer_text(value)

    def number() -> int:
        return value

    return Argument(text, text, number, lambda: to_float(value), number)


def _float_argument(value: float) -> Argument:
    def text() -> str:
        return float_text(value)

    return Argument(text, text, lambda: int(value), lambda: value, lambda: int(value))


def to_float(value: int) -> float:
    """Return the float nearest to an integer; infinity if it is too large."""
    try:
        return float(value)
    except OverflowError:
        return float("-inf") if value < 0 else float("inf")
