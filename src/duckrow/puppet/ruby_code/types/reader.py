"""Reading a type file: what `newtype` and the calls inside its block say.

    Puppet::Type.newtype(:pond) do
      ensurable
      newparam(:name, :namevar => true)
      newproperty(:depth) { newvalues(:deep, :shallow) }
      [:ducks, :geese].each { |bird| newproperty(bird) }
    end

Names are literals, or constants and variables of loops over literals. Helper methods of the file
and modules that are mixed in are followed where their files can be found beside it. What is decided
by a computation is not seen: such a type is open, and any attribute may be one of its own. Nothing
is run but what works out the patterns of titles.
"""

from __future__ import annotations

from duckrow.puppet.ruby_code.types.description import Description, plain_words
from duckrow.puppet.ruby_code.types.literals import Expression, Literals
from duckrow.puppet.ruby_code.types.titles import worked_out
from duckrow.regexp.nodes import IGNORE_CASE
from duckrow.ruby.compiler.writer import children, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tree_sitter import Node

    Values = dict[str, object]

_DEEPEST = 12  # calls of helpers inside calls of helpers
_DEFINING = ("newparam", "newproperty", "newcheck")
_LOOPS = ("each", "map", "collect", "each_pair", "each_with_index", "each_key")


class Reader:
    """Reads the description of one type from the trees of its file and of those it needs."""

    def __init__(self, find_file: Callable[[str], Node | None]) -> None:
        self._find_file = find_file
        self._made: Description | None = None
        self._literals = Literals()
        self._methods: dict[str, Node] = {}
        self._modules: dict[str, Node] = {}
        self._roots: list[Node] = []
        self._seen: set[int] = set()  # the calls that define an attribute with a known name

    def read(self, root: Node, name: str) -> Description | None:
        """Return the description of a type, or None if the file does not define it."""
        self._note(root)
        for call in _calls(root):
            method = call.child_by_field_name("method")
            if method is None:
                continue
            if text(method) == "newtype":
                arguments = self._arguments(call, {})
                block = call.child_by_field_name("block")
                if arguments and str(arguments[0]).lower() == name:
                    self._made = Description(name)
                    if block is not None:
                        self._body(block, {}, 0)
                    return self._finished()
            elif text(method) == "register_type":
                found = self._registered(call, name)
                if found is not None:
                    return found
        return None

    def _is_open(self) -> bool:
        """Return whether some call defines an attribute whose name is computed."""
        return any(
            text(method) in _DEFINING and call.id not in self._seen
            for root in self._roots
            for call in _calls(root)
            if (method := call.child_by_field_name("method")) is not None
        )

    # ---- the definitions in the file

    def _note(self, root: Node) -> None:
        """Note constants, methods and modules, in this file and in those it asks for."""
        self._roots.insert(0, root)  # a required file comes before the file that requires it
        left = [root]
        while left:
            node = left.pop()
            match node.type:
                case "assignment":
                    self._literals.note(node)
                case "method" | "singleton_method":
                    name = node.child_by_field_name("name")
                    if name is not None:
                        self._methods.setdefault(text(name), node)
                case "module" | "class":
                    name = node.child_by_field_name("name")
                    if name is not None:
                        self._modules.setdefault(text(name).rpartition("::")[2], node)
                case "call":
                    self._required(node)
            left += reversed(node.children)

    def _required(self, node: Node) -> None:
        method = node.child_by_field_name("method")
        if method is None or text(method) not in ("require", "require_relative"):
            return
        arguments = node.child_by_field_name("arguments")
        if arguments is None:
            return
        # Files are often named by parts of paths, relative to this file.
        pieces = [self._literals.value(each, {}) for each in _strings(arguments)]
        asked = "/".join(str(piece) for piece in pieces if piece and not piece.startswith(".."))
        found = self._find_file(asked.lstrip("/")) if asked else None
        if found is not None:
            self._note(found)

    # ---- the block of newtype

    def _body(self, node: Node, values: Values, depth: int) -> None:
        if depth > _DEEPEST:
            return
        for child in children(node):
            self._statement(child, values, depth)

    def _statement(self, node: Node, values: Values, depth: int) -> None:
        match node.type:
            case "call":
                self._call(node, values, depth)
            case "identifier":
                self._named(text(node), node, [], {}, None, values, depth)
            case "assignment":
                self._literals.note(node, values)
                right = node.child_by_field_name("right")
                if right is not None and right.type == "call":
                    self._call(right, values, depth)
            case "method" | "singleton_method" | "comment" | "class" | "module":
                return
            case _:
                # Conditions, begin, do-blocks: everything inside counts.
                self._body(node, values, depth)

    def _call(self, node: Node, values: Values, depth: int) -> None:
        method = node.child_by_field_name("method")
        if method is None:
            return
        block = node.child_by_field_name("block")
        receiver = node.child_by_field_name("receiver")
        name = text(method)
        if receiver is not None and name in _LOOPS and block is not None:
            self._loop(self._literals.value(receiver, values), block, values, depth)
            return
        arguments = self._arguments(node, values)
        options = arguments[-1] if arguments and isinstance(arguments[-1], dict) else {}
        self._named(name, node, arguments, options, block, values, depth)

    def _loop(self, over: object, block: Node, values: Values, depth: int) -> None:
        names = _parameters(block)
        items = list(over.items()) if isinstance(over, dict) else over
        if not isinstance(items, list):
            items = []
        body = block.child_by_field_name("body")
        for item in items:
            parts = list(item) if isinstance(item, tuple | list) and len(names) > 1 else [item]
            inner = {**values, **dict(zip(names, parts, strict=False))}
            if body is not None:
                self._body(body, inner, depth + 1)

    def _named(
        self,
        name: str,
        node: Node,
        arguments: list[object],
        options: dict[Any, Any],
        block: Node | None,
        values: Values,
        depth: int,
    ) -> None:
        made = self._made
        assert made is not None
        match name:
            case "newparam" | "newproperty" | "newcheck" if arguments and arguments[0]:
                self._seen.add(node.id)
                self._attribute(name, str(arguments[0]), options, block, values)
            case "ensurable":
                allowed = self._values(block, values) or ["present", "absent"]
                made.properties["ensure"] = plain_words(allowed)
            case "include" | "extend" | "instance_eval":
                self._mixed_in(node, values, depth)
            case "apply_to_device" | "apply_to_all" | "feature" | "autorequire" | "validate":
                return
            case _ if name in self._methods:
                self._helper(self._methods[name], arguments, values, depth)

    def _attribute(
        self,
        kind: str,
        name: str,
        options: dict[Any, Any],
        block: Node | None,
        values: Values,
    ) -> None:
        made = self._made
        assert made is not None
        table = made.properties if kind == "newproperty" else made.parameters
        allowed = self._values(block, values)
        parent = str(options.get("parent", ""))
        if "Boolean" in parent and not allowed:
            allowed = ["true", "false", "yes", "no"]
        table[name] = plain_words(allowed)
        is_name = bool(options.get("namevar")) or (block is not None and _says(block, "isnamevar"))
        # Only parameters can name a resource; `isnamevar` on a property has no effect.
        if is_name and kind != "newproperty" and name not in made.namevars:
            made.namevars.append(name)
        if options.get("array_matching") == "all":
            made.lists.append(name)

    def _values(self, block: Node | None, values: Values) -> list[str]:
        """Return the values of newvalue and newvalues; empty if some are not literals."""
        found: list[str] = []
        for call in [] if block is None else _calls(block):
            method = call.child_by_field_name("method")
            word = "" if method is None else text(method)
            if word in ("newvalue", "newvalues"):
                given = self._arguments(call, values)
                given = given[:1] if word == "newvalue" else given
                if None in given:
                    return []
                found += [_listed(each) for each in given if not isinstance(each, dict)]
        if block is not None and _says(block, "defaultvalues"):
            found += ["present", "absent"]
        return found

    def _mixed_in(self, node: Node, values: Values, depth: int) -> None:
        """Follow a module that is mixed in: the calls in its hooks count."""
        arguments = node.child_by_field_name("arguments")
        for child in [] if arguments is None else children(arguments):
            name = text(child).lstrip("&").rpartition("::")[2]
            module = self._modules.get(name)
            if module is None:
                known = self._literals.nodes.get(name)
                if known is not None:
                    self._body(known, values, depth + 1)
                continue
            for method in ("included", "extended", "included_in", "extended_in"):
                hook = self._methods.get(method)
                if hook is not None and _is_inside(hook, module):
                    self._helper(hook, [], values, depth)
            body = module.child_by_field_name("body")
            if body is not None:
                self._body(body, values, depth + 1)

    def _helper(self, method: Node, arguments: list[object], values: Values, depth: int) -> None:
        names = [text(each) for each in children_of(method.child_by_field_name("parameters"))]
        inner = {**values, **dict(zip(names, arguments, strict=False))}
        body = method.child_by_field_name("body")
        if body is not None:
            self._body(body, inner, depth + 1)

    # ---- the end

    def _finished(self) -> Description:
        made = self._made
        assert made is not None
        if "name" in made.parameters and "name" not in made.namevars:
            made.namevars.insert(0, "name")
        patterns = self._methods.get("title_patterns")
        if patterns is not None:
            made.patterns = self._literals.patterns(patterns) or worked_out(patterns, self._roots)
        isomorphic = self._methods.get("isomorphic?")
        if isomorphic is not None and "false" in text(isomorphic):
            made.is_isomorphic = False
        made.is_open = self._is_open()
        return made

    def _registered(self, call: Node, name: str) -> Description | None:
        """Read a type that is given as one hash: attributes with their behaviours."""
        arguments = self._arguments(call, {})
        given = arguments[-1] if arguments and isinstance(arguments[-1], dict) else {}
        if str(given.get("name", "")) != name:
            return None
        made = self._made = Description(name)
        attributes = given.get("attributes")
        for key, about in attributes.items() if isinstance(attributes, dict) else ():
            behaviour = str(about.get("behaviour", "")) if isinstance(about, dict) else ""
            is_parameter = behaviour in ("parameter", "namevar")
            (made.parameters if is_parameter else made.properties)[str(key)] = ""
            if behaviour == "namevar":
                made.namevars.append(str(key))
        for pattern in given.get("title_patterns") or ():
            source = pattern.get("pattern") if isinstance(pattern, dict) else None
            if source is not None:
                made.patterns.append(self._literals.named_groups(source))
        return made

    def _arguments(self, node: Node, values: Values) -> list[object]:
        arguments = node.child_by_field_name("arguments")
        return [] if arguments is None else self._literals.items(children(arguments), values)


