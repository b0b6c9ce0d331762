"""The tables of a small grammar: defaults, recovery, and dropped tokens."""

from __future__ import annotations

from duckrow.cfengine.syntax.automaton import CLEAR, Tables, build, policy_tables, read_rules, run

GRAMMAR = """
policy: lines
lines: line
lines: lines line
line: a ;     !line
line: error ; !bad
"""


class Recorder:
    """Records the calls of the parser."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def report_syntax_error(self) -> None:
        self.calls.append("mistake")

    def do(self, action: str, lookahead: str | None) -> str | None:
        self.calls.append(action)
        return CLEAR if action == "clear" else None


def calls(tables: Tables, words: str) -> list[str]:
    """Parse words and return the recorded calls."""
    recorder = Recorder()
    waiting = [*words.split(), "END"]
    run(tables, lambda: waiting.pop(0) if waiting else "END", recorder)
    return recorder.calls


def test_good_input() -> None:
    assert calls(build(read_rules(GRAMMAR)), "a ; a ;") == ["line", "line"]


def test_recovery() -> None:
    tables = build(read_rules(GRAMMAR))
    assert calls(tables, "b b ; a ; a ;") == ["mistake", "bad", "line", "line"]


def test_mistakes_close_together_are_one() -> None:
    tables = build(read_rules(GRAMMAR))
    assert calls(tables, "b ; b ; a ; a ; b ;").count("mistake") == 2


def test_the_parser_always_ends() -> None:
    assert calls(build(read_rules(GRAMMAR)), "a") == ["mistake"]


def test_a_state_that_can_only_complete_a_rule_does_not_look_ahead() -> None:
    tables = build(read_rules(GRAMMAR))
    recorder = Recorder()
    asked: list[str] = []

    def next_word() -> str:
        asked.append(f"{len(recorder.calls)} lines")
        return ["a", ";", "END"][min(len(asked) - 1, 2)]

    run(tables, next_word, recorder)
    # The line is complete before the next word is read.
    assert asked == ["0 lines", "0 lines", "1 lines"]


def test_every_action_of_the_grammar_exists() -> None:
    from duckrow.cfengine.syntax import actions

    known = {*actions._CLEARING, *actions._KEEPING}
    for rule in policy_tables().rules:
        if rule.action is not None and rule.action not in known:
            assert hasattr(actions.Actions, f"_{rule.action}"), rule.action
