"""One setting of puppet.conf changes; every other line stays."""

from __future__ import annotations

import pytest

from duckrow.puppet.settings.edit import delete_from_conf, set_in_conf

CONF = """\
# ours
[main]
  strict=warning   \n\
noop = true

[agent]
# nothing yet
"""


@pytest.mark.parametrize(
    ("text", "section", "name", "expected"),
    [
        ("", "main", "a", "[main]\na = 1\n"),
        ("", "agent", "a", "[agent]\na = 1\n"),
        ("b = 2\n", "main", "a", "[main]\nb = 2\na = 1\n"),
        ("b = 2\n", "main", "b", "[main]\nb = 1\n"),
        (CONF, "main", "strict", CONF.replace("strict=warning ", "strict=1 ")),
        (CONF, "main", "a", CONF.replace("noop = true\n", "noop = true\na = 1\n")),
        (CONF, "agent", "a", CONF.replace("[agent]\n", "[agent]\na = 1\n")),
        (CONF, "user", "a", CONF + "[user]\na = 1\n"),
    ],
)
def test_set(text: str, section: str, name: str, expected: str) -> None:
    assert set_in_conf(text, section, name, "1") == expected


def test_delete() -> None:
    assert delete_from_conf(CONF, "main", "noop") == (
        CONF.replace("noop = true\n", ""),
        "noop = true",
    )
    assert delete_from_conf(CONF, "agent", "noop") == (CONF, None)
