"""Example groups: describe and context.

A group is a class of Ruby whose parent is the class of the group around it, so that methods and
lets of outer groups are inherited. group_words.py has the words that are written inside of one.
"""

from __future__ import annotations

import re

from duckrow.data.symbol import Symbol
from duckrow.ruby.constants import find_constant
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.objects.evaluate import class_exec
from duckrow.ruby.errors import RubyError
from duckrow.ruby.running import running_frame
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject, symbol
from duckrow.spec.example import Example
from duckrow.spec.host import suite_of
from duckrow.spec.suite import Hooks, fits_any

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.spec.suite import Suite

_GROUP = " group"  # where a class keeps its group; no name of a variable in Ruby has a space
# The type of examples by the directory of their file, as rspec-puppet reads it.
TYPES = {
    "classes": "class",
    "defines": "define",
    "functions": "puppet_function",
    "hosts": "host",
    "types": "type",
    "type_aliases": "type_alias",
    "providers": "provider",
}
# The modules of rspec-puppet that groups of a type include.
MODULES = {
    "class": "RSpec::Puppet::ClassExampleGroup",
    "define": "RSpec::Puppet::DefineExampleGroup",
    "puppet_function": "RSpec::Puppet::FunctionExampleGroup",
    "host": "RSpec::Puppet::HostExampleGroup",
    "type": "RSpec::Puppet::TypeExampleGroup",
    "type_alias": "RSpec::Puppet::TypeAliasExampleGroup",
}


class Group:
    """An example group."""

    __slots__ = (
        "children",
        "class_",
        "described",
        "description",
        "examples",
        "file",
        "hooks",
        "index",
        "lets",
        "line",
        "metadata",
        "parent",
        "shared",
        "variables",
    )

    def __init__(
        self, class_: RubyModule, parent: Group | None, description: str, file: str, line: int
    ) -> None:
        self.class_ = class_
        self.parent = parent
        self.description = description
        self.described: object = None  # the class that it describes
        self.file = file
        self.line = line
        self.index = 0  # among the examples and groups of its parent, or the groups of its file
        self.metadata: dict[str, object] = {} if parent is None else dict(parent.metadata)
        self.hooks = Hooks()
        self.examples: list[Example] = []
        self.children: list[Group] = []
        self.shared: dict[str, Proc] = {}
        self.variables: dict[str, object] = {}  # that before(:all) has set
        self.lets = RubyModule(f"{class_.name}::LetDefinitions", None, is_class=False)
        class_.includes.append(self.lets)
        class_.variables[_GROUP] = self

    @property
    def constant_name(self) -> str:
        """Return the name of its class, as RSpec makes it of the description."""
        text = f" {self.description}"
        words = re.sub(r"[^0-9a-zA-Z]+([0-9a-zA-Z])", lambda match: match[1].upper(), text)
        name = re.sub(r"\W", "", words)
        return name if "A" <= name[:1] <= "Z" else f"Nested{name}"

    @property
    def full_description(self) -> str:
        """Return the descriptions of the groups around it and its own."""
        if self.parent is None:
            return self.description
        is_class = isinstance(self.parent.described, RubyModule)
        is_method = is_class and self.description.startswith(("#", "::", "."))
        return f"{self.parent.full_description}{'' if is_method else ' '}{self.description}"

    @property
    def top(self) -> Group:
        """Return the outermost group."""
        return self if self.parent is None else self.parent.top

    @property
    def path(self) -> str:
        """Return its place in its file, as ids have it: 1:2:3."""
        return str(self.index) if self.parent is None else f"{self.parent.path}:{self.index}"

    def line_of_groups(self) -> list[Group]:
        """List the outermost group first, this one last."""
        return [*(() if self.parent is None else self.parent.line_of_groups()), self]

    def next_index(self) -> int:
        """Return the index of the next example or group inside."""
        return len(self.examples) + len(self.children) + 1

    def all_examples(self) -> list[Example]:
        """List the examples of this group and of all groups inside, in order of definition."""
        inner = [each for child in self.children for each in child.all_examples()]
        return [*self.examples, *inner]


def group_of(self: object) -> Group | None:
    """Return the group of a class, or of the class of an example; None outside of groups."""
    here = self.class_ if isinstance(self, RubyObject) else self
    while isinstance(here, RubyModule):
        found = here.variables.get(_GROUP)
        if isinstance(found, Group):
            return found
        here = here.parent
    return None