def children_of(node: Node | None) -> list[Node]:
    return [] if node is None else children(node)


def _calls(node: Node) -> list[Node]:
    """List the calls in a tree, from the outside in and in order."""
    return _all(node, "call")


def _strings(node: Node) -> list[Node]:
    return _all(node, "string")


def _all(node: Node, kind: str) -> list[Node]:
    found: list[Node] = []
    left = [node]
    while left:
        here = left.pop()
        if here.type == kind:
            found.append(here)
        left += reversed(here.children)
    return found


def _listed(value: object) -> str:
    """Write a value of a list as tables do, where blanks separate values."""
    if isinstance(value, Expression):
        flags = "(?i)" if value.flags & IGNORE_CASE else ""
        return f"/{flags}{value.source}/".replace(" ", r"\x20")
    return str(value).lower() if isinstance(value, bool) else str(value)


def _says(node: Node, word: str) -> bool:
    """Return whether a word occurs in a block as an identifier."""
    left = [node]
    while left:
        here = left.pop()
        if here.type == "identifier" and text(here) == word:
            return True
        left += here.children
    return False


def _parameters(block: Node) -> list[str]:
    given = block.child_by_field_name("parameters")
    names = []
    for each in children_of(given):
        if each.type == "destructured_parameter":
            names += [text(inner) for inner in children(each)]
        else:
            names.append(text(each))
    return names


def _is_inside(inner: Node, outer: Node) -> bool:
    return outer.start_byte <= inner.start_byte and inner.end_byte <= outer.end_byte
