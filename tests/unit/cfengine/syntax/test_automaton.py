"""Tables of a small grammar: defaults, recovery, and which word is thrown away."""

from __future__ import annotations

from duckrow.cfengine.syntax.automaton import CLEAR, Tables, build, policy_tables, read_rules, run

GRAMMAR = """
policy: lines
lines: line
lines: lines line
line: a ;     !line
line: error ; !bad
"""


class Told:
    """Notes what it is told."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def mistake(self) -> None:
        self.heard.append("mistake")

    def do(self, action: str, lookahead: str | None) -> str | None:
        self.heard.append(action)
        return CLEAR if action == "clear" else None


def heard(tables: Tables, words: str) -> list[str]:
    """Read words and tell what was heard."""
    told = Told()
    waiting = [*words.split(), "END"]
    run(tables, lambda: waiting.pop(0) if waiting else "END", told)
    return told.heard


def test_good_input() -> None:
    assert heard(build(read_rules(GRAMMAR)), "a ; a ;") == ["line", "line"]


def test_recovery() -> None:
    tables = build(read_rules(GRAMMAR))
    assert heard(tables, "b b ; a ; a ;") == ["mistake", "bad", "line", "line"]


def test_mistakes_close_together_are_one() -> None:
    tables = build(read_rules(GRAMMAR))
    assert heard(tables, "b ; b ; a ; a ; b ;").count("mistake") == 2


def test_the_end_comes_always() -> None:
    assert heard(build(read_rules(GRAMMAR)), "a") == ["mistake"]


def test_a_state_that_can_only_complete_a_rule_does_not_look_ahead() -> None:
    tables = build(read_rules(GRAMMAR))
    told = Told()
    asked: list[str] = []

    def next_word() -> str:
        asked.append(f"{len(told.heard)} lines")
        return ["a", ";", "END"][min(len(asked) - 1, 2)]

    run(tables, next_word, told)
    # The line is complete before the word behind it is read.
    assert asked == ["0 lines", "0 lines", "1 lines"]


def test_every_action_of_the_grammar_exists() -> None:
    from duckrow.cfengine.syntax import actions

    known = {*actions._CLEARING, *actions._KEEPING}
    for rule in policy_tables().rules:
        if rule.action is not None and rule.action not in known:
            assert hasattr(actions.Actions, f"_{rule.action}"), rule.action
