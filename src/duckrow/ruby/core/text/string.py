"""The methods of strings: text as such. Those that search and replace are in `string_more`."""

from __future__ import annotations

from duckrow.ruby.core.arguments import options_of
from duckrow.ruby.core.basics import compare, to_s, truthy
from duckrow.ruby.core.convert import to_bytes, to_int, to_str
from duckrow.ruby.core.text.characters import in_sets, squeeze, translate
from duckrow.ruby.core.text.encoding import UTF_8, name_of_encoding, taken_as
from duckrow.ruby.core.text.slicing import slice_bytes, slice_text
from duckrow.ruby.core.text.successor import successor
from duckrow.ruby.errors import RubyError, argument_error
from duckrow.ruby.values.kinds import symbol
from duckrow.ruby.values.quoting import dump_text, inspect_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter

SPACE = "\t\n\v\f\r \0"


# ---- as a whole


def _repeat(ruby: Interpreter, self: str, count: object) -> str:
    times = to_int(ruby, count)
    if times < 0:
        raise argument_error("negative argument")
    ruby.check_size(len(self) * times)
    return self * times


def _format(ruby: Interpreter, self: str, values: object) -> str:
    from duckrow.ruby.core.text.format import format_values

    return format_values(ruby, self, values if type(values) is list else [values])


def _add(ruby: Interpreter, self: str, other: object) -> str:
    return self + to_str(ruby, other)


def _case_compare(ruby: Interpreter, self: str, other: object) -> int | None:
    if not isinstance(other, str):
        return None
    return compare(ruby, _ascii_lower(self), _ascii_lower(other))


_LOWER = {code: code + 32 for code in range(65, 91)}
_UPPER = {code: code - 32 for code in range(97, 123)}


def _ascii_lower(text: str) -> str:
    return text.translate(_LOWER)


def _case_equal(_ruby: Interpreter, self: str, other: object) -> bool | None:
    return self.casefold() == other.casefold() if isinstance(other, str) else None


# ---- letters


def upcase(_ruby: Interpreter, self: str, *options: object) -> str:
    return self.translate(_UPPER) if options and _is_ascii(options) else self.upper()


def downcase(_ruby: Interpreter, self: str, *options: object) -> str:
    if options and _is_ascii(options):
        return self.translate(_LOWER)
    # Python knows that a sigma at the end of a word is another one; Ruby does not.
    return self.lower() if "Σ" not in self else "".join(map(str.lower, self))


def capitalize(ruby: Interpreter, self: str, *options: object) -> str:
    if options and _is_ascii(options):
        return self[:1].translate(_UPPER) + self[1:].translate(_LOWER)
    return self[:1].title() + downcase(ruby, self[1:])


def swapcase(_ruby: Interpreter, self: str, *_options: object) -> str:
    return self.swapcase()


def _is_ascii(options: tuple[object, ...]) -> bool:
    return getattr(options[0], "name", "") == "ascii"


# ---- edges


def strip(_ruby: Interpreter, self: str) -> str:
    return self.strip(SPACE)


def lstrip(_ruby: Interpreter, self: str) -> str:
    return self.lstrip(SPACE)


def rstrip(_ruby: Interpreter, self: str) -> str:
    return self.rstrip(SPACE)


def chomp(ruby: Interpreter, self: str, ending: object = "\n") -> str:
    if ending is None:
        return self
    if ending == "\n":
        if self.endswith("\r\n"):
            return self[:-2]
        return self[:-1] if self.endswith(("\n", "\r")) else self
    ending = to_str(ruby, ending)
    if not ending:
        while self.endswith("\n"):
            self = self[:-2] if self.endswith("\r\n") else self[:-1]
        return self
    return self.removesuffix(ending)


def chop(_ruby: Interpreter, self: str) -> str:
    return self[:-2] if self.endswith("\r\n") else self[:-1]


