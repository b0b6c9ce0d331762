"""Write findings as a SARIF 2.1.0 log, the exchange format of static analysis.

A rule appears in the log if a result refers to it. A file that could not be checked is a
notification, not a result, and makes the whole run unsuccessful.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.source.record import Record

    Json = dict[str, object]

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "deprecation": "warning"}


def to_sarif(
    tool: str, version: str, records: Iterable[Record], notifications: Iterable[tuple[str, str]]
) -> Json:
    """Build the log of one run; a notification is a file name and an error message."""
    rules: dict[str, int] = {}
    results = [_result(record, rules) for record in records]
    failures = [_notification(file, message) for file, message in notifications]
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": tool,
                        "version": version,
                        "rules": [{"id": code} for code in rules],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "invocations": [
                    {
                        "executionSuccessful": not failures,
                        "toolExecutionNotifications": failures,
                    }
                ],
                "results": results,
            }
        ],
    }


def _result(record: Record, rules: dict[str, int]) -> Json:
    code = str(record["code"])
    sentences = [str(record["message"])]
    if record["why"]:
        sentences.append(f"Why: {record['why']}.")
    if record["hint"]:
        sentences.append(f"Try: {record['hint']}.")
    return {
        "ruleId": code,
        "ruleIndex": rules.setdefault(code, len(rules)),
        "level": _LEVELS[str(record["severity"])],
        "message": {"text": "\n".join(sentences)},
        "locations": [_location(str(record["file"]), _region(record))],
    }


def _region(record: Record) -> Json | None:
    if record["line"] is None:
        return None
    return {
        "startLine": record["line"],
        "startColumn": record["column"],
        "endLine": record["end_line"],
        "endColumn": record["end_column"],
    }


def _location(file: str, region: Json | None) -> Json:
    physical: Json = {"artifactLocation": {"uri": _uri(file)}}
    if region is not None:
        physical["region"] = region
    return {"physicalLocation": physical}


def _notification(file: str, message: str) -> Json:
    return {
        "level": "error",
        "message": {"text": message},
        "locations": [_location(file, None)],
    }


def _uri(file: str) -> str:
    """Return an absolute URI for an absolute path and a relative one for a relative path."""
    from os import fsencode
    from urllib.parse import quote

    path = quote(fsencode(file))
    return "file://" + path if file.startswith("/") else path
