"""Parameters of methods and blocks."""

from __future__ import annotations

from duckrow.ruby.compiler.variables import Variables
from duckrow.ruby.compiler.words import word
from duckrow.ruby.compiler.writer import children, text
from duckrow.source import python_ast as py

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast

    from tree_sitter import Node

    from duckrow.source.python_ast import Range


class Shape:
    """The parameters of a Python function that is a method or a block."""

    __slots__ = (
        "after",
        "block",
        "count",
        "first",
        "has_hidden_rest",
        "keyword_rest",
        "keywords",
        "names",
        "optional",
        "required",
        "rest",
    )

    def __init__(self) -> None:
        self.first: list[str] = []  # parameters before those of Ruby: self
        self.names: list[str] = []
        self.optional = 0  # how many of the last names may be left out
        self.rest: str | None = None
        self.has_hidden_rest = False  # there for the keywords, not for more arguments
        self.after: list[str] = []  # parameters after the rest
        self.keywords: dict[str, str] = {}  # Ruby's name -> Python's
        self.keyword_rest: str | None = None
        self.block: str | None = None
        self.required = 0
        self.count = 0

    def has_keywords(self) -> bool:
        """Return whether there are parameters such as `a:` and `**rest`."""
        return bool(self.keywords) or self.keyword_rest is not None