def _padding(text: str, width: int) -> str:
    return (text * (width // len(text) + 1))[:width]


def _pad(ruby: Interpreter, self: str, width: object, text: object) -> tuple[int, str]:
    missing = to_int(ruby, width) - len(self)
    text = to_str(ruby, text)
    if not text:
        raise argument_error("zero width padding")
    ruby.check_size(missing)
    return max(missing, 0), text


def _ljust(ruby: Interpreter, self: str, width: object, text: object = " ") -> str:
    missing, text = _pad(ruby, self, width, text)
    return self + _padding(text, missing)


def _rjust(ruby: Interpreter, self: str, width: object, text: object = " ") -> str:
    missing, text = _pad(ruby, self, width, text)
    return _padding(text, missing) + self


def _center(ruby: Interpreter, self: str, width: object, text: object = " ") -> str:
    missing, text = _pad(ruby, self, width, text)
    left = missing // 2
    return _padding(text, left) + self + _padding(text, missing - left)


def delete_prefix(ruby: Interpreter, self: str, prefix: object) -> str:
    return self.removeprefix(to_str(ruby, prefix))


def delete_suffix(ruby: Interpreter, self: str, suffix: object) -> str:
    return self.removesuffix(to_str(ruby, suffix))


def _ends_with(ruby: Interpreter, self: str, *suffixes: object) -> bool:
    return any(self.endswith(to_str(ruby, each)) for each in suffixes)


# ---- characters


def delete(ruby: Interpreter, self: str, *sets: object) -> str:
    if not self and sets:
        return self  # Ruby does not check the arguments of an empty string
    is_in = in_sets(ruby, sets)
    return "".join(char for char in self if not is_in(char))


def _count(ruby: Interpreter, self: str, *sets: object) -> int:
    return sum(map(in_sets(ruby, sets), self))


def squeezed(ruby: Interpreter, self: str, *sets: object) -> str:
    return squeeze(ruby, self, sets)


def tr(ruby: Interpreter, self: str, given: object, wanted: object) -> str:
    return translate(ruby, self, given, wanted)


def tr_s(ruby: Interpreter, self: str, given: object, wanted: object) -> str:
    return translate(ruby, self, given, wanted, is_squeezed=True)


def reverse(_ruby: Interpreter, self: str) -> str:
    return self[::-1]


def _ord(_ruby: Interpreter, self: str) -> int:
    if not self:
        raise argument_error("empty string")
    return ord(self[0])


def _byte(ruby: Interpreter, self: str, index: object) -> int | None:
    data, at = to_bytes(self), to_int(ruby, index)
    return data[at] if -len(data) <= at < len(data) else None


def _sum(ruby: Interpreter, self: str, bits: object = 16) -> int:
    total = sum(to_bytes(self))
    return total & ((1 << to_int(ruby, bits)) - 1) if to_int(ruby, bits) > 0 else total


def insert(ruby: Interpreter, self: str, index: object, new: object) -> str:
    """Put text before a position, or behind one that is counted from the end."""
    at, text = to_int(ruby, index), to_str(ruby, new)
    position = at if at >= 0 else len(self) + at + 1
    if not 0 <= position <= len(self):
        # Counted from behind the last character, as the position is.
        raise RubyError("IndexError", f"index {at if at >= 0 else at + 1} out of string")
    return self[:position] + text + self[position:]


# ---- encodings: all text is UTF-8


_IN_XML = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_IN_ATTRIBUTE = {**_IN_XML, ord('"'): "&quot;", ord("'"): "&apos;"}


_TEXT = " text"  # of a string in another encoding: what its bytes mean


def _in_encoding(ruby: Interpreter, text: str, made: str) -> str:
    """Return a string in another encoding, which can be converted back."""
    if made is text:
        return text
    from duckrow.ruby.constants import known_class
    from duckrow.ruby.core.objects.heirs import StringHeir

    found = StringHeir(known_class(ruby, "String"), made)
    found.variables[_TEXT] = text
    return found


def encoded(ruby: Interpreter, self: str, *arguments: object) -> str:
    """Return the text in another encoding; options mend it, or write it for XML."""
    rest, options = options_of(arguments)
    text = self
    if rest:
        from duckrow.ruby.core.objects.heirs import StringHeir
        from duckrow.ruby.core.text.transcode import decoded, transcoded

        if len(rest) == 1 and isinstance(self, StringHeir):
            text = str(self.variables.get(_TEXT, self))
    if len(rest) > 1:
        text = decoded(text, name_of_encoding(ruby, rest[1]))
    if options.get("invalid") is not None or options.get("undef") is not None:
        text = scrub(ruby, text, options.get("replace", "\ufffd"))
    if rest:
        new = None if options.get("undef") is None else to_s(ruby, options.get("replace", "?"))
        text = _in_encoding(ruby, text, transcoded(text, name_of_encoding(ruby, rest[0]), new))
    if truthy(options.get("universal_newline")):
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "xml" not in options:
        return text
    use = to_s(ruby, options["xml"])
    if use not in ("text", "attr"):
        raise argument_error(f"unexpected value for xml option: {use}")
    return text.translate(_IN_XML) if use == "text" else f'"{text.translate(_IN_ATTRIBUTE)}"'


def _same(_ruby: Interpreter, self: str, *_: object) -> str:
    return self


def _is_valid(_ruby: Interpreter, self: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in self)


def scrub(ruby: Interpreter, self: str, *replacement: object) -> str:
    new = to_str(ruby, replacement[0]) if replacement else "\ufffd"
    return "".join(new if "\ud800" <= char <= "\udfff" else char for char in self)


def _normalize(_ruby: Interpreter, self: str, form: object = None) -> str:
    from unicodedata import normalize

    name: Any = getattr(form, "name", "nfc")
    if name not in ("nfc", "nfd", "nfkc", "nfkd"):
        raise argument_error(f"Invalid normalization form {name}.")
    return normalize(name.upper(), self)


METHODS: dict[str, Callable[..., Any]] = {
    "%": _format,
    "*": _repeat,
    "+": _add,
    "+@": lambda _ruby, self: self,
    "-@": lambda _ruby, self: self,
    "<=>": compare,
    "==": lambda _ruby, self, other: isinstance(other, str) and self == other,
    "===": lambda _ruby, self, other: isinstance(other, str) and self == other,
    "eql?": lambda _ruby, self, other: isinstance(other, str) and self == other,
    "[]": slice_text,
    "slice": slice_text,
    "byteslice": slice_bytes,
    "ascii_only?": lambda _ruby, self: self.isascii(),
    "b": _same,
    "bytes": lambda _ruby, self: list(to_bytes(self)),
    "bytesize": lambda _ruby, self: len(to_bytes(self)),
    "getbyte": _byte,
    "capitalize": capitalize,
    "casecmp": _case_compare,
    "casecmp?": _case_equal,
    "center": _center,
    "chomp": chomp,
    "chop": chop,
    "chr": lambda _ruby, self: self[:1],
    "codepoints": lambda _ruby, self: list(map(ord, self)),
    "count": _count,
    "delete": delete,
    "delete_prefix": delete_prefix,
    "delete_suffix": delete_suffix,
    "downcase": downcase,
    "dump": lambda _ruby, self: dump_text(self),
    "empty?": lambda _ruby, self: not self,
    "encode": encoded,
    "encoding": lambda _ruby, _: UTF_8,
    "end_with?": _ends_with,
    "force_encoding": taken_as,
    "include?": lambda ruby, self, other: to_str(ruby, other) in self,
    "inspect": lambda _ruby, self: inspect_text(self),
    "intern": lambda _ruby, self: symbol(self),
    "length": lambda _ruby, self: len(self),
    "ljust": _ljust,
    "lstrip": lstrip,
    "next": successor,
    "ord": _ord,
    "reverse": reverse,
    "rjust": _rjust,
    "rstrip": rstrip,
    "scrub": scrub,
    "size": lambda _ruby, self: len(self),
    "squeeze": squeezed,
    "strip": strip,
    "succ": successor,
    "sum": _sum,
    "swapcase": swapcase,
    "to_s": lambda _ruby, self: self,
    "to_str": lambda _ruby, self: self,
    "to_sym": lambda _ruby, self: symbol(self),
    "tr": tr,
    "tr_s": tr_s,
    "unicode_normalize": _normalize,
    "upcase": upcase,
    "valid_encoding?": _is_valid,
    "hash": lambda _ruby, self: hash(self),
    "frozen?": lambda _ruby, _: False,
    "itself": lambda _ruby, self: self,
}
