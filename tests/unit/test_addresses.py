"""Addresses in messages."""

from __future__ import annotations

import pytest

from duckrow.source.addresses import without_password


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("git+https://duck:hunter2@git.lab/site.git@main", "git+https://git.lab/site.git@main"),
        ("https://token@git.lab:8443/a@b", "https://git.lab:8443/a@b"),
        ("https://git.lab:8443/site.git@main", "https://git.lab:8443/site.git@main"),
        ("ssh://git:hunter2@git.lab/site.git", "ssh://git@git.lab/site.git"),
        ("git@git.lab:site.git", "git@git.lab:site.git"),
        ("site.par", "site.par"),
    ],
)
def test_an_address_is_shown_without_its_password(address: str, shown: str) -> None:
    assert without_password(address) == shown
