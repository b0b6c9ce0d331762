"""Values as bytes and back: the directives of Array#pack and String#unpack."""

from __future__ import annotations

import re
import struct
from base64 import b64decode, b64encode

from duckrow.ruby.core.convert import from_bytes, to_bytes, to_int, to_str
from duckrow.ruby.errors import RubyError, argument_error, type_error
from duckrow.ruby.values.class_names import conversion_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter

# Numbers of a fixed size: the directive with its modifiers, and its name in `struct`.
_SIZES = {"c": 1, "s": 2, "l": 4, "q": 8, "i": 4, "j": 8, "n": 2, "v": 2}
_FLOATS = {"d": "<d", "D": "<d", "f": "<f", "F": "<f", "e": "<f", "E": "<d", "g": ">f", "G": ">d"}
_ALL = -1


def _directives(ruby: Interpreter, template: str) -> Iterator[tuple[str, str, int | None]]:
    """Return each directive with its modifiers and its count: None without a count, _ALL for *."""
    at = 0
    while at < len(template):
        letter = template[at]
        at += 1
        if letter.isspace():
            continue
        if letter == "#":
            end = template.find("\n", at)
            at = len(template) if end < 0 else end
            continue
        modifiers = ""
        while template[at : at + 1] in ("_", "!", "<", ">"):
            modifiers += template[at]
            at += 1
        count: int | None = None
        if template[at : at + 1] == "*":
            count, at = _ALL, at + 1
        else:
            end = at
            while end < len(template) and template[end].isdigit():
                end += 1
            if end > at:
                count, at = int(template[at:end]), end
                ruby.check_size(count)
        yield letter, modifiers, count


def _layout(letter: str, modifiers: str) -> tuple[int, str, bool] | None:
    """Return the size, the byte order and the signedness of a numeric directive."""
    if letter in "nN":
        return (2 if letter == "n" else 4), "big", False
    if letter in "vV":
        return (2 if letter == "v" else 4), "little", False
    size = _SIZES.get(letter.lower())
    if size is None:
        return None
    if letter in "lL" and ("_" in modifiers or "!" in modifiers):
        size = 8
    return size, "big" if ">" in modifiers else "little", letter.islower()


# ---- from bytes


def unpack(ruby: Interpreter, self: str, template: object, *_: object) -> list[object]:
    """Read values out of a string."""
    data = to_bytes(self)
    at = 0
    made: list[object] = []
    for letter, modifiers, count in _directives(ruby, to_str(ruby, template)):
        if letter == "@":
            at = count or 0
            if at > len(data):
                raise argument_error("@ outside of string")
            continue
        if letter in "xX":
            step = len(data) - at if count == _ALL else 1 if count is None else count
            at += step if letter == "x" else -step
            if not 0 <= at <= len(data):
                raise argument_error(f"{letter} outside of string")
            continue
        values, at = _unpacked(data, at, letter, modifiers, count)
        made += values
    return made


def unpack_one(ruby: Interpreter, self: str, template: object, *more: object) -> object:
    found = unpack(ruby, self, template, *more)
    return found[0] if found else None


def _unpacked(
    data: bytes, at: int, letter: str, modifiers: str, count: int | None
) -> tuple[list[object], int]:
    """Read the values of one directive; return them and the offset of the next."""
    left = len(data) - at
    layout = _layout(letter, modifiers)
    if layout is not None or letter in _FLOATS:
        return _unpacked_numbers(data, at, letter, layout, count)
    match letter:
        case "a" | "A" | "Z":
            return _unpacked_text(data, at, letter, count)
        case "b" | "B" | "h" | "H":
            per_byte = 8 if letter in "bB" else 2
            most = left * per_byte
            wanted = most if count == _ALL else min(1 if count is None else count, most)
            size = (wanted + per_byte - 1) // per_byte
            return [_digits(data[at : at + size], letter)[:wanted]], at + size
        case "U":
            text = data[at:].decode("utf-8", "surrogateescape")
            wanted = len(text) if count == _ALL else 1 if count is None else count
            taken = text[:wanted]
            return list(map(ord, taken)), at + len(to_bytes(taken))
        case "m":
            return [from_bytes(_from_base64(data[at:], count == 0))], len(data)
        case "M":
            from quopri import decodestring

            return [from_bytes(decodestring(data[at:]))], len(data)
        case "w":
            return _unpacked_compressed(data, at, count)
    raise argument_error(f"unknown unpack directive '{letter}'")


