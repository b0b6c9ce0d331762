"""The coverage of a whole run: as text, as JSON, and as LCOV.

Specs and tests of pytest have the same reports: one of each module.
"""

from __future__ import annotations

from duckrow.machine.paths import is_directory, read_bytes, relative_to, walk, write_text
from duckrow.machine.this_process import working_directory
from duckrow.puppet.compiler.lines import runnable_lines
from duckrow.source.errors import SourceError
from duckrow.spec.coverage.resources import joined, share_of
from duckrow.spec.fixtures import module_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    class MeasuredTest(Protocol):
        """An example or a test: the lines that it ran, by file."""

        @property
        def id(self) -> str: ...
        @property
        def lines(self) -> dict[str, set[int]]: ...

    class Measured(Protocol):
        """What is measured in one file of specs, or in all tests of a session of pytest."""

        @property
        def examples(self) -> Sequence[MeasuredTest]: ...
        @property
        def resources(self) -> dict[str, bool]: ...
        @property
        def filters(self) -> list[str]: ...
        @property
        def wanted(self) -> float: ...


_DIRECTORIES = ("manifests", "functions", "plans", "templates")
_ENDINGS = (".pp", ".epp")


class FileLines:
    """The lines of one manifest that could run, and how many examples have run each."""

    __slots__ = ("hits", "path")

    def __init__(self, path: str, lines: set[int]) -> None:
        self.path = path
        self.hits = dict.fromkeys(sorted(lines), 0)

    @property
    def covered(self) -> int:
        return sum(1 for each in self.hits.values() if each)

    @property
    def missing(self) -> list[int]:
        return [line for line, hits in self.hits.items() if not hits]


class CoverageReport:
    """What the examples of a module have run and looked at."""

    __slots__ = ("directory", "examples", "files", "resources", "wanted")

    def __init__(self, directory: str, results: Sequence[Measured]) -> None:
        self.directory = directory
        self.files = {each.path: each for each in _manifests(directory)}
        self.examples: dict[str, dict[str, list[int]]] = {}
        self.resources = joined(results)
        self.wanted = max((each.wanted for each in results), default=0.0)
        for result in results:
            for example in result.examples:
                self._add(example.id, example.lines)

    def _add(self, example: str, lines: dict[str, set[int]]) -> None:
        found = {}
        for path, numbers in sorted(lines.items()):
            known = self.files.get(path)
            if known is None:
                continue
            run = sorted(numbers & known.hits.keys())
            for line in run:
                known.hits[line] += 1
            if run:
                found[path] = run
        self.examples[example] = found

    @property
    def touched(self) -> int:
        """Return how many resources a matcher has found."""
        return sum(self.resources.values())

    @property
    def share(self) -> float:
        """Return the coverage of resources in per cent."""
        return share_of(self.resources)

    def text(self) -> str:
        """Return both reports; that of resources has rspec-puppet's words."""
        lines = [
            "",
            "",
            "Coverage Report:",
            "",
            f"Total resources:   {len(self.resources)}",
            f"Touched resources: {self.touched}",
            f"Resource coverage: {self.share:5.2f}%",
        ]
        if self.touched < len(self.resources):
            lines += ["", "Untouched resources:"]
            lines += sorted(f"  {name}" for name, each in self.resources.items() if not each)
        lines += ["", "Lines of manifests:"]
        covered = total = 0
        for each in self.files.values():
            covered, total = covered + each.covered, total + len(each.hits)
            missing = f": not run {_ranges(each.missing)}" if each.missing else ""
            lines.append(f"  {_share(each.covered, len(each.hits)):6.2f}%  {each.path}{missing}")
        lines.append(f"  {_share(covered, total):6.2f}%  in all: {covered} of {total} lines")
        if self.share < self.wanted:
            lines += ["", f"The resource coverage must be at least {self.wanted:g}%."]
        return "\n".join([*lines, ""])

    def data(self) -> dict[str, object]:
        """Return everything as plain data."""
        return {
            "module": module_name(self.directory),
            "resources": {
                "total": len(self.resources),
                "touched": self.touched,
                "coverage": round(self.share, 2),
                "untouched": sorted(name for name, each in self.resources.items() if not each),
            },
            "files": {
                each.path: {
                    "covered": each.covered,
                    "total": len(each.hits),
                    "lines": {str(line): hits for line, hits in each.hits.items()},
                }
                for each in self.files.values()
            },
            "examples": self.examples,
        }

    def lcov(self) -> str:
        """Return the lines in the format of LCOV; paths are relative to the working directory."""
        lines = []
        start = relative_to(self.directory, working_directory())
        for each in self.files.values():
            lines += ["TN:", f"SF:{each.path if start == '.' else f'{start}/{each.path}'}"]
            lines += [f"DA:{line},{hits}" for line, hits in each.hits.items()]
            lines += [f"LF:{len(each.hits)}", f"LH:{each.covered}", "end_of_record"]
        return "\n".join([*lines, ""])


def write_reports(reports: Sequence[CoverageReport], json: str | None, lcov: str | None) -> None:
    """Write the files of coverage whose paths are given."""
    if json:
        from json import dumps

        text = dumps([each.data() for each in reports], ensure_ascii=False, indent=2)
        write_text(json, f"{text}\n")
    if lcov:
        write_text(lcov, "".join(each.lcov() for each in reports))


def _share(part: int, whole: int) -> float:
    return 100.0 * part / whole if whole else 100.0


def _ranges(lines: list[int]) -> str:
    """Write numbers as 3, 5-8."""
    found: list[list[int]] = []
    for line in lines:
        if found and line == found[-1][1] + 1:
            found[-1][1] = line
        else:
            found.append([line, line])
    return ", ".join(f"{one}" if one == other else f"{one}-{other}" for one, other in found)


def _manifests(directory: str) -> list[FileLines]:
    """Return the manifests and templates of a module with the lines that could run."""
    found = []
    for name in _DIRECTORIES:
        place = f"{directory}/{name}"
        if not is_directory(place):
            continue
        for path, _, files in walk(place):
            for file in files:
                if file.endswith(_ENDINGS):
                    whole = f"{path}/{file}"
                    try:
                        lines = runnable_lines(read_bytes(whole), whole)
                    except SourceError:
                        continue  # whoever runs it is told
                    if lines:
                        found.append(FileLines(whole.removeprefix(f"{directory}/"), lines))
    return sorted(found, key=lambda each: each.path)
