"""stage, component and whit: they order other resources and manage nothing themselves."""

from __future__ import annotations

from duckrow.puppet.resources.table import ResourceTypeTable

# stage: a group of classes before or after other stages.
STAGE = ResourceTypeTable(
    "stage",
    properties={},
    parameters={"name": ""},
    summary="A part of the run, for ordering whole classes.",
    attribute_help={"name": "What the stage is called."},
)

# component: a class or define in a catalog that is applied.
COMPONENT = ResourceTypeTable(
    "component",
    properties={},
    parameters={"name": ""},
    summary="What classes and defines are when a catalog is applied; not declared by hand.",
    attribute_help={"name": "The name of the class or define."},
)

# whit: the invisible first and last resource of a container, for ordering alone.
WHIT = ResourceTypeTable(
    "whit",
    properties={},
    parameters={"name": ""},
    summary="A mark in the order of a run; made by the run itself.",
    attribute_help={"name": "The name of the mark."},
)

TABLES = {table.name: table for table in (STAGE, COMPONENT, WHIT)}
