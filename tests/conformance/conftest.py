"""`--accept` records the answers of the selected cases anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from .recorded import ReferenceMissingError, accept


def pytest_collection_finish(session: pytest.Session) -> None:
    config = session.config
    if not config.getoption("--accept") or config.getoption("--collect-only"):
        return
    if config.getoption("numprocesses", default=None):
        raise pytest.UsageError("--accept writes files: run it without -n")
    factory: pytest.TempPathFactory = config._tmp_path_factory  # type: ignore[attr-defined]

    def scratch(name: str) -> Path:
        return factory.mktemp(name)

    try:
        lines = accept(session.items, scratch)
    except ReferenceMissingError as missing:
        raise pytest.UsageError(str(missing)) from missing
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    for line in lines:
        if reporter is not None:
            reporter.write_line(line)
