"""DER: what is written is read again, and nothing but DER is read."""

from __future__ import annotations

import pytest

from duckrow.source.der import (
    INTEGER,
    SEQUENCE,
    DerError,
    element,
    natural,
    read_element,
    read_natural,
    read_only_element,
)


@pytest.mark.parametrize("size", [0, 1, 127, 128, 255, 256, 65_535, 65_536])
def test_an_element_is_read_again(size: int) -> None:
    content = b"q" * size
    whole = element(SEQUENCE, content)
    assert read_element(whole + b"rest", SEQUENCE) == (content, b"rest")
    assert read_only_element(whole, SEQUENCE) == content
    for end in range(min(len(whole), 9)):
        with pytest.raises(DerError):
            read_element(whole[:end], SEQUENCE)
    with pytest.raises(DerError):
        read_element(whole, INTEGER)
    with pytest.raises(DerError):
        read_only_element(whole + b"\0", SEQUENCE)


@pytest.mark.parametrize("number", [0, 1, 127, 128, 255, 256, 65_537, 2**2048 - 1, 2**2047])
def test_a_number_is_read_again(number: int) -> None:
    assert read_natural(natural(number) + b"rest") == (number, b"rest")


def test_numbers_are_as_the_standard_writes_them() -> None:
    assert natural(0).hex() == "020100"
    assert natural(127).hex() == "02017f"
    assert natural(128).hex() == "02020080"
    assert natural(65_537).hex() == "0203010001"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "02",
        "0200",  # no content
        "0201ff",  # negative
        "02020001",  # surplus zeros
        "020200",  # cut
        "02810101",  # a length that has a shorter form
        "0282000101",
        "028001010000",  # a length without a number, which BER allows
        "02850000000001",
        "0284ffffffff01",
        "030101",
    ],
)
def test_what_is_not_der_is_an_error(text: str) -> None:
    with pytest.raises(DerError):
        read_natural(bytes.fromhex(text))
