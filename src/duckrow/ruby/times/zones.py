"""Time zones, by name or by offset from UTC.

Names are the abbreviations of Ruby's date library, each with one fixed offset on all days; `dst` or
`daylight time` after a name adds an hour.
"""

from __future__ import annotations

from duckrow.ruby.values.numbers import read_digits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction

ZONE = (
    r"(?:gmt|utc?)?[-+][0-9]+(?:[,.:][0-9]+(?::[0-9]+)?)?"
    r"|[a-z. \t\n\v\f\r]+(?:standard|daylight)[ \t\n\v\f\r]+time\b"
    r"|[a-z]+(?:[ \t\n\v\f\r]+dst)?\b"
)


def zone_offset(zone: str) -> int | Fraction | None:
    """Return the seconds that a zone is ahead of UTC, or None for an unknown zone."""
    name = " ".join(zone.split()).lower()
    saving = 0
    for ending, extra in ((" standard time", 0), (" daylight time", 3600), (" dst", 3600)):
        if name.endswith(ending):
            name, saving = name.removesuffix(ending), extra
            break
    from duckrow.ruby.times.zone_names import OFFSETS

    known = OFFSETS.get(name)
    if known is not None:
        return known + saving
    if len(name) > 3 and name[:3] in ("gmt", "utc"):
        name = name[3:]
    if name[:1] not in ("+", "-"):
        return None
    distance = _distance(name[1:])
    return -distance if name[0] == "-" else distance


def _distance(text: str) -> int | Fraction:
    """Read hours and perhaps more: 5, 0530, 5:30, 5:30:15, 5.5."""
    for mark in ",.":
        hours, found, fraction = text.partition(mark)
        if found:
            from fractions import Fraction

            fraction = fraction.partition(":")[0]
            parts_of_hour = Fraction(read_digits(fraction), 10 ** len(fraction))
            return read_digits(hours) * 3600 + parts_of_hour * 3600
    if ":" in text:
        parts = [read_digits(part) for part in text.split(":")]
    elif len(text) <= 2:
        parts = [int(text)]
    else:
        # Digits in pairs; only the first pair may be a single digit. The rest is ignored.
        first = 2 - len(text) % 2
        parts = [int(text[:first]), int(text[first : first + 2])]
        if len(text) > 4:
            parts.append(int(text[first + 2 : first + 4]))
    return sum(part * unit for part, unit in zip(parts, (3600, 60, 1), strict=False))
