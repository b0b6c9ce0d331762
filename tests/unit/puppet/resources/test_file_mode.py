"""Modes as numbers and as changes of bits."""

from __future__ import annotations

import pytest

from duckrow.puppet.resources.file_mode import for_directory, is_mode, normalized, resolve


@pytest.mark.parametrize(
    ("text", "current", "expected"),
    [
        ("0644", 0, 0o644),
        ("4755", 0, 0o4755),
        ("u+x,g=", 0o644, 0o704),
        ("a-x,u+s,g+w", 0o755, 0o4664),
        ("+t", 0o755, 0o1755),
        ("g+s", 0o755, 0o2755),
        ("o=u", 0o750, 0o757),
        ("ug=rw,o=r", 0o777, 0o664),
        ("a+X", 0o644, 0o644),
        ("a+X", 0o744, 0o755),
        ("u-s", 0o4755, 0o755),
    ],
)
def test_resolve(text: str, current: int, expected: int) -> None:
    assert resolve(text, current) == expected


def test_search_bit_of_directories() -> None:
    assert resolve("a+X", 0o644, is_directory=True) == 0o755
    assert for_directory(0o640) == 0o750


def test_what_is_no_mode() -> None:
    assert not is_mode("0999")
    assert not is_mode("u+q")
    assert not is_mode("07777777")
    assert is_mode("u=rwx,go=")


def test_numbers_lose_zeros() -> None:
    assert normalized("0644") == "644"
    assert normalized("u+x") == "u+x"


def test_x_needs_plus() -> None:
    with pytest.raises(ValueError, match=r"X only works with the '\+' operator at \"u=X\""):
        resolve("g+w,u=X", 0o644)
