"""Look up the tables; each table is imported on first use."""

from __future__ import annotations

from duckrow.cfengine.policy.tables import BODIES, PROMISE_TYPES
from duckrow.cfengine.policy.tables.ranges import ANYTHING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType

    Attribute = tuple[str | None, ...]
    Attributes = Mapping[str, Attribute]

NORMAL, DEPRECATED, REMOVED = "normal", "deprecated", "removed"

# Promise types that every bundle may have.
COMMON_TYPES = ("classes", "defaults", "meta", "reports", "vars")

# Promise types of one kind of bundle.
OWN_TYPES: dict[str, tuple[str, ...]] = {
    "agent": (
        "commands",
        "databases",
        "guest_environments",
        "files",
        "methods",
        "packages",
        "processes",
        "services",
        "storage",
        "users",
    ),
    "common": (),
    "edit_line": ("delete_lines", "insert_lines", "field_edits", "replace_patterns"),
    "edit_xml": (
        "build_xpath",
        "delete_tree",
        "insert_tree",
        "delete_attribute",
        "set_attribute",
        "delete_text",
        "set_text",
        "insert_text",
    ),
    "monitor": ("measurements",),
    "server": ("access", "roles"),
}
# Removed from the language: promises of these types are ignored without a message.
REMOVED_TYPES: dict[str, tuple[str, ...]] = {
    "agent": ("outputs",),
    "knowledge": ("inferences", "things", "topics", "occurrences"),
}
_GONE = (None, None, REMOVED)
REMOVED_ATTRIBUTES: dict[str, Attributes] = {
    type_: dict.fromkeys(names.split(), _GONE)
    for type_, names in {
        "outputs": "output_level promiser_type",
        "inferences": "precedents qualifiers",
        "topics": "association synonyms generalizations",
        "occurrences": "about_topics represents representation",
        "things": "synonyms affects belongs_to causes certainty determines generalizations"
        " implements involves is_caused_by is_connected_to is_determined_by is_followed_by"
        " is_implemented_by is_located_in is_measured_by is_part_of is_preceded_by measures"
        " needs provides uses",
    }.items()
}
REMOVED_BODIES = frozenset(("association", "knowledge", "reporter"))

BUNDLE_KINDS = frozenset(
    "common agent server monitor executor runagent keygenerator hub knowledge edit_line"
    " edit_xml".split()
)
CONTROL_BODIES = frozenset("common agent server monitor runagent executor hub file".split())

# Attributes of all promises.
EVERYWHERE: Attributes = {
    "action": ("body", None),
    "classes": ("body", None),
    "comment": ("string", ANYTHING),
    "depends_on": ("slist", ANYTHING),
    "handle": ("string", ANYTHING),
    "if": ("string", ANYTHING),
    "ifvarclass": ("string", ANYTHING),
    "meta": ("slist", ANYTHING),
    "unless": ("string", ANYTHING),
    "with": ("string", ANYTHING),
}
# Attributes of all promises in a kind of bundle.
IN_BUNDLES: dict[str, Attributes] = {
    "edit_line": {"select_region": ("body", None)},
    "edit_xml": {"build_xpath": ("string", ANYTHING), "select_xpath": ("string", ANYTHING)},
}
# Attributes of the block that declares a custom promise type.
CUSTOM_TYPE: Attributes = {
    "inherit_from": ("body", None),
    "interpreter": ("string", ANYTHING),
    "meta": ("slist", ANYTHING),
    "path": ("string", ANYTHING),
}

# Attributes of control bodies that later versions of the reference have added. They are accepted,
# but not part of the printed description of the language.
LATER: dict[str, tuple[str, ...]] = {
    "agent": ("evaluation_order",),
    "common": ("evaluation_order",),
}

_ALL_TYPES = frozenset(COMMON_TYPES).union(*OWN_TYPES.values(), *REMOVED_TYPES.values())


def is_built_in(type_: str) -> bool:
    """Return whether a promise type is built in, in any kind of bundle."""
    return type_ in _ALL_TYPES


def status_of_type(bundle_kind: str, type_: str) -> str | None:
    """Return the status of a promise type in a kind of bundle; None if it is not built in."""
    if type_ in COMMON_TYPES or type_ in OWN_TYPES.get(bundle_kind, ()):
        return NORMAL
    return REMOVED if type_ in REMOVED_TYPES.get(bundle_kind, ()) else None


def attributes_of_type(type_: str) -> Attributes:
    """Return the attributes of a built-in promise type only."""
    theme = PROMISE_TYPES.get(type_)
    if theme is None:
        return REMOVED_ATTRIBUTES.get(type_, {})
    found: Attributes = _load(theme).PROMISE_TYPES[type_]
    return found


def attribute_of_type(bundle_kind: str, type_: str, name: str) -> Attribute | None:
    """Return an attribute that the parser accepts in promises of a type, or None.

    The parser accepts the attributes of the common types everywhere.
    """
    found = valid_attribute(bundle_kind, type_, name)
    if found is not None:
        return found
    for common in COMMON_TYPES:
        if name in attributes_of_type(common):
            return attributes_of_type(common)[name]
    return None


def valid_attribute(bundle_kind: str, type_: str, name: str) -> Attribute | None:
    """Return an attribute that is valid in promises of a type, its own or a shared one, or None."""
    own = attributes_of_type(type_).get(name)
    if own is not None:
        return own
    if type_ not in COMMON_TYPES:
        shared = IN_BUNDLES.get(bundle_kind, {}).get(name)
        if shared is not None:
            return shared
    return EVERYWHERE.get(name)


def attributes_of_body(kind: str) -> Attributes | None:
    """Return the attributes of a built-in kind of body, or None if there is no such kind."""
    theme = BODIES.get(kind)
    if theme is None:
        return None
    found: Attributes = _load(theme).BODIES[kind]
    return found


def status(attribute: Attribute) -> str:
    """Return the status of an attribute."""
    found = attribute[2] if len(attribute) > 2 else None
    return NORMAL if found is None else found


def _load(theme: str) -> ModuleType:
    found = _loaded.get(theme)
    if found is None:
        found = _loaded[theme] = __import__(f"{_PACKAGE}.{theme}", fromlist=("BODIES",))
    return found


_PACKAGE = "duckrow.cfengine.policy.tables"
_loaded: dict[str, ModuleType] = {}  # checks ask for the same few tables again and again
