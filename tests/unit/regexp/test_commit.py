"""When the twin of a risky pattern matches, it is the pattern's own match."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from duckrow.regexp.commit import commit
from duckrow.regexp.emit import emit
from duckrow.regexp.nodes import Pattern
from duckrow.regexp.parser import parse
from duckrow.regexp.risk import assess
from duckrow.regexp.rules import complete

PIECES = st.sampled_from(["a", "b", ".", "[ab]", "a?", "b*", "a+", "(a|ab)", "(b|)", "a*?", "[^a]"])
BODIES = st.lists(PIECES, min_size=1, max_size=3).map("".join)
ITEMS = st.one_of(
    BODIES,
    st.builds("({}){}".format, BODIES, st.sampled_from("*+?")),
    st.builds("(?:({})*|{})".format, BODIES, BODIES),
    st.builds("({}|{})+".format, BODIES, BODIES),
)
PATTERNS = st.builds(
    "\\A{}{}".format,
    st.lists(ITEMS, min_size=1, max_size=3).map("".join),
    st.sampled_from(["", "\\z"]),
)


def tree_of(source: str) -> Pattern:
    tree = parse(source)
    complete(tree)
    return tree


def twin_of(tree: Pattern) -> re.Pattern[str] | None:
    found = commit(tree, assess(tree))
    if found is None:
        return None
    return re.compile(emit(tree, is_ascii=True, is_folded=False, committed=found[0]))


@settings(max_examples=800, deadline=None)
@given(PATTERNS, st.text("aab", max_size=8))
@example("\\A(?:(a|ab)+b|a)", "abb")
@example("\\A(a+b?)*\\z", "aabab")
@example("\\A(?:(a+)*|a)b", "aab")
def test_a_match_of_the_twin_is_the_match(source: str, text: str) -> None:
    tree = tree_of(source)
    twin = twin_of(tree)
    match = twin and twin.search(text)
    if match:
        own = re.compile(emit(tree, is_ascii=True, is_folded=False)).search(text)
        assert own is not None
        assert (match.span(), match.groups()) == (own.span(), own.groups())


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("\\A/([^\\n/]+/*)*\\z", "/etc/apache2/sites-available"),
        ("\\A(([a-z0-9]|[a-z0-9][a-z0-9-]*[a-z0-9])\\.)*[a-z]+\\z", "www.example-site.org"),
        ("\\Apuppet://(([\\w-]+\\.?)+)?/([^/]+(/)?)+\\z", "puppet:///modules/a/b"),
        ("\\A(\\w+([+]\\w+)*)*\\z", "a+b+c"),
    ],
)
def test_everyday_patterns_match_at_the_first_attempt(source: str, text: str) -> None:
    tree = tree_of(source)
    twin = twin_of(tree)
    assert twin is not None
    assert twin.search(text)
    found = commit(tree, assess(tree))
    assert found is not None
    assert assess(tree).once < 0
    assert found[1].once > 500


@pytest.mark.parametrize(
    "source", ["\\Aabc", "\\A(?:(a*)*b)?c", "\\A(?:x(a*)*y|z)", "\\A(?!(a*)*b)"]
)
def test_patterns_without_a_twin(source: str) -> None:
    assert twin_of(tree_of(source)) is None