class Parameters(Variables):
    """Writes parameters."""

    def parameters(self, node: Node | None) -> Shape:
        """Take the parameters of the function that is being written, and their defaults."""
        shape = Shape()
        given = [] if node is None else children(node)
        if node is not None:
            for local in node.children_by_field_name("locals"):
                self.frame.locals[text(local)] = f"{text(local)}_{self.frame.number}"
            own = {each.id for each in node.children_by_field_name("locals")}
            given = [each for each in given if each.id not in own]
        keywords = [
            each for each in given if each.type in ("keyword_parameter", "hash_splat_parameter")
        ]
        after_rest: list[Node] = []
        for each in given:
            if each in keywords:
                continue
            is_after = shape.rest is not None or shape.optional > 0
            if is_after and each.type in ("identifier", "destructured_parameter"):
                after_rest.append(each)
                continue
            self._parameter(each, shape)
        shape.count = len(shape.names)
        shape.required = shape.count - shape.optional
        if after_rest or keywords:
            self._from_rest(after_rest, keywords, shape, node)
        return shape

    def _declare(self, name: str) -> str:
        """Declare a variable of this function; it hides an outer variable of the same name."""
        frame = self.frame
        python = frame.locals[name] = f"{name}_{frame.number}"
        frame.parameters.add(python)
        return python

    def _parameter(self, node: Node, shape: Shape) -> None:
        at = self.at(node)
        match node.type:
            case "identifier":
                python = self._declare(text(node))
                if python in shape.names:  # |_, _|: the first of two with one name is lost
                    shape.names[shape.names.index(python)] = self.temporary("p")
                shape.names.append(python)
            case "optional_parameter":
                name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
                assert name is not None
                python = self._declare(text(name))
                shape.names.append(python)
                shape.optional += 1
                missing = py.is_(py.name(python, at), py.name("MISSING", at), at)
                outside, self.frame.statements = self.frame.statements, []
                self.add(py.assign(python, self.value(value), at))
                made, self.frame.statements = self.frame.statements, outside
                self.add(py.if_(missing, made, [], at))
            case "splat_parameter":
                name = node.child_by_field_name("name")
                shape.rest = self._declare(text(name) if name is not None else "_rest")
                self._as_list(shape.rest, at)
            case "block_parameter":
                name = node.child_by_field_name("name")
                if name is not None:
                    shape.block = self._declare(text(name))
            case "destructured_parameter":
                python = self.temporary("p")
                shape.names.append(python)
                self._take_apart(node, python)
            case "forward_parameter":
                shape.rest = self._declare("_rest")
                self._as_list(shape.rest, at)
            case _:
                raise self.unsupported_error(node, f"parameter {node.type}")

    def _take_apart(self, node: Node, python: str) -> None:
        """Give the names in (a, b) the elements of a parameter."""
        at = self.at(node)
        self._declare_all(node)
        for each in self.spread(node, py.name(python, at), at):
            self.add(py.statement(each, at))

    def _declare_all(self, node: Node) -> None:
        """Declare the names in (a, (b, *c)); they too hide outer variables of the same names."""
        for each in children(node):
            if each.type == "identifier":
                self._declare(text(each))
            else:
                self._declare_all(each)

    def _as_list(self, rest: str, at: Range) -> None:
        """Make a list of the rest before anything else is done with the parameters."""
        items = py.list_([py.starred(py.name(rest, at), at)], at)
        self.frame.statements.insert(0, py.assign(rest, items, at))

    def _from_rest(
        self, after: list[Node], keywords: list[Node], shape: Shape, node: Node | None
    ) -> None:
        """Take the parameters after the rest, and the keywords, from the remaining arguments."""
        assert node is not None
        at = self.at(node)
        hidden = shape.rest
        if hidden is None:
            hidden = shape.rest = self.temporary("p")
            self._as_list(hidden, at)
            shape.has_hidden_rest = True
        if keywords:
            self._keywords(keywords, shape, hidden)
        elif after:
            self._give_back(after, shape, hidden, at)
        for each in reversed(after):
            is_name = each.type == "identifier"
            name = self._declare(text(each)) if is_name else self.temporary("p")
            shape.after.insert(0, name)
            self.add(py.assign(name, word("take_last", [py.name(hidden, at)], at), at))
            if not is_name:
                self._take_apart(each, name)

    def _give_back(self, after: list[Node], shape: Shape, hidden: str, at: Range) -> None:
        """Let parameters that need an argument have it, rather than those with a default."""
        optional = shape.names[len(shape.names) - shape.optional :] if shape.optional else []
        counts = (len(after), shape.count - shape.optional, shape.has_hidden_rest)
        given = [py.name(hidden, at), *(py.constant(each, at) for each in counts)]
        given += [py.name(each, at) for each in optional]
        back = word("give_back", given, at)
        step = py.unpack(optional, back, at) if optional else py.statement(back, at)
        self.frame.statements.insert(1, step)

    def _keywords(self, keywords: list[Node], shape: Shape, hidden: str) -> None:
        """Take keywords from a hash at the end of the arguments, wherever it ended up."""
        at = self.at(keywords[0])
        given = self.temporary("p")
        optional = shape.names[len(shape.names) - shape.optional :] if shape.optional else []
        takes_all = any(each.type == "hash_splat_parameter" for each in keywords)
        # An argument beyond the positional ones can only be keywords, whatever its keys are.
        takes_any = py.constant(takes_all and shape.has_hidden_rest, at)
        taken = word("take_keywords", [py.name(hidden, at), takes_any], at)
        # A missing argument gets its default only after the keywords are removed.
        defaults = self.frame.statements[1:]
        del self.frame.statements[1:]
        self.add(py.assign(given, taken, at))
        for other in reversed(optional):
            # Without a rest parameter the hash may fill an optional parameter.
            swap = word("keywords_or", [py.name(given, at), py.name(other, at)], at)
            self.add(py.unpack([given, other], swap, at))
        known = tuple(
            text(name)
            for each in keywords
            if each.type == "keyword_parameter"
            and (name := each.child_by_field_name("name")) is not None
        )
        self.frame.statements += defaults
        for each in keywords:
            name = each.child_by_field_name("name")
            if each.type == "hash_splat_parameter":
                others = [py.name(given, at), py.constant(known, at)]
                rest = word("other_keywords", others, at)
                shape.keyword_rest = self._declare("_keywords" if name is None else text(name))
                self.add(py.assign(shape.keyword_rest, rest, at))
                continue
            assert name is not None
            value = each.child_by_field_name("value")
            key = py.constant(text(name), at)
            if value is None:
                taken = word("take_keyword", [py.name(given, at), key], at)
            else:
                default: ast.expr = py.function_of((), self.value(value), at)
                taken = word("take_keyword", [py.name(given, at), key, default], at)
            python = shape.keywords[text(name)] = self._declare(text(name))
            self.add(py.assign(python, taken, at))
        if shape.has_hidden_rest and not takes_all:
            check = word("check_keywords", [py.name(given, at), py.constant(known, at)], at)
            self.add(py.statement(check, at))