def _unpacked_numbers(
    data: bytes, at: int, letter: str, layout: tuple[int, str, bool] | None, count: int | None
) -> tuple[list[object], int]:
    size = struct.calcsize(_FLOATS[letter]) if layout is None else layout[0]
    left = (len(data) - at) // size
    wanted = 1 if count is None else count
    present = left if count == _ALL else min(wanted, left)
    made: list[object] = []
    for _ in range(present):
        part = data[at : at + size]
        if layout is None:
            made.append(struct.unpack(_FLOATS[letter], part)[0])
        else:
            order: Any = layout[1]
            made.append(int.from_bytes(part, order, signed=layout[2]))
        at += size
    return made + [None] * (wanted - present), at


def _unpacked_text(
    data: bytes, at: int, letter: str, count: int | None
) -> tuple[list[object], int]:
    left = len(data) - at
    size = left if count == _ALL else min(1 if count is None else count, left)
    part = data[at : at + size]
    if letter == "A":
        part = part.rstrip(b" \0")
    elif letter == "Z":
        end = part.find(b"\0")
        if end >= 0:
            part = part[:end]
            size = end + 1 if count == _ALL else size
    return [from_bytes(part)], at + size


def _digits(data: bytes, letter: str) -> str:
    if letter in "bB":
        parts = [f"{byte:08b}" for byte in data]
    else:
        parts = [f"{byte:02x}" for byte in data]
    return "".join(part[::-1] if letter in "bh" else part for part in parts)


def _from_base64(data: bytes, is_strict: bool) -> bytes:
    """Decode base64; unless it is strict, skip other characters."""
    if is_strict:
        try:
            return b64decode(data, validate=True)
        except ValueError:
            raise argument_error("invalid base64") from None
    kept = re.sub(rb"[^A-Za-z0-9+/=]", b"", data).partition(b"=")[0]
    if len(kept) % 4 == 1:
        kept = kept[:-1]
    return b64decode(kept + b"=" * (-len(kept) % 4))


def _unpacked_compressed(data: bytes, at: int, count: int | None) -> tuple[list[object], int]:
    made: list[object] = []
    value = 0
    wanted = len(data) if count == _ALL else 1 if count is None else count
    while at < len(data) and len(made) < wanted:
        value = value << 7 | (data[at] & 0x7F)
        if data[at] < 0x80:
            made.append(value)
            value = 0
        at += 1
    return made, at


# ---- to bytes


def pack(ruby: Interpreter, values: list[object], template: object) -> str:
    """Write values into a string."""
    out = bytearray()
    waiting = iter(values)
    for letter, modifiers, count in _directives(ruby, to_str(ruby, template)):
        if letter == "x":
            out += b"\0" * (0 if count == _ALL else 1 if count is None else count)
        elif letter == "X":
            size = 0 if count == _ALL else 1 if count is None else count
            if size > len(out):
                raise argument_error("X outside of string")
            del out[len(out) - size :]
        elif letter == "@":
            size = 1 if count is None else count
            out = out[:size].ljust(size, b"\0")
        else:
            _pack(ruby, out, waiting, letter, modifiers, count)
        ruby.check_size(len(out))
    return from_bytes(bytes(out))


def _next(waiting: Iterator[object]) -> object:
    for value in waiting:
        return value
    raise argument_error("too few arguments")


