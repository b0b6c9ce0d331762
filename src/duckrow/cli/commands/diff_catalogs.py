"""Two catalogs in files: what `duckrow diff A.json B.json` compares."""

from __future__ import annotations

from duckrow.cli.given_paths import expect_readable_file
from duckrow.data.errors import DataError
from duckrow.diff.compare import find_changes
from duckrow.diff.graphs import order_items_of_data
from duckrow.diff.nodes import class_items, without_secrets
from duckrow.diff.report import RESOURCE, result_of
from duckrow.diff.resources import CatalogResources, hides_content
from duckrow.machine.paths import read_bytes
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.options import Arguments
    from duckrow.diff.ignore import Rules
    from duckrow.diff.report import NodeResult
    from duckrow.puppet.settings.settings import Settings


def compare_files(
    words: list[str],
    rules: Rules,
    filters: list[str],
    arguments: Arguments,
    settings: Settings,
) -> NodeResult:
    """Compare two catalogs."""
    old, new = words
    before, after = _read(old), _read(new)
    one, other = CatalogResources(before, old), CatalogResources(after, new)
    items = []
    for change in find_changes(one, other, rules, filters):
        if hides_content(one, change.key) or hides_content(other, change.key):
            change.hide_content()
        items.append({"about": RESOURCE, **change.to_data()})
    if isinstance(before, dict) and isinstance(after, dict):
        if "classes" in before and "classes" in after:
            items += class_items(before, after)
        if not arguments.has("no-order"):
            from duckrow.cli.host import modules_of

            environment = str(after.get("environment") or "production")
            library = modules_of(settings, environment).library
            items += order_items_of_data(before, after, library.find_resource_type)
    name = after.get("name") if isinstance(after, dict) else None
    items = without_secrets(items, one.secrets | other.secrets)
    return result_of(arguments.get("node") or str(name or new), items)


def _read(path: str) -> object:
    from duckrow.data.json import load

    expect_readable_file(path)
    try:
        return load(read_bytes(path), path)
    except DataError as error:
        raise InputError(f"cannot read {path}: {error}") from None
