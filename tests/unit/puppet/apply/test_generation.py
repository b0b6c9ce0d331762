"""Resources that come of resources: before a run, and in the middle of it."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.puppet.apply.walk import visit_order
from duckrow.puppet.providers.base import ProviderError


@pytest.fixture
def provider(world: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let nests with a trouble of a/b,c bring along others."""
    class_ = type(world.run().providers.get("nest", "dict"))

    def many(self: Any, machine: Any, desired: Any) -> list[Any]:
        words = desired.given.get("brings")
        if words == "!":
            raise ProviderError("no idea")
        return [
            desired.catalog.make("nest", title, {"ensure": "present"}, desired)
            for title in (words or "").split()
        ]

    monkeypatch.setattr(class_, "many", many, raising=False)
    return class_


def brings(nest: Any, title: str, words: str, **parameters: Any) -> dict[str, Any]:
    found: dict[str, Any] = nest(title, **parameters)
    found["parameters"]["brings"] = words
    return found


def test_what_is_generated_comes_after_its_parent(
    world: Any, nest: Any, provider: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(provider, "generates", True)
    monkeypatch.setattr(provider, "generate", provider.many)
    run = world.run(brings(nest, "a", "x y"), nest("b"), nest("y", eggs=2))
    assert list(world.pond.nests) == ["a", "x", "b", "y"]
    assert run.part.statuses["Nest[y]"].desired["eggs"] == 2


def test_late_ones_come_before_what_follows_their_parent(
    world: Any, nest: Any, provider: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(provider, "generates_late", True)
    monkeypatch.setattr(provider, "generate_late", provider.many)
    world.run(
        brings(nest, "a", "a/x a/x/1 a/y", tags=["wet"], notify=["Nest[b]"]),
        nest("c"),
        nest("b"),
        tags=("wet",),
    )
    assert list(world.pond.nests) == ["a", "a/x", "a/x/1", "a/y"]
    world.pond.nests.clear()
    world.run(
        nest("b"),
        brings(nest, "a", "a/x a/x/1 a/y b", before=["Nest[d]"]),
        nest("c"),
        nest("d"),
    )
    assert list(world.pond.nests) == ["b", "a", "a/x", "a/x/1", "a/y", "c", "d"]


def test_their_events_reach_what_their_parent_notifies(
    world: Any, nest: Any, provider: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(provider, "generates_late", True)
    monkeypatch.setattr(provider, "generate_late", provider.many)
    world.pond.nests["a"] = {"ensure": "present", "eggs": 0}
    world.pond.nests["b"] = {"ensure": "present", "eggs": 0}
    world.run(brings(nest, "a", "a/x", notify=["Nest[b]"]), nest("b"))
    assert world.pond.refreshed == ["b"]


def test_a_failure_to_generate_fails_the_run(
    world: Any, nest: Any, provider: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(provider, "generates_late", True)
    monkeypatch.setattr(provider, "generate_late", provider.many)
    run = world.run(brings(nest, "a", "!"), nest("b"))
    assert list(world.pond.nests) == ["a", "b"]
    assert run.report.status == "failed"
    assert world.said()[0] == (
        "err /Nest[a]: Failed to generate additional resources using 'eval_generate': no idea"
    )


def test_an_empty_catalog_has_no_order(world: Any) -> None:
    run = world.run()
    assert run.report.status == "unchanged"
    assert world.wanted is not None
    from duckrow.puppet.apply.order import relationships

    assert list(visit_order(relationships(world.wanted))) == []
