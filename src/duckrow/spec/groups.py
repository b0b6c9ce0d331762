"""Example groups: describe, context, it, let, subject, hooks and shared examples.

A group is a class of Ruby whose parent is the class of the group around it, so that methods and
lets of outer groups are inherited. A let is two methods: its block, in a module of the class, and
in the class itself one that calls the block once for each example. So `super()` in the block of a
let is the let of the outer group.
"""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.ruby.calls import send_self
from duckrow.ruby.constants import find_constant
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.objects.evaluate import class_exec
from duckrow.ruby.definitions import block_method, of_ruby_code
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError, UnsupportedError, argument_error
from duckrow.ruby.running import running_frame
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject, symbol
from duckrow.spec.example import Example, ExampleValue
from duckrow.spec.host import suite_of
from duckrow.spec.suite import Hook, Hooks, fits_any

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.spec.suite import Suite

_GROUP = " group"  # where a class keeps its group; no name of a variable in Ruby has a space
_MEMO = " memoized"
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


def _inside(self: object) -> Group:
    found = group_of(self)
    if found is None:
        raise RubyError("NoMethodError", "this belongs inside of an example group")
    return found


def _place() -> tuple[str, int]:
    """Return the file and line of the spec file that runs."""
    frame = running_frame()
    return ("", 0) if frame is None else (frame.f_code.co_filename, frame.f_lineno)


def _metadata(ruby: Interpreter, words: list[object]) -> dict[str, object]:
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
    return _describe(ruby, group_of(self), list(arguments), {}, block).class_


def _describe(
    ruby: Interpreter,
    parent: Group | None,
    words: list[object],
    metadata: dict[str, object],
    block: Proc | None,
    contents: Callable[[RubyModule], None] | None = None,
) -> Group:
    suite = suite_of(ruby)
    first = words[:1]
    rest = words[1:]
    if len(words) == 1 and isinstance(words[0], dict):
        first, rest = [], words
    given = _metadata(ruby, rest)
    parts = [*first, *rest]
    file, line = _place()
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


def _skipped_group(
    ruby: Interpreter, self: object, *arguments: object, block: Proc | None = None
) -> RubyModule:
    words = list(arguments)
    return _describe(ruby, group_of(self), words, {"skip": "Temporarily skipped"}, block).class_


# ---- shared examples


def share(
    ruby: Interpreter, self: object, name: object, *options: object, block: Proc | None = None
) -> None:
    """Define shared examples, for a group or for all; with metadata, for the groups that fit."""
    if block is None:
        raise argument_error("shared examples need a block")
    suite = suite_of(ruby)
    filter_ = _metadata(ruby, list(options))
    behaviour = suite.configuration.settings["shared_context_metadata_behavior"]
    if filter_ and behaviour == symbol("trigger_inclusion"):
        suite.shared_by_metadata.append((filter_, block))
    group = group_of(self)
    table = suite.shared if group is None else group.shared
    table[to_s(ruby, name)] = block


def _shared(ruby: Interpreter, group: Group, name: object) -> Proc:
    word = to_s(ruby, name)
    here: Group | None = group
    while here is not None:
        if word in here.shared:
            return here.shared[word]
        here = here.parent
    found = suite_of(ruby).shared.get(word)
    if found is None:
        raise argument_error(f'Could not find shared examples "{word}"')
    return found


def _include_shared(
    ruby: Interpreter, self: RubyModule, name: object, *arguments: object, block: Proc | None = None
) -> None:
    """Run shared examples as if they were written in this group."""
    class_exec(ruby, self, *arguments, block=_shared(ruby, _inside(self), name))
    if block is not None:
        class_exec(ruby, self, block=block)


def _behaves_like(
    ruby: Interpreter, self: RubyModule, name: object, *arguments: object, block: Proc | None = None
) -> None:
    """Run shared examples in a group of their own."""
    group = _inside(self)
    shared = _shared(ruby, group, name)

    def contents(class_: RubyModule) -> None:
        class_exec(ruby, class_, *arguments, block=shared)

    _describe(ruby, group, [f"behaves like {to_s(ruby, name)}"], {}, block, contents)


# ---- examples


def _define_example(
    ruby: Interpreter,
    self: RubyModule,
    arguments: tuple[object, ...],
    metadata: dict[str, object],
    block: Proc | None,
) -> None:
    group = _inside(self)
    words = list(arguments)
    first = words[:1] if words and not isinstance(words[0], dict) else []
    rest = words[len(first) :]
    given = {**group.metadata, **_metadata(ruby, rest), **metadata}
    if first and type(first[0]) is Symbol and not rest and len(words) == 1:
        given[first[0].name] = True
        first = []
    if block is None and "skip" not in given:
        given["skip"] = "Not yet implemented"
    file, line = _place()
    text = to_s(ruby, first[0]) if first and first[0] is not None else ""
    group.examples.append(Example(group, text, block, given, file, line, group.next_index()))


def _it(ruby: Interpreter, self: RubyModule, *words: object, block: Proc | None = None) -> None:
    _define_example(ruby, self, words, {}, block)


def _skipped(
    ruby: Interpreter, self: RubyModule, *words: object, block: Proc | None = None
) -> None:
    _define_example(ruby, self, words, {"skip": "Temporarily skipped with xit"}, block)


def _pending(
    ruby: Interpreter, self: RubyModule, *words: object, block: Proc | None = None
) -> None:
    _define_example(ruby, self, words, {"pending": True}, block)


