"""Resources that another node exports: the answer names that node."""

from __future__ import annotations

from typing import Any

from duckrow.explain.formats import render
from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.environment.compile import Result
from duckrow.puppet.explain.record import Record
from duckrow.puppet.explain.recorded import Recorded
from duckrow.puppet.explain.resources import explain_resource
from duckrow.puppet.settings.settings import Settings
from duckrow.puppet.world import FakeWorld, RecordedWorld, ReplayedWorld, World

PROGRAM = "notice(puppetdb_query('nodes { }'))\nNotify <<| tag == 'web' |>>\n"
ROW = {"certname": "a.lab", "type": "Notify", "title": "hello", "parameters": {}}


class OneRow:
    """A store with one exported resource."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def ask(self, question: str, query: str) -> object:
        assert query
        self.asked.append(question)
        return [dict(ROW)]


def compiled(world: World, record: Record | None = None) -> Result:
    settings = Settings({"storeconfigs": True}, world)
    return compile_catalog(
        Environment(code=PROGRAM, settings=settings), Node("pond.lab"), listener=record
    )


def with_store() -> tuple[FakeWorld, OneRow]:
    world, store = FakeWorld(), OneRow()
    world.find_store = lambda: store
    return world, store


def test_the_node_that_exports_a_resource_is_named() -> None:
    record = Record()
    result = compiled(with_store()[0], record)
    assert result.ok, result.failure
    text = render(explain_resource(Recorded(result.build, record, ""), "Notify[hello]"), "text")
    assert text.splitlines() == [
        "Notify[hello] is in the catalog: the node a.lab exports it.",
        "  Notify<<| tag == 'web' |>> collects Notify[hello] in round 1  (-e:2:1)",
    ]


def test_equal_questions_are_asked_once() -> None:
    world, store = with_store()
    assert compiled(world).ok
    assert store.asked == ["query", "resources"]


def test_a_recorded_compile_needs_no_store() -> None:
    world = RecordedWorld(with_store()[0])
    first: Any = compiled(world).data()
    again: Any = compiled(ReplayedWorld(world.answers)).data()
    assert [each["title"] for each in first["resources"]][-1] == "hello"
    assert again == first


def test_without_a_store_nobody_exports_anything() -> None:
    result = compiled(FakeWorld())
    assert result.failure is not None
    assert "there is no store to ask" in result.failure.message
