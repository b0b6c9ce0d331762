"""Definitions: classes, defines, functions, nodes, types, plans; and their parameters."""

from __future__ import annotations

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax.cursor import Cursor
from duckrow.puppet.syntax.make import make

_NAMES = frozenset(("NAME", "WORD", "CLASSREF"))


class Definitions(Cursor):
    """Every construct that defines a name."""

    __slots__ = ()

    def _defined(self, definition: n.Definition) -> n.Definition:
        self.definitions.append(definition)
        return definition

    # Names

    def _name_of_definition(self) -> str:
        i = self.i
        kind = self.kinds[i]
        if kind in _NAMES:
            self.i = i + 1
            return self.texts[i]
        if kind == "class":
            raise self.error("class-keyword-as-name", self.starts[i], self.ends[i])
        if kind == "STRING" or (kind == "DQ" and self._is_plain(i)):
            raise self.error("quoted-name", self.starts[i], self.ends[i])
        raise self.unexpected()

    def _is_plain(self, i: int) -> bool:
        return self.lexer.split(self.starts[i], self.kinds[i - 1]).kinds[0] == "STRING"

    def _in_namespace(self, name: str) -> str:
        """Return the full name of a definition, including the enclosing classes."""
        return "::".join(("::".join(self.namespace), name)).removeprefix("::")

    # Classes, defines, functions, plans

    def class_(self) -> n.Expression:
        keyword = self.i
        self.i = keyword + 1
        name = self._name_of_definition()
        self.namespace.append(name)
        parameters = self._parameter_list()
        parent = None
        if self.kinds[self.i] == "inherits":
            self.i += 1
            parent = "default" if self.kinds[self.i] == "default" else None
            if parent is None:
                parent = self._name_of_definition()
            else:
                self.i += 1
        start = self.starts[keyword]
        body = self.block(start)
        self.namespace.pop()
        return self._defined(
            make.HostClassDefinition(
                start, self.ends[self.i - 1], self._in_namespace(name), parameters, body, parent
            )
        )

    def define(self) -> n.Expression:
        keyword = self.i
        self.i = keyword + 1
        name = self._name_of_definition()
        parameters = self._parameter_list()
        start = self.starts[keyword]
        body = self.block(start)
        return self._defined(
            make.ResourceTypeDefinition(
                start, self.ends[self.i - 1], self._in_namespace(name), parameters, body
            )
        )

    def plan(self) -> n.Expression:
        keyword = self.i
        self.i = keyword + 1
        name = self._name_of_definition()
        self.namespace.append(name)
        parameters = self._parameter_list()
        start = self.starts[keyword]
        body = self.block(start)
        self.namespace.pop()
        return self._defined(
            make.PlanDefinition(
                start, self.ends[self.i - 1], self._in_namespace(name), parameters, body, None
            )
        )

    def function(self) -> n.Expression:
        keyword = self.i
        self.i = keyword + 1
        name = self._name_of_definition()
        parameters = self._parameter_list()
        return_type = self.return_type()
        start = self.starts[keyword]
        body = self.block(start)
        return self._defined(
            make.FunctionDefinition(
                start, self.ends[self.i - 1], name, parameters, body, return_type
            )
        )

    def return_type(self) -> n.Expression | None:
        """Parse >> Type, if present."""
        if self.kinds[self.i] != ">>":
            return None
        self.i += 1
        return self._type()

    def _type(self) -> n.Expression:
        """Parse Type or Type[...], as in parameters and return types."""
        if self.kinds[self.i] != "CLASSREF":
            raise self.unexpected()
        left = self.type_name()
        if self.kinds[self.i] != "[" or not self.is_tight():
            return left
        self.i += 1
        keys = self.access_keys(comma_may_end=False)
        closing = self.expect("]")
        return make.AccessExpression(left.start, self.ends[closing], left.start, left, keys)

    # Parameters

    def _parameter_list(self) -> tuple[n.Parameter, ...]:
        if self.kinds[self.i] != "(":
            return ()
        self.i += 1
        parameters = () if self.kinds[self.i] == ")" else self.parameters(")")
        self.expect(")")
        return parameters

    def parameters(self, closing: str) -> tuple[n.Parameter, ...]:
        """Parse one or more parameters up to a closing token, which is not consumed."""
        found: list[n.Parameter] = []
        kinds = self.kinds
        while True:
            found.append(self._parameter())
            i = self.i
            if kinds[i] != ",":
                break
            self.i = i + 1
            if kinds[i + 1] == closing:
                break
        return tuple(found)

    def _parameter(self) -> n.Parameter:
        kinds = self.kinds
        first = i = self.i
        type_expr = None
        captures_rest = False
        if kinds[i] != "VARIABLE":
            type_expr = self._type() if kinds[i] == "CLASSREF" else None
            captures_rest = kinds[self.i] == "*"
            if captures_rest:
                self.i += 1
            i = self.i
            if kinds[i] != "VARIABLE":
                raise self.unexpected()
        if kinds[i + 1] == "=":
            self.i = i + 2
            value = self.expression()
            end = value.end
        else:
            self.i = i + 1
            value = None
            end = self.ends[i]
        starts = self.starts
        return make.Parameter(
            starts[first], end, starts[i], self.texts[i][1:], value, type_expr, captures_rest
        )

    # Nodes

    def node(self) -> n.Expression:
        keyword = self.i
        self.i = keyword + 1
        matches = [self._hostname()]
        kinds = self.kinds
        while kinds[self.i] == ",":
            self.i += 1
            if kinds[self.i] in ("inherits", "{"):
                break
            matches.append(self._hostname())
        parent = None
        if kinds[self.i] == "inherits":
            self.i += 1
            parent = self._hostname()
        start = self.starts[keyword]
        body = self.block(start)
        return self._defined(
            make.NodeDefinition(start, self.ends[self.i - 1], tuple(matches), parent, body)
        )

    def _hostname(self) -> n.Expression:
        i = self.i
        match self.kinds[i]:
            case "NAME" | "NUMBER":
                return self._dotted_name()
            case "STRING":
                return self.string()
            case "WORD":
                self.i = i + 1
                return make.LiteralString(self.starts[i], self.ends[i], self.texts[i])
            case "DQ":
                return self.double_quoted()
            case "HEREDOC":
                return self.heredoc()
            case "REGEX":
                return self.regex()
            case "default":
                self.i = i + 1
                return make.LiteralDefault(self.starts[i], self.ends[i])
        raise self.unexpected()

    def _dotted_name(self) -> n.Expression:
        first = self.i
        parts = [self.texts[first]]
        self.i = first + 1
        while self.kinds[self.i] == ".":
            self.i += 1
            if self.kinds[self.i] not in ("NAME", "NUMBER"):
                raise self.unexpected()
            parts.append(self.texts[self.i])
            self.i += 1
        return make.LiteralString(self.starts[first], self.ends[self.i - 1], ".".join(parts))

    # Types

    def type_(self) -> n.Expression:
        """Parse after the word type: alias, mapping, definition, or a call of type()."""
        keyword = self.i
        self.i = keyword + 1
        start = self.starts[keyword]
        following = self.kinds[self.i]
        if following == "(" and not self.is_first_on_line():
            return self.call(make.QualifiedName(start, self.ends[keyword], "type"))
        if following != "CLASSREF":
            raise self.unexpected()
        if self.kinds[self.i + 1] in ("{", "inherits"):
            return self._type_definition(start)
        left = self._type()
        self.expect("=")
        right = self._mapped(left.at)
        end = self.ends[self.i - 1]
        if isinstance(left, n.QualifiedReference):
            type_expr = _described(right, left.start)
            return self._defined(
                make.TypeAlias(start, end, left.start, left.cased_value, type_expr)
            )
        return self._defined(make.TypeMapping(start, end, left.at, left, right))

    def _type_definition(self, start: int) -> n.Expression:
        name = self.texts[self.i]
        self.i += 1
        parent = None
        if self.kinds[self.i] == "inherits":
            self.i += 1
            parent = self.texts[self.expect("CLASSREF")]
        body = self.block(start)
        return self._defined(make.TypeDefinition(start, self.ends[self.i - 1], name, parent, body))

    def _mapped(self, at: int) -> n.Expression | n.KeyedEntry:
        """Parse the right side of an alias or mapping at this offset."""
        kind = self.kinds[self.i]
        if kind == "[":
            return self.list_()
        if kind == "{":
            return self.hash_()
        if kind != "CLASSREF":
            raise self.unexpected()
        left = self.type_name()
        if self.kinds[self.i] == "[" and self.is_tight():
            self.i += 1
            keys = self.access_keys()
            closing = self.expect("]")
            return make.AccessExpression(left.start, self.ends[closing], at, left, keys)
        if self.kinds[self.i] == "{":
            hash_ = self.hash_()
            return make.KeyedEntry(left.start, hash_.end, at, left, hash_)
        return left

    # Plans

    def apply(self) -> n.Expression:
        keyword = self.i
        self.i = keyword + 1
        if self.is_first_on_line():
            raise self.unexpected()
        self.expect("(")
        arguments = self.arguments(")")
        self.expect(")")
        opening = self.expect("{")
        statements = [] if self.kinds[self.i] == "}" else self.statements()
        end = self.ends[self.expect("}")]
        body = make.ApplyBlockExpression(self.starts[opening], end, tuple(statements))
        return make.ApplyExpression(self.starts[keyword], end, arguments, body)


def _described(right: n.Expression | n.KeyedEntry, at: int) -> n.Expression:
    """Read { ... } as Object[{ ... }] and Parent { ... } as Object[{ ..., parent => Parent }]."""
    if isinstance(right, n.LiteralHash):
        return _object(right, right.start, at)
    if not isinstance(right, n.KeyedEntry):
        return right
    parent, hash_ = right.key, right.value
    assert isinstance(parent, n.QualifiedReference)
    assert isinstance(hash_, n.LiteralHash)
    if parent.cased_value in ("Object", "TypeSet"):
        return make.AccessExpression(right.start, right.end, at, parent, (hash_,))
    brace = hash_.start
    key = make.QualifiedName(brace, brace, "parent")
    entry = make.KeyedEntry(parent.start, parent.end, brace, key, parent)
    whole = make.LiteralHash(brace, hash_.end, brace, (*hash_.entries, entry))
    return _object(whole, right.start, at)


def _object(hash_: n.LiteralHash, start: int, at: int) -> n.Expression:
    object_ = make.QualifiedReference(at, at, "Object")
    return make.AccessExpression(start, hash_.end, at, object_, (hash_,))