def _pack(
    ruby: Interpreter,
    out: bytearray,
    waiting: Iterator[object],
    letter: str,
    modifiers: str,
    count: int | None,
) -> None:
    layout = _layout(letter, modifiers)
    if layout is not None or letter in _FLOATS or letter in "Uw":
        if count == _ALL:
            items = list(waiting)
        else:
            items = [_next(waiting) for _ in range(1 if count is None else count)]
        for item in items:
            out += _number(ruby, item, letter, layout)
        return
    if letter in "aAZbBhH":
        value = _next(waiting)
        data = b"" if value is None else to_bytes(to_str(ruby, value))
        if letter in "aAZ":
            out += _padded(data, letter, count)
        else:
            out += _from_digits(data, letter, count)
        return
    if letter == "m":
        out += _base64(to_bytes(_text_of(ruby, _next(waiting))), count)
        return
    raise argument_error(f"unknown pack directive '{letter}'")


def _text_of(_ruby: Interpreter, value: object) -> str:
    if type(value) is str:
        return value
    raise type_error(f"no implicit conversion of {conversion_name(value)} into String")


def _number(
    ruby: Interpreter, value: object, letter: str, layout: tuple[int, str, bool] | None
) -> bytes:
    if letter == "U":
        code = to_int(ruby, value)
        if not 0 <= code <= 0x10FFFF:
            raise RubyError("RangeError", "pack(U): value out of range")
        return to_bytes(chr(code))
    if letter == "w":
        return _compressed(to_int(ruby, value))
    if layout is None:
        if type(value) not in (int, float):
            raise type_error(f"can't convert {conversion_name(value)} into Float")
        return struct.pack(_FLOATS[letter], value)
    if value is None:
        raise type_error("no implicit conversion of nil into Integer")
    return _wrapped(value if type(value) is int else to_int(ruby, value), layout)


def _wrapped(number: int, layout: tuple[int, str, bool]) -> bytes:
    size = layout[0]
    order: Any = layout[1]
    return (number & ((1 << 8 * size) - 1)).to_bytes(size, order)


def _compressed(number: int) -> bytes:
    if number < 0:
        raise argument_error("can't compress negative numbers")
    out = [number & 0x7F]
    while number := number >> 7:
        out.append(number & 0x7F | 0x80)
    return bytes(reversed(out))


def _padded(data: bytes, letter: str, count: int | None) -> bytes:
    if count == _ALL:
        return data + b"\0" if letter == "Z" else data
    size = 1 if count is None else count
    return data[:size].ljust(size, b" " if letter == "A" else b"\0")


def _from_digits(data: bytes, letter: str, count: int | None) -> bytes:
    per_byte = 8 if letter in "bB" else 2
    size = len(data) if count == _ALL else 1 if count is None else count
    text = data[:size]
    missing = 0
    if size > len(data):
        # Filled with half as many bytes as digits, also where digits are bits.
        is_bits = per_byte == 8
        missing = (size - len(data) + 1) // 2 if is_bits else (size + 1) // 2 - (len(data) + 1) // 2
    out = bytearray()
    for start in range(0, len(text), per_byte):
        part = text[start : start + per_byte]
        digits = [_digit(byte, per_byte) for byte in part]
        digits += [0] * (per_byte - len(digits))
        if letter in "bh":
            digits.reverse()
        byte = 0
        for digit in digits:
            byte = byte << (8 // per_byte) | digit
        out.append(byte)
    return bytes(out) + b"\0" * missing


def _digit(byte: int, per_byte: int) -> int:
    if per_byte == 8:
        return byte & 1
    return (byte & 15) + 9 & 15 if bytes((byte,)).isalpha() else byte & 15


def _base64(data: bytes, count: int | None) -> bytes:
    """Encode in lines of 45 bytes, or of a third of the count; a count of 0 makes one line."""
    if count == 0:
        return b64encode(data)
    size = 45 if count is None or count == _ALL or count < 3 else count // 3 * 3
    parts = (b64encode(data[start : start + size]) for start in range(0, len(data), size))
    return b"".join(part + b"\n" for part in parts)
