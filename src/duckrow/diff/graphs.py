"""The orders and the races of catalogs: of compiles, and of catalogs in files."""

from __future__ import annotations

from duckrow.diff.order import Order, order_items
from duckrow.diff.report import RACE
from duckrow.machine.local import LocalMachine
from duckrow.puppet.apply.order import relationships
from duckrow.puppet.apply.ral_from_data import CatalogDataError, catalog_in, ral_from_data
from duckrow.puppet.explain.graph import ReasonedGraph
from duckrow.puppet.explain.races import races
from duckrow.puppet.explain.record import Record
from duckrow.puppet.explain.recorded import Recorded
from duckrow.puppet.providers.index import Providers
from duckrow.puppet.resources.desired import ResourceError
from duckrow.puppet.runtime.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.diff.order import Shorten
    from duckrow.diff.report import Item
    from duckrow.diff.versions import Compiled
    from duckrow.puppet.resources.table import ResourceTypeTable

    Data = dict[str, Any]


def graph_items(old: Compiled, new: Compiled, short: tuple[Shorten, Shorten]) -> list[Item]:
    """List changes of order, cycles and races between two compiles."""
    assert old.data is not None
    assert new.data is not None
    if _without_places(old.data) == _without_places(new.data):
        return []
    before, after = _graph(old), _graph(new)
    if before is None or after is None:
        return []
    items = order_items(Order(before.graph), Order(after.graph), short)
    was = {each.text for each in races(before)}
    now = {each.text for each in races(after)}
    for text in sorted(was ^ now):
        sign = "+" if text in now else "-"
        items.append({"about": RACE, "diff_type": sign, "title": text})
    return items


def _without_places(data: Data) -> list[object]:
    left = ("file", "line", "tags")
    return [
        data.get("edges"),
        [{k: v for k, v in each.items() if k not in left} for each in data["resources"]],
    ]


def _graph(compiled: Compiled) -> ReasonedGraph | None:
    """Return the graph of a compile; None if no host could apply the catalog."""
    recorded = Recorded(compiled.result.build, Record(), "/", "-e")
    try:
        return ReasonedGraph(recorded, LocalMachine())
    except (ResourceError, EvaluationError):
        return None


def order_items_of_data(
    old: Data, new: Data, find_type: Callable[[str], ResourceTypeTable | None]
) -> list[Item]:
    """List changes of order and cycles between two catalogs in files."""
    orders = [_order_of_data(data, find_type) for data in (old, new)]
    if orders[0] is None or orders[1] is None:
        return []
    return order_items(orders[0], orders[1], (_same, _same))


def _same(file: str | None) -> str | None:
    return file


def _order_of_data(
    data: Data, find_type: Callable[[str], ResourceTypeTable | None]
) -> Order | None:
    """Return the order of a catalog; None if the file has too little, or no host could apply it."""
    try:
        ral = ral_from_data(
            catalog_in(data), Providers(LocalMachine()), lambda *_log: None, find_type
        )
        return Order(relationships(ral))
    except (CatalogDataError, ResourceError, EvaluationError):
        return None