def _its(ruby: Interpreter, self: RubyModule, attribute: object, *_: object, block: Proc) -> None:
    """Define an example about an attribute of the subject, in a group of its own."""
    name = to_s(ruby, attribute)

    def subject(ruby: Interpreter, self: RubyObject) -> object:
        around = _inside(self).parent
        assert around is not None
        method = around.class_.find_method("subject")
        assert method is not None
        value: object = method(ruby, self)
        if isinstance(attribute, list):
            return send(ruby, value, "[]", *attribute)
        for part in name.split("."):
            value = send(ruby, value, part)
        return value

    def contents(class_: RubyModule) -> None:
        class_.methods["__its_subject"] = of_ruby_code(subject)
        _it(ruby, class_, block=block)

    _describe(ruby, _inside(self), [name], {}, None, contents)


def _define_matcher(
    ruby: Interpreter, self: RubyModule, name: object, *, block: Proc | None = None
) -> None:
    """Define a matcher in Ruby: examples that use it do not run here."""
    del block
    word = to_s(ruby, name)

    def refuse(_ruby: Interpreter, _self: object, *_: object) -> None:
        raise UnsupportedError(f"the matcher {word}, which the spec defines")

    self.methods[word] = of_ruby_code(refuse)


# ---- lets


def _let(ruby: Interpreter, self: RubyModule, name: object, *, block: Proc) -> object:
    """Define a method whose block runs once for each example."""
    group = _inside(self)
    word = to_s(ruby, name)
    raw = block_method(word, _without_example(block))

    def memoized(ruby: Interpreter, example: RubyObject) -> object:
        memo = example.variables.setdefault(_MEMO, {})
        assert isinstance(memo, dict)
        if word not in memo:
            memo[word] = raw(ruby, example)
        return memo[word]

    memoized.__name__ = word
    group.lets.methods[word] = raw
    group.class_.methods[word] = of_ruby_code(memoized)
    return symbol(word)


def _without_example(block: Proc) -> Proc:
    """Return a block of a let that may have the example as its parameter."""
    if block.count < 1:
        return block
    inner = block

    def called(ruby: Interpreter, *, self: object = None) -> object:
        example = suite_of(ruby).example
        return inner.with_self(ruby, self, None if example is None else ExampleValue(example))

    return Proc(called, 0, has_rest=False)


def _let_now(ruby: Interpreter, self: RubyModule, name: object, *, block: Proc) -> object:
    """Define a let that every example computes before it begins."""
    _let(ruby, self, name, block=block)
    word = to_s(ruby, name)
    _inside(self).hooks.add("before", "each", Hook(_calling(word), {}))
    return symbol(word)


def _calling(name: str) -> Proc:
    def called(ruby: Interpreter, *, self: object = None) -> object:
        return send_self(ruby, self, name)

    return Proc(called, 0, has_rest=False)


def _subject(ruby: Interpreter, self: RubyModule, name: object = None, *, block: Proc) -> object:
    """Define the subject of the examples, which may have a name of its own too."""
    if name is None:
        return _let(ruby, self, "subject", block=block)
    _let(ruby, self, name, block=block)
    return _let(ruby, self, "subject", block=_calling(to_s(ruby, name)))


def _subject_now(
    ruby: Interpreter, self: RubyModule, name: object = None, *, block: Proc
) -> object:
    found = _subject(ruby, self, name, block=block)
    _inside(self).hooks.add("before", "each", Hook(_calling("subject"), {}))
    return found


# ---- hooks

_SCOPES = {"each": "each", "example": "each", "all": "all", "context": "all", "suite": "suite"}


def add_hook(
    ruby: Interpreter, hooks: Hooks, kind: str, arguments: tuple[object, ...], block: Proc
) -> None:
    """Add a hook; the arguments are its scope and the metadata of the examples it is for."""
    words = list(arguments)
    scope = "each"
    if words and type(words[0]) is Symbol and words[0].name in _SCOPES:
        scope = _SCOPES[words.pop(0).name]  # type: ignore[attr-defined]
    filter_ = _metadata(ruby, words)
    hooks.add(kind, scope, Hook(block, filter_), is_first=kind == "after")


def _hook(kind: str) -> Callable[..., object]:
    def add(ruby: Interpreter, self: RubyModule, *arguments: object, block: Proc) -> None:
        add_hook(ruby, _inside(self).hooks, kind, arguments, block)

    return add


# ---- the words of groups


def _top_description(_ruby: Interpreter, self: RubyModule) -> str:
    return _inside(self).top.description


def _ruby_metadata(_ruby: Interpreter, self: RubyModule) -> dict[object, object]:
    return {symbol(name): value for name, value in _inside(self).metadata.items()}


# Words that define groups and shared examples, inside of a group and outside of all.
OUTER: dict[str, Callable[..., object]] = {
    "describe": describe,
    "context": describe,
    "fdescribe": describe,
    "fcontext": describe,
    "xdescribe": _skipped_group,
    "xcontext": _skipped_group,
    "shared_examples": share,
    "shared_examples_for": share,
    "shared_context": share,
}
WORDS: dict[str, Callable[..., object]] = {
    **OUTER,
    "example_group": describe,
    "include_examples": _include_shared,
    "include_context": _include_shared,
    "it_behaves_like": _behaves_like,
    "it_should_behave_like": _behaves_like,
    "it": _it,
    "specify": _it,
    "example": _it,
    "fit": _it,
    "xit": _skipped,
    "xspecify": _skipped,
    "xexample": _skipped,
    "skip": _skipped,
    "pending": _pending,
    "its": _its,
    "define": _define_matcher,
    "let": _let,
    "let!": _let_now,
    "subject": _subject,
    "subject!": _subject_now,
    "before": _hook("before"),
    "append_before": _hook("before"),
    "after": _hook("after"),
    "prepend_after": _hook("after"),
    "around": _hook("around"),
    "description": lambda _ruby, self: _inside(self).description,
    "top_level_description": _top_description,
    "described_class": lambda _ruby, self: _inside(self).described,
    "metadata": _ruby_metadata,
}
