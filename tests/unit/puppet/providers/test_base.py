"""The words in which changes are told."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duckrow.puppet.providers.base import Change, change_text, shown
from duckrow.puppet.types.format.convert import to_string
from duckrow.puppet.types.names import NAMED

_FORMATS = {"collection": "%#p", "object": "%#p", "binary": "%p", "string": "%p"}


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


@given(st.text() | st.lists(st.text() | st.integers(), max_size=3))
def test_plain_values_are_shown_as_the_formats_write_them(value: Any) -> None:
    formats = {NAMED[name]: directive for name, directive in _FORMATS.items()}
    assert shown(value) == to_string(value, formats)


def test_secrets_are_redacted_in_all_words() -> None:
    change = Change("password", "old", "new", lambda _: None, is_sensitive=True)
    words = change.message_after() + change.noop_message() + change.shown_old() + change.shown_new()
    assert "old" not in words
    assert "new" not in words
