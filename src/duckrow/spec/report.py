"""Results of examples as RSpec's progress, documentation and JSON formats, and as JUnit."""

from __future__ import annotations

import re

from duckrow.spec.example import FAILED, NOT_RUN, PASSED, PENDING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.spec.runner import ExampleResult, FileResult

# Characters that no document of XML 1.0 has, whatever its encoding.
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SIGNS = {PASSED: ".", FAILED: "F", PENDING: "*", NOT_RUN: "?"}


class Totals:
    """The figures of a run."""

    __slots__ = ("compiles", "counts", "errors", "load_time", "time")

    def __init__(self, results: list[FileResult], seconds: float) -> None:
        examples = [each for result in results for each in result.examples]
        self.counts = {
            status: sum(1 for each in examples if each.status == status)
            for status in (PASSED, FAILED, PENDING, NOT_RUN)
        }
        self.errors = sum(len(result.errors) for result in results)
        self.compiles = sum(result.compiles for result in results)
        self.load_time = sum(result.load_time for result in results)
        self.time = seconds

    @property
    def line(self) -> str:
        """Return the figures in one line."""
        total = sum(self.counts.values())
        parts = [_plural(total, "example"), _plural(self.counts[FAILED], "failure")]
        if self.counts[PENDING]:
            parts.append(f"{self.counts[PENDING]} pending")
        if self.counts[NOT_RUN]:
            parts.append(f"{self.counts[NOT_RUN]} not run")
        if self.errors:
            parts.append(f"{_plural(self.errors, 'error')} occurred outside of examples")
        return ", ".join(parts)


