"""Texts of data whose variables are facts: the short way gives what the general way gives."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from duckrow.puppet.environment import Node, compile_catalog
from duckrow.puppet.hiera.interpolation import joined_with_facts
from duckrow.puppet.hiera.lookups import lookups_of

from .data import environment

FACTS = {
    "os": {"family": "Debian", "release": {"major": 12}},
    "ponds": ["north", "south"],
    "sly": {"text": "%{facts.os.family}"},
    "hostname": "teal",
    "nothing": {"here": None},
}
# What a text gives, and whether the short way knows it.
TEXTS = {
    "%{facts.os.family}": ("Debian", True),
    "a %{facts.os.family}-%{facts.ponds.1} %{facts.hostname}%{}": ("a Debian-south teal", False),
    "%{facts.os.family}/%{facts.hostname}": ("Debian/teal", True),
    "%{facts.ponds.1}": ("south", False),
    "%{facts.os.release.major}": ("12", False),
    "%{facts.sly.text}": ("Debian", False),
    "%{facts.nope.family}|": ("|", False),
    "%{facts.nothing.here}|": ("|", False),
    "%{hostname}": ("teal", False),
    "%{::facts.os.family}": ("Debian", False),
    "%{lookup('plain')}": ("plain", False),
    "%{literal('%')}{facts.os.family}": ("%{facts.os.family}", False),
}


@pytest.mark.parametrize("text", TEXTS)
def test_texts_with_facts(tmp_path: Path, text: str) -> None:
    quoted = "'" + text.replace("'", "''") + "'"
    files = {
        "hiera.yaml": "version: 5\nhierarchy:\n  - {name: all, path: all.yaml}\n",
        "data/all.yaml": f"plain: plain\nkey: {quoted}\nother: {quoted}\n",
    }
    code = dedent("""
        lookup('plain')
        [lookup('key'), lookup('key'), lookup('other')].each |$each| { notice($each) }
    """)
    found = environment(tmp_path, files, code)
    value, is_short = TEXTS[text]
    for _ in range(2):  # the second compile finds texts that are taken apart
        result = compile_catalog(found, Node("teal.example", FACTS))
        assert result.failure is None
        assert [entry.message for entry in result.logs] == [value] * 3
    short = joined_with_facts(text, lookups_of(result.build.top))
    assert short == (value if is_short else None)
