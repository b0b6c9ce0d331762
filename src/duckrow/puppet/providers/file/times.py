"""Checksums that are times: a file as new as its source, or newer, is not replaced."""

from __future__ import annotations

from duckrow.puppet.providers.base import ProviderError

KINDS = ("mtime", "ctime")


def kind_of(checksum: str) -> str:
    """Return the kind that a checksum names: mtime for {mtime}2026-11-15 08:00:00 UTC."""
    return checksum[1:].partition("}")[0] if checksum.startswith("{") else ""


def is_as_new(current: str | None, wanted: str) -> bool:
    """Return whether one time is not before another; False if either is not a time."""
    if current is None or kind_of(current) not in KINDS or kind_of(wanted) not in KINDS:
        return False
    return _seconds(current, current, wanted) >= _seconds(wanted, current, wanted)


def _seconds(checksum: str, current: str, wanted: str) -> float:
    from datetime import datetime

    text = checksum.partition("}")[2].replace("UTC", "+0000")
    for form in ("%Y-%m-%d %H:%M:%S %z", "%Y-%m-%d %H:%M:%S.%f %z"):
        try:
            return datetime.strptime(text, form).timestamp()
        except ValueError:
            continue
    raise ProviderError(
        f"Resource with checksum_type {kind_of(wanted)} didn't contain a date in "
        f"{current} or {wanted}"
    )
