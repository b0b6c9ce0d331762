"""The orders and the races of catalogs: of compiles, and of catalogs in files."""

from __future__ import annotations

from itertools import pairwise

from duckrow.diff.order import Order, order_items
from duckrow.diff.report import RACE
from duckrow.machine.local import LocalMachine
from duckrow.puppet.apply.order import relationships
from duckrow.puppet.apply.ral_from_data import CatalogDataError, catalog_in, ral_from_data
from duckrow.puppet.catalog.references import reference_text
from duckrow.puppet.explain.graph import ReasonedGraph
from duckrow.puppet.explain.races import races
from duckrow.puppet.explain.record import Record
from duckrow.puppet.explain.recorded import Recorded
from duckrow.puppet.providers.index import Providers
from duckrow.puppet.resources.desired import ResourceError
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.references import is_reference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from duckrow.diff.order import Shorten
    from duckrow.diff.report import Item
    from duckrow.diff.versions import Compiled
    from duckrow.puppet.resources.table import ResourceTypeTable

    Data = dict[str, Any]
    Pair = tuple[str, str]  # of names of resources


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
    wanted = {pair for item in items for pair in _steps(item)}
    if wanted:
        arrows = _arrows(old, short[0], wanted), _arrows(new, short[1], wanted)
        for item in items:
            _add_arrow(item, *arrows)
    was = {each.text for each in races(before)}
    now = {each.text for each in races(after)}
    for text in sorted(was ^ now):
        sign = "+" if text in now else "-"
        items.append({"about": RACE, "diff_type": sign, "title": text})
    return items


def _steps(item: Item) -> Iterable[tuple[str, str]]:
    return pairwise(item.get("way") or item.get("cycle") or ())


def _arrows(compiled: Compiled, short: Shorten, wanted: set[Pair]) -> dict[Pair, str]:
    """Return where arrows between pairs of resources or classes are written."""
    found: dict[Pair, str] = {}
    for arrow in compiled.result.build.relationships:
        tails, heads = (
            {reference_text(each) for each in side if is_reference(each)}
            for side in (arrow.sources, arrow.targets)
        )
        for pair in wanted:
            if pair[0] in tails and pair[1] in heads and pair not in found:
                at = arrow.location
                if at.file:
                    found[pair] = f"{short(at.file)}:{at.line}"
    return found


def _add_arrow(item: Item, old: dict[Pair, str], new: dict[Pair, str]) -> None:
    """Add the arrow behind an order or a cycle that only one of the catalogs has."""
    mine, others = (new, old) if item["diff_type"] == "+" else (old, new)
    for pair in _steps(item):
        if pair in mine and pair not in others:
            item["cause"] = f"arrow ({mine[pair]})"
            return


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