def _plural(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def about_no_examples(results: list[FileResult], *, is_filtered: bool) -> str:
    """Return RSpec's sentence about a run without examples, or nothing."""
    if any(each.examples for each in results):
        return ""
    return "All examples were filtered out" if is_filtered else "No examples found."


class Progress:
    """Prints results while they come, and the failures at the end."""

    __slots__ = ("_is_documentation", "_last", "_write")

    def __init__(self, write: Callable[[str], None], *, is_documentation: bool) -> None:
        self._write = write
        self._is_documentation = is_documentation
        self._last: list[str] = []

    def add(self, result: FileResult) -> None:
        """Print the examples of one file."""
        if not self._is_documentation:
            self._write("".join(_SIGNS[each.status] for each in result.examples))
            return
        for example in result.examples:
            self._document(example)

    def _document(self, example: ExampleResult) -> None:
        groups = example.descriptions
        shared = 0
        for one, other in zip(groups, self._last, strict=False):
            if one != other:
                break
            shared += 1
        lines = []
        for depth in range(shared, len(groups)):
            lines += ["\n"] if not depth else []
            lines.append(f"{'  ' * depth}{groups[depth]}\n")
        note = {
            PASSED: "",
            FAILED: " (FAILED)",
            PENDING: f" (PENDING: {example.message})",
            NOT_RUN: " (NOT RUN)",
        }[example.status]
        lines.append(f"{'  ' * len(groups)}{example.description}{note}\n")
        self._last = groups
        self._write("".join(lines))

    def finish(self, results: list[FileResult], seconds: float, *, is_filtered: bool) -> None:
        """Print failures, examples that were not run, and the figures."""
        nothing = about_no_examples(results, is_filtered=is_filtered)
        if nothing:
            self._write(f"{nothing}\n")
        totals = Totals(results, seconds)
        examples = [each for result in results for each in result.examples]
        self._write("\n")
        self._list("Pending", [each for each in examples if each.status == PENDING])
        self._list("Failures", [each for each in examples if each.status == FAILED])
        self._list("Not run", [each for each in examples if each.status == NOT_RUN])
        for result in results:
            for message, is_lack in result.errors:
                kind = "Not run" if is_lack else "Error"
                self._write(f"\n{kind} outside of examples in {result.file}:\n  {message}\n")
        self._write(
            f"\nFinished in {seconds:.2f} seconds ({_plural(totals.compiles, 'catalog')} "
            f"compiled)\n{totals.line}\n"
        )
        failed = [each for each in examples if each.status == FAILED]
        if failed:
            self._write("\nFailed examples:\n\n")
            for each in failed:
                self._write(f"duckrow spec {each.file}:{each.line} # {each.full_description}\n")

    def _list(self, title: str, examples: list[ExampleResult]) -> None:
        if not examples:
            return
        self._write(f"\n{title}:\n")
        for number, each in enumerate(examples, 1):
            lines = [f"     {line}".rstrip() for line in each.message.strip("\n").split("\n")]
            self._write("\n".join([f"\n  {number}) {each.full_description}", *lines, ""]))
            self._write(f"     # {each.trace or f'{each.file}:{each.line}'}\n")


def json_data(results: list[FileResult], seconds: float, *, is_filtered: bool) -> dict[str, object]:
    """Return the results as RSpec's JSON formatter writes them; `not run` is duckrow's own."""
    totals = Totals(results, seconds)
    nothing = about_no_examples(results, is_filtered=is_filtered)
    messages = [each for result in results for each, _ in result.errors]
    return {
        "version": "3.12.0",
        "messages": [*messages, nothing] if nothing else messages,
        "examples": [_example_data(each) for result in results for each in result.examples],
        "summary": {
            "duration": seconds,
            "example_count": sum(totals.counts.values()),
            "failure_count": totals.counts[FAILED],
            "pending_count": totals.counts[PENDING],
            "not_run_count": totals.counts[NOT_RUN],
            "errors_outside_of_examples_count": totals.errors,
        },
        "summary_line": totals.line,
    }


def _example_data(example: ExampleResult) -> dict[str, object]:
    data: dict[str, object] = {
        "id": example.id,
        "description": example.description,
        "full_description": example.full_description,
        "status": example.status,
        "file_path": example.file,
        "line_number": example.line,
        "run_time": example.time,
        "pending_message": example.message if example.status == PENDING else None,
    }
    if example.status in (FAILED, NOT_RUN):
        error = {"class": example.class_name} if example.class_name else {}
        data["exception"] = {**error, "message": example.message, "backtrace": [example.trace]}
    return data


def junit_text(results: list[FileResult], seconds: float) -> str:
    """Return the results as JUnit's XML; an example that was not run is an error."""
    totals = Totals(results, seconds)
    total = sum(totals.counts.values())
    head = (
        f'<testsuite name="duckrow spec" tests="{total}" failures="{totals.counts[FAILED]}" '
        f'errors="{totals.counts[NOT_RUN] + totals.errors}" '
        f'skipped="{totals.counts[PENDING]}" time="{seconds:.6f}">'
    )
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', head]
    for result in results:
        lines += [_case(each) for each in result.examples]
        lines += [
            f'<testcase classname="{_xml(result.file)}" name="file">'
            f'<error message="{_xml(message)}"/></testcase>'
            for message, _ in result.errors
        ]
    return "\n".join([*lines, "</testsuite>\n"])


def _case(example: ExampleResult) -> str:
    head = (
        f'<testcase classname="{_xml(example.file.removeprefix("./").removesuffix(".rb"))}" '
        f'name="{_xml(example.full_description)}" file="{_xml(example.file)}" '
        f'line="{example.line}" time="{example.time:.6f}"'
    )
    tag = {FAILED: "failure", NOT_RUN: "error", PENDING: "skipped"}.get(example.status)
    if tag is None:
        return f"{head}/>"
    message = example.message.strip("\n")
    about = f'message="{_xml(message)}"'
    if example.class_name:
        about += f' type="{_xml(example.class_name)}"'
    where = example.trace or f"{example.file}:{example.line}"
    return f"{head}><{tag} {about}>{_xml_text(message)}\n{_xml_text(where)}</{tag}></testcase>"


def _xml(text: str) -> str:
    """Write a text as the value of an attribute."""
    return _xml_text(text).replace("\n", "&#10;").replace("\t", "&#9;").replace('"', "&quot;")


def _xml_text(text: str) -> str:
    from xml.sax.saxutils import escape

    return escape(_NOT_IN_XML.sub("?", text))
