"""One example: how it runs, and its outcome."""

from __future__ import annotations

from time import perf_counter

from duckrow.puppet.ruby_code.calling import (
    LanguageError,
    error_message,
    origin_of,
    unsupported_text,
)
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.ruby.calls import send_self
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.errors import Jump, RubyError, UnsupportedError
from duckrow.ruby.exceptions import RESCUED
from duckrow.ruby.values.kinds import RubyObject, symbol
from duckrow.spec.host import NOT_MET, SKIPPED, SpecHost, suite_of
from duckrow.spec.lacks import lack_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc
    from duckrow.spec.coverage.lines import Lines
    from duckrow.spec.groups import Group
    from duckrow.spec.matchers.matcher import Matcher

PASSED, FAILED, PENDING, NOT_RUN = "passed", "failed", "pending", "not run"


class Example:
    """An example.

    Its outcome is a status and a message: the expectation that was not met, the reason why it is
    pending, or the construct that duckrow does not run.
    """

    __slots__ = (
        "block",
        "class_name",
        "facts",
        "file",
        "group",
        "index",
        "line",
        "lines",
        "matcher",
        "message",
        "metadata",
        "own_description",
        "status",
        "time",
        "trace",
    )

    def __init__(
        self,
        group: Group,
        description: str,
        block: Proc | None,
        metadata: dict[str, object],
        file: str,
        line: int,
        index: int,
    ) -> None:
        self.group = group
        self.own_description = description
        self.block = block
        self.metadata = metadata
        self.file = file
        self.line = line
        self.index = index
        self.facts: dict[str, object] = {}  # those that it compiled with
        self.matcher: tuple[Matcher, bool] | None = None  # the last one, and if it is negated
        self.status = ""
        self.message = ""
        self.class_name = ""  # of the error
        self.trace = ""  # file and line of the expectation
        self.lines: Lines = {}  # of manifests that it has run, if they are traced
        self.time = 0.0

    @property
    def id(self) -> str:
        """Return its id: the file of its outermost group, and its place there."""
        return f"{self.group.top.file}[{self.group.path}:{self.index}]"

    @property
    def description(self) -> str:
        """Return its description, which its last matcher has made if none is written."""
        return self.own_description

    @property
    def full_description(self) -> str:
        return f"{self.group.full_description} {self.description}".lstrip()


class ExampleValue(TableValue):
    """An example, for Ruby code; in hooks around examples also the rest of the run."""

    __slots__ = ("example", "rest")

    ruby_class_name = "RSpec::Core::Example"

    def __init__(self, example: Example, rest: Callable[[], None] | None = None) -> None:
        self.example = example
        self.rest = rest


def _run_rest(_ruby: Interpreter, self: ExampleValue, *_: object) -> None:
    if self.rest is not None:
        self.rest()


def _metadata(_ruby: Interpreter, self: ExampleValue) -> dict[object, object]:
    example = self.example
    found: dict[object, object] = {symbol(name): each for name, each in example.metadata.items()}
    found[symbol("description")] = example.description
    found[symbol("full_description")] = example.full_description
    found[symbol("file_path")] = example.file
    found[symbol("line_number")] = example.line
    return found


ExampleValue.ruby_methods = {
    "metadata": _metadata,
    "description": lambda _ruby, self: self.example.description,
    "full_description": lambda _ruby, self: self.example.full_description,
    "file_path": lambda _ruby, self: self.example.file,
    "id": lambda _ruby, self: self.example.id,
    "run": _run_rest,
    "call": _run_rest,
}


def run_example(host: SpecHost, example: Example) -> None:
    """Run an example with its hooks, and set its outcome."""
    began = perf_counter()
    reason = example.metadata.get("skip")
    if reason not in (None, False):
        example.status = PENDING
        example.message = reason if isinstance(reason, str) else "No reason given"
        return
    suite = host.suite
    suite.example = example
    suite.sees_stubs = False
    ruby = host.interpreter()
    instance = RubyObject(example.group.class_)
    for each in example.group.line_of_groups():
        instance.variables.update(each.variables)
    tracer = suite.compiler.tracer
    if tracer is not None:
        tracer.begin()
    try:
        _run_around(ruby, example, instance)
        example.status = example.status or PASSED
    except Exception as error:
        set_outcome(ruby, example, error)
    finally:
        if tracer is not None:
            example.lines = tracer.end()
        _describe(ruby, example)
        suite.verifications.clear()
        while suite.stubs:
            suite.stubs.pop()()
        unreached = "" if suite.sees_stubs else suite.compiler.remove_stubs()
        suite.compiler.remove_stubs()
        suite.example = None
        host.own_settings.clear()  # those of hooks before all count for the first example only
    if unreached and example.status in (PASSED, FAILED):
        example.status = NOT_RUN
        lack = UnsupportedError(unreached)
        example.message = unsupported_text("The example", lack, f"{example.file}:{example.line}")
    if example.metadata.get("pending") not in (None, False):
        _judge_pending(example)
    example.time = perf_counter() - began


