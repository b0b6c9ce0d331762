"""Expressions: their variables, the branch that was taken, and the functions that they call."""

from __future__ import annotations

import re
from contextlib import suppress

from duckrow.explain.answer import Place, Reason
from duckrow.puppet.catalog.formats_text import REDACTED
from duckrow.puppet.catalog.references import NoReferenceError, find_value
from duckrow.puppet.explain.conditions import is_chosen, is_true
from duckrow.puppet.explain.evaluate import UNKNOWN, function_name, shown, variables
from duckrow.puppet.explain.lookup_calls import LOOKUPS, read_lookup
from duckrow.puppet.explain.reader import Reader, assignments_in, is_access
from duckrow.puppet.explain.trees import every
from duckrow.puppet.functions.helpers.module_files import TEMPLATES, find_in_module
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.matching import option_matches
from duckrow.puppet.syntax import decode, parse_source
from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax.nodes import children
from duckrow.puppet.templates.epp import global_scope
from duckrow.source.errors import SourceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.explain.recorded import Recorded

_TEMPLATES = {"template": ("erb",), "epp": ("epp",)}
# The code in a template of Ruby, without comments.
_RUBY_CODE = re.compile(r"<%(?![#%])(.*?)%>", re.DOTALL)
# Variables in a template of Ruby: @name, scope['name'], scope.lookupvar('name').
_IN_RUBY = re.compile(r"@(\w+)|scope(?:\.lookupvar\(|\[)\s*['\"]:*([\w:]+)['\"]")


