"""The methods of strings: text as such. Those that search and replace are in `string_more`."""

from __future__ import annotations

from duckrow.ruby.core.arguments import options_of
from duckrow.ruby.core.basics import compare, to_s, truthy
from duckrow.ruby.core.characters import in_sets, squeeze, translate
from duckrow.ruby.core.convert import to_bytes, to_int, to_str
from duckrow.ruby.core.encoding import UTF_8
from duckrow.ruby.core.format import format_values
from duckrow.ruby.core.slicing import slice_bytes, slice_text
from duckrow.ruby.core.successor import successor
from duckrow.ruby.errors import RubyError, argument_error
from duckrow.ruby.state import check_size
from duckrow.ruby.values.kinds import symbol
from duckrow.ruby.values.quoting import dump_text, inspect_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

SPACE = "\t\n\v\f\r \0"


# ---- as a whole


def _repeat(self: str, count: Any) -> str:
    times = to_int(count)
    if times < 0:
        raise argument_error("negative argument")
    check_size(len(self) * times)
    return self * times


def _format(self: str, values: Any) -> str:
    return format_values(self, values if type(values) is list else [values])


def _add(self: str, other: Any) -> str:
    return self + to_str(other)


def shown(self: str) -> str:
    """Write a string in quotes; bytes that are no text by their numbers."""
    quoted = inspect_text(self)
    if "\\uDC" in quoted:
        quoted = _shown_bytes(self)
    return quoted


def _shown_bytes(text: str) -> str:
    parts: list[str] = []
    run = ""
    for char in text:
        if "\udc80" <= char <= "\udcff":
            parts.append(inspect_text(run)[1:-1] + f"\\x{ord(char) - 0xDC00:02X}")
            run = ""
        else:
            run += char
    return '"' + "".join(parts) + inspect_text(run)[1:-1] + '"'


def _case_compare(self: str, other: Any) -> int | None:
    if type(other) is not str:
        return None
    return compare(_ascii_lower(self), _ascii_lower(other))


_LOWER = {code: code + 32 for code in range(65, 91)}
_UPPER = {code: code - 32 for code in range(97, 123)}


def _ascii_lower(text: str) -> str:
    return text.translate(_LOWER)


def _case_equal(self: str, other: Any) -> bool | None:
    return self.casefold() == other.casefold() if type(other) is str else None


# ---- letters


def upcase(self: str, *options: Any) -> str:
    return self.translate(_UPPER) if _is_ascii(options) else self.upper()


def downcase(self: str, *options: Any) -> str:
    if _is_ascii(options):
        return self.translate(_LOWER)
    # Python knows that a sigma at the end of a word is another one; Ruby does not.
    return self.lower() if "Σ" not in self else "".join(map(str.lower, self))


def capitalize(self: str, *options: Any) -> str:
    if _is_ascii(options):
        return self[:1].translate(_UPPER) + self[1:].translate(_LOWER)
    return self[:1].title() + downcase(self[1:])


def swapcase(self: str, *_options: Any) -> str:
    return self.swapcase()


def _is_ascii(options: tuple[Any, ...]) -> bool:
    return bool(options) and getattr(options[0], "name", "") == "ascii"


# ---- edges


def strip(self: str) -> str:
    return self.strip(SPACE)


def lstrip(self: str) -> str:
    return self.lstrip(SPACE)


def rstrip(self: str) -> str:
    return self.rstrip(SPACE)


def chomp(self: str, ending: Any = "\n") -> str:
    if ending is None:
        return self
    if ending == "\n":
        if self.endswith("\r\n"):
            return self[:-2]
        return self[:-1] if self.endswith(("\n", "\r")) else self
    ending = to_str(ending)
    if not ending:
        while self.endswith("\n"):
            self = self[:-2] if self.endswith("\r\n") else self[:-1]
        return self
    return self.removesuffix(ending)


def chop(self: str) -> str:
    return self[:-2] if self.endswith("\r\n") else self[:-1]


