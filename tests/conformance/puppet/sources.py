"""Every Puppet program and EPP template among the conformance cases, for tests of the syntax."""

from __future__ import annotations

from pathlib import Path

from tests.conformance.case_file import read_topic

HERE = Path(__file__).parent


class Source:
    """A program or a template."""

    __slots__ = ("is_for_tasks", "is_template", "text")

    def __init__(self, text: str, kind: str = "") -> None:
        self.text = text
        self.is_template = kind == "template"
        self.is_for_tasks = kind == "tasks"


def sources(*folders: str) -> list[Source]:
    """Return the programs of folders of cases, and the manifests and templates beside them."""
    found = []
    for folder in folders:
        for path in sorted((HERE / folder).glob("*.txt")):
            for case in read_topic(path.read_text("utf-8"), str(path)).cases:
                found.append(Source(case.program, case.setting("kind")))
                for name, text in case.files.items():
                    if name.endswith((".pp", ".epp")):
                        found.append(Source(text, "template" if name.endswith(".epp") else ""))
    return found
