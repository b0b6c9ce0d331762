"""A plugin for coverage.py: which lines of manifests have run.

    [run]
    plugins = duckrow.puppet.compiler.coverage

Compiled manifests have the manifest's name and lines, so they are measured like Python. What is
added here is the list of lines that could have run, which coverage.py cannot read off a manifest.
"""

from __future__ import annotations

from coverage.plugin import CoveragePlugin, FileReporter, FileTracer

from duckrow.puppet.compiler.lines import runnable_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
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
            return runnable_lines(file.read(), self.filename)


def coverage_init(registry: Plugins, _options: object) -> None:
    """Register the plugin; coverage.py calls this by name."""
    registry.add_file_tracer(ManifestPlugin())
