"""Orders of strings: by bytes, as numbers, as IP addresses or as MAC addresses.

Strings that are not numbers or addresses come first, ordered by their bytes. Like cf-agent's, the
sort reverses the order of equal values at each merge.
"""

from __future__ import annotations

from functools import lru_cache

from duckrow.cfengine.functions.helpers.reals import whole_part
from duckrow.cfengine.values.numbers import scan_real
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    # Sort keys: strings of the wanted form follow the others.
    Key = Callable[[str], tuple[int, object]]

_COLONS = LazyPattern(r"\s*:".join([r"\s*([+-]?(?:0[xX])?[0-9a-fA-F]+)"] * 6))
_PAIRS = LazyPattern(r"\s*([0-9a-fA-F]{1,2})" * 6)


def less(order: str) -> Callable[[str, str], bool]:
    """Return the less-than function of an order."""
    key = _KEYS.get(order, _by_bytes)
    if key is _by_mac:
        return _is_mac_less

    def is_less(left: str, right: str) -> bool:
        first, second = key(left), key(right)
        return first < second

    return is_less


def sort(texts: list[str], order: str) -> list[str]:
    """Sort as cf-agent does: a merge sort that takes equal values from the right first."""
    is_less = less(order)
    runs = [[text] for text in texts]
    while len(runs) > 1:
        pairs = range(0, len(runs) - 1, 2)
        merged = [_merge(runs[i], runs[i + 1], is_less) for i in pairs]
        runs = merged + runs[len(runs) - len(runs) % 2 :]
    return runs[0] if runs else []


def _merge(left: list[str], right: list[str], is_less: Callable[[str, str], bool]) -> list[str]:
    out: list[str] = []
    i = j = 0
    while i < len(left) and j < len(right):
        if is_less(left[i], right[j]):
            out.append(left[i])
            i += 1
        else:
            out.append(right[j])
            j += 1
    return out + left[i:] + right[j:]


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _by_bytes(text: str) -> tuple[int, object]:
    return 0, _bytes(text)


def _by_whole(text: str) -> tuple[int, object]:
    scanned = scan_real(text)
    return (0, _bytes(text)) if scanned is None else (1, whole_part(scanned))


def _by_real(text: str) -> tuple[int, object]:
    scanned = scan_real(text)
    return (0, _bytes(text)) if scanned is None else (1, scanned)


@lru_cache(maxsize=1000)
def _by_address(text: str) -> tuple[int, object]:
    from duckrow.cfengine.functions.helpers.addresses import read_ipv4, read_ipv6

    older = read_ipv4(text)
    if older is not None:
        return 1, older
    newer = read_ipv6(text)
    return (0, _bytes(text)) if newer is None else (2, newer)


def _by_mac(text: str) -> tuple[int, object]:
    match = (_COLONS if len(_bytes(text)) > 12 else _PAIRS).match(text)
    if match is None:
        return 0, _bytes(text)
    return 1, bytes(int(part, 16) & 0xFF for part in match.groups())


def _is_mac_less(left: str, right: str) -> bool:
    first, second = _by_mac(left), _by_mac(right)
    if first[0] and second[0]:
        return first < second
    return not first[0] and (bool(second[0]) or first < second)


_KEYS: dict[str, Key] = {
    "int": _by_whole,
    "real": _by_real,
    "IP": _by_address,
    "ip": _by_address,
    "MAC": _by_mac,
    "mac": _by_mac,
}