def set_outcome(ruby: Interpreter, example: Example, error: Exception) -> None:
    """Set the outcome of an example that an exception has ended."""
    if isinstance(error, EvaluationError):  # a function that cannot be loaded
        error = LanguageError(error)
    file, line = origin_of(error)
    example.trace = f"{file}:{line}" if file else f"{example.file}:{example.line}"
    if isinstance(error, UnsupportedError):
        example.status = NOT_RUN
        example.message = unsupported_text("The example", error, example.file)
    elif lack_of(error):
        example.status = NOT_RUN
        example.message = (
            f"The example ({example.trace}) needs {lack_of(error)}, which duckrow does not have"
        )
    elif isinstance(error, RubyError) and error.class_name == SKIPPED:
        example.status, example.message = PENDING, error.message
    elif isinstance(error, (*RESCUED, Jump)):
        example.status = FAILED
        example.message = error_message(ruby, error)
        example.class_name = getattr(error, "class_name", type(error).__name__)
        if example.class_name != NOT_MET:
            example.message = f"{example.class_name}: {example.message}"
        if '"' in example.message:
            from duckrow.spec.secrets import without_secrets

            example.message = without_secrets(example.message, suite_of(ruby).compiler)
    else:
        from duckrow.puppet.ruby_host.entry import fault_text

        example.status, example.message = NOT_RUN, fault_text(error)


def _judge_pending(example: Example) -> None:
    """Turn the outcome of a pending example round: it has to fail."""
    reason = example.metadata["pending"]
    if example.status == FAILED:
        example.status = PENDING
        example.message = reason if isinstance(reason, str) else "No reason given"
    elif example.status == PASSED:
        example.status = FAILED
        example.message = "Expected pending example to fail. No error was raised."


def _run_around(ruby: Interpreter, example: Example, instance: RubyObject) -> None:
    """Run an example inside of the hooks around it, which do not see its error."""
    host = ruby.host
    assert isinstance(host, SpecHost)
    hooks = host.suite.configuration.hooks.of("around", "each", example.metadata)
    for group in example.group.line_of_groups():
        hooks += group.hooks.of("around", "each", example.metadata)
    has_run = False
    errors: list[Exception] = []

    def run_from(number: int) -> None:
        nonlocal has_run
        if number < len(hooks):
            value = ExampleValue(example, lambda: run_from(number + 1))
            hooks[number].with_self(ruby, instance, value)
            return
        has_run = True
        try:
            _run_with_hooks(ruby, host, example, instance)
        except Exception as error:
            errors.append(error)

    try:
        run_from(0)
    except Exception as error:  # of a hook: that of the example comes first
        errors.append(error)
    if errors:
        raise errors[0]
    if not has_run:
        example.status, example.message = PENDING, "The hooks around it did not run the example"


def _run_with_hooks(
    ruby: Interpreter, host: SpecHost, example: Example, instance: RubyObject
) -> None:
    suite = host.suite
    value = ExampleValue(example)
    groups = example.group.line_of_groups()
    before = suite.configuration.hooks.of("before", "each", example.metadata)
    for group in groups:
        before += group.hooks.of("before", "each", example.metadata)
    after = []
    for group in reversed(groups):
        after += group.hooks.of("after", "each", example.metadata)
    after += suite.configuration.hooks.of("after", "each", example.metadata)
    error: Exception | None = None
    try:
        if instance.class_.find_method("stub_file_consts") is not None:
            # rspec-puppet has a hook before all others, which needs the facts.
            send_self(ruby, instance, "stub_file_consts", value)
        for hook in before:
            hook.with_self(ruby, instance, value)
        assert example.block is not None
        example.block.with_self(ruby, instance, value)
    except Exception as raised:
        error = raised
    _describe(ruby, example)
    for hook in after:
        try:
            hook.with_self(ruby, instance, value)
        except Exception as raised:  # the first error says why the example did not pass
            error = error or raised
    if error is not None:
        raise error
    for verify in suite.verifications:
        verify()


def _describe(ruby: Interpreter, example: Example) -> None:
    """Give an example without a description that of its last matcher."""
    if example.own_description or example.status == NOT_RUN:
        return
    if example.matcher is None:
        return
    matcher, is_negated = example.matcher
    verb = "is expected not to" if is_negated else "is expected to"
    example.own_description = f"{verb} {matcher.description(ruby)}"
