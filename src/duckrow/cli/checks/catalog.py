"""Check that a file is a catalog that can be applied."""

from __future__ import annotations

from duckrow.data.errors import DataError
from duckrow.data.json import load
from duckrow.machine.paths import read_bytes
from duckrow.puppet.apply.ral_from_data import CatalogDataError, catalog_in
from duckrow.source.diagnostic import Diagnostic
from duckrow.source.text import SourceText

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cli.inputs import Input


def check_catalog(given: Input) -> tuple[Callable[[], str], list[Diagnostic]]:
    """Return a function that writes the catalog as JSON, and the findings."""
    content = given.data if given.path is None else read_bytes(given.path)
    data: object = None
    try:
        data = load(content, given.label)
        catalog_in(data)
    except (DataError, CatalogDataError) as error:
        source = SourceText(content.decode("utf-8", "replace"), given.label)
        return lambda: "", [Diagnostic("catalog", str(error), source)]

    def tree() -> str:
        from duckrow.data.write import json_text

        return json_text(data).rstrip("\n")

    return tree, []
