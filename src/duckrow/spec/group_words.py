"""The words inside of example groups: it, let, subject, hooks, shared examples.

A let is two methods: its block, in a module of the class, and in the class itself one that calls
the block once for each example. So `super()` in the block of a let is the let of the outer group.
"""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.ruby.calls import send_self
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.objects.evaluate import class_exec
from duckrow.ruby.definitions import block_method, of_ruby_code
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import UnsupportedError, argument_error
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject, symbol
from duckrow.spec.example import Example, ExampleValue
from duckrow.spec.groups import (
    Group,
    describe,
    group_of,
    inside,
    make_group,
    metadata_of,
    place,
    skipped_group,
)
from duckrow.spec.host import suite_of
from duckrow.spec.suite import Hook, Hooks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter

_MEMO = " memoized"


# ---- shared examples


def share(
    ruby: Interpreter, self: object, name: object, *options: object, block: Proc | None = None
) -> None:
    """Define shared examples, for a group or for all; with metadata, for the groups that fit."""
    if block is None:
        raise argument_error("shared examples need a block")
    suite = suite_of(ruby)
    filter_ = metadata_of(ruby, list(options))
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
    class_exec(ruby, self, *arguments, block=_shared(ruby, inside(self), name))
    if block is not None:
        class_exec(ruby, self, block=block)


def _behaves_like(
    ruby: Interpreter, self: RubyModule, name: object, *arguments: object, block: Proc | None = None
) -> None:
    """Run shared examples in a group of their own."""
    group = inside(self)
    shared = _shared(ruby, group, name)

    def contents(class_: RubyModule) -> None:
        class_exec(ruby, class_, *arguments, block=shared)

    make_group(ruby, group, [f"behaves like {to_s(ruby, name)}"], {}, block, contents)


# ---- examples


def _define_example(
    ruby: Interpreter,
    self: RubyModule,
    arguments: tuple[object, ...],
    metadata: dict[str, object],
    block: Proc | None,
) -> None:
    group = inside(self)
    words = list(arguments)
    first = words[:1] if words and not isinstance(words[0], dict) else []
    rest = words[len(first) :]
    given = {**group.metadata, **metadata_of(ruby, rest), **metadata}
    if first and type(first[0]) is Symbol and not rest and len(words) == 1:
        given[first[0].name] = True
        first = []
    if block is None and "skip" not in given:
        given["skip"] = "Not yet implemented"
    file, line = place()
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
        around = inside(self).parent
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

    make_group(ruby, inside(self), [name], {}, None, contents)


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
    group = inside(self)
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
    inside(self).hooks.add("before", "each", Hook(_calling(word), {}))
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
    inside(self).hooks.add("before", "each", Hook(_calling("subject"), {}))
    return found


# ---- hooks

# Those before examples run in the order of their definition, those after them the other way round.
HOOKS = "before append_before prepend_before after append_after prepend_after around".split()
_SCOPES = {"each": "each", "example": "each", "all": "all", "context": "all", "suite": "suite"}


def add_hook(
    ruby: Interpreter, hooks: Hooks, word: str, arguments: tuple[object, ...], block: Proc
) -> None:
    """Add a hook; the arguments are its scope and the metadata of the examples it is for."""
    kind = word.rpartition("_")[2]
    is_first = word == "after" or word.startswith("prepend_")
    words = list(arguments)
    scope = "each"
    if words and type(words[0]) is Symbol and words[0].name in _SCOPES:
        scope = _SCOPES[words.pop(0).name]  # type: ignore[attr-defined]
    filter_ = metadata_of(ruby, words)
    hooks.add(kind, scope, Hook(block, filter_), is_first=is_first)


def _hook(word: str) -> Callable[..., object]:
    def add(ruby: Interpreter, self: RubyModule, *arguments: object, block: Proc) -> None:
        add_hook(ruby, inside(self).hooks, word, arguments, block)

    return add


# ---- the words of groups


def _top_description(_ruby: Interpreter, self: RubyModule) -> str:
    return inside(self).top.description


def _ruby_metadata(_ruby: Interpreter, self: RubyModule) -> dict[object, object]:
    return {symbol(name): value for name, value in inside(self).metadata.items()}


# Words that define groups and shared examples, inside of a group and outside of all.
OUTER: dict[str, Callable[..., object]] = {
    "describe": describe,
    "context": describe,
    "fdescribe": describe,
    "fcontext": describe,
    "xdescribe": skipped_group,
    "xcontext": skipped_group,
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
    **{word: _hook(word) for word in HOOKS},
    "description": lambda _ruby, self: inside(self).description,
    "top_level_description": _top_description,
    "described_class": lambda _ruby, self: inside(self).described,
    "metadata": _ruby_metadata,
}
