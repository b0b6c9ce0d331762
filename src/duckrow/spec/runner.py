"""Selects and runs the examples of spec files.

A file is loaded and run as a whole in one process; several files may run at the same time. Results
are plain records, in the order of the files.
"""

from __future__ import annotations

import re
from random import Random
from time import perf_counter

from duckrow.machine.local import LocalMachine
from duckrow.machine.paths import is_directory, is_file, walk
from duckrow.puppet.ruby_code.calling import error_message, origin_of, unsupported_text
from duckrow.puppet.ruby_host.entry import fault_text
from duckrow.puppet.settings.settings import Settings
from duckrow.ruby.core.basics import truthy
from duckrow.ruby.errors import Jump, UnsupportedError
from duckrow.ruby.exceptions import RESCUED
from duckrow.ruby.values.kinds import RubyObject
from duckrow.source.errors import DuckrowError, InputError
from duckrow.spec.compile import Compiler
from duckrow.spec.compile_host import maker
from duckrow.spec.constants import find as find_constant
from duckrow.spec.coverage.lines import LineTracer
from duckrow.spec.coverage.resources import ResourceCoverage
from duckrow.spec.example import FAILED, NOT_RUN, Example, run_example, set_outcome
from duckrow.spec.fixtures import lib_directories, module_name, with_real_paths
from duckrow.spec.groups import suite_class
from duckrow.spec.helper import load_known, load_spec
from duckrow.spec.host import SpecHost
from duckrow.spec.selection import Chosen, part_of, selected
from duckrow.spec.shared import Shared
from duckrow.spec.suite import Suite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.spec.groups import Group

    Item = TypeVar("Item", Group, Example)

# The directories of a module whose specs run if none are named, as the module toolkits have them.
DIRECTORIES = tuple(
    "aliases classes defines functions hosts integration plans tasks type_aliases types unit "
    "providers".split()
)


class Job:
    """One spec file to run, and how."""

    __slots__ = (
        "cache",
        "directory",
        "facterdb",
        "file",
        "is_watched",
        "lines",
        "links",
        "measures",
        "modulepath",
        "part",
        "seed",
        "stops",
        "text",
    )

    def __init__(self, file: str, directory: str, modulepath: list[str]) -> None:
        self.file = file
        self.directory = directory  # of the module
        self.modulepath = modulepath  # besides spec/fixtures/modules
        self.links: dict[str, str] = {}  # to modules that are elsewhere
        self.lines: list[int] = []  # of the examples or groups to run; none: all
        self.part = (0, 1)  # of the examples: its number, and the number of parts
        self.text = ""  # in the full descriptions of the examples to run
        self.seed: int | None = None  # None: in the order of definition
        self.stops = False  # at the first failure
        self.measures = False  # which lines of manifests run
        self.is_watched = False  # it runs again when a file that it has read changes
        self.facterdb: list[str] = []  # directories of fact sets
        self.cache: str | None = None

    def shown(self, text: str) -> str:
        """Return a text with the paths of files as users know them."""
        return with_real_paths(text, self.links).replace(f"{self.directory}/", "./")


class ExampleResult:
    """The outcome of one example, as plain data."""

    __slots__ = (
        "class_name",
        "description",
        "descriptions",
        "file",
        "full_description",
        "id",
        "line",
        "lines",
        "message",
        "status",
        "time",
        "trace",
    )

    def __init__(self, example: Example, job: Job) -> None:
        directory = job.directory
        self.id = _relative(example.id, directory)
        self.file = _relative(example.file, directory)
        self.line = example.line
        self.lines = example.lines
        self.descriptions = [each.description for each in example.group.line_of_groups()]
        self.description = example.description or f"example at {self.file}:{self.line}"
        self.full_description = example.full_description
        self.status = example.status
        self.class_name = example.class_name  # of the error, if it failed
        self.message = job.shown(example.message)
        self.trace = _relative(example.trace, directory)
        self.time = example.time


