"""A catalog and its resources as a test sees them, and the questions it can ask about them."""

from __future__ import annotations

from duckrow.explain.answer import UnknownThingError
from duckrow.machine.local import LocalMachine
from duckrow.puppet.catalog.catalog import known_type
from duckrow.puppet.catalog.references import split_reference
from duckrow.puppet.catalog.tags import all_tags
from duckrow.puppet.catalog.to_data import resource_data
from duckrow.puppet.environment.advice import advise
from duckrow.puppet.explain.questions import QUESTIONS
from duckrow.puppet.explain.questions import answer as answer_question
from duckrow.puppet.explain.recorded import unquoted
from duckrow.puppet.explain.value import attributes_of
from duckrow.puppet.resources.desired import ResourceError
from duckrow.puppet.runtime.definition import METAPARAMETERS
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.ruby.errors import RubyError
from duckrow.source.did_you_mean import did_you_mean
from duckrow.testing.arguments import expect_question, text_of
from duckrow.testing.errors import CompileError, MissingError, hides
from duckrow.testing.notes import Explained, Verdict, answer_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from duckrow.explain.answer import Answer, Reason
    from duckrow.puppet.catalog.resource import Resource as Built
    from duckrow.puppet.explain.graph import ReasonedGraph
    from duckrow.puppet.explain.recorded import Recorded
    from duckrow.spec.compile import Compiled, Inputs
    from duckrow.testing.coverage import ProjectCoverage
    from duckrow.testing.notes import Notes
    from duckrow.testing.project import Project

__tracebackhide__ = hides


def _own(value: object) -> object:
    """Return a value that a test may change, with the secrets in it as Sensitive."""
    if isinstance(value, list):
        return [_own(each) for each in value]
    if isinstance(value, dict):
        if value.get("__ptype") == "Sensitive":
            return Sensitive(value["__pvalue"])
        return {key: _own(each) for key, each in value.items()}
    return value


class Resource:
    """A resource: its attributes are Python's, `resource.mode` or `resource["mode"]`.

    An attribute that is not set is None; one that the type does not have is an error. References
    are texts such as Package[ntp].
    """

    __slots__ = ("_built", "_catalog", "parameters")

    parameters: dict[str, Any]

    def __init__(self, catalog: Catalog, built: Built) -> None:
        self._catalog = catalog
        self._built = built
        data = resource_data(built, catalog.compiled.result.build)
        found = data.get("parameters", {})
        assert isinstance(found, dict)
        secret = built.sensitive or ()
        self.parameters = {
            name: Sensitive(value) if name in secret else _own(value)
            for name, value in found.items()
        }

    @property
    def type(self) -> str:
        return self._built.type

    @property
    def title(self) -> str:
        return self._built.title

    @property
    def ref(self) -> str:
        return str(self._built)

    @property
    def is_exported(self) -> bool:
        """Whether it is for other nodes."""
        return bool(self._built.is_exported)

    @property
    def tags(self) -> list[str]:
        return list(all_tags(self._built))

    @property
    def place(self) -> str:
        """Where it is declared: FILE:LINE, or nothing if no code declares it."""
        line = self._built.line
        file = self._catalog.project.shown(self._built.file or "code")
        return "" if line is None else f"{file}:{line}"

    def __getitem__(self, name: str) -> Any:
        if name in self.parameters:
            value = self.parameters[name]
        else:
            value = self._unset(name)
        self._catalog.notes.add_value(value, lambda: self._catalog.about_value(self, name))
        return value

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self[name]

    def _unset(self, name: str) -> Any:
        built, is_open = self._built, False
        if built.description is not None:
            parts = built.description.parts_of(built.title)
            if name in parts:
                return parts[name]
            is_open = built.description.is_open
        known = {*attributes_of(built), *METAPARAMETERS}
        if name in known or is_open:
            return None
        hint = did_you_mean(name, sorted(known))
        raise MissingError(f"{self.ref} has no attribute {name}{hint and f': {hint}'}")

    def __iter__(self) -> Iterator[str]:
        return iter(self.parameters)

    def __contains__(self, name: object) -> bool:
        """Return whether an attribute is set."""
        if name in self.parameters:
            return True
        self._unset(text_of("the attribute", name, "mode"))  # which raises for one that is unknown
        return False

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Resource):
            return NotImplemented
        return self.ref == other.ref and self.parameters == other.parameters

    def __hash__(self) -> int:
        return hash(self.ref)

    def __str__(self) -> str:
        return self.ref

    def __repr__(self) -> str:
        return f"<{self.ref}>"


