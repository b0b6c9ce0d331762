"""Heredocs that name their language.

`@(END:json)` promises JSON. Text without interpolation is checked here; other text can be checked
only at run time. For a syntax such as data+json the longest known tail decides. Code in a heredoc
is parsed and validated like a file of its own.
"""

from __future__ import annotations

import re

from duckrow.puppet.syntax import parse
from duckrow.puppet.syntax.nodes import LiteralString
from duckrow.puppet.validation.inspection import Inspection
from duckrow.source.diagnostic import ERROR
from duckrow.source.errors import SourceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.syntax.nodes import HeredocExpression
    from duckrow.source.diagnostic import Diagnostic

# Nested heredocs of code are checked down to this depth.
_DEEPEST = 40

# Patterns are compiled on first use: most manifests have no such text.
_LINE_END = r"\r?\n"
# A blank is a space of any kind; the reference drops question marks as well.
_BASE64_FILLER = "[?\r\n\t \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]"
# Bits left over in the last letter before the padding must be zero.
_BASE64 = (
    r"(?:[A-Za-z0-9+/]{4})*"
    r"(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?"
)


def text_has_its_syntax(node: HeredocExpression, inspection: Inspection) -> None:
    """Text that names a syntax must follow it."""
    if not node.syntax or not isinstance(node.text, LiteralString):
        return
    segments = node.syntax.rstrip("+").split("+")
    for i in range(len(segments)):
        check = _CHECKS.get("+".join(segments[i:]))
        if check is not None:
            check(node, node.text, inspection)
            return


def _check_json(node: HeredocExpression, text: LiteralString, inspection: Inspection) -> None:
    # Imported on first use, for the same reason.
    from duckrow.data.json_text import find_fault

    fault = find_fault(text.value)
    if fault is not None:
        # The reference cuts at 100, of which it spends 5 on a line number of its own.
        detail = re.sub(_LINE_END, r"\\n", fault[:95])
        inspection.report("illegal-json", text, syntax=node.syntax, detail=detail)


def _check_base64(node: HeredocExpression, text: LiteralString, inspection: Inspection) -> None:
    letters = re.sub(_BASE64_FILLER, "", text.value)
    if re.fullmatch(_BASE64, letters):
        return
    if len(letters.encode("utf-8", "surrogatepass")) % 3:
        detail = "padding is not correct"
    else:
        detail = "contains letters outside strict base 64 range (or whitespace)"
    inspection.report("illegal-base64", text, syntax=node.syntax, detail=detail)


def _check_pp(node: HeredocExpression, text: LiteralString, inspection: Inspection) -> None:
    _check_code(node, text, inspection, "pp")


def _check_epp(node: HeredocExpression, text: LiteralString, inspection: Inspection) -> None:
    _check_code(node, text, inspection, "epp")


def _check_code(
    node: HeredocExpression, text: LiteralString, inspection: Inspection, language: str
) -> None:
    if node.syntax != language:
        inspection.report("unsuitable-syntax", text, checker=language.upper(), language=language)
        return
    if inspection.nesting >= _DEEPEST:
        return
    findings = _findings_in(text.value, inspection, is_template=language == "epp")
    errors = [finding for finding in findings if finding.severity == ERROR]
    # The reference stops at a heredoc in the heredoc, whatever else it has found.
    errors = [error for error in errors if error.code in _ENDS_CHECKING][:1] or errors
    if errors:
        summary = _in_words(errors, len(findings) - len(errors))
        inspection.report(
            f"illegal-{language}",
            text,
            syntax=node.syntax,
            detail=re.sub(_LINE_END, r"\\n", summary[:500]),
            why="; ".join(_located(error) for error in errors) if len(errors) > 1 else "",
        )


def _findings_in(text: str, inspection: Inspection, *, is_template: bool) -> list[Diagnostic]:
    try:
        program = parse(text, None, epp=is_template, tasks=inspection.tasks)
    except SourceError as error:
        return [error.diagnostic]
    inner = Inspection(
        program.source,
        inspection.walk,
        strict=inspection.strict,
        tasks=inspection.tasks,
        nesting=inspection.nesting + 1,
    )
    inner.has_strict_names = inspection.has_strict_names
    inner.has_unbounded_integers = inspection.has_unbounded_integers
    inspection.walk(program, inner)
    return inner.findings


def _in_words(errors: list[Diagnostic], warnings: int) -> str:
    if len(errors) == 1:
        return _located(errors[0])
    also = f", and {warnings} warnings" if warnings else ""
    return f"Language validation logged {len(errors)} errors{also}. Giving up"


def _located(error: Diagnostic) -> str:
    if error.line is None or error.code in _WITHOUT_LOCATION:
        return error.what
    return f"{error.what} (line: {error.line}, column: {error.column})"


_ENDS_CHECKING = frozenset(
    ("illegal-base64", "illegal-epp", "illegal-json", "illegal-pp", "unsuitable-syntax")
)
# Ruby itself rejects these, without a location.
_WITHOUT_LOCATION = frozenset(("illegal-regexp", "number-too-large"))
_CHECKS: dict[str, Callable[[HeredocExpression, LiteralString, Inspection], None]] = {
    "base64": _check_base64,
    "epp": _check_epp,
    "json": _check_json,
    "pp": _check_pp,
}
