"""How much of the Ruby in modules does duckrow run?

    python tests/survey/ruby_files.py /usr/share/puppet/modules

Reads lib/**/*.rb of every module below the directories, without functions: types, providers, facts
and what they require. A file

- compiles, if duckrow's Ruby has every construct in it;
- loads, if it also runs to its end on a host in memory, with the files that it requires;
- is known, if duckrow, the module itself or another module below the directories has every constant
  and every method name in it.

A method name is known if any class has it: what a receiver is, only a run shows.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from duckrow.machine.memory import MemoryMachine
from duckrow.puppet.ruby_host.files import lib_directories
from duckrow.puppet.ruby_host.host import MachineHost
from duckrow.ruby.compiler.translate import parse_ruby, translate
from duckrow.ruby.errors import Jump, RubyError, UnsupportedError
from duckrow.ruby.library.unsupported import UnsupportedConstant
from duckrow.ruby.nesting import constant_or_nil, defined_constant, main_object, top
from duckrow.ruby.unit import load_ruby
from duckrow.ruby.values.kinds import RubyModule
from duckrow.source.errors import DuckrowError

if TYPE_CHECKING:
    from tree_sitter import Node

SOURCES = Path(__file__).parents[2] / "src" / "duckrow"
ROOMS = ("ruby", "puppet/ruby_code", "puppet/ruby_host")
FUNCTIONS = ("puppet/functions/", "puppet/parser/functions/", "puppet/bindings/")
# The methods that these calls define have the names of their arguments; so do those that a call
# in the body of a class may define: commands :tar, newproperty(:mode), attr_reader :path.
DEFINING = frozenset(
    "attr attr_reader attr_writer attr_accessor define_method define_singleton_method "
    "alias_method commands optional_commands has_command optional_command newproperty newparam "
    "newmetaparam newcheck new delegate def_delegator def_delegators property_fields field let "
    "newfeature feature ensurable resource_map mk_property_methods map_init".split()
)
# Calls that define a class, and the beginning of its name: provide(:apt) defines ProviderApt.
CLASS_PREFIXES = {
    "newtype": "",
    "provide": "Provider",
    "newproperty": "",
    "newparam": "Parameter",
}
# Words of the compiler, which are no methods of a table.
WORDS = frozenset(
    "__FILE__ __LINE__ "
    "raise block_given? lambda proc super binding __method__ __dir__ __callee__ loop".split()
)


def our_method_names() -> set[str]:
    """Return the names in our tables of methods: the keys of dictionaries of functions."""
    found = set(WORDS)
    for room in ROOMS:
        for path in (SOURCES / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                found.update(_names_in(node))
            name = ".".join(path.relative_to(SOURCES.parent).with_suffix("").parts)
            found.update(_names_of_tables(import_module(name.removesuffix(".__init__"))))
    return found


def _names_of_tables(module: ModuleType) -> Iterator[str]:
    """Return the keys of a module's dictionaries of functions, those that it computes included."""
    waiting = list(vars(module).values())
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict) and value and all(isinstance(key, str) for key in value):
            if all(map(callable, value.values())):
                yield from value
            else:
                waiting += value.values()


