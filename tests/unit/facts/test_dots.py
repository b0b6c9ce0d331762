"""Facts with dots in their names become parts of hashes."""

from __future__ import annotations

from duckrow.facts.dots import resolve_dots


def test_facts_with_dots_are_parts_of_hashes() -> None:
    errors: list[str] = []
    facts = {"a.b": 1, "a.c.d": 2, "e": 3, "e.f": 4}
    assert resolve_dots(facts, errors.append) == {"a": {"b": 1, "c": {"d": 2}}, "e": 3}
    assert len(errors) == 1
    assert "`e.f` cannot be added" in errors[0]