def inside(self: object) -> Group:
    """Return the group of a class; raise NoMethodError outside of groups."""
    found = group_of(self)
    if found is None:
        raise RubyError("NoMethodError", "this belongs inside of an example group")
    return found


def place() -> tuple[str, int]:
    """Return the file and line of the spec file that runs."""
    frame = running_frame()
    return ("", 0) if frame is None else (frame.f_code.co_filename, frame.f_lineno)


def metadata_of(ruby: Interpreter, words: list[object]) -> dict[str, object]:
    """Take the metadata off the end of arguments: a hash, and symbols before it."""
    found: dict[str, object] = {}
    given = words.pop() if words and isinstance(words[-1], dict) else {}
    while words and type(words[-1]) is Symbol:
        found[to_s(ruby, words.pop())] = True
    if isinstance(given, dict):
        found |= {to_s(ruby, key): value for key, value in given.items()}
    return found


# ---- groups


def describe(
    ruby: Interpreter, self: object, *arguments: object, block: Proc | None = None
) -> RubyModule:
    """Define a group, inside of another one or of none."""
    return make_group(ruby, group_of(self), list(arguments), {}, block).class_


def make_group(
    ruby: Interpreter,
    parent: Group | None,
    words: list[object],
    metadata: dict[str, object],
    block: Proc | None,
    contents: Callable[[RubyModule], None] | None = None,
) -> Group:
    """Make a group; `contents` or a block fill it."""
    suite = suite_of(ruby)
    first = words[:1]
    rest = words[1:]
    if len(words) == 1 and isinstance(words[0], dict):
        first, rest = [], words
    given = metadata_of(ruby, rest)
    parts = [*first, *rest]
    file, line = place()
    root = suite_class(ruby)
    class_ = RubyModule("RSpec::ExampleGroups::Group", root if parent is None else parent.class_)
    group = Group(class_, parent, _joined(ruby, parts), file, line)
    group.metadata |= {**given, **metadata}
    described = next((each for each in parts if not isinstance(each, str)), None)
    group.described = described if described is not None else parent and parent.described
    siblings: list[Group]
    if parent is None:
        group.index = suite.number_of_groups_in(file) + 1
        siblings = suite.groups
    else:
        group.index = parent.next_index()
        siblings = parent.children
    siblings.append(group)
    _use_type(ruby, suite, group)
    for kind, module, wanted in suite.configuration.included_modules:
        if fits_any(wanted, group.metadata):
            (class_.includes if kind == "include" else class_.extensions).append(module)
    for filter_, shared in suite.shared_by_metadata:
        # A group inside of one that has them already gets them from there.
        is_inside = parent is not None and fits_any(filter_, parent.metadata)
        if fits_any(filter_, group.metadata) and not is_inside:
            class_exec(ruby, class_, block=shared)
    if contents is not None:
        contents(class_)
    if block is not None:
        class_exec(ruby, class_, block=block)
    return group


def suite_class(ruby: Interpreter) -> RubyModule:
    """Return the class that all groups inherit from."""
    found = find_constant(ruby, "RSpec::Core::ExampleGroup")
    assert isinstance(found, RubyModule)
    return found


def _use_type(ruby: Interpreter, suite: Suite, group: Group) -> None:
    """Include the module of rspec-puppet for the type of a group."""
    type_ = group.metadata.get("type")
    if type_ is None:
        parts = group.file.removeprefix(suite.directory).split("/")
        at = parts.index("spec") + 1 if "spec" in parts else len(parts)
        type_ = symbol(TYPES[parts[at]]) if at < len(parts) and parts[at] in TYPES else None
        if type_ is not None:
            group.metadata["type"] = type_
    name = MODULES.get(to_s(ruby, type_)) if type_ is not None else None
    if name is None:
        return
    module = find_constant(ruby, name)
    assert isinstance(module, RubyModule)
    if module not in group.class_.ancestors():
        group.class_.includes.append(module)


def _joined(ruby: Interpreter, parts: list[object]) -> str:
    text = ""
    for index, each in enumerate(parts):
        word = to_s(ruby, each)
        before = parts[index - 1] if index else None
        is_method = isinstance(before, RubyModule) and word.startswith(("#", "::", "."))
        text += word if not index or is_method else f" {word}"
    return text


def skipped_group(
    ruby: Interpreter, self: object, *arguments: object, block: Proc | None = None
) -> RubyModule:
    """Define a group whose examples are skipped."""
    words = list(arguments)
    return make_group(ruby, group_of(self), words, {"skip": "Temporarily skipped"}, block).class_
