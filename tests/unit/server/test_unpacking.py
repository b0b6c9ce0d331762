"""Bodies that are gzip, and what they may unpack to."""

from __future__ import annotations

import asyncio
import gzip

import pytest

from duckrow.server.http.exchange import Refusal
from duckrow.server.http.limits import Bodies
from duckrow.server.http.unpacking import unpacked


def unpack(body: bytes, bodies: Bodies, limit: int = 10_000_000) -> bytes:
    bodies.take(len(body))  # as reading it did
    return asyncio.run(unpacked(body, bodies, limit))


def test_what_a_body_unpacks_to_counts_in_its_place() -> None:
    bodies = Bodies()
    content = b"quack" * 700_000
    assert unpack(gzip.compress(content), bodies) == content
    assert bodies.held == len(content)


@pytest.mark.parametrize(
    ("body", "status", "reason"),
    [
        (b"quack", 400, "the body is not gzip: Error -3 while decompressing data: incorrect he"),
        (gzip.compress(b"{}", mtime=0)[:-9], 400, "the body is not gzip: it ends too early"),
        (b"", 400, "the body is not gzip: it ends too early"),
        (gzip.compress(bytes(11_000_000)), 413, "the body of a request unpacks to at most 10"),
    ],
)
def test_a_body_that_cannot_be_unpacked_counts_nothing(
    body: bytes, status: int, reason: str
) -> None:
    bodies = Bodies()
    with pytest.raises(Refusal, match=reason) as caught:
        unpack(body, bodies)
    assert (caught.value.status, bodies.held) == (status, 0)


def test_small_bodies_that_become_huge_do_not_fill_the_memory() -> None:
    bodies = Bodies(5_000_000)
    bodies.take(4_000_000)  # of others
    with pytest.raises(Refusal, match="the server holds too many") as caught:
        unpack(gzip.compress(bytes(2_000_000)), bodies)
    assert (caught.value.status, bodies.held) == (429, 4_000_000)


def test_a_body_that_never_fits_is_not_asked_for_again() -> None:
    bodies = Bodies(5_000_000)
    with pytest.raises(Refusal, match="unpacks to at most 2500000 bytes") as caught:
        unpack(gzip.compress(bytes(9_000_000)), bodies)
    assert (caught.value.status, bodies.held) == (413, 0)
