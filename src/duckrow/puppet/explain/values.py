"""Where a value comes from: from an attribute or variable back to literals, facts and data.

    attribute   declaration, resource default, override, collector, arrow, container
    parameter   declaration, data, default of the definition
    variable    assignment, parameter, fact, block
    expression  its variables, calls and conditions

Each gives a reason; the reasons behind it follow from the expression at that place. Secrets stay
secret: below a Sensitive value no value and no source is shown.
"""

from __future__ import annotations

from duckrow.explain.answer import Reason
from duckrow.puppet.explain.calls import Calls
from duckrow.puppet.explain.conditions import conditions
from duckrow.puppet.explain.data import data_reason, look_up
from duckrow.puppet.explain.evaluate import function_name
from duckrow.puppet.explain.reader import Reader, assignments_in
from duckrow.puppet.explain.setters import Setter, setters_of
from duckrow.puppet.hiera.errors import MISSING
from duckrow.puppet.runtime.definition import CLASS
from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.values.sensitive import Sensitive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.explain.assignments import Assignment
    from duckrow.puppet.runtime.scope import Scope

_MOST_OPEN = 50  # values in a chain of which each comes from the next
_TITLES = ("title", "name")
_MODULES = ("module_name", "caller_module_name")


class Values(Calls):
    """Explains the values of one recorded compile."""

    # ---- attributes

    def attribute(self, resource: Resource, name: str) -> list[Reason]:
        """Return who set an attribute of a resource, the last one first."""
        is_secret = self.is_secret
        self.is_secret = is_secret or name in (resource.sensitive or ())
        key = ("attribute", resource, name)
        if key in self.open or len(self.open) > _MOST_OPEN:
            self.is_secret = is_secret
            return []
        self.open.add(key)
        try:
            setters = setters_of(self.recorded, resource, name)
            reasons = [self._set_by(resource, name, each) for each in setters]
            return reasons + self._ignored(resource, name)
        finally:
            self.open.discard(key)
            self.is_secret = is_secret

    def _ignored(self, resource: Resource, name: str) -> list[Reason]:
        """Return the value that Hiera has for a parameter that a declaration sets."""
        definition = resource.definition
        if definition is None or definition.kind != CLASS:
            return []
        if name not in self.recorded.record.given.get(resource, ()):
            return []
        key = f"{definition.name}::{name}"
        scope = self.recorded.record.scopes.get(resource, resource.scope)
        found = data_reason(self.recorded, scope, key, is_secret=self.is_secret)
        if found.kind != "hiera":
            return []
        text = f"{found.text}, but the declaration sets {name}, so Hiera is not asked"
        return [Reason("ignored", text, found.place)]

    def _set_by(self, resource: Resource, name: str, setter: Setter) -> Reason:
        because: list[Reason] = []
        if setter.container is not None:
            because += self.attribute(setter.container, name)
        if setter.is_default_of_parameter:
            return self.parameter(resource, name)
        if setter.node is not None and setter.reader is not None:
            because += self._conditions(setter.reader)
            node = self.entry(setter.reader, setter.node)
            because += self.expression(setter.reader, node)
        return Reason(setter.kind, setter.text, setter.place, because)

    def _conditions(self, reader: Reader) -> list[Reason]:
        found = conditions(reader, reader.way, is_secret=self.is_secret)
        return [each.reason() for each in found]

    # ---- parameters of classes and defines

    def parameter(self, resource: Resource, name: str) -> Reason:
        """Return how a parameter of a class or define got its value."""
        record, recorded = self.recorded.record, self.recorded
        value = resource.parameters.get(name)
        shown = self.shown(self.of_scope(resource, name, value))
        definition = resource.definition
        assert definition is not None
        if name in record.given.get(resource, ()):
            reasons = self.attribute(resource, name)
            text = f"${name} is {shown}, a parameter of {resource}"
            return Reason("parameter", text, reasons[0].place if reasons else None, reasons)
        scope = record.scopes.get(resource, resource.scope)
        key = f"{definition.name}::{name}"
        if name in record.looked_up.get(resource, ()):
            found = data_reason(recorded, scope, key, is_secret=self.is_secret)
            text = f"${name} is {shown}, a parameter of {resource}: {found.text}"
            return Reason("hiera", text, found.place, found.because)
        text = f"${name} is {shown}, the default of a parameter of {resource}"
        because: list[Reason] = []
        node = self._parameter_node(resource, name)
        place = recorded.place_at(definition.file, definition.line)
        program = recorded.trees.program(definition.file)
        if node is not None and program is not None:
            reader = Reader(recorded, program, scope, {}, None, record.entered.get(resource))
            place = reader.place(node)
            if node.value is not None:
                because += self.expression(reader, self.entry(reader, node.value))
        if definition.kind == CLASS:
            because += self._no_data(scope, key)
        return Reason("parameter default", text, place, because)

    def of_scope(self, resource: Resource, name: str, value: object) -> object:
        """Return the value of a parameter in its body: there it may be Sensitive."""
        scope = self.recorded.record.scopes.get(resource)
        return value if scope is None else scope.variables.get(name, value)

    def _no_data(self, scope: Scope, key: str) -> list[Reason]:
        found = look_up(self.recorded, scope, key)
        if found.value is MISSING and not found.tried:
            return []
        text = f"Hiera has no value for {key}"
        return [Reason("no data", text, None, found.tried)]

    def _parameter_node(self, resource: Resource, name: str) -> n.Parameter | None:
        definition = resource.definition
        assert definition is not None
        found = self.recorded.trees.definition(definition.file, n.NamedDefinition, definition.name)
        parameters = found.parameters if isinstance(found, n.NamedDefinition) else ()
        return next((each for each in parameters if each.name == name), None)

    # ---- variables

    def variable(self, reader: Reader, name: str) -> Reason:
        """Return where the value of a variable comes from."""
        if name in reader.locals:
            return self._local(reader, name)
        if name.isdecimal():
            return self._part_of_match(reader, name)
        if name in reader.hidden:
            return Reason("block", f"${name} is a variable of {reader.block}")
        scope, leaf = reader.holder(name), name.rpartition("::")[2]
        if scope is None:
            last = reader.last_holder(name)
            return self._unset(reader, name) if last is None else self._set_later(last, leaf, name)
        key = ("variable", scope, leaf)
        value = scope.variables[leaf]
        is_secret = self.is_secret
        self.is_secret = is_secret or isinstance(value, Sensitive)
        if key in self.open or len(self.open) > _MOST_OPEN:
            reason = Reason("variable", f"${name} is {self.shown(value)}")
            self.is_secret = is_secret
            return reason
        self.open.add(key)
        try:
            return self._variable_of(scope, leaf, name, value)
        finally:
            self.open.discard(key)
            self.is_secret = is_secret

    def _variable_of(self, scope: Scope, leaf: str, name: str, value: object) -> Reason:
        recorded = self.recorded
        text = f"${name} is {self.shown(value)}"
        assigned = recorded.assignments.of(scope, leaf)
        if assigned is not None:
            return self._assigned(scope, text, assigned)
        resource = scope.resource
        definition = scope.definition
        if scope is recorded.build.top:
            return self._top(leaf, text)
        if definition is not None and any(each.name == leaf for each in definition.parameters):
            found = self.parameter(resource, leaf)
            return Reason(
                found.kind,
                found.text.replace(f"${leaf} ", f"${name} ", 1),
                found.place,
                found.because,
            )
        if leaf in _TITLES:
            place = recorded.declared_at(resource)
            return Reason("title", f"{text}, the title of {resource}", place)
        if leaf in _MODULES:
            return Reason("module", text)
        place = recorded.declared_at(resource)
        return Reason("metaparameter", f"{text}, a metaparameter of {resource}", place)

    def _top(self, leaf: str, text: str) -> Reason:
        build = self.recorded.build
        if leaf in ("facts", "trusted", "server_facts"):
            return Reason("fact", f"${leaf} belongs to the node {build.node_name}")
        if leaf in build.node.parameters:
            return Reason("classifier", f"{text}, which the classifier gives to the node")
        if leaf in build.facts:
            return Reason("fact", f"{text}, a fact of {build.node_name}")
        return Reason("variable", text)

    def _part_of_match(self, reader: Reader, name: str) -> Reason:
        match = reader.last_match()
        text = f"${name} is a part of what a regular expression matches"
        if match is not None and int(name) <= len(match.groups()):
            text = f"${name} is {self.shown(match.group(int(name)))}, a part of the match"
        return Reason("match", text)

    def _assigned(self, scope: Scope, text: str, assigned: Assignment) -> Reason:
        recorded, way = self.recorded, assigned.way
        because: list[Reason] = []
        if way and assigned.program is not None:
            reader = Reader(recorded, assigned.program, scope, {}, way, assigned.time)
            because += self._conditions(reader)
            if isinstance(way[-1], n.AssignmentExpression):
                because += self.expression(reader, self.entry(reader, way[-1].right))
        body = recorded.name(scope.resource)
        return Reason("assignment", f"{text}, assigned in {body}", assigned.place, because)

    def _local(self, reader: Reader, name: str) -> Reason:
        """Return where the value of a variable of a block or function comes from."""
        text = f"${name} is {self.shown(reader.locals[name])}"
        for index in range(len(reader.way) - 1, -1, -1):
            node = reader.way[index]
            if not isinstance(node, n.LambdaExpression | n.FunctionDefinition):
                continue
            for parameter in node.parameters:
                if parameter.name == name:
                    return self._block_parameter(reader, index, parameter, text)
            found = self._assigned_in(reader, index, name, text)
            if found is not None:
                return found
        return Reason("block", f"{text}, a variable of a block")

    def _assigned_in(self, reader: Reader, index: int, name: str, text: str) -> Reason | None:
        """Return the assignment of a variable in the block at an index of the way."""
        block, before = reader.way[index], reader.way[-1].start
        ways = [way for each, way in assignments_in(block) if each == name]
        # In the text above the statement, in a branch that was taken.
        ways = [way for way in ways if way[-1].start < before]
        taken = [
            way for way in ways if all(each.holds is not False for each in conditions(reader, way))
        ]
        if not taken:
            return None
        kind = "function" if isinstance(block, n.FunctionDefinition) else "block"
        text = f"{text}, assigned in a {kind}"
        if len(taken) > 1:
            places = [Reason("assignment", "perhaps here", reader.place(way[-1])) for way in taken]
            return Reason("assignment", text, None, places)
        node = taken[0][-1]
        assert isinstance(node, n.AssignmentExpression)
        inner = reader.hiding(())
        inner.way = [*reader.way[:index], *taken[0]]
        because = [
            each.reason()
            for each in conditions(inner, taken[0], is_secret=self.is_secret)
            if each.kind == "condition"
        ]
        because += self.expression(inner, self.entry(inner, node.right))
        return Reason("assignment", text, reader.place(node), because)

    def _block_parameter(
        self, reader: Reader, index: int, parameter: n.Parameter, text: str
    ) -> Reason:
        call = reader.way[index - 1]
        place = reader.place(parameter)
        if isinstance(call, n.CallExpression):
            because: list[Reason] = []
            self.keys = []
            outer = reader.around_block(index)
            for each in (call.functor, *call.arguments):
                because += self.expression(outer, each)
            where = f"a parameter of the block of {function_name(call)}()"
            return Reason("block", f"{text}, {where}", place, because)
        return Reason("function", f"{text}, a parameter of a function", place)

    def _set_later(self, scope: Scope, leaf: str, name: str) -> Reason:
        """Return the reason for a variable that had no value yet when it was read."""
        recorded, text = self.recorded, f"${name} is not set yet"
        if recorded.build.top is not scope and scope.resource is not None and "::" in name:
            at = recorded.declared_at(scope.resource)
            return Reason("unset", f"{text}: {scope.resource} is evaluated later", at)
        assigned = recorded.assignments.of(scope, leaf)
        place = None if assigned is None else assigned.place
        return Reason("unset", f"{text}: it is assigned later", place)

    def _unset(self, reader: Reader, name: str) -> Reason:
        class_name, _, leaf = name.removeprefix("::").rpartition("::")
        text = f"${name} is not set"
        if not class_name:
            bodies = [self.recorded.name(scope.resource) for scope in reader.scope.body().chain()]
            return Reason("unset", f"{text}, not in {' and not in '.join(bodies)}")
        if class_name not in self.recorded.build.class_scopes:
            return Reason("unset", f"{text}: class {class_name} is not evaluated")
        return Reason("unset", f"{text}: class {class_name} has no variable {leaf}")
