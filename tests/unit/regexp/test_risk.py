"""The bound on steps is never too low: a small backtracking matcher counts, and must stay below."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from duckrow.regexp import nodes
from duckrow.regexp.escapes import rewrite
from duckrow.regexp.parser import parse
from duckrow.regexp.risk import ALL, BEYOND, BUDGET, UNLIMITED, Risk, assess, mask_of, steps_at_most
from duckrow.regexp.rules import complete

Continue = Callable[[int], bool]


def tree_of(source: str) -> nodes.Pattern:
    tree = parse(rewrite(source).text)
    complete(tree)
    return tree


def risk_of(source: str) -> Risk:
    return assess(tree_of(source))


class TooManyStepsError(Exception):
    pass


class Counter:
    """Matches as `re` does, one way after the other, and counts the nodes it tries."""

    def __init__(self, text: str, most: float) -> None:
        self.text = text
        self.most = most
        self.steps = 0

    def match(self, node: nodes.Node, i: int, go_on: Continue) -> bool:
        self.steps += 1
        if self.steps > self.most:
            raise TooManyStepsError
        match node:
            case nodes.Text():
                return self.text.startswith(node.text, i) and go_on(i + len(node.text))
            case nodes.Any() | nodes.CharacterSet():
                if i == len(self.text) or not mask_of(node) >> ord(self.text[i]) & 1:
                    return False
                return go_on(i + 1)
            case nodes.Anchor():
                return (i == len(self.text) or node.kind == "\\A") and go_on(i)
            case nodes.Sequence():
                return self.in_sequence(node.items, 0, i, go_on)
            case nodes.Alternation():
                return any(self.match(branch, i, go_on) for branch in node.branches)
            case nodes.Repeat():
                return self.repeat(node, 0, i, go_on)
            case nodes.Look() | nodes.Atomic():
                end = self.first_end(node.body, i)
                if isinstance(node, nodes.Atomic):
                    return end is not None and go_on(end)
                return (end is not None) != node.is_negated and go_on(i)
            case nodes.Enclosure():
                return self.match(node.body, i, go_on)
        return go_on(i)

    def first_end(self, node: nodes.Node, i: int) -> int | None:
        ends: list[int] = []

        def stop(end: int) -> bool:
            ends.append(end)
            return True

        return ends[0] if self.match(node, i, stop) else None

    def in_sequence(self, items: list[nodes.Node], k: int, i: int, go_on: Continue) -> bool:
        if k == len(items):
            return go_on(i)
        return self.match(items[k], i, lambda end: self.in_sequence(items, k + 1, end, go_on))

    def repeat(self, node: nodes.Repeat, done: int, i: int, go_on: Continue) -> bool:
        def again(end: int) -> bool:
            if end == i and done >= node.low:
                return False  # a round that takes nothing leads nowhere
            return self.repeat(node, done + 1, end, go_on)

        may_repeat = node.high is None or done < node.high
        if done < node.low:
            return self.match(node.body, i, again)
        if node.is_greedy:
            return (may_repeat and self.match(node.body, i, again)) or go_on(i)
        return go_on(i) or (may_repeat and self.match(node.body, i, again))


ATOMS = st.sampled_from(["a", "b", "ab", ".", "[ab]", "[^a]", "c", "\\w", "$", "(?=a)", ""])
QUANTIFIERS = st.sampled_from(["", "", "*", "+", "?", "*?", "+?", "{2}", "{1,3}", "{2,}", "*+"])


def grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    group = st.builds("({}){}".format, inner, QUANTIFIERS)
    piece = st.one_of(group, st.builds("(?:{}){}".format, ATOMS, QUANTIFIERS), ATOMS)
    sequence = st.lists(piece, min_size=1, max_size=3).map("".join)
    return st.lists(sequence, min_size=1, max_size=2).map("|".join)


PATTERNS = st.recursive(ATOMS, grown, max_leaves=8)


@settings(max_examples=600, deadline=None)
@given(PATTERNS, st.text("aabc", max_size=9))
@example("(?:[ab]*c)*", "abababab")
@example("(a|ab)(c|bcd)(d*)", "abcd")
@example("(?:a|b|ab)*c", "ababab")
@example("a?a?a?a?a?a?aaaaaa", "aaaaaa")
@example("(a{1,3}){2,}b", "aaaaaaaa")
def test_the_bound_holds(source: str, text: str) -> None:
    tree = tree_of(source)
    root = assess(tree).facts[id(tree.root)]
    if root.steps is None:
        return
    # The count includes the nodes around those that take characters, hence the factor.
    most = len(tree.nodes) * steps_at_most(root.steps, len(text) + 1)
    for start in range(len(text) + 1):
        Counter(text[start:], most).match(tree.root, 0, lambda _: False)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("(?>a(?:[ab]*c|))*", "a" * 60),
        ("(?:(?=[ab]*c|)a)*", "a" * 60),
        ("(?:(?>[ab]*c|a)b)*", "ab" * 30),
        ("(?:a++b)*", "aab" * 20),
        ("(?:[^,]*,)*", "a,bb," * 12),
        ("(?:a+b|b+a)*", "abba" * 15),
        (".*.*.*c", "a" * 40),
        ("a*(?=.*x)c", "a" * 60),
        ("a*(?!.*x)c", "a" * 60),
        ("\\w+(?=\\w*\\w*c)b", "a" * 40),
        (".*.*.*.*c", "a" * 25),
        ("\\w+\\w+\\w+c", "a" * 40),
        ("(?:a*b?){3}c", "a" * 25),
        ("[ab]+b[ab]+b[ab]+bc", "b" * 40),
        ("(?:[ab]*(?:a|[ab]*)){2}c", "ab" * 12),
    ],
)
def test_the_bound_holds_for_longer_texts(source: str, text: str) -> None:
    tree = tree_of(source)
    root = assess(tree).facts[id(tree.root)]
    assert root.steps is not None
    most = 4 * steps_at_most(root.steps, len(text) + 1)
    Counter(text, most).match(tree.root, 0, lambda _: False)


@pytest.mark.parametrize(
    "source",
    [
        "(a*)*",
        "(a+)+$",
        "(a|a)*",
        "(a|ab)*c",
        "(\\w+\\s?)*$",
        "/(.*)+/",
        "^([^/\\0]+(/)?)+$",
        "^(\\w+([+]\\w+)*)*$",
        "(?:a?){30}a{30}",
        "(x+x+)+y",
        "(.*?,){50}x",
        "(?i)(k|\\u212a)*x",
        "((a{1,100}){1,100}){1,100}b",
        "(a)\\g<1>",
    ],
)
def test_patterns_without_a_bound(source: str) -> None:
    assert risk_of(source).once < 0
    assert risk_of(source).anywhere < 0


@pytest.mark.parametrize(
    "source",
    [
        "\\A(\\w+\\.)*\\w+\\z",
        "^([a-z]+,)*[a-z]+$",
        '\\A"([^"\\\\]|\\\\.)*"\\z',
        "\\A\\S+@\\S+\\z",
        "^(https?|ftp)://[\\w.-]+(:\\d+)?/",
        "\\A(?:[0-9a-f]{2}:){5}[0-9a-f]{2}\\z",
        "^\\s*#",
    ],
)
def test_patterns_that_read_ahead_are_safe_for_long_texts(source: str) -> None:
    assert risk_of(source).once > 1000


def test_more_loops_mean_shorter_texts() -> None:
    limits = [risk_of("\\A" + ".*" * n + "x").once for n in range(1, 6)]
    assert limits == sorted(limits, reverse=True)
    assert len(set(limits)) == 5
    assert risk_of("abc").once == UNLIMITED
    assert 0 < risk_of("abc").anywhere < BUDGET


@pytest.mark.parametrize(
    ("source", "leads"),
    [
        ("\\Aa", "\\A"),
        ("^a", "^"),
        ("(^a|^b)", "^"),
        ("^a|b", ""),
        ("(?:^a)?b", ""),
        ("a", ""),
        ("(?i)^a", "^"),
    ],
)
def test_how_a_pattern_begins(source: str, leads: str) -> None:
    assert risk_of(source).leads == leads


def test_an_anchored_search_begins_once() -> None:
    assert risk_of("\\A\\s+x").anywhere == risk_of("\\A\\s+x").once
    assert risk_of("\\s+x").anywhere < risk_of("\\s+x").once


@pytest.mark.parametrize(
    ("source", "mask"),
    [
        ("a", 1 << 97),
        ("é", BEYOND),
        (".", ALL & ~(1 << 10)),
        ("(?m:.)", ALL),
        ("[^a]", ALL & ~(1 << 97)),
        ("(?i:a)", 1 << 97 | 1 << 65),
        ("(?i:s)", 1 << 115 | 1 << 83 | BEYOND),
        ("[[:digit:]]", sum(1 << c for c in range(48, 58)) | BEYOND),
        ("\\d", sum(1 << c for c in range(48, 58))),
    ],
)
def test_characters_as_bits(source: str, mask: int) -> None:
    root = tree_of(source).root
    assert mask_of(root.body if isinstance(root, nodes.Scoped) else root) == mask
