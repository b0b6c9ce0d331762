"""puppetdb_query(query): ask the store, in PQL or in its AST."""

from __future__ import annotations

from duckrow.puppet.catalog.exported import QUERY, ask_store
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _puppetdb_query(scope: Scope, query: object) -> object:
    return ask_store(scope.build, QUERY, query)


PUPPETDB_QUERY = Function(
    "puppetdb_query", Form("Variant[String[1], Array[Data, 1]] query", run=_puppetdb_query)
)