class FileResult:
    """The outcomes of one file: examples, and what went wrong outside of them."""

    __slots__ = (
        "compiles",
        "errors",
        "examples",
        "file",
        "filters",
        "load_time",
        "messages",
        "needs_examples",
        "read",
        "resources",
        "wanted",
    )

    def __init__(self, file: str) -> None:
        self.file = file
        self.examples: list[ExampleResult] = []
        self.errors: list[tuple[str, bool]] = []  # messages, and if duckrow lacks something
        self.messages: list[str] = []  # warnings
        self.needs_examples = False  # whether a spec_helper says that none is a failure
        self.load_time = 0.0
        self.compiles = 0
        self.read: list[str] = []  # files that its compiles have read, if it is watched
        self.resources: dict[str, bool] = {}  # of catalogs, and if a matcher has found them
        self.filters: list[str] = []  # resources that do not count
        self.wanted = 0.0  # the coverage of resources that a spec_helper asks for, in per cent

    def add(self, part: FileResult) -> None:
        """Add the result of the next part of the same file."""
        self.examples += part.examples
        self.errors += [each for each in part.errors if each not in self.errors]
        self.messages += [each for each in part.messages if each not in self.messages]
        self.needs_examples = self.needs_examples or part.needs_examples
        self.load_time += part.load_time
        self.compiles += part.compiles
        self.read = sorted({*self.read, *part.read})
        for name, is_found in part.resources.items():
            self.resources[name] = self.resources.get(name, False) or is_found
        self.filters = list(dict.fromkeys([*self.filters, *part.filters]))
        self.wanted = max(self.wanted, part.wanted)


def _relative(path: str, directory: str) -> str:
    """Return a path as RSpec shows it: ./spec/classes/ntp_spec.rb."""
    return path.replace(f"{directory}/", "./", 1) if path.startswith(directory) else path


def find_files(directory: str) -> list[str]:
    """Return the spec files of a module, or those below a directory."""
    spec = f"{directory}/spec"
    places = [f"{spec}/{each}" for each in DIRECTORIES] if is_directory(spec) else [directory]
    found = []
    for place in places:
        if is_directory(place):
            for path, _, files in walk(place):
                found += [f"{path}/{name}" for name in files if name.endswith("_spec.rb")]
    return sorted(each for each in found if "/fixtures/" not in each)


def read_path(word: str) -> tuple[str, list[int]]:
    """Take the lines off a path such as spec/classes/ntp_spec.rb:12:30."""
    match = re.fullmatch(r"(.*?)((?::\d+)*)", word)
    assert match is not None
    path, lines = match[1], [int(each) for each in match[2].split(":") if each]
    if not is_file(path) and not is_directory(path):
        raise InputError(f"cannot read {path}: No such file or directory")
    return path, lines


def run_file(job: Job, shared: Shared | None = None) -> FileResult:
    """Load a spec file and run the examples that are wanted."""
    result = FileResult(_relative(job.file, job.directory))
    host = _host(job, shared or Shared())
    suite = host.suite
    began = perf_counter()
    _guard(host, job, result, lambda: load_spec(host, job.file))
    result.load_time = perf_counter() - began
    if not result.errors:
        _guard(host, job, result, lambda: _run_hooks(host, "before", "suite"))
        wanted = list(selected(suite, job))
        if not wanted or not (job.text or job.lines):
            result.errors += [(each, True) for each in suite.lacks]
        chosen = Chosen(part_of(wanted, suite, job))
        for group in _in_order(suite.groups, job):
            if not _run_group(host, job, group, chosen, result):
                break
        _guard(host, job, result, lambda: _run_hooks(host, "after", "suite"))
    result.messages = suite.messages
    result.needs_examples = truthy(suite.configuration.settings["fail_if_no_examples"])
    result.compiles = suite.compiler.count
    result.resources = suite.coverage.counted(host.interpreter())
    result.filters = list(dict.fromkeys(suite.coverage.filters))
    result.read = sorted(suite.compiler.read_paths()) if job.is_watched else []
    result.wanted = suite.coverage.wanted
    return result


def lost_result(job: Job) -> FileResult:
    """Return the result of a file, or of a part of it, whose process has ended meanwhile."""
    result = FileResult(_relative(job.file, job.directory))
    text = (
        f"{result.file}: the process that ran it ended without a result; it may have been killed"
        " for its memory; try: fewer processes, with --jobs"
    )
    result.errors.append((text, False))
    return result


def _host(job: Job, shared: Shared) -> SpecHost:
    sources = shared.sources(shared.cache(job.cache))
    environments = shared.environments(job.directory)
    compiler = Compiler(sources, environments, module_name(job.directory))
    if job.measures:
        compiler.tracer = LineTracer(job.directory)
    suite = Suite(job.directory, compiler, shared.facts_in(job.facterdb), ResourceCoverage())
    modules = [f"{job.directory}/spec/fixtures/modules", *job.modulepath]
    directories = [
        f"{job.directory}/spec",
        f"{job.directory}/lib",
        *lib_directories(modules),
    ]
    host = SpecHost(
        suite, LocalMachine(), directories, Settings(), sources.cache, find_constant, load_known
    )
    suite.more_modules = job.modulepath
    compiler.make_host = maker(host)
    return host


