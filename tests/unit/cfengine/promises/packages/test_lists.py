"""Names of package managers, and the groups of patterns."""

from __future__ import annotations

import pytest

from duckrow.cfengine.promises.packages.lists import manager_name
from duckrow.cfengine.promises.packages.method import NO_MATCH, first_field, first_group
from duckrow.regexp.pcre.patterns import Patterns

PATTERNS = Patterns(pytest.fail)


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("/usr/bin/apt-get install", "apt-get"),
        ('"/opt/my tools/pkg" add', "pkg"),
        ("/usr/bin/env LC_ALL=C DEBIAN_FRONTEND=x /usr/bin/dpkg -l", "dpkg"),
        ("env rpm -qa", "rpm"),
        ("yum", "yum"),
    ],
)
def test_manager_name(command: str, name: str) -> None:
    assert manager_name(command) == name


def test_first_group() -> None:
    assert first_group(PATTERNS, r"(\w+)-(\d+)", "a duck-7") == "duck"
    assert first_group(PATTERNS, r"x(\d+)", "a duck") == NO_MATCH
    assert first_group(PATTERNS, r"\w+", "a duck") == NO_MATCH
    assert first_group(PATTERNS, None, "a duck") == ""
    assert first_field(PATTERNS, r"name:(.*)", "name:  duck  pond") == "duck"
