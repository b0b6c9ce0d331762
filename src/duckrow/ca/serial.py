"""Serial numbers: the file `serial` holds the next one in hexadecimal.

A number is never used twice: the file holds the following number, on the disk, before a certificate
with this number exists. A process that is killed in between leaves a gap, which does no harm.
"""

from __future__ import annotations

from duckrow.source.errors import InputError

# A serial number has at most 20 bytes, and its first bit is 0 (RFC 5280, 4.1.2.2).
_LARGEST = (1 << 159) - 1


def serial_in(content: bytes, path: str) -> int:
    """Return the number that the file holds."""
    text = content.decode("ascii", "replace").strip()
    try:
        number = int(text, 16) if text.isalnum() else 0
    except ValueError:
        number = 0
    if not 0 < number <= _LARGEST:
        raise InputError(
            f"cannot read the serial number in {path}: {text[:40]!r}",
            why="the file holds the next serial number in hexadecimal, such as 002F",
            hint="write a number that is larger than all in inventory.txt",
        )
    return number


def serial_text(number: int) -> str:
    """Return a number as the files hold it."""
    return f"{number:04X}"


def next_free(number: int, used: set[int]) -> int:
    """Return a number, or one above all that are used if it is used itself.

    A file that was restored from an old backup may hold a number that certificates have.
    """
    return number if number not in used else max(used) + 1
