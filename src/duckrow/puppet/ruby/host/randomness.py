"""Numbers that nobody can guess: Ruby code gets them from the world of the compile."""

from __future__ import annotations

from duckrow.puppet.ruby.host.current import CURRENT


def random_bits(count: int) -> int:
    """Give a number of so many bits."""
    return int(CURRENT.asked().build.world.random_bits(count))


def random_bytes(count: int) -> bytes:
    """Give so many bytes."""
    return random_bits(count * 8).to_bytes(count, "big")
