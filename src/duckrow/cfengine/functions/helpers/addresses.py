"""Parse IPv4 and IPv6 addresses as leniently as cf-agent does."""

from __future__ import annotations

from duckrow.cfengine.values.numbers import saturated
from duckrow.source.lazy_pattern import LazyPattern

_OCTETS = LazyPattern(r"(?as)((?:\d+\.){0,3})(\d+)(.?)((?<=:)\d+)?")
_NEWER = LazyPattern(r"(?a)\[([0-9a-f:]+)\](?::(\d+))?|([0-9a-f:]+)")
_PARTS = 8


def read_ipv4(text: str) -> tuple[int, ...] | None:
    """Parse an IPv4 address with an optional port; return None for anything else.

    cf-agent accepts one wrong character where a number could end; the missing parts are then 0.
    """
    match = _OCTETS.fullmatch(text)
    if match is None:
        return None
    done = [saturated(octet) for octet in match[1].split(".")[:-1]]
    last, mark, port = saturated(match[2]), match[3], match[4]
    if max(*done, last, 0) > 255 or not (mark.isascii() or "\udc80" <= mark <= "\udcff"):
        return None
    is_whole = len(done) == 3
    if mark == ":" and is_whole:
        if port is None or saturated(port) > 65535:
            return None
    elif port is not None or (not mark and not is_whole) or (mark == "." and not is_whole):
        return None
    if is_whole and mark in ("", ":"):
        done.append(last)
    return (*done, *[0] * (4 - len(done)))


def read_ipv6(text: str) -> tuple[int, ...] | None:
    """Parse an IPv6 address in lower case, with optional brackets, or return None."""
    match = _NEWER.fullmatch(text)
    if match is None or saturated(match[2] or "0") > 65535:
        return None
    first, *words = (match[1] or match[3]).split(":")
    numbers = [int(first or "0", 16)] + [0] * (_PARTS - 1)
    after: list[int] = []
    index, is_gap, was_gap = 1, False, False
    for word in words[:-1]:
        if index > 6:
            return None
        if not word and not was_gap:
            if is_gap:
                return None
            is_gap = True
            # An empty second part counts as a part; later ones do not.
            was_gap = index > 1
            index += index == 1
            continue
        was_gap = False
        if is_gap:
            after.append(int(word or "0", 16))
        else:
            numbers[index] = int(word, 16)
        index += 1
    if not words or index == 1 or (index == 7 and not words[-1]):
        return None
    last = int(words[-1] or "0", 16)
    if index == 7:
        numbers[7] = last
    elif not is_gap:
        return None
    else:
        after.append(last)
        numbers[_PARTS - len(after) :] = after
    return tuple(numbers) if max(numbers + after) <= 0xFFFF else None
