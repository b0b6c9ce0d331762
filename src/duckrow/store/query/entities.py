"""What can be asked: the entities by name.

    ENTITIES["nodes"].columns["certname"].sql       "n.certname"

1. Nothing but the SQL in these tables and in the modules that write it becomes part of a statement:
   what a user writes selects columns from these tables by name, or is a value.
2. Fields are in the order in which the reference's messages list them.
"""

from __future__ import annotations

from duckrow.store.query.catalog_entities import (
    CATALOG_INPUT_CONTENTS,
    CATALOG_INPUTS,
    CATALOGS,
    EDGES,
    RESOURCES,
)
from duckrow.store.query.columns import flag, time
from duckrow.store.query.entity import Column, Entity, Kind
from duckrow.store.query.node_entities import (
    ENVIRONMENTS,
    FACT_CONTENTS,
    FACT_NAMES,
    FACT_PATHS,
    FACTS,
    FACTSETS,
    INVENTORY,
    NODES,
    PACKAGE_INVENTORY,
    PACKAGES,
    PRODUCERS,
)
from duckrow.store.query.policy_entities import POLICY_CLASSES, POLICY_RUNS, PROMISES
from duckrow.store.query.report_entities import EVENTS, REPORTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

FUNCTIONS = ("sum", "avg", "min", "max", "count", "to_string", "jsonb_typeof")
ENTITIES: Mapping[str, Entity] = {
    "nodes": NODES,
    "facts": FACTS,
    "fact_contents": FACT_CONTENTS,
    "fact_paths": FACT_PATHS,
    "fact_names": FACT_NAMES,
    "factsets": FACTSETS,
    "inventory": INVENTORY,
    "resources": RESOURCES,
    "catalogs": CATALOGS,
    "edges": EDGES,
    "reports": REPORTS,
    "events": EVENTS,
    "environments": ENVIRONMENTS,
    "producers": PRODUCERS,
    "packages": PACKAGES,
    "package_inventory": PACKAGE_INVENTORY,
    "catalog_inputs": CATALOG_INPUTS,
    "catalog_input_contents": CATALOG_INPUT_CONTENTS,
    "policy_runs": POLICY_RUNS,
    "promises": PROMISES,
    "policy_classes": POLICY_CLASSES,
}


def _with(entity: Entity, *columns: Column) -> Entity:
    """Return an entity with more fields."""
    return Entity(
        entity.alias,
        entity.source,
        (*entity.columns.values(), *columns),
        joins=entity.joins,
        node=entity.node,
        relations=entity.relations,
    )


# Entities with fields that a parameter of a request adds.
VARIANTS: Mapping[str, Entity] = {
    "nodes_include_facts_expiration": _with(
        NODES,
        flag("expires_facts", "n.expires_facts"),
        time("expires_facts_updated", "n.expires_facts_updated"),
    ),
    "factsets_include_package_inventory": _with(
        FACTSETS,
        Column("package_inventory", Kind.ARRAY, "{packages}", is_queryable=False),
    ),
}