def _guard(host: SpecHost, job: Job, result: FileResult, work: Callable[[], None]) -> None:
    """Do some work outside of examples; an exception in it is an error of the file."""
    try:
        work()
    except UnsupportedError as error:
        text = unsupported_text("The file", error, job.file)
        result.errors.append((job.shown(text), True))
    except (*RESCUED, Jump) as error:
        file, line = origin_of(error)
        where = f"{_relative(file, job.directory)}:{line}: " if file else ""
        kind = getattr(error, "class_name", type(error).__name__)
        text = error_message(host.interpreter(), error)
        result.errors.append((f"{where}{kind}: {job.shown(text)}", False))
    except DuckrowError as error:
        result.errors.append((str(error), True))
    except Exception as error:
        result.errors.append((fault_text(error), True))


def _run_hooks(host: SpecHost, kind: str, scope: str) -> None:
    ruby = host.interpreter()
    for hook in host.suite.configuration.hooks.of(kind, scope):
        hook.with_self(ruby, RubyObject(suite_class(ruby)))


# ---- groups


def _in_order(items: list[Item], job: Job) -> list[Item]:
    """Return groups or examples in the order in which they run: of definition, or of a seed."""
    found = list(items)
    if job.seed is not None:
        Random(job.seed).shuffle(found)  # noqa: S311  (an order, not a secret)
    return found


def _run_group(host: SpecHost, job: Job, group: Group, chosen: Chosen, result: FileResult) -> bool:
    """Run the chosen examples of a group and of those inside; return whether to go on."""
    if group not in chosen.groups:
        return True
    ruby = host.interpreter()
    instance = RubyObject(group.class_)
    if group.parent is not None:
        instance.variables.update(group.parent.variables)
    error = None
    hooks = group.hooks.of("before", "all")
    if group.parent is None:
        hooks = host.suite.configuration.hooks.of("before", "all") + hooks
    try:
        for hook in hooks:
            hook.with_self(ruby, instance)
    except Exception as raised:
        error = raised
    group.variables = dict(instance.variables)
    goes_on = _run_members(host, job, group, chosen, result, error)
    _guard(host, job, result, lambda: _run_all(ruby, host, group, instance))
    return goes_on


def _run_members(
    host: SpecHost,
    job: Job,
    group: Group,
    chosen: Chosen,
    result: FileResult,
    error: Exception | None,
) -> bool:
    """Run the examples and groups of a group; return whether to go on.

    With an error of its hooks all of them have it.
    """
    ruby = host.interpreter()
    for example in _in_order([each for each in group.examples if each in chosen.examples], job):
        if error is None:
            run_example(host, example)
        else:
            set_outcome(ruby, example, error)
        result.examples.append(ExampleResult(example, job))
        if job.stops and example.status == FAILED:
            return False
    for child in _in_order(group.children, job):
        if error is not None:
            for example in child.all_examples():
                if example in chosen.examples:
                    set_outcome(ruby, example, error)
                    result.examples.append(ExampleResult(example, job))
        elif not _run_group(host, job, child, chosen, result):
            return False
    return True


def _run_all(ruby: Interpreter, host: SpecHost, group: Group, instance: RubyObject) -> None:
    hooks = group.hooks.of("after", "all")
    if group.parent is None:
        hooks = hooks + host.suite.configuration.hooks.of("after", "all")
    for hook in hooks:
        hook.with_self(ruby, instance)


def is_bad(result: FileResult) -> bool:
    """Return whether an example failed, or a file could not be loaded through its own fault."""
    failed = any(each.status == FAILED for each in result.examples)
    return failed or any(not is_lack for _, is_lack in result.errors)


def is_empty_failure(results: list[FileResult]) -> bool:
    """Return whether no example ran, and a spec_helper says that this is a failure."""
    return not any(each.examples for each in results) and any(
        each.needs_examples for each in results
    )


def is_incomplete(result: FileResult) -> bool:
    """Return whether duckrow could not run something."""
    lacks = any(is_lack for _, is_lack in result.errors)
    return lacks or any(each.status == NOT_RUN for each in result.examples)
