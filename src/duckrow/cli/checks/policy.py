"""Check a policy of CFEngine, and write it as text or JSON.

A policy file is loaded with the files that it names, as the agent would. No promise is kept, and
functions are called only if the rules say so: some start commands, and a policy that is checked may
come from anybody.
"""

from __future__ import annotations

import re

from duckrow.cfengine.agent.make_options import make_options
from duckrow.cfengine.agent.promises import check
from duckrow.cfengine.evaluation.load import SYNTAX_ERRORS
from duckrow.cfengine.evaluation.messages.log import Log
from duckrow.cfengine.policy.check import read_file
from duckrow.cfengine.policy.dump import to_json, to_text
from duckrow.cfengine.policy.policy import Policy
from duckrow.cli.excerpt import offset_of, span_of_line
from duckrow.machine.paths import read_bytes
from duckrow.source.diagnostic import ERROR, WARNING, Diagnostic
from duckrow.source.errors import InputError
from duckrow.source.text import SourceText
from duckrow.state.directory import state_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.syntax.nodes import Block
    from duckrow.cli.checks.check import Rules
    from duckrow.cli.inputs import Input

# The layout of errors and warnings of the reference; the source line below is drawn anew.
_LOCATED = re.compile(r"(.*?):(\d+):(\d+): (error|warning): (.*)")


def check_policy(given: Input, rules: Rules) -> tuple[Callable[[], str], list[Diagnostic]]:
    """Return a function that writes the policy, if the rules ask for it, and the findings."""
    text = _text_of(given)
    findings = _Findings(given.label, text)
    if given.is_part or not rules.validates:
        _read_alone(given, text, findings)
    elif given.path is not None:
        _load(given.path, rules, findings)
    else:
        from duckrow.machine.files.temporary import temporary_file

        suffix = ".json" if given.label.endswith(".json") else ""
        with temporary_file("policy", given.data, suffix) as path:
            findings.names[path] = given.label
            _load(path, rules, findings)
    return (lambda: _written(given, text, rules.notation)), findings.found


def _text_of(given: Input) -> str:
    data = given.data if given.path is None else read_bytes(given.path)
    return data.decode("utf-8", "surrogateescape")


class _Findings:
    """The findings about one policy, made from the messages of the log."""

    __slots__ = ("_sources", "found", "names")

    def __init__(self, label: str, text: str) -> None:
        self.found: list[Diagnostic] = []
        # The shown name of a file, where it is not its path.
        self.names: dict[str, str] = {}
        self._sources = {label: SourceText(text, label)}

    def add(self, level: str, message: str) -> None:
        """Add a message; a name, a line and a column at its beginning are its location."""
        if level not in ("critical", "error", "warning") or message == SYNTAX_ERRORS:
            return
        first = message.partition("\n")[0]
        located = _LOCATED.fullmatch(first)
        severity = WARNING if level == "warning" else ERROR
        if located is None:
            source = next(iter(self._sources.values()))
            self.found.append(Diagnostic("policy", first, source, severity=severity))
            return
        file, line, column, severity, what = located.groups()
        source = self._source(file)
        start, end = _span(source.text, int(line), int(column))
        self.found.append(Diagnostic("policy", what, source, start, end, severity))

    def _source(self, file: str) -> SourceText:
        name = self.names.get(file, file)
        if name not in self._sources:
            try:
                text = read_bytes(file).decode("utf-8", "surrogateescape")
            except OSError:
                text = ""
            self._sources[name] = SourceText(text, name)
        return self._sources[name]


def _span(text: str, line: int, column: int) -> tuple[int | None, int | None]:
    """Return the offsets of a location; column 0 means the whole line."""
    start = offset_of(text, line, max(column, 1))
    if start is None or column:
        return start, None
    return span_of_line(text, start)


def _read_alone(given: Input, text: str, findings: _Findings) -> None:

    if given.label.endswith(".json"):
        return  # it was read as JSON when it was found to be a policy
    parsed = read_file(text, given.label)
    for line in parsed.lines():
        findings.add("error", line)


def _load(path: str, rules: Rules, findings: _Findings) -> None:
    """Load and check a policy with all files that it names."""
    log = Log()
    log.record = findings.add
    given = {
        "full-check": [""],
        "define": list(rules.defined),
        "negate": list(rules.negated),
        "workdir": [f"{state_directory()}/cfengine"],
    }
    options = make_options(given, [path])
    if isinstance(options, str):
        raise InputError(options)
    options.calls_functions = rules.calls_functions
    if check(options, given, log) != 0 and not findings.found:
        findings.add("error", "the policy cannot be loaded")


def _written(given: Input, text: str, notation: str) -> str:
    """Write the blocks of the file, without those of the files that it names."""
    if not notation:
        return ""

    policy = Policy()
    policy.add(_blocks(given, text), given.label)
    if notation == "json":
        from json import dumps, loads

        return dumps(loads(to_json(policy.bundles, policy.bodies)), separators=(",", ":"))
    return to_text(policy.bundles, policy.bodies).rstrip("\n")


def _blocks(given: Input, text: str) -> tuple[Block, ...]:
    if given.label.endswith(".json"):
        from duckrow.cfengine.policy.from_json import blocks_from_json

        return tuple(blocks_from_json(text) or ())

    return read_file(text, given.label).blocks
