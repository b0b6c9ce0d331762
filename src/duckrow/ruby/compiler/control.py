"""Conditions, loops, exceptions and jumps."""

from __future__ import annotations

from duckrow.ruby.compiler.frames import BLOCK, METHOD, THUNK, Frame, Loop
from duckrow.ruby.compiler.variables import Variables
from duckrow.ruby.compiler.words import tick, word
from duckrow.ruby.compiler.writer import children, field, text
from duckrow.source import python_ast as py

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast
    from collections.abc import Callable

    from tree_sitter import Node

    from duckrow.source.python_ast import Range

    Write = Callable[[Node | None], None]


class Control(Variables):
    """Writes conditions, loops, and exception handling."""

    # ---- sequences

    def sequence_statement(self, nodes: list[Node]) -> None:
        for each in nodes:
            self.statement(each)

    def sequence_result(self, nodes: list[Node], at: Range) -> None:
        for each in nodes[:-1]:
            self.statement(each)
        if nodes:
            self.result(nodes[-1])
        else:
            self.add(py.return_(py.constant(None, at), at))

    # ---- truth

    def condition(self, node: Node) -> ast.expr:
        """Write an expression that is true in Python where the node is in Ruby."""
        at = self.at(node)
        parts = children(node)
        if node.type == "parenthesized_statements" and len(parts) == 1:
            return self.condition(parts[0])
        operator = node.child_by_field_name("operator")
        sign = "" if operator is None else text(operator)
        if node.type == "unary" and sign in ("!", "not"):
            operand = node.child_by_field_name("operand")
            assert operand is not None
            return py.not_(self.condition(operand), at)
        if node.type == "binary" and sign in ("&&", "and", "||", "or"):
            left, right = field(node, "left"), field(node, "right")
            join = py.and_ if sign in ("&&", "and") else py.or_
            return join([self.condition(left), self.condition(right)], at)
        value = self.value(node)
        if node.type == "binary" and sign in ("==", "!=", "!~"):
            return value  # these are true or false
        name = self.temporary()
        first = py.is_not(py.walrus(name, value, at), py.constant(None, at), at)
        return py.and_([first, py.is_not(py.name(name, at), py.constant(False, at), at)], at)

    # ---- if, unless, case

    def conditional(self, node: Node, write: Write) -> None:
        at = self.at(node)
        match node.type:
            case "if" | "unless" | "elsif":
                test = self.condition(field(node, "condition"))
                if node.type == "unless":
                    test = py.not_(test, at)
                then = self.branch(node.child_by_field_name("consequence"), write)
                otherwise = self.branch(node.child_by_field_name("alternative"), write)
                self.add(py.if_(test, then, otherwise, at))
            case "if_modifier" | "unless_modifier":
                test = self.condition(field(node, "condition"))
                if node.type == "unless_modifier":
                    test = py.not_(test, at)
                then = self.branch(field(node, "body"), write)
                self.add(py.if_(test, then, self.branch(None, write), at))
            case "case":
                self._case(node, write)

    def branch(self, node: Node | None, write: Write) -> list[ast.stmt]:
        """Write a branch into statements of its own."""
        outside, self.frame.statements = self.frame.statements, []
        write(node)
        made, self.frame.statements = self.frame.statements, outside
        return made

    def _case(self, node: Node, write: Write) -> None:
        at = self.at(node)
        subject = node.child_by_field_name("value")
        name = self.temporary("c")
        if subject is not None:
            self.add(py.assign(name, self.value(subject), at))
        branches: list[tuple[ast.expr, list[ast.stmt], Range]] = []
        otherwise = None
        for child in children(node):
            if child.type == "when":
                tests = [
                    self._when(children(pattern)[0], name, subject is not None)
                    for pattern in child.children_by_field_name("pattern")
                ]
                made = self.branch(child.child_by_field_name("body"), write)
                branches.append((py.or_(tests, at), made, self.at(child)))
            elif child.type == "else":
                otherwise = self.branch(child, write)
        rest = self.branch(None, write) if otherwise is None else otherwise
        for test, then, span in reversed(branches):
            rest = [py.if_(test, then, rest, span)]
        self.frame.statements += rest

    def _when(self, node: Node, subject: str, has_subject: bool) -> ast.expr:
        at = self.at(node)
        if not has_subject:
            return self.condition(node)
        if node.type == "splat_argument":
            options = self.value(children(node)[0])
            return word("any_case", [options, py.name(subject, at)], at)
        matcher = "matches" if node.type == "regex" else "case_equal"
        return word(matcher, [self.value(node), py.name(subject, at)], at)

    def ternary(self, node: Node) -> ast.expr:
        test = self.condition(field(node, "condition"))
        then = self.value(field(node, "consequence"))
        return py.either(test, then, self.value(field(node, "alternative")), self.at(node))

    # ---- loops

    def loop(self, node: Node, is_result: bool = False) -> None:
        at = self.at(node)
        loop = Loop(self.number(), is_result)
        if node.type == "for":
            self._for(node, loop)
            return
        test = self.condition(field(node, "condition"))
        if node.type in ("until", "until_modifier"):
            test = py.not_(test, at)
        body = node.child_by_field_name("body")
        self.frame.loops.append(loop)
        made = self.branch(body, self.statement)
        self.frame.loops.pop()
        made = [*tick(at), *self._caught(loop, "NextJump", made, [py.pass_(at)], at)]
        if node.type.endswith("_modifier") and body is not None and body.type == "begin":
            # begin ... end while: the body runs once before the test
            leave = py.if_(py.not_(test, at), [py.break_(at)], [], at)
            whole = py.while_(py.constant(True, at), [*made, leave], at)
        else:
            # The test is an expression of its own each time round; hoisted parts came before.
            whole = py.while_(test, made, at)
        self.frame.statements += self._left(loop, [whole], at)

    def _caught(
        self, loop: Loop, jump: str, body: list[ast.stmt], handler: list[ast.stmt], at: Range
    ) -> list[ast.stmt]:
        """Write statements that a jump out of an expression in them ends."""
        if jump not in loop.raised:
            return body
        tag = py.attribute(py.name("jump", at), "tag", at)
        number = py.constant(loop.number, at)
        other = py.not_(word("same_tag", [tag, number], at), at)
        return [py.catch(body, jump, [py.if_(other, [py.raise_again(at)], handler, at)], at)]

    def _left(self, loop: Loop, body: list[ast.stmt], at: Range) -> list[ast.stmt]:
        """Write a loop that a break out of an expression in it ends."""
        leave: list[ast.stmt] = [py.pass_(at)]
        if loop.is_result:
            leave = [py.return_(py.attribute(py.name("jump", at), "value", at), at)]
        return self._caught(loop, "BreakJump", body, leave, at)

    def _for(self, node: Node, loop: Loop) -> None:
        at = self.at(node)
        pattern = field(node, "pattern")
        values = children(field(node, "value"))[0]
        item = self.temporary("i")
        self.frame.loops.append(loop)
        outside, self.frame.statements = self.frame.statements, []
        self.assign_to(pattern, py.name(item, at))
        self.statement(node.child_by_field_name("body"))
        made, self.frame.statements = self.frame.statements, outside
        self.frame.loops.pop()
        made = self._caught(loop, "NextJump", made, [py.pass_(at)], at)
        whole = py.for_(item, word("iterate", [self.value(values)], at), made, at)
        self.frame.statements += self._left(loop, [whole], at)

    # ---- exceptions

    def begin(self, parts: list[Node], node: Node, write: Write) -> None:
        """Write the parts of begin ... end, or of a body with a rescue."""
        at = self.at(node)
        body = [each for each in parts if each.type not in ("rescue", "else", "ensure")]
        rescues = [each for each in parts if each.type == "rescue"]
        otherwise = next((each for each in parts if each.type == "else"), None)
        ensure = next((each for each in parts if each.type == "ensure"), None)

        def write_body(_: Node | None) -> None:
            last = write if otherwise is None else self.statement
            for each in body[:-1]:
                self.statement(each)
            if body or otherwise is None:
                last(body[-1] if body else None)

        again = Loop(self.number(), is_retry=True) if any(map(_has_retry, rescues)) else None
        if again is not None:
            self.frame.loops.append(again)
        made = self.branch(None, write_body)
        if rescues:
            handler = self._handlers(rescues, write, at)
            rest = [] if otherwise is None else self.branch(otherwise, write)
            made = [py.rescue(made, handler, rest, at)]
            if again is not None:
                self.frame.loops.pop()
                made = self._repeated(again, made, at)
        elif otherwise is not None:
            made += self.branch(otherwise, write)
        if ensure is not None:
            end = self.branch(None, lambda _: self.sequence_statement(children(ensure)))
            made = [py.finally_(made, end or [py.pass_(at)], at)]
        self.frame.statements += made

    def _repeated(self, again: Loop, body: list[ast.stmt], at: Range) -> list[ast.stmt]:
        """Write a begin that runs once more from the beginning, until it ends without `retry`."""
        body = self._caught(again, "RetryJump", body, [py.continue_(at)], at)
        begin = [*tick(at), *body, py.break_(at)]
        if not again.left_by:
            return [py.while_(py.constant(True, at), begin, at)]
        # A jump to the loop around it leaves this one first.
        flag = again.flag
        made = [py.assign(flag, py.constant(None, at), at)]
        made.append(py.while_(py.constant(True, at), begin, at))
        for kind in sorted(again.left_by):
            leave = py.break_(at) if kind == "break" else py.continue_(at)
            is_left = word("same_tag", [py.name(flag, at), py.constant(kind, at)], at)
            made.append(py.if_(is_left, [leave], [], at))
        return made

    def _handlers(self, rescues: list[Node], write: Write, at: Range) -> list[ast.stmt]:
        caught = py.name("caught", at)
        rest: list[ast.stmt] = [py.raise_again(at)]
        for each in reversed(rescues):
            span = self.at(each)
            classes = each.child_by_field_name("exceptions")
            names = self.items(children(classes)) if classes is not None else []
            test = word("rescues", [caught, *names], span)
            variable = each.child_by_field_name("variable")

            outside, self.frame.statements = self.frame.statements, []
            if variable is not None:
                value = word("exception_of", [py.name("caught", span)], span)
                self.assign_to(children(variable)[0], value)
            write(each.child_by_field_name("body"))
            made, self.frame.statements = self.frame.statements, outside
            rest = [py.if_(test, made, rest, span)]
        return rest

    def rescue_modifier(self, node: Node, write: Write) -> None:
        at = self.at(node)
        made = self.branch(field(node, "body"), write)
        handled = self.branch(field(node, "handler"), write)
        test = word("rescues", [py.name("caught", at)], at)
        handler = [py.if_(test, handled, [py.raise_again(at)], at)]
        self.add(py.rescue(made, handler, [], at))

    # ---- jumps

    def jump(self, node: Node) -> None:
        """Write return, next or break as a statement."""
        at = self.at(node)
        value = self._jump_value(node)
        frame = self.frame
        match node.type:
            case "return":
                if frame.kind == METHOD:
                    self.add(py.return_(value, at))
                else:
                    frame.method().catches_return = True
                    for each in frame.blocks():
                        each.has_return = True
                    self.add(self._raise("ReturnJump", py.name("_frame", at), value, at))
            case "next":
                if frame.loops and frame.loop_around() is not None:
                    self._leave_loop("next", value, at)
                elif frame.kind == BLOCK:
                    self.add(py.return_(value, at))
                elif frame.kind == THUNK and frame.loop_around() is not None:
                    self._leave_loop("next", value, at)
                elif frame.kind == THUNK and frame.home.kind == BLOCK:
                    frame.home.next_in_thunk = True
                    self.add(self._raise("NextJump", py.constant(None, at), value, at))
                else:
                    raise self.unsupported_error(node, "next here")
            case "break":
                if frame.loop_around() is not None:
                    self._leave_loop("break", value, at)
                    return
                home: Frame | None = frame.home
                if frame.kind == BLOCK and frame.is_lambda:
                    self.add(py.return_(value, at))
                    return
                if home is None or home.kind != BLOCK or home.break_tag is None:
                    raise self.unsupported_error(node, "break here")
                self.add(self._raise("BreakJump", py.name(home.break_tag, at), value, at))
            case "retry":
                self._retry(node, at)
            case _:
                raise self.unsupported_error(node, f"{node.type} here")

    def _leave_loop(self, kind: str, value: ast.expr, at: Range) -> None:
        """Write next or break of a loop."""
        frame = self.frame
        loop = frame.loop_around()
        assert loop is not None
        if loop not in frame.loops:  # this is an expression in the loop
            jump = "NextJump" if kind == "next" else "BreakJump"
            loop.raised.add(jump)
            self.add(self._raise(jump, py.constant(loop.number, at), value, at))
        elif kind == "break" and loop.is_result:
            self.add(py.return_(value, at))
        elif frame.loops[-1] is loop:
            self.add(py.continue_(at) if kind == "next" else py.break_(at))
        else:
            between = frame.loops[frame.loops.index(loop) + 1 :]
            for each in between:
                each.left_by.add(kind)
                self.add(py.assign(each.flag, py.constant(kind, at), at))
            self.add(py.break_(at))

    def _retry(self, node: Node, at: Range) -> None:
        """Write retry: the innermost begin with a rescue runs again."""
        frame: Frame | None = self.frame
        if frame is not None and frame.loops and frame.loops[-1].is_retry:
            self.add(py.continue_(at))
            return
        while frame is not None:
            again = next((each for each in reversed(frame.loops) if each.is_retry), None)
            if again is not None:
                again.raised.add("RetryJump")
                number = py.constant(again.number, at)
                self.add(self._raise("RetryJump", number, py.constant(None, at), at))
                return
            frame = frame.parent if frame.kind == THUNK else None
        raise self.unsupported_error(node, "retry here")

    def _jump_value(self, node: Node) -> ast.expr:
        at = self.at(node)
        lists = children(node)
        if not lists:
            return py.constant(None, at)
        values = self.items(children(lists[0]))
        return values[0] if len(values) == 1 else py.list_(values, at)

    def _raise(self, kind: str, tag: ast.expr, value: ast.expr, at: Range) -> ast.stmt:
        return py.raise_(py.call(kind, [tag, value], at), at)


def _has_retry(node: Node) -> bool:
    """Return whether a rescue has a retry of its own, not one of a begin inside it."""
    return any(
        child.type == "retry" or (child.type != "begin" and _has_retry(child))
        for child in node.children
    )