class Calls:
    """The base of `Values`: it explains expressions."""

    def __init__(self, recorded: Recorded) -> None:
        self.recorded = recorded
        self.is_secret = False  # whether all values below are part of a secret
        self.open: set[tuple[object, ...]] = set()  # what is being explained
        self.keys: list[object] = []  # what is read from the variable that is being explained

    # Written in `values`; named here so that both parts can call each other.
    def variable(self, reader: Reader, name: str) -> Reason:
        raise NotImplementedError

    def attribute(self, resource: Resource, name: str) -> list[Reason]:
        raise NotImplementedError

    def shown(self, value: object) -> str:
        """Write a value, unless it is part of a secret."""
        return REDACTED if self.is_secret else shown(value)

    # ---- expressions

    def expression(self, reader: Reader, node: n.Node) -> list[Reason]:
        """Return where the parts of an expression come from; literals are no news."""
        found: list[Reason] = []
        if is_access(node):
            found.append(self._access(reader, node))
        elif isinstance(node, n.AccessExpression) and isinstance(node.left, n.AccessExpression):
            found += self._attribute_of_reference(reader, node)
        elif isinstance(node, n.CallExpression):
            found.append(self._call(reader, node))
        elif isinstance(node, n.SelectorExpression):
            found += self._selector(reader, node)
        elif isinstance(node, n.IfExpression | n.UnlessExpression):
            found += self._if(reader, node)
        elif isinstance(node, n.CaseExpression):
            found += self._case(reader, node)
        elif isinstance(node, n.LambdaExpression):
            inner = reader.inside_block(each.name for each in node.parameters)
            if node.body is not None:
                found += self.expression(inner, node.body)
        else:
            for each in children(node):
                found += self.expression(reader, each)
        return _once(found)

    def _access(self, reader: Reader, node: n.Node) -> Reason:
        root = node
        while isinstance(root, n.AccessExpression):
            root = root.left
        assert isinstance(root, n.VariableExpression)
        if root is node:
            return self.variable(reader, root.name)
        text = reader.variable_text(node)
        value = reader.value(node)
        if value is not UNKNOWN:
            text += f" is {self.shown(value)}"
        if root.name in ("facts", "::facts"):
            return Reason("fact", f"{text}, a fact of {self.recorded.build.node_name}")
        if root.name in ("trusted", "server_facts"):
            return Reason("fact", f"{text}, which the server knows of the node")
        self.keys = _keys(reader, node)
        found = self.variable(reader, root.name)
        self.keys = []
        return Reason("variable", text, None, [found])

    def entry(self, reader: Reader, node: n.Node) -> n.Node:
        """Return the part of a hash that is written out whose keys are being read, else all of it.

        A value inside of a hash does not come from the values beside it.
        """
        keys, self.keys = self.keys, []
        for key in keys:
            entries = node.entries if isinstance(node, n.LiteralHash) else ()
            values = [each.value for each in entries if reader.value(each.key) == key]
            if not values:
                break
            node = values[-1]
        return node

    def _attribute_of_reference(self, reader: Reader, node: n.AccessExpression) -> list[Reason]:
        """Explain File['/x']['mode']."""
        reference, name = reader.value(node.left), reader.value(node.keys[0])
        resource = None
        if reference is not UNKNOWN and isinstance(name, str):
            with suppress(NoReferenceError):  # a hash or an array
                resource = find_value(self.recorded.build.catalog, reference)
        if resource is None or not isinstance(name, str):
            return [each for part in children(node) for each in self.expression(reader, part)]
        return self.attribute(resource, name)

    # ---- branches

    def _if(self, reader: Reader, node: n.IfExpression | n.UnlessExpression) -> list[Reason]:
        value = reader.value(node.test)
        if value is UNKNOWN:
            return [each for part in children(node) for each in self.expression(reader, part)]
        taken = is_true(value) == isinstance(node, n.IfExpression)
        branch = node.then_expr if taken else node.else_expr
        word = "if" if isinstance(node, n.IfExpression) else "unless"
        text = f"{'' if taken else 'else of '}{word} {self.source(reader, node.test)}"
        found = [
            Reason("condition", text, reader.place(node.test), self.expression(reader, node.test))
        ]
        return found + ([] if branch is None else self.expression(reader, branch))

    def _case(self, reader: Reader, node: n.CaseExpression) -> list[Reason]:
        for option in node.options:
            if is_chosen(reader, node, option):
                text = f"case {self.source(reader, node.test)}"
                place = reader.place(option.values[0])
                found = [Reason("condition", text, place, self.expression(reader, node.test))]
                return found + (
                    [] if option.then_expr is None else self.expression(reader, option.then_expr)
                )
        return [each for part in children(node) for each in self.expression(reader, part)]

    def _selector(self, reader: Reader, node: n.SelectorExpression) -> list[Reason]:
        chosen = self._chosen(reader, node)
        if chosen is None:
            return [each for part in children(node) for each in self.expression(reader, part)]
        matching = reader.text(chosen.matching)
        text = f"{self.source(reader, node.left)} selects {matching}"
        place = reader.place(chosen.matching)
        found = [Reason("condition", text, place, self.expression(reader, node.left))]
        inside = reader.hiding(())
        inside.match = reader.first_match(node.left, (chosen.matching,)) or reader.match
        return found + self.expression(inside, chosen.value)

    def _chosen(self, reader: Reader, node: n.SelectorExpression) -> n.SelectorEntry | None:
        value = reader.value(node.left)
        default = None
        if value is UNKNOWN:
            return None
        for entry in node.selectors:
            if isinstance(entry.matching, n.LiteralDefault):
                default = entry
                continue
            option = reader.value(entry.matching)
            try:
                if option is UNKNOWN or option_matches(value, option):
                    return None if option is UNKNOWN else entry
            except EvaluationError:
                return None
        return default

    def source(self, reader: Reader, node: n.Node) -> str:
        """Return the source of a node, unless it is part of a secret."""
        return "…" if self.is_secret else reader.text(node)

    # ---- functions

    def _call(self, reader: Reader, node: n.CallExpression) -> Reason:
        name = function_name(node)
        parts: list[n.Node] = list(node.arguments)
        if isinstance(node.functor, n.NamedAccessExpression):
            parts.insert(0, node.functor.left)
        place = reader.place(node)
        value = reader.value(node)
        text = f"the function {name}" if name else "a call"
        if value is not UNKNOWN:
            text += f" returns {self.shown(value)}"
        if name in LOOKUPS and parts:
            found = self._lookup(reader, node, name, parts)
            if found is not None:
                return found
        because: list[Reason] = []
        if name in _TEMPLATES:
            because += self._template(reader, name, parts)
        elif name == "inline_epp":
            because += self._inline_template(reader, parts)
        if name == "Sensitive" or reader.text(node.functor).startswith("Sensitive"):
            is_secret, self.is_secret = self.is_secret, True
            text = "a Sensitive value"
        else:
            is_secret = self.is_secret
        for each in (*parts, *((node.block,) if node.block is not None else ())):
            because += self.expression(reader, each)
        self.is_secret = is_secret
        return Reason("function", text, place, because)

    def _lookup(
        self, reader: Reader, node: n.CallExpression, name: str, parts: list[n.Node]
    ) -> Reason | None:
        call = read_lookup(reader, name, parts)
        if call is None:
            return None
        because, is_found = call.reasons(reader, is_secret=self.is_secret)
        block = (node.block,) if node.block is not None else ()
        if not is_found and (len(parts) > 1 or block):
            because.append(Reason("default", "the call has a default"))
        for each in () if is_found else (*call.rest, *block):
            because += self.expression(reader, each)
        keys = ", ".join(call.keys)
        text = f"the function {name} looks up {keys}"
        if call.merge is not None:
            text += f" with the merge {shown(call.merge)}"
        return Reason("lookup", text, reader.place(node), because)

    def _template(self, reader: Reader, name: str, parts: list[n.Node]) -> list[Reason]:
        """Explain the files of templates: the variables that they read."""
        found = []
        for part in parts if name == "template" else parts[:1]:
            value = reader.value(part)
            if not isinstance(value, str):
                continue
            suffix = ".epp" if name == "epp" and not value.endswith(".epp") else ""
            path = find_in_module(reader.scope, value + suffix, TEMPLATES)
            if path is not None:
                place = Place(self.recorded.short(path), 1)
                if name == "epp":
                    because = self._read_by_epp(reader, path, parts[1:])
                else:
                    because = self._read_by_ruby(reader, path)
                found.append(Reason("template", f"the template {value}", place, because))
        return found

    def _read_by_ruby(self, reader: Reader, path: str) -> list[Reason]:
        """Return the variables that a template of Ruby reads from the scope of its caller."""
        try:
            text = self.recorded.build.world.read(path).decode("utf-8", "replace")
        except OSError:
            return []
        code = "\n".join(_RUBY_CODE.findall(text))
        names = dict.fromkeys(match[1] or match[2] for match in _IN_RUBY.finditer(code))
        known = (each for each in names if reader.holder(each) is not None)
        return [self.variable(reader, each) for each in known]

    def _read_by_epp(self, reader: Reader, path: str, arguments: list[n.Node]) -> list[Reason]:
        """Return the variables that a template in a file reads: its own, and those of the top.

        What the call gives to it is explained with the arguments of the call.
        """
        program = self.recorded.trees.program(path)
        body = None if program is None else program.body
        if program is None or body is None:
            return []
        given = reader.value(arguments[0]) if arguments else {}
        names = set(map(str, given)) if isinstance(given, dict) else set()
        scope = global_scope(reader.scope)
        inside = Reader(self.recorded, program, scope, {}, None, reader.time)
        inside.block = "the template"
        found = []
        if isinstance(body, n.LambdaExpression):
            for parameter in body.parameters:
                if parameter.name not in names and parameter.value is not None:
                    found += self.expression(inside, parameter.value)
                names.add(parameter.name)
        names.update(name for name, _ in assignments_in(body))
        inner = body.body if isinstance(body, n.LambdaExpression) else body
        if inner is not None:
            found += self.expression(inside.inside_block(names), inner)
        return _once([each for each in found if each.kind != "block"])

    def _inline_template(self, reader: Reader, parts: list[n.Node]) -> list[Reason]:
        """Explain a template that is a text: it sees all variables of the code around it.

        What the call gives to it is explained with the arguments of the call.
        """
        text = reader.value(parts[0]) if parts else None
        if not isinstance(text, str):
            return []
        try:
            body = parse_source(
                decode(text.encode("utf-8", "surrogateescape"), None), epp=True
            ).body
        except SourceError:
            return []
        given = reader.value(parts[1]) if len(parts) > 1 else {}
        own = set(map(str, given)) if isinstance(given, dict) else set()
        for way in every(body):
            if isinstance(way[-1], n.LambdaExpression):
                own.update(each.name for each in way[-1].parameters)
        own.update(name for name, _ in assignments_in(body))
        names = [each.name for each in variables(body)]
        known = (
            each
            for each in dict.fromkeys(names)
            if each not in own and (each in reader.locals or reader.holder(each) is not None)
        )
        found = [self.variable(reader, each) for each in known]
        return [Reason("template", "the template in the text", reader.place(parts[0]), found)]


def _keys(reader: Reader, node: n.Node) -> list[object]:
    """Return the keys that are read from a variable, the outermost hash first."""
    found: list[object] = []
    while isinstance(node, n.AccessExpression):
        found.insert(0, reader.value(node.keys[0]) if len(node.keys) == 1 else UNKNOWN)
        node = node.left
    return found


def _once(reasons: list[Reason]) -> list[Reason]:
    """Return reasons without those that repeat the text and the place of an earlier one."""
    found: dict[tuple[str, Place | None], Reason] = {}
    for each in reasons:
        found.setdefault((each.text, each.place), each)
    return list(found.values())
