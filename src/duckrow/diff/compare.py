"""The changes between two catalogs, as octocatalog-diff lists them."""

from __future__ import annotations

from duckrow.diff.changes import ADDED, CHANGED, REMOVED, RESHAPED, Change, same
from duckrow.diff.filters import apply_filters
from duckrow.diff.ignore import Rules
from duckrow.diff.resources import CatalogResources
from duckrow.diff.structure import differences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.diff.changes import Step
    from duckrow.diff.resources import Data, Key


def compare_catalogs(old: CatalogResources, new: CatalogResources) -> list[Change]:
    """List all changes, in the order of types and titles."""
    found: list[Change] = []
    for key in sorted(old.by_key.keys() | new.by_key.keys()):
        one, other = old.by_key.get(key), new.by_key.get(key)
        if one is None:
            found.append(Change(ADDED, *key, new=other, new_at=new.places[key]))
        elif other is None:
            found.append(Change(REMOVED, *key, old=one, old_at=old.places[key]))
        elif not same(one, other):
            for change in _of_resource(key, one, other):
                change.old_at, change.new_at = old.places[key], new.places[key]
                found.append(change)
    return found


def _of_resource(key: Key, old: Data, new: Data) -> Iterable[Change]:
    reshaped: dict[tuple[Step, ...], tuple[object, object]] = {}
    for kind, path, one, other, array in differences(old, new):
        if kind == CHANGED:
            yield Change(CHANGED, *key, path, one, other)
        elif array is None:
            reshaped[path] = one, other
        else:
            reshaped[array[0]] = array[1:]
    for path, values in reshaped.items():
        yield Change(RESHAPED, *key, path, *values)


def find_changes(
    old: CatalogResources, new: CatalogResources, rules: Rules, filters: Iterable[str] = ()
) -> list[Change]:
    """List the changes that no rule ignores and no filter leaves out."""
    rules = rules.with_tagged(old, new)
    kept = [change for change in compare_catalogs(old, new) if not rules.ignores(change)]
    return apply_filters(kept, filters)
