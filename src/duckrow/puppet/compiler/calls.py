"""Calls of functions, methods and types, the blocks given to them, and jumps out of bodies."""

from __future__ import annotations

from duckrow.puppet.compiler.control import Control
from duckrow.puppet.compiler.frames import BLOCK, BODY, IN_SCOPE, THUNK, Frame
from duckrow.puppet.compiler.variables import RESERVED
from duckrow.puppet.syntax import nodes as n
from duckrow.source import python_ast as py

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast

    from duckrow.puppet.runtime.location import Range

# Functions that look for variables by name: called from a block they are given its locals.
ASK_FOR_VARIABLES = frozenset(
    "call defined epp getvar hiera hiera_array hiera_hash hiera_include inline_epp inline_template "
    "lookup template scope_defaults".split()
)
_JUMPS = ("next", "return", "break")
# Defaults of parameters whose value is known without a call.
_CONSTANTS = (
    n.LiteralUndef,
    n.LiteralBoolean,
    n.LiteralInteger,
    n.LiteralFloat,
    n.LiteralString,
    n.QualifiedName,
)


class Calls(Control):
    """Writes calls."""

    def named_call(self, node: n.CallNamedFunctionExpression) -> ast.expr:
        functor = node.functor
        at = self.at(node)
        match functor:
            case n.QualifiedName():
                return self._function(functor.value.removeprefix("::"), node, [])
            case n.QualifiedReference() | n.AccessExpression(left=n.QualifiedReference()):
                return self._function("new", node, [self.value(functor)])
            case n.RenderStringExpression():
                return self.called("illegal_epp_parameters", node)
        arguments = [py.constant(None, at)]
        return self.called("illegal_function_name", functor, *arguments)

    def _function(self, name: str, node: n.CallExpression, first: list[ast.expr]) -> ast.expr:
        arguments = [*first, *self.arguments(node.arguments)]
        if node.block is not None:
            arguments.append(self.block(node.block))
        if name in _JUMPS:
            self._note_jump(name)
        at = self.noted(node, **block_parts(node.block))
        if "::" in name:
            return py.call(
                "call_function",
                [self.scope(at), self._locals_asked(at), py.constant(name, at), *arguments],
                at,
            )
        scope = self.scope(at)
        if name in ASK_FOR_VARIABLES:
            scope = self._scope_with_locals(at)
        return py.call(f"f_{name}", [scope, *arguments], at)

    def method_call(self, node: n.CallMethodExpression) -> ast.expr:
        functor = node.functor
        at = self.at(node)
        if not isinstance(functor, n.NamedAccessExpression) or not isinstance(
            functor.right, n.QualifiedName
        ):
            return self.called("illegal_function_name", functor, py.constant(None, at))
        name = functor.right.value.removeprefix("::")
        receiver = self.arguments((functor.left,))
        arguments = self.arguments(node.arguments)
        if node.block is not None:
            arguments.append(self.block(node.block))
        if name in _JUMPS:
            self._note_jump(name)
        at = self.noted(node, **block_parts(node.block))
        if "::" in name:
            called = [self._locals_asked(at), py.constant(name, at)]
            return py.call(
                "call_method_named", [self.scope(at), *called, *receiver, *arguments], at
            )
        scope = self._scope_with_locals(at) if name in ASK_FOR_VARIABLES else self.scope(at)
        function = py.name(f"f_{name}", at)
        method = py.call("object_method", [py.constant(name, at), function], at)
        if isinstance(functor.left, n.UnfoldExpression):
            return py.call_value(method, [scope, *receiver, *arguments], at)
        # Nearly all values have no methods: their function is called without a step between, which
        # saves a quarter of such a call. The value is evaluated before the arguments.
        held = self.temporary()
        kind = py.attribute(py.walrus(held, receiver[0], at), "__class__", at)
        is_plain_value = py.in_(kind, py.name("PLAIN_VALUES", at), at)
        callee = py.either(is_plain_value, function, method, at)
        return py.call_value(callee, [scope, py.name(held, at), *arguments], at)

    def _scope_with_locals(self, at: Range) -> ast.expr:
        """Write a scope that holds copies of the local variables, if there are any."""
        if not self.visible_locals() and self.frame.home.match in (None, IN_SCOPE):
            return self.scope(at)
        return py.call(
            "local_scope", [self.scope(at), self._locals(at), self.current_match(at)], at
        )

    def _locals_asked(self, at: Range) -> ast.expr:
        """Write a function that returns the local variables, for callees that may ask for them."""
        if not self.visible_locals():
            return py.constant(None, at)
        return py.function_of((), self._locals(at), at)

    def _locals(self, at: Range) -> ast.expr:
        seen = self.visible_locals()
        keys = [py.constant(name, at) for name in seen]
        return py.dict_(keys, [py.name(python, at) for python in seen.values()], at)

    # ---- jumps

    def _note_jump(self, name: str) -> None:
        """Remember that a body or block must catch a jump that is raised inside an expression."""
        if name == "next":
            self.frame.home.catches_next = True
        elif name == "return":
            self.frame.body().catches_return = True

    def jump_statement(self, node: n.Node) -> bool:
        """Write next() or return() directly in its body as Python's own return."""
        if not isinstance(node, n.CallNamedFunctionExpression) or self.frame.kind == THUNK:
            return False
        functor = node.functor
        if not isinstance(functor, n.QualifiedName) or len(node.arguments) > 1 or node.block:
            return False
        kind = self.frame.kind
        # A body that may be returned from is left by next() as well.
        words = ("next",) if kind == BLOCK or self.frame.announces_type else ("return", "next")
        if functor.value not in words or (kind == BODY and not self.may_return()):
            return False
        at = self.at(node)
        value = self.value(node.arguments[0]) if node.arguments else py.constant(None, at)
        self.add(py.return_(value, at))
        return True

    def may_return(self) -> bool:
        raise NotImplementedError

    # ---- blocks

    def block(self, node: n.LambdaExpression) -> ast.expr:
        """Write a block as a function before the statement, and return the value that holds it."""
        at = self.at(node)
        function = self.temporary("b")
        made = self.function(node.parameters, node.body, function, node, BLOCK)
        self.add(made)
        self.reject_reserved(node.parameters, function, at)
        plain = is_plain(node)
        misplaced = required_after_optional(node.parameters)
        if misplaced is not None:
            word = py.constant(misplaced.name, at)
            return self.called("required_after_optional", misplaced, word)
        low, high = bounds(node.parameters)
        arguments = [py.name(function, at), self.scope(at)]
        if plain:
            arguments.append(py.constant(low, at))
            return py.call("plain_block", arguments, at)
        arguments += [
            self.parameters(node.parameters, at, are_in_body=True),
            py.constant(low, at),
            py.constant(high, at),
            py.constant(False, at),
            self.deferred(node.return_type, at),
        ]
        return py.call("Block", arguments, at)

    def reject_reserved(
        self, parameters: tuple[n.Parameter, ...], function: str, at: Range
    ) -> None:
        """Write that calling a function with a parameter of a reserved name is an error."""
        for each in parameters:
            if each.name in RESERVED:
                call = py.call("reserved_parameter", [py.constant(each.name, at)], at)
                self.add(py.assign(function, call, at))

    def parameters(
        self, parameters: tuple[n.Parameter, ...], at: Range, are_in_body: bool
    ) -> ast.expr:
        """Write the tuple that describes parameters.

        Defaults of blocks and functions are taken by their own code; those of classes and defines
        are functions of the scope, called in order as the parameters are set.
        """
        made = []
        for each in parameters:
            location = self.at(each)
            default = py.constant(None, location)
            if each.value is not None:
                if are_in_body:
                    default = py.name("in_body", location)
                else:
                    default = self.deferred(each.value, location)
            arguments = [
                py.constant(each.name, location),
                self.deferred(each.type_expr, location),
                default,
                py.constant(each.captures_rest, location),
                py.constant(isinstance(each.value, _CONSTANTS), location),
            ]
            made.append(py.call("Parameter", arguments, location))
        return py.tuple_(made, at)

    def deferred(self, node: n.Node | None, at: Range) -> ast.expr:
        """Write an expression as a function of the scope, for a later call."""
        if node is None:
            return py.constant(None, at)
        around = self.frame
        function = self.temporary("d")
        self.frame = Frame(BODY, None, self.number(), True)
        self.result(node)
        inner, self.frame = self.frame, around
        body = self.prologue(inner, at) + inner.statements
        self.add(py.define(function, ("scope",), body, at))
        return py.name(function, at)

    def function(
        self,
        parameters: tuple[n.Parameter, ...],
        body: n.Node | None,
        name: str,
        node: n.Node,
        kind: str,
        first: tuple[str, ...] = (),
    ) -> ast.stmt:
        """Write a block, function or template as a Python function with the same parameters."""
        at = self.at(node)
        around = self.frame
        parent = around if kind == BLOCK else None
        frame = self.frame = Frame(kind, parent, self.number(), False)
        frame.announces_type = (
            isinstance(node, n.FunctionDefinition) and node.return_type is not None
        )
        if self.asks_for_match(node):
            frame.match = f"m_{frame.number}"
        names: list[str] = []
        optional = 0
        for each in parameters:
            python = frame.python_name(each.name)
            if python in names:  # the last of two with one name counts
                names[names.index(python)] = self.temporary("p")
            names.append(python)
            optional = optional + 1 if each.value is not None or optional else 0
            if each.value is not None:
                is_called = kind == BLOCK or isinstance(node, n.FunctionDefinition)
                self._take_default(each, python, at, is_called)
            frame.locals[each.name] = python
            frame.definite.add(each.name)
        self.result(body)
        self.frame = around
        statements = self.prologue(frame, at) + frame.statements
        statements = self.catching(frame, statements, at)
        return py.define(name, (*first, *names), statements, at, optional)

    def _take_default(
        self, parameter: n.Parameter, python: str, at: Range, is_checked: bool
    ) -> None:
        """Write that a parameter which was not given takes its default."""
        missing = py.is_(py.name(python, at), py.name("MISSING", at), at)
        around, self.frame.statements = self.frame.statements, []
        before = self.enter_branch()
        value = self.value(parameter.value)
        if parameter.captures_rest:
            value = py.call("as_list", [value], at)
        if is_checked and parameter.type_expr is not None:
            arguments = [py.constant(parameter.name, at), value, self.value(parameter.type_expr)]
            arguments.append(py.constant(parameter.captures_rest, at))
            value = py.call("checked_default", arguments, at)
        self.add(py.assign(python, value, at))
        self.leave_branch(before)
        made, self.frame.statements = self.frame.statements, around
        self.add(py.if_(missing, made, [], at))

    def prologue(self, frame: Frame, at: Range) -> list[ast.stmt]:
        """Write the first lines of a function, once its body is known."""
        made = []
        if frame.uses_variables:
            variables = py.attribute(py.name("scope", at), "variables", at)
            made.append(py.assign("v", variables, at))
        made += [py.assign(python, py.name("UNSET", at), at) for python in sorted(frame.unset)]
        if frame.match not in (None, IN_SCOPE):
            start = self.start_of_match(frame, at)
            if frame.kind == BODY and not self.may_return():
                # A template in a string sees the match around it, which its caller has put into the
                # scope.
                start = py.attribute(py.name("scope", at), "match", at)
            made.append(py.assign(str(frame.match), start, at))
        return made

    def catching(self, frame: Frame, body: list[ast.stmt], at: Range) -> list[ast.stmt]:
        """Write that jumps raised inside expressions end the function with their value."""
        handler = [py.return_(py.attribute(py.name("jump", at), "value", at), at)]
        if frame.catches_next:
            body = [py.catch(body, "NextJump", handler, at)]
        # The caller of a template sees a return() in it, since its value is not text of the
        # template; the caller of a function with a return type, since its value is not checked.
        if frame.catches_return and self.may_return() and not frame.announces_type:
            body = [py.catch(body, "ReturnJump", handler, at)]
        return body


def is_plain(node: n.LambdaExpression) -> bool:
    """Return whether calling a block needs no checks: no types, no defaults, nothing captured."""
    return node.return_type is None and all(
        each.type_expr is None and each.value is None and not each.captures_rest
        for each in node.parameters
    )


def block_parts(node: n.LambdaExpression | None) -> dict[str, n.Node]:
    """Name the locations of a block's parameters, for errors about one that is not given."""
    return {} if node is None else {f"parameter_{each.name}": each for each in node.parameters}


def required_after_optional(parameters: tuple[n.Parameter, ...]) -> n.Parameter | None:
    """Return the first parameter without a default after one that has one."""
    has_optional = False
    for each in parameters:
        if each.value is None and not each.captures_rest and has_optional:
            return each
        has_optional = has_optional or each.value is not None
    return None


def bounds(parameters: tuple[n.Parameter, ...]) -> tuple[int, int | None]:
    """Return the least and the greatest number of arguments."""
    low = sum(each.value is None and not each.captures_rest for each in parameters)
    has_rest = any(each.captures_rest for each in parameters)
    return low, None if has_rest else len(parameters)
