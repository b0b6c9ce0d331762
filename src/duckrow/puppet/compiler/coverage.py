"""A plugin for coverage.py: which lines of manifests have run.

    [run]
    plugins = duckrow.puppet.compiler.coverage

Compiled manifests have the manifest's name and lines, so they are measured like Python. What is
added here is the list of lines that could have run, which coverage.py cannot read off a manifest.
"""

from __future__ import annotations

import marshal

from coverage.plugin import CoveragePlugin, FileReporter, FileTracer

from duckrow.puppet.compiler.translate import translate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType

    from coverage.plugin_support import Plugins

_ENDINGS = (".pp", ".epp")


class ManifestPlugin(CoveragePlugin):
    """Claims manifests and templates."""

    def file_tracer(self, filename: str) -> FileTracer | None:
        return ManifestTracer(filename) if filename.endswith(_ENDINGS) else None

    def file_reporter(self, filename: str) -> FileReporter:
        return ManifestReporter(filename)


class ManifestTracer(FileTracer):
    """Measures a manifest under its own name."""

    def __init__(self, filename: str) -> None:
        self._filename = filename

    def source_filename(self) -> str:
        return self._filename


class ManifestReporter(FileReporter):
    """Knows the lines of a manifest that could run."""

    def lines(self) -> set[int]:
        with open(self.filename, "rb") as file:
            text = file.read()
        is_template = self.filename.endswith(".epp")
        packed = translate(text, self.filename, None, is_template, "off", False, (), None)
        code, _labels, _warnings = marshal.loads(packed)  # noqa: S302  (made a line above)
        return set().union(*(_lines(constant) for constant in code.co_consts))


def _lines(value: object) -> set[int]:
    """Return the lines of a function and of those inside it."""
    if not hasattr(value, "co_lines"):
        return set()
    code: CodeType = value  # type: ignore[assignment]
    # The first line of a function is where it is defined: running it is not running the body.
    found = {line for start, _end, line in code.co_lines() if line and start > 0}
    return found.union(*(_lines(constant) for constant in code.co_consts))


def coverage_init(registry: Plugins, _options: object) -> None:
    """Register the plugin; coverage.py calls this by name."""
    registry.add_file_tracer(ManifestPlugin())