class Catalog(Explained):
    """A compiled catalog: resources by reference, `in`, iteration, and questions."""

    __slots__ = ("_coverage", "_graph", "_make_record", "_recorded", "compiled", "notes", "project")

    def __init__(
        self,
        compiled: Compiled,
        project: Project,
        notes: Notes,
        record: Callable[[Inputs], Recorded],
        coverage: ProjectCoverage | None = None,
    ) -> None:
        self.compiled = compiled
        self.project = project
        self.notes = notes
        self._make_record = record
        self._coverage = coverage
        self._recorded: Recorded | None = None
        self._graph: ReasonedGraph | None = None

    # ---- resources

    @property
    def name(self) -> str:
        """The name of the node."""
        return self.compiled.inputs.node

    @property
    def classes(self) -> list[str]:
        return list(self.compiled.result.catalog.classes)

    @property
    def logs(self) -> list[tuple[str, str]]:
        """The messages of the compile: their levels and texts."""
        return [(each.level, each.message) for each in self.compiled.result.logs]

    @property
    def exported(self) -> list[Resource]:
        """The resources that are for other nodes."""
        return [Resource(self, each) for each in self._built() if each.is_exported]

    def resources(self, type_name: str | None = None) -> list[Resource]:
        """List the resources that a host would apply, all or those of a type."""
        if type_name is not None:
            text_of("type_name", type_name, "package")
        found = [each for each in self if type_name is None or _is_type(each, type_name)]
        if not found and type_name is not None:
            self._expect_type(type_name)
        return found

    def _expect_type(self, name: str) -> None:
        """Raise a MissingError if no resource can have a type."""
        build = self.compiled.result.build
        try:
            known_type(build, name)
        except EvaluationError as error:
            _, hint = advise(error, build)
            raise MissingError(f"there is no resource type {name}{hint and f': {hint}'}") from None

    def __iter__(self) -> Iterator[Resource]:
        return (Resource(self, each) for each in self._built() if not each.is_virtual)

    def __len__(self) -> int:
        return sum(1 for each in self._built() if not each.is_virtual)

    def __contains__(self, reference: object) -> bool:
        return self._find(reference) is not None

    def __getitem__(self, reference: str) -> Resource:
        found = self._find(reference)
        if found is None:
            raise MissingError(self.about_name(str(reference)))
        return Resource(self, found)

    def get(self, reference: str) -> Resource | None:
        """Return a resource, or None."""
        found = self._find(reference)
        return None if found is None else Resource(self, found)

    def _built(self) -> list[Built]:
        return self.compiled.result.catalog.resources

    def _find(self, given: object) -> Built | None:
        reference = given.ref if isinstance(given, Resource) else given
        reference = text_of("the reference", reference, "File[/etc/motd]")
        pair = split_reference(reference.strip())
        if pair is None:
            raise MissingError(
                f"'{reference}' is no reference to a resource, such as File[/etc/motd]"
            )
        result = self.compiled.result
        title = unquoted(pair[1])
        if pair[0].lower() == "class" and title.lower() == "main":
            return result.build.main
        found = result.catalog.find(pair[0].removeprefix("::"), title)
        if found is None:
            self._expect_type(pair[0])  # else `not in` would hold for a name that is mistyped
            return None
        if found.is_virtual:
            return None
        self.touch(found)
        return found

    def touch(self, built: Built | None = None) -> None:
        """Note that a test reads a resource, or all of them, for a report of coverage."""
        if self._coverage is not None:
            for each in self._built() if built is None else (built,):
                self._coverage.touch(each)

    def __repr__(self) -> str:
        return f"<catalog of {self.name}>"

    # ---- questions

    def before(self, first: str, second: str, *, direct: bool = False) -> Verdict:
        """Answer whether relationships put one resource before another on every host.

        The order in the manifest is none. With `direct`, one relationship must name both.
        """
        self._touch_names(first, second)
        answer, graph = self._ask("order", first, second), self._reasoned()
        one, other = graph.recorded.expect_real(first), graph.recorded.expect_real(second)
        way = graph.way(graph.end(one), graph.start(other))
        back = graph.way(graph.end(other), graph.start(one))
        is_yes = way is not None and back is None
        if direct and is_yes:
            return self._direct(answer, list(graph.relations(one, other)))
        return Verdict(self.notes, answer, is_yes=is_yes)

    def notifies(self, first: str, second: str, *, direct: bool = False) -> Verdict:
        """Answer whether a change of one resource refreshes another.

        With `direct`, one relationship must name both.
        """
        self._touch_names(first, second)
        answer, graph = self._ask("notify", first, second), self._reasoned()
        if direct and answer.is_yes:
            from duckrow.puppet.explain.graph import EVENTS

            one, other = graph.recorded.expect_real(first), graph.recorded.expect_real(second)
            found = [each for each in graph.relations(one, other) if each.kind in EVENTS]
            return self._direct(answer, found)
        return Verdict(self.notes, answer, is_yes=bool(answer.is_yes))

    def _touch_names(self, *names: str) -> None:
        for name in names:
            self._find(name)

    def _direct(self, answer: Answer, reasons: list[Reason]) -> Verdict:
        if reasons:
            answer.reasons = [self._with_paths(each) for each in reasons]
        else:
            answer.text += " But no single relationship names both."
        return Verdict(self.notes, answer, is_yes=bool(reasons))

    def why(self, name: str, attribute: str | None = None) -> str:
        """Answer why a resource is there or not, where an attribute or a $variable is from."""
        text_of("name", name, "File[/etc/motd]")
        if attribute is not None:
            text_of("attribute", attribute, "mode")
            return answer_text(self._ask("value", name, attribute))
        if name.startswith("$"):
            return answer_text(self._ask("variable", name))
        return answer_text(self._ask("resource", name))

    def explain(self, question: str, *names: str) -> str:
        """Answer a question of `duckrow explain`."""
        expect_question(question, names, QUESTIONS)
        return answer_text(self._ask(question, *names))

    def _ask(self, question: str, *names: str) -> Answer:
        try:
            found = answer_question(self._record(), question, list(names), LocalMachine())
        except UnknownThingError as error:
            hint = f"\n{error.hint}" if error.hint else ""
            raise MissingError(self.project.shown(f"{error.what}{hint}")) from None
        except ResourceError as error:
            raise CompileError(self.project.shown(str(error)), None) from None
        found.change_texts(self.project.shown)
        found.reasons = [self._with_paths(each) for each in found.reasons]
        return found

    def _with_paths(self, reason: Reason) -> Reason:
        """Show the paths in a reason as users know them."""
        if reason.place is not None:
            reason.place.file = self.project.shown(reason.place.file)
        reason.text = self.project.shown(reason.text)
        for each in reason.because:
            self._with_paths(each)
        return reason

    def _record(self) -> Recorded:
        if self._recorded is None:
            self._recorded = self._make_record(self.compiled.inputs)
        return self._recorded

    def _reasoned(self) -> ReasonedGraph:
        from duckrow.puppet.explain.graph import ReasonedGraph

        if self._graph is None:
            self._graph = ReasonedGraph(self._record(), LocalMachine())
        return self._graph

    def check(self) -> None:
        """Raise a CompileError if no host could apply the catalog."""
        from duckrow.spec.puppet_matchers.compile_ import find_cycles

        try:
            cycles = find_cycles(self.compiled)
        except RubyError as error:
            raise CompileError(self.project.shown(error.message), None) from None
        if cycles:
            plural = "" if len(cycles) == 1 else "s"
            message = f"Found {len(cycles)} dependency cycle{plural}:\n" + "\n".join(cycles)
            raise CompileError(message, None, self.explain("cycle"))

    # ---- for the reports of failures

    def about_name(self, name: str) -> str:
        """Return why a resource is in the catalog or not, and the nearest one if it is not."""
        try:
            answer = self.why(name)
        except MissingError as error:
            lines = [str(error)]
        else:
            is_exported = any(str(each) == name for each in self._built() if each.is_exported)
            return f"{answer}\ncatalog.exported has it" if is_exported else answer
        near = did_you_mean(name, [str(each) for each in self._built() if not each.is_virtual])
        lines += [near] if near and near not in lines[0] else []
        found = self._nearest(near)
        if found is not None and found.place:
            lines.append(f"{found.ref} is declared at {found.place}")
        return "\n".join(lines)

    def _nearest(self, near: str) -> Resource | None:
        return self.get(near.removeprefix("did you mean ").removesuffix("?")) if near else None

    def about_value(self, resource: Resource, name: str) -> str:
        """Return where the value of an attribute is from."""
        try:
            return self.why(resource.ref, name)
        except (MissingError, CompileError):
            return f"{resource.ref} is declared at {resource.place}"


def _is_type(resource: Resource, type_name: str) -> bool:
    return resource.type.lower() == type_name.lower().removeprefix("::")
