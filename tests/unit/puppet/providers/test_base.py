"""The words in which changes are told."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.puppet.providers.base import Change, change_text, shown


@pytest.mark.parametrize(
    ("name", "old", "new", "text"),
    [
        ("ensure", "absent", "present", "created"),
        ("ensure", "present", "absent", "removed"),
        ("ensure", "stopped", "running", "ensure changed 'stopped' to 'running'"),
        ("mode", "0644", "0600", "mode changed '0644' to '0600'"),
        ("uid", 1, 2, "uid changed 1 to 2"),
        ("groups", "absent", ["a", "b"], "defined 'groups' as ['a', 'b']"),
        ("comment", "x", "absent", "undefined 'comment' from 'x'"),
        ("name", "it's", "b\\c", "name changed 'it\\'s' to 'b\\c'"),
    ],
)
def test_change_text(name: str, old: Any, new: Any, text: str) -> None:
    assert change_text(name, old, new) == text


def test_shown_hash() -> None:
    assert shown({"a": 1}) == "{\n  'a' => 1\n}"


def test_secrets_are_redacted_in_all_words() -> None:
    change = Change("password", "old", "new", lambda _: None, is_sensitive=True)
    words = change.message_after() + change.noop_message() + change.shown_old() + change.shown_new()
    assert "old" not in words
    assert "new" not in words
