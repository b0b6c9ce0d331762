"""The rules that an environment may switch on, and what a compile with them remembers.

    identical_resources    a resource may be declared again if the declarations agree
    augmenting_resources   ... also if a declaration only adds attributes
    weak_include           a class may be declared with parameters after it was included
    co_op                  include_if_present() and if_present() ask the finished catalog
    starting_points        a module may name a class that is included by itself
    catalog_builder        deterministic: all of them, and the order of declarations has no effect

Without rules `Build.rules` is None, and nothing here is imported.

Invariants:
 1. A body runs once, with all that is known about its parameters. When a declaration adds a
    parameter after the body ran, the compile begins again and knows it from the start
    (`StartAgain`). Each time it knows more, so it ends; `check_known` rejects a program that takes
    a declaration back, or writes another value, because of it.
 2. `declarations` holds what the code wrote, without defaults, overrides and known parameters.
"""

from __future__ import annotations

from duckrow.puppet.catalog.declaration import Declaration, Known
from duckrow.puppet.catalog.resource import location_words
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.location import here
from duckrow.ruby.values.compare import is_equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.catalog.build import Build
    from duckrow.puppet.catalog.deterministic import Deterministic
    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.runtime.scope import Scope

    # Classes to include, the references that must be present, and the location of the call.
    Wanted = tuple[Scope, list[str], list[object], str]
    # Parameters that an earlier attempt found, by the text of a reference and by name.
    Knowledge = dict[str, dict[str, Known]]

DETERMINISTIC = "deterministic"
MOST_ATTEMPTS = 200


class StartAgain(BaseException):
    """No error: a body ran before one of its parameters was declared; the compile begins again."""

    def __init__(self, known: Knowledge, reason: str) -> None:
        super().__init__(reason)
        self.known = known
        self.reason = reason


class Rules:
    """The rules of one compile, and what it remembers for them."""

    __slots__ = (
        "augmenting",
        "co_op",
        "declarations",
        "deterministic",
        "identical",
        "known",
        "observers",
        "present",
        "starting_points",
        "weak_include",
    )

    def __init__(self, names: frozenset[str], known: Knowledge) -> None:
        is_deterministic = DETERMINISTIC in names
        self.identical = is_deterministic or "identical_resources" in names
        self.augmenting = is_deterministic or "augmenting_resources" in names
        self.weak_include = is_deterministic or "weak_include" in names
        self.co_op = is_deterministic or "co_op" in names
        self.starting_points = is_deterministic or "starting_points" in names
        self.known = known
        self.declarations: dict[Resource, list[Declaration]] = {}
        # Who read something of a class first, by the name of the class.
        self.observers: dict[str, str] = {}
        # Classes to be included once some resources are in the catalog; see `co_op`.
        self.present: list[Wanted] = []
        self.deterministic: Deterministic | None = None
        if is_deterministic:
            from duckrow.puppet.catalog.deterministic import Deterministic

            self.deterministic = Deterministic(self)

    def tell(self, build: Build, rule: str, message: str, level: str = "info") -> None:
        """Log what a rule did: the message names the rule and the locations."""
        build.log(level, f"Rule {rule}: {message.rstrip()}")

    # ---- questions of running code

    def reads(self, scope: Scope, class_name: str) -> None:
        """Note that code reads a variable or a parameter of a class."""
        body = scope.body()
        definition = body.definition
        if definition is not None and definition.name == class_name:
            return
        if self.deterministic is not None:
            self.deterministic.check_read(body, class_name)
        elif class_name not in self.observers:
            self.observe(class_name, f"{body.resource} reads it")

    def observe(self, class_name: str, what: str) -> None:
        """Note the first observer of a class."""
        if self.deterministic is not None:
            return  # each attempt starts from the beginning, so observers see the last word
        location = here()
        words = "" if location is None else f" {location_words(location.file, location.line)}"
        self.observers.setdefault(class_name, what + words)

    def asks(self, type_name: str, title: str, scope: Scope | None) -> None:
        """Note that code asks for a resource; with a scope it reads the parameters."""
        if self.deterministic is not None:
            self.deterministic.check_question(type_name, title, scope)
        elif scope is not None and type_name.lower() == "class":
            self.reads(scope, title.removeprefix("::").lower())

    # ---- knowledge of earlier attempts

    def add_known(self, resource: Resource) -> None:
        """Set the parameters of a new resource that an earlier attempt found."""
        self.declarations[resource] = []
        for name, known in self.known.get(str(resource), {}).items():
            if resource.parameters.get(name) is None:
                resource.set(name, known.value, known.origin)

    def learn(self, resource: Resource, added: dict[str, object], again: Declaration) -> StartAgain:
        """Return the jump to a new attempt that knows more parameters of a resource."""
        known = {name: dict(values) for name, values in self.known.items()}
        values = known.setdefault(str(resource), {})
        for name, value in added.items():
            values[name] = Known(value, again.origin(name))
        names = ", ".join(sorted(added)) or "its parameters"
        return StartAgain(known, f"{resource} is declared with {names} {again.where()}".rstrip())

    def check_known(self) -> None:
        """Fail for a parameter that an attempt was given and the code no longer declares."""
        for reference in sorted(self.known):
            resource = next((r for r in self.declarations if str(r) == reference), None)
            given = [] if resource is None else self.declarations[resource]
            for name, known in sorted(self.known[reference].items()):
                values = [each.given[name] for each in given if name in each.given]
                if any(is_equal(value, known.value) for value in values):
                    continue
                does = "declares it with another value" if values else "no longer declares it"
                where = location_words(known.origin.file, known.origin.line)
                raise EvaluationError(
                    f"The declaration of {reference} {where} depends on itself",
                    is_bare=True,
                    why=f"with '{name}' set from the start, the code {does}",
                )
