"""One declaration of a resource, as the rules of an environment remember it."""

from __future__ import annotations

from duckrow.puppet.catalog.references import inspected
from duckrow.puppet.catalog.resource import Origin, location_words
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.location import Location
from duckrow.ruby.values.compare import is_equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.catalog.resource import Resource


_NOT_SET = "is not set"


class Known:
    """A parameter that an earlier attempt found, with the location of its declaration."""

    __slots__ = ("origin", "value")

    def __init__(self, value: object, origin: Origin) -> None:
        self.value = value
        self.origin = origin


class Declaration:
    """One declaration of a resource: what the code wrote, and where."""

    __slots__ = ("file", "given", "line", "lines", "scope")

    def __init__(self, resource: Resource) -> None:
        self.given = {n: v for n, v in resource.parameters.items() if v is not None}
        self.file = resource.file
        self.line = resource.line
        self.lines = resource.attribute_lines
        self.scope = resource.scope

    def origin(self, name: str) -> Origin:
        """Return the origin of an attribute."""
        lines = dict(self.lines or ())
        line = lines.get(name, lines.get("*", self.line))
        return Origin(self.scope.definition, self.file, self.line if line is None else line)

    def where(self, name: str = "") -> str:
        """Write the location of the declaration, or of one of its attributes."""
        if not name:
            return location_words(self.file, self.line)
        origin = self.origin(name)
        return location_words(origin.file, origin.line)


def conflict_of(
    resource: Resource, name: str, declarations: list[Declaration], may_add: bool
) -> EvaluationError:
    """Return the error about declarations that do not agree, with the locations of all values."""
    said: list[tuple[str, str]] = []
    values: list[object] = []  # of which some may have the same text: secrets
    for each in declarations:
        if name in each.given:
            value = each.given[name]
            if not any(is_equal(value, before) for before in values):
                values.append(value)
                said.append((f"is {inspected(value)}", each.where(name)))
        elif not may_add and _NOT_SET not in dict(said):
            said.append((_NOT_SET, each.where()))
    origin = declarations[-1].origin(name)
    texts = [f"{text} {where}".rstrip() for text, where in sorted(said)]
    return EvaluationError(
        f"Conflicting declarations of {resource}: '{name}' {', and '.join(texts)}",
        location=Location(origin.file or None, origin.line),
        is_bare=True,
        hint="augmenting_resources = true lets a declaration add attributes"
        if _NOT_SET in dict(said)
        else "",
    )
