"""Reserved words."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.nodes import NamedDefinition, Node, ReservedWord
    from duckrow.puppet.validation.inspection import Inspection

_TYPE_NAMES = frozenset(
    (
        "any",
        "array",
        "boolean",
        "collection",
        "enum",
        "float",
        "hash",
        "init",
        "integer",
        "numeric",
        "object",
        "optional",
        "pattern",
        "regexp",
        "runtime",
        "scalar",
        "semver",
        "semverrange",
        "sensitive",
        "string",
        "struct",
        "timespan",
        "timestamp",
        "tuple",
        "type",
        "typeset",
        "unit",
        "variant",
    )
)
_FUTURE_WORDS = frozenset(("plan",))


def no_type_name(node: NamedDefinition, inspection: Inspection) -> None:
    """No class, define or function has the name of a built-in type."""
    if node.name in _TYPE_NAMES:
        inspection.report("reserved-type-name", node, name=node.name)


def no_future_word(node: NamedDefinition, inspection: Inspection) -> None:
    """Warn about names that the language may reserve in the future."""
    warn_of_future_word(node, node.name, inspection)


def warn_of_future_word(node: Node, name: str, inspection: Inspection) -> None:
    """Report a name that the language may reserve in the future."""
    if name in _FUTURE_WORDS:
        inspection.report("future-reserved-word", node, word=name)


def no_reserved_word(node: ReservedWord, inspection: Inspection) -> None:
    """The words private and attr are reserved and may not be used bare."""
    inspection.report("reserved-word", node, word=node.word)
