"""A short run of the fuzzer of the server's parsers; `make fuzz` runs a long one."""

from __future__ import annotations

import pytest
from tests.fuzz.fuzz_requests import PARSERS, SHARES, run


@pytest.mark.parametrize("name", PARSERS)
def test_no_input_makes_a_parser_stumble(name: str) -> None:
    for number in range(int(600 * SHARES.get(name, 1.0)) + 1):
        assert run(name, number, 18) == ""
