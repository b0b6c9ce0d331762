"""What is not in the catalog: which statements name it, and with which names they run."""

from __future__ import annotations

from duckrow.puppet.explain.evaluate import UNKNOWN, function_name, variables
from duckrow.puppet.explain.trees import texts_of
from duckrow.puppet.syntax import nodes as n
from duckrow.source.did_you_mean import most_similar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.explain.reader import Reader
    from duckrow.puppet.explain.trees import Way

_MUCH_LIKE = 0.85  # similarity of a name that may be a slip of the pen
_INCLUDING = frozenset(("include", "contain", "require"))


class Sought:
    """A thing that is not in the catalog."""

    word = ""  # in the text of each file that names it, in lower case

    def is_named(self, way: Way) -> bool:
        """Return whether a statement names the thing, or may do so."""
        raise NotImplementedError

    def is_written(self, way: Way) -> bool:
        """Return whether a statement names the thing in full: none of its name is computed."""
        return self.is_named(way)

    def names(self, reader: Reader, node: n.Node) -> list[str] | None:
        """Return the names that a statement has in a body, if that of the thing is not there."""
        raise NotImplementedError

    def is_like(self, node: n.Node, names: list[str]) -> bool:  # noqa: ARG002
        """Return whether the name in a statement, or one that it gives, is much like the thing's.

        A computed name may have nothing but a slash in common with it.
        """
        return True


class ClassSought(Sought):
    """A class that is not in the catalog."""

    def __init__(self, name: str) -> None:
        self.name = self.word = name

    def is_named(self, way: Way) -> bool:
        return _includes(way, self.name)

    def names(self, reader: Reader, node: n.Node) -> list[str] | None:  # noqa: ARG002
        return None


class VariableSought(Sought):
    """A variable that is not set."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.word = f"${name.lower()}"

    def is_named(self, way: Way) -> bool:
        node = way[-1]
        if not isinstance(node, n.AssignmentExpression):
            return False
        if any(isinstance(each, n.LambdaExpression | n.FunctionDefinition) for each in way):
            return False  # a variable of a block
        return any(each.name == self.name for each in variables(node.left))

    def names(self, reader: Reader, node: n.Node) -> list[str] | None:  # noqa: ARG002
        return None


class ResourceSought(Sought):
    """A resource that is not in the catalog."""

    def __init__(self, type_: str, title: str) -> None:
        self.type = type_
        self.title = title
        self.word = type_.lower()

    def is_named(self, way: Way) -> bool:
        return _declares(way, self.type, self.title)

    def is_written(self, way: Way) -> bool:
        node = way[-1]
        return self.is_named(way) and any(
            self.title in texts_of((body.title,))
            for body in (node.bodies if isinstance(node, n.ResourceExpression) else ())
        )

    def names(self, reader: Reader, node: n.Node) -> list[str] | None:
        found: list[str] = []
        for body in node.bodies if isinstance(node, n.ResourceExpression) else ():
            value = reader.value(body.title)
            if value is UNKNOWN:
                return None
            found += [str(each) for each in (value if isinstance(value, list) else [value])]
        return None if self.title in found else found

    def is_like(self, node: n.Node, names: list[str]) -> bool:
        titles = [each.title for each in getattr(node, "bodies", ())]
        if any(_has_words(each) and _may_be(each, self.title) for each in titles):
            return True
        return bool(most_similar(self.title, names, _MUCH_LIKE))


def _includes(way: Way, name: str) -> bool:
    """Return whether a node includes a class by its name."""
    node = way[-1]
    if isinstance(node, n.CallNamedFunctionExpression):
        return function_name(node) in _INCLUDING and name in _names(node.arguments)
    if isinstance(node, n.ResourceExpression):
        return _type(node) == "class" and any(name in _names((b.title,)) for b in node.bodies)
    if isinstance(node, n.HostClassDefinition):
        return (node.parent_class or "").removeprefix("::") == name
    return False


def _declares(way: Way, type_: str, title: str) -> bool:
    node = way[-1]
    return (
        isinstance(node, n.ResourceExpression)
        and _type(node) == type_.lower()
        and any(_may_be(body.title, title) for body in node.bodies)
    )


def _may_be(node: n.Node, title: str) -> bool:
    """Return whether the title of a statement is a text, or may become it."""
    if isinstance(node, n.ConcatenatedString):
        rest = title
        texts = [each.value for each in node.segments if isinstance(each, n.LiteralString)]
        for text in texts:
            _, found, rest = rest.partition(text)
            if not found:
                return False
        return bool(texts)
    return title in texts_of((node,))


def _has_words(node: n.Node) -> bool:
    """Return whether a title has a letter or a digit that is not computed."""
    if not isinstance(node, n.ConcatenatedString):
        return True
    texts = [each.value for each in node.segments if isinstance(each, n.LiteralString)]
    return any(map(str.isalnum, "".join(texts)))


def _type(node: n.ResourceExpression) -> str:
    name = node.type_name
    return name.value.removeprefix("::") if isinstance(name, n.QualifiedName) else ""


def _names(nodes: tuple[n.Expression, ...]) -> list[str]:
    return [text.removeprefix("::").lower() for text in texts_of(nodes)]
