"""A sequence of bytes.

As text it is base64, in one of three variants: strict (%B, one line, the one that Binary prints
as), relaxed (%b, lines of sixty characters; read with anything between the letters) and safe in an
address (%u, with - and _ for + and /). %s reads and writes the bytes as UTF-8.
"""

from __future__ import annotations

from binascii import Error as Base64Error
from binascii import a2b_base64, b2a_base64

from duckrow.ruby.values.errors import InvalidValueError
from duckrow.ruby.values.quoting import inspect_bytes, inspect_text
from duckrow.source.immutable import Immutable, set_field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
_LINE = 45  # bytes that make a line of sixty characters
_TO_SAFE = str.maketrans("+/", "-_")
_FROM_SAFE = str.maketrans("-_", "+/")
_INVALID = "invalid base64"


class Binary(Immutable):
    """Bytes; equal when they are the same bytes."""

    __slots__ = ("data",)
    ruby_class_name = "Puppet::Pops::Types::PBinaryType::Binary"

    data: bytes

    def __init__(self, data: bytes | Iterable[int]) -> None:
        set_field(self, "data", bytes(data))

    @classmethod
    def parse(cls, text: str, form: str = "%B") -> Binary:
        """Read a text in one of the forms %B, %b, %u, %s and %r; the last two are its bytes."""
        if form == "%B":
            return cls(_strict(text))
        if form == "%b":
            return cls(_relaxed(text))
        if form == "%u":
            if not text.endswith("="):
                text += "=" * (-len(text) % 4)
            return cls(_strict(text.translate(_FROM_SAFE)))
        if form == "%s":
            return cls(_utf8(text))
        if form == "%r":
            return cls(text.encode("utf-8", "surrogatepass"))
        raise InvalidValueError(f"Unsupported Base64 format '{form}'")

    def base64(self) -> str:
        """Return strict base64: all on one line."""
        return b2a_base64(self.data, newline=False).decode("ascii")

    def relaxed_base64(self) -> str:
        """Return relaxed base64: in lines, each with its ending."""
        data = self.data
        lines = (data[i : i + _LINE] for i in range(0, len(data), _LINE))
        return "".join(b2a_base64(line).decode("ascii") for line in lines)

    def urlsafe_base64(self) -> str:
        return self.base64().translate(_TO_SAFE)

    def text(self) -> str:
        """Return the bytes as the UTF-8 text they are."""
        try:
            return self.data.decode("utf-8")
        except UnicodeDecodeError:
            first = next(byte for byte in self.data if byte >= 0x80)
            shown = inspect_bytes(bytes((first,)))
            raise InvalidValueError(f"{shown} from ASCII-8BIT to UTF-8") from None

    def form(self, letter: str, *, is_alternate: bool = False) -> str:
        """Return the text for a format letter, before width and precision; # quotes it.

        For p it is the base64 alone: the reference puts Binary("...") around it afterwards, so that
        width and precision count the base64 and not the name.
        """
        if letter == "s":
            return inspect_bytes(self.data) if is_alternate else self.text()
        if letter in ("B", "p"):
            text = self.base64()
        elif letter == "b":
            text = self.relaxed_base64()
        elif letter == "u":
            text = self.urlsafe_base64()
        elif letter in ("t", "T"):
            text = "Binary" if letter == "t" else "BINARY"
        else:
            raise InvalidValueError(
                f"Illegal format '{letter}' specified for value of Binary type - expected one of"
                " the characters 'bButTsp'"
            )
        return inspect_text(text) if is_alternate and letter != "p" else text

    def __contains__(self, part: object) -> bool:
        """Return whether bytes, the bytes of a text, or a single byte by its number occur."""
        if isinstance(part, Binary):
            return part.data in self.data
        if isinstance(part, str):
            return part.encode("utf-8", "surrogatepass") in self.data
        return isinstance(part, int | float) and not isinstance(part, bool) and part in [*self.data]

    def __add__(self, other: object) -> Binary:
        if not isinstance(other, Binary):
            raise InvalidValueError("Can only append Binary to a Binary")
        return Binary(self.data + other.data)

    def __len__(self) -> int:
        return len(self.data)

    def __bool__(self) -> bool:
        return True  # no bytes are still a value; only undef and false are not true

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Binary) and self.data == other.data

    def __hash__(self) -> int:
        return hash((Binary, self.data))

    def __reduce__(self) -> tuple[object, ...]:
        return Binary, (self.data,)

    def __str__(self) -> str:
        return self.base64()

    def __repr__(self) -> str:
        return f'Binary("{self.base64()}")'


def _utf8(text: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise InvalidValueError(
            "The given string in encoding 'UTF-8' is invalid. Cannot create a Binary UTF-8"
            " representation"
        ) from None


def _strict(text: str) -> bytes:
    try:
        data = a2b_base64(text.encode("ascii"), strict_mode=True)
    except (Base64Error, UnicodeEncodeError):
        raise InvalidValueError(_INVALID) from None
    if b2a_base64(data, newline=False).decode("ascii") != text:
        raise InvalidValueError(_INVALID)  # bits of the last letter that no byte takes
    return data


def _relaxed(text: str) -> bytes:
    """Decode leniently: skip other characters, and stop at the padding."""
    letters: list[str] = []
    for char in text:
        if char in _LETTERS:
            letters.append(char)
        elif char == "=" and len(letters) % 4 >= 2:
            break
    if len(letters) % 4 == 1:
        letters.pop()  # six bits are less than a byte
    return a2b_base64("".join(letters) + "=" * (-len(letters) % 4))