def _padding(text: str, width: int) -> str:
    return (text * (width // len(text) + 1))[:width]


def _pad(self: str, width: Any, text: Any) -> tuple[int, str]:
    missing = to_int(width) - len(self)
    text = to_str(text)
    if not text:
        raise argument_error("zero width padding")
    check_size(missing)
    return max(missing, 0), text


def _ljust(self: str, width: Any, text: Any = " ") -> str:
    missing, text = _pad(self, width, text)
    return self + _padding(text, missing)


def _rjust(self: str, width: Any, text: Any = " ") -> str:
    missing, text = _pad(self, width, text)
    return _padding(text, missing) + self


def _center(self: str, width: Any, text: Any = " ") -> str:
    missing, text = _pad(self, width, text)
    left = missing // 2
    return _padding(text, left) + self + _padding(text, missing - left)


def delete_prefix(self: str, prefix: Any) -> str:
    return self.removeprefix(to_str(prefix))


def delete_suffix(self: str, suffix: Any) -> str:
    return self.removesuffix(to_str(suffix))


def _ends_with(self: str, *suffixes: Any) -> bool:
    return any(self.endswith(to_str(each)) for each in suffixes)


# ---- characters


def delete(self: str, *sets: Any) -> str:
    if not self and sets:
        return self  # without a look at what is asked for
    is_in = in_sets(sets)
    return "".join(char for char in self if not is_in(char))


def _count(self: str, *sets: Any) -> int:
    return sum(map(in_sets(sets), self))


def squeezed(self: str, *sets: Any) -> str:
    return squeeze(self, sets)


def tr(self: str, given: Any, wanted: Any) -> str:
    return translate(self, given, wanted)


def tr_s(self: str, given: Any, wanted: Any) -> str:
    return translate(self, given, wanted, is_squeezed=True)


def reverse(self: str) -> str:
    return self[::-1]


def _ord(self: str) -> int:
    if not self:
        raise argument_error("empty string")
    return ord(self[0])


def _byte(self: str, index: Any) -> int | None:
    data, at = to_bytes(self), to_int(index)
    return data[at] if -len(data) <= at < len(data) else None


def _sum(self: str, bits: Any = 16) -> int:
    total = sum(to_bytes(self))
    return total & ((1 << to_int(bits)) - 1) if to_int(bits) > 0 else total


def insert(self: str, index: Any, new: Any) -> str:
    """Put text before a place, or behind one that is counted from the end."""
    at, text = to_int(index), to_str(new)
    place = at if at >= 0 else len(self) + at + 1
    if not 0 <= place <= len(self):
        # Counted from behind the last character, as the place is.
        raise RubyError("IndexError", f"index {at if at >= 0 else at + 1} out of string")
    return self[:place] + text + self[place:]


# ---- encodings: all text is UTF-8


_IN_XML = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_IN_ATTRIBUTE = {**_IN_XML, ord('"'): "&quot;", ord("'"): "&apos;"}


def encoded(self: str, *arguments: Any) -> str:
    """Give the same text, as there is one encoding; options mend it, or write it for XML."""
    _, options = options_of(arguments)
    text = self
    if options.get("invalid") is not None or options.get("undef") is not None:
        text = scrub(text, options.get("replace", "\ufffd"))
    if truthy(options.get("universal_newline")):
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "xml" not in options:
        return text
    use = to_s(options["xml"])
    if use not in ("text", "attr"):
        raise argument_error(f"unexpected value for xml option: {use}")
    return text.translate(_IN_XML) if use == "text" else f'"{text.translate(_IN_ATTRIBUTE)}"'


def _same(self: str, *_: Any) -> str:
    return self


def _is_valid(self: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in self)


def scrub(self: str, *replacement: Any) -> str:
    new = to_str(replacement[0]) if replacement else "\ufffd"
    return "".join(new if "\ud800" <= char <= "\udfff" else char for char in self)


def _normalize(self: str, form: Any = None) -> str:
    from unicodedata import normalize

    name: Any = getattr(form, "name", "nfc")
    if name not in ("nfc", "nfd", "nfkc", "nfkd"):
        raise argument_error(f"Invalid normalization form {name}.")
    return normalize(name.upper(), self)


METHODS: dict[str, Callable[..., Any]] = {
    "%": _format,
    "*": _repeat,
    "+": _add,
    "+@": lambda self: self,
    "-@": lambda self: self,
    "<=>": compare,
    "==": lambda self, other: type(other) is str and self == other,
    "===": lambda self, other: type(other) is str and self == other,
    "eql?": lambda self, other: type(other) is str and self == other,
    "[]": slice_text,
    "slice": slice_text,
    "byteslice": slice_bytes,
    "ascii_only?": str.isascii,
    "b": _same,
    "bytes": lambda self: list(to_bytes(self)),
    "bytesize": lambda self: len(to_bytes(self)),
    "getbyte": _byte,
    "capitalize": capitalize,
    "casecmp": _case_compare,
    "casecmp?": _case_equal,
    "center": _center,
    "chomp": chomp,
    "chop": chop,
    "chr": lambda self: self[:1],
    "codepoints": lambda self: list(map(ord, self)),
    "count": _count,
    "delete": delete,
    "delete_prefix": delete_prefix,
    "delete_suffix": delete_suffix,
    "downcase": downcase,
    "dump": dump_text,
    "empty?": lambda self: not self,
    "encode": encoded,
    "encoding": lambda _: UTF_8,
    "end_with?": _ends_with,
    "force_encoding": _same,
    "include?": lambda self, other: to_str(other) in self,
    "inspect": shown,
    "intern": symbol,
    "length": len,
    "ljust": _ljust,
    "lstrip": lstrip,
    "next": successor,
    "ord": _ord,
    "reverse": reverse,
    "rjust": _rjust,
    "rstrip": rstrip,
    "scrub": scrub,
    "size": len,
    "squeeze": squeezed,
    "strip": strip,
    "succ": successor,
    "sum": _sum,
    "swapcase": swapcase,
    "to_s": lambda self: self,
    "to_str": lambda self: self,
    "to_sym": symbol,
    "tr": tr,
    "tr_s": tr_s,
    "unicode_normalize": _normalize,
    "upcase": upcase,
    "valid_encoding?": _is_valid,
    "hash": hash,
    "frozen?": lambda _: False,
    "itself": lambda self: self,
}
