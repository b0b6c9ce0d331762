"""What of a Ruby file duckrow cannot run, found without running it.

Code of functions and templates runs while a catalog is compiled and reaches nothing but the files
of modules; code of types, providers and facts has a machine. So the same call can be fine in a
provider and trouble in a function.

A constant counts as known if Ruby, Puppet or any file of the module has it. Methods are not judged:
what a receiver is, only a run shows.
"""

from __future__ import annotations

from duckrow.ruby.compiler.translate import parse_ruby, translate
from duckrow.ruby.compiler.writer import text
from duckrow.ruby.constants import find_constant
from duckrow.ruby.core.objects.kernel import NEED_MACHINE
from duckrow.ruby.errors import UnsupportedError
from duckrow.ruby.library.files import NEED_MACHINE as OF_FILE
from duckrow.ruby.library.unsupported import UnsupportedConstant
from duckrow.source.errors import DuckrowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tree_sitter import Node

    from duckrow.ruby.interpreter import Interpreter

_NAMES = ("constant", "scope_resolution")


def find_trouble(
    code: bytes, file: str, ruby: Interpreter, own: Callable[[], set[str]]
) -> UnsupportedError | None:
    """Return the first construct, call or constant of a file that duckrow lacks, or None.

    The host of `ruby` decides what code may reach; `own` returns the last parts of the names of the
    constants that the module defines.
    """
    found: list[UnsupportedError] = []
    translate(code, file, found)
    found += _missing(parse_ruby(code).root_node, file, ruby, own)
    return min(found, key=lambda each: each.line or 0, default=None)


def defined_constants(codes: Iterable[bytes]) -> set[str]:
    """Return the last parts of the names of the constants that some files define."""
    found: set[str] = set()
    for code in codes:
        for node in _walk(parse_ruby(code).root_node):
            name = None
            if node.type in ("class", "module"):
                name = node.child_by_field_name("name")
            elif node.type in ("assignment", "operator_assignment"):
                name = node.child_by_field_name("left")
            if name is not None and name.type in _NAMES:
                found.add(text(name).rpartition("::")[2])
    return found


def _missing(
    root: Node, file: str, ruby: Interpreter, own: Callable[[], set[str]]
) -> Iterator[UnsupportedError]:
    has_machine = ruby.host.has_machine
    for node in _walk(root):
        what = None
        if node.type == "subshell" and not has_machine:
            what = "a command in backticks"
        elif node.type == "call" and not has_machine:
            what = _call_that_needs_a_machine(node)
        elif node.type in _NAMES and _is_whole(node) and not _is_known(text(node), ruby, own):
            what = text(node)
        if what is not None:
            yield UnsupportedError(what, file, node.start_point[0] + 1)


def _call_that_needs_a_machine(node: Node) -> str | None:
    receiver, method = (node.child_by_field_name(each) for each in ("receiver", "method"))
    name = "" if method is None else text(method)
    if receiver is None:
        return name if name in NEED_MACHINE else None
    return f"File.{name}" if text(receiver) in ("File", "::File") and name in OF_FILE else None


def _is_known(name: str, ruby: Interpreter, own: Callable[[], set[str]]) -> bool:
    path = name.removeprefix("::")
    if not path.replace("::", "").replace("_", "").isalnum():
        return True  # a part of it is an expression
    try:
        found = find_constant(ruby, path)
    except DuckrowError:
        return True  # the file that defines it has trouble of its own
    if isinstance(found, UnsupportedConstant):
        return False
    # A short name may belong to a module around it, and a long one to Ruby code of others.
    return found is not None or not ruby.host.is_missing(path) or path.rpartition("::")[2] in own()


def _is_whole(node: Node) -> bool:
    """Return whether a constant is a name of its own and is used, not defined."""
    above = node.parent
    if above is None or above.type == "scope_resolution":
        return above is None
    return not (above.type in ("class", "module") and above.child_by_field_name("name") == node)


def _walk(node: Node) -> Iterator[Node]:
    waiting = [node]
    while waiting:
        here = waiting.pop()
        yield here
        waiting += reversed(here.children)