def _names_in(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            is_function = isinstance(value, ast.Name | ast.Lambda | ast.Call | ast.Attribute)
            if isinstance(key, ast.Constant) and isinstance(key.value, str) and is_function:
                yield key.value
    elif isinstance(node, ast.MatchValue):
        value = node.value
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value.value
    elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
            yield node.slice.value
    elif isinstance(node, ast.keyword) and node.arg is not None:
        if isinstance(node.value, ast.Name | ast.Lambda | ast.Attribute):
            yield node.arg
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        words = node.value.split()
        if len(words) > 3 and all(re.fullmatch(r"[a-z_]\w*[?!=]?", word) for word in words):
            yield from words  # a list of names


def walk(node: Node) -> Iterator[Node]:
    waiting = [node]
    while waiting:
        here = waiting.pop()
        yield here
        waiting += reversed(here.children)


def text(node: Node | None) -> str:
    return "" if node is None else (node.text or b"").decode("utf-8", "replace")


class Module:
    """The Ruby files of one module, and the names that they define."""

    def __init__(self, directory: Path) -> None:
        self.name = directory.name
        self.lib = directory / "lib"
        self.files = sorted(
            path
            for path in self.lib.rglob("*.rb")
            if not str(path.relative_to(self.lib)).startswith(FUNCTIONS)
        )


class Names:
    """The names of methods and constants that a file uses, and those that it defines."""

    def __init__(self, root: Node) -> None:
        self.calls: dict[str, int] = {}
        self.constants: dict[str, int] = {}
        self.methods: set[str] = set()
        self.defined: set[str] = set()
        self.variables: set[str] = set()
        for node in walk(root):
            self._take(node)
        for name in self.variables:
            self.calls.pop(name, None)

    def _take(self, node: Node) -> None:
        if not node.is_named:
            return
        line = node.start_point[0] + 1
        match node.type:
            case "method" | "singleton_method":
                self.methods.add(text(node.child_by_field_name("name")))
            case "alias":
                self.methods.add(text(node.named_children[0]).lstrip(":"))
            case "class" | "module":
                name = text(node.child_by_field_name("name"))
                self.defined.update(part for part in name.split("::") if part)
            case "call":
                self._take_call(node, line)
            case "identifier":
                self._take_identifier(node, line)
            case "constant" if not _is_inner(node):
                self.constants.setdefault(text(node), line)
            case "scope_resolution" if not _is_inner(node):
                if re.fullmatch(r"(::)?[A-Z]\w*(::[A-Z]\w*)*", text(node)):
                    self.constants.setdefault(text(node).removeprefix("::"), line)
            case "assignment" | "operator_assignment":
                left = node.child_by_field_name("left")
                if left is not None and left.type in ("constant", "scope_resolution"):
                    self.defined.add(text(left).rpartition("::")[2])
                elif left is not None:
                    self.variables.update(_identifiers(left))
            case kind if kind.endswith("parameters") or kind in ("exception_variable", "for"):
                self.variables.update(_identifiers(node))

    def _take_call(self, node: Node, line: int) -> None:
        method = node.child_by_field_name("method")
        name = text(method)
        if method is not None and method.type in ("identifier", "constant"):
            self.calls.setdefault(name, line)
        if name in CLASS_PREFIXES:
            words = re.findall(r"^\(?:(\w+)", text(node.child_by_field_name("arguments")))
            self.defined.update(CLASS_PREFIXES[name] + word.capitalize() for word in words)
        is_definition = node.child_by_field_name("receiver") is None and not _is_in_method(node)
        if is_definition or name in DEFINING or name.startswith("attr"):
            arguments = node.child_by_field_name("arguments")
            for each in [] if arguments is None else walk(arguments):
                if each.type in (
                    "simple_symbol",
                    "hash_key_symbol",
                    "string_content",
                    "bare_symbol",
                ):
                    word = text(each).lstrip(":")
                    self.methods.update((word, f"{word}=", f"{word}?"))

    def _take_identifier(self, node: Node, line: int) -> None:
        above = node.parent
        if above is None or above.type in ("method", "singleton_method", "alias", "undef"):
            return
        if above.type == "call" and above.child_by_field_name("method") == node:
            return
        if "parameter" in above.type:
            return
        self.calls.setdefault(text(node), line)


def _is_in_method(node: Node) -> bool:
    above = node.parent
    while above is not None and above.type not in ("method", "singleton_method"):
        above = above.parent
    return above is not None


def _is_inner(node: Node) -> bool:
    """Return whether a constant is a part of a longer name, or is being defined."""
    above = node.parent
    if above is None:
        return False
    if above.type == "scope_resolution":
        return True
    return above.type in ("class", "module") and above.child_by_field_name("name") == node


def _identifiers(node: Node) -> set[str]:
    return {text(each) for each in walk(node) if each.type == "identifier"}


class Survey:
    """What is found about the files of all modules."""

    def __init__(self, directories: list[Path], is_run: bool) -> None:
        modules = [
            Module(each) for d in directories for each in sorted(d.iterdir()) if each.is_dir()
        ]
        self.modules = [each for each in modules if each.files]
        self.libs = lib_directories([str(each) for each in directories])
        self.is_run = is_run
        self.known_methods = our_method_names()
        self.own_constants: set[str] = set()
        self.names: dict[Path, Names] = {}
        self.kinds: dict[str, Counter[str]] = defaultdict(Counter)
        self.reasons: dict[str, Counter[str]] = defaultdict(Counter)
        self.first: dict[tuple[str, str], str] = {}

    def run(self) -> None:
        for module in self.modules:
            for path in module.files:
                self.names[path] = Names(parse_ruby(path.read_bytes()).root_node)
        for names in self.names.values():
            self.own_constants |= names.defined
        host = self.host([])
        for names in self.names.values():
            for name in names.constants:
                self._has_constant(host, name)
        for made in host.files.known.made.values():
            if isinstance(made, RubyModule):
                self.known_methods.update(made.methods, made.singleton)
        for module in self.modules:
            for path in module.files:
                self.look_at(module, path, host)

    def host(self, libs: Sequence[str]) -> MachineHost:
        """Make a host in memory, with the Ruby files of some directories."""
        facts = {"kernel": "Linux", "os": OS}
        return MachineHost(
            MemoryMachine({}), libs, lambda _level, _message: None, lambda: facts, _Settings()
        )

    def look_at(self, module: Module, path: Path, host: MachineHost) -> None:
        relative = str(path.relative_to(module.lib))
        count = self.kinds[_kind(relative)]
        count["files"] += 1
        compiles = self._compiles(path)
        count["compile"] += compiles
        if self.is_run:
            count["load"] += compiles and self._loads(path)
        count["known"] += self._is_known(path, host)

    def _reason(self, kind: str, what: str, where: str) -> None:
        self.reasons[kind][what] += 1
        self.first.setdefault((kind, what), where)

    def _compiles(self, path: Path) -> bool:
        found: list[UnsupportedError] = []
        try:
            translate(path.read_bytes(), str(path), found)
        except UnsupportedError as error:
            found.append(error)
        for what in {each.construct: each for each in found}.values():
            self._reason("construct", what.construct, f"{path}:{what.line}")
        return not found

    def _loads(self, path: Path) -> bool:
        host = self.host(self.libs)
        ruby = host.interpreter()
        try:
            unit = load_ruby(path.read_bytes(), str(path))
            unit.run(ruby, main_object(ruby))
        except RubyError as error:
            self._reason("load", f"{error.class_name}: {error.message.splitlines()[0]}", str(path))
        except DuckrowError as error:
            self._reason("load", f"{type(error).__name__}: {error}", str(path))
        except Jump as jump:
            self._reason("load", type(jump).__name__, str(path))
        except Exception as error:
            self._reason("load", f"fault: {type(error).__name__}: {error}", str(path))
        else:
            return True
        return False

    def _is_known(self, path: Path, host: MachineHost) -> bool:
        names = self.names[path]
        module = next(each for each in self.modules if path in each.files)
        own = set().union(*(self.names[each].methods for each in module.files))
        unknown = [
            name
            for name in names.calls
            if name not in self.known_methods and name not in own and name not in self.all_methods
        ]
        for name in unknown:
            self._reason("method", name, f"{path}:{names.calls[name]}")
        missing = [name for name in names.constants if not self._has_constant(host, name)]
        for name in missing:
            self._reason("constant", name, f"{path}:{names.constants[name]}")
        return not unknown and not missing

    @property
    def all_methods(self) -> set[str]:
        if not hasattr(self, "_all"):
            self._all = set().union(*(each.methods for each in self.names.values()))
        return self._all

    def _has_constant(self, host: MachineHost, path: str) -> bool:
        last = path.rpartition("::")[2]
        if last in self.own_constants:
            return True
        ruby = host.interpreter()
        # Code inside of `module Puppet` says less of the name.
        names = (path, f"Puppet::{path}", f"Puppet::Util::{path}")
        here = top(ruby)
        found = next((name for name in names if defined_constant(ruby, here, name)), None)
        return found is not None and not isinstance(
            constant_or_nil(ruby, here, found), UnsupportedConstant
        )


OS = {"family": "Debian", "name": "Debian", "release": {"full": "12.0", "major": "12"}}


class _Settings(dict[str, object]):
    def __missing__(self, name: str) -> object:
        return f"/{name}"


def _kind(relative: str) -> str:
    for kind in ("puppet/type", "puppet/provider", "facter"):
        if relative.startswith(kind):
            return kind.rpartition("/")[2]
    return "other"


def show(survey: Survey, most: int) -> None:
    columns = ["files", "compile", "known"]
    if survey.is_run:
        columns.insert(2, "load")
    print(f"{'':10}" + "".join(f"{each:>16}" for each in columns))
    total: Counter[str] = Counter()
    for kind, count in survey.kinds.items():
        total += count
        print(_row(kind, count, columns))
    print(_row("all", total, columns))
    for kind, reasons in survey.reasons.items():
        print(f"\n{kind}: {len(reasons)} in {sum(reasons.values())} files")
        for what, times in reasons.most_common(most):
            print(f"{times:6}  {what}  ({survey.first[kind, what]})")


def _row(name: str, count: Counter[str], columns: list[str]) -> str:
    files = max(count["files"], 1)
    cells = [f"{count[each]:>8} {100 * count[each] / files:5.1f} %" for each in columns[1:]]
    return f"{name:10}{count['files']:>16}" + "".join(f"{cell:>16}" for cell in cells)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("directories", nargs="+", type=Path, help="directories of modules")
    parser.add_argument("--most", type=int, default=40, help="rows of each table of reasons")
    parser.add_argument("--no-load", action="store_true", help="only compile the files")
    given = parser.parse_args()
    survey = Survey(given.directories, is_run=not given.no_load)
    survey.run()
    show(survey, given.most)
    return 0


if __name__ == "__main__":
    sys.exit(main())
