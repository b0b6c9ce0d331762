"""Find the hint for a syntax error, by rules or by the error's code."""

from __future__ import annotations

import re

from duckrow.puppet.syntax.hints import brackets, characters, gaps, signs, words
from duckrow.puppet.syntax.hints.rejected_token import RejectedToken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.syntax.cursor import Cursor
    from duckrow.puppet.syntax.hints.rejected_token import Advice
    from duckrow.source.diagnostic import Diagnostic

# From specific to general.
SLIPS: tuple[Callable[[RejectedToken], Advice | None], ...] = (
    characters.look_alike,
    characters.doubled_sign,
    words.else_if,
    words.capital_keyword,
    words.small_type,
    words.keyword_as_name,
    words.misplaced_else,
    words.missing_name,
    words.word_not,
    words.foreign_word,
    words.dollar_brace,
    signs.assignment_for_comparison,
    signs.case_without_colon,
    signs.equals_for_arrow,
    signs.misplaced_arrow,
    signs.colon,
    gaps.missing_condition,
    gaps.title_without_colon,
    gaps.key_without_value,
    gaps.space_before_bracket,
    brackets.suspicious_string,
    gaps.missing_comma,
    gaps.doubled_comma,
    gaps.semicolon,
    gaps.missing_operand,
    gaps.missing_block,
    gaps.unclosed_parameters,
    brackets.wrong_closing_bracket,
    brackets.unclosed_bracket,
    brackets.still_open,
    brackets.unfinished_expression,
)


def explain(diagnostic: Diagnostic, cursor: Cursor) -> None:
    """Add to an error why it happened and what to try, if known."""
    if diagnostic.why or diagnostic.hint:
        return
    code = diagnostic.code
    advice = None
    if code in _SLIPS:
        rejected = RejectedToken(cursor)
        advice = next(filter(None, (slip(rejected) for slip in _SLIPS[code])), None)
    elif code in _BY_POSITION:
        advice = _BY_POSITION[code](diagnostic, RejectedToken(cursor))
    advice = advice or _BY_CODE.get(code)
    if advice is not None:
        diagnostic.why, diagnostic.hint = advice


def _unclosed_quote(diagnostic: Diagnostic, rejected: RejectedToken) -> Advice:
    text, start = rejected.source.text, diagnostic.start
    assert start is not None
    # Directly after its quote, unless expressions come between.
    begin = start - 1 if text[start - 1 : start] in ("'", '"') else rejected.starts[rejected.i]
    advice = brackets.suspicious_string(rejected)
    if advice is not None:
        return advice
    return f"the string that begins at {rejected.where_is(begin)} has no closing quote", ""


def _unclosed_heredoc(_diagnostic: Diagnostic, rejected: RejectedToken) -> Advice:
    text, start = rejected.source.text, rejected.starts[rejected.i]
    tag = _TAG.match(text, start)
    hint = f"a line with nothing but {tag[1]}, or | {tag[1]}" if tag is not None else ""
    return f"no line ends the heredoc at {rejected.where_is(start)}", hint


def _unbalanced_tag(_diagnostic: Diagnostic, rejected: RejectedToken) -> Advice | None:
    start = rejected.source.text.rfind("<%")
    if start < 0:
        return None
    return f"the <% at {rejected.where_is(start)} has no %>", ""


_TAG = re.compile(r"""@\(\s*"?\s*([^:/\r\n)"]*[^:/\r\n)"\s])""")
_SLIPS = {"syntax-error": SLIPS, "not-a-resource": (words.else_if, words.foreign_word)}
_BY_POSITION: dict[str, Callable[[Diagnostic, RejectedToken], Advice | None]] = {
    "unclosed-quote": _unclosed_quote,
    "heredoc-without-end-tagged-line": _unclosed_heredoc,
    "epp-unbalanced-tag": _unbalanced_tag,
}

_NAME_FORMS = "in a name every part begins with a small letter, in a type every part with a capital"
_BY_CODE: dict[str, Advice] = {
    "quoted-name": ("", "the name without quotes"),
    "class-keyword-as-name": ("class is a word of the language", "another name"),
    "arguments-need-parentheses": (
        "only a few functions, such as include and notice, are called without parentheses",
        "parentheses around the arguments",
    ),
    "illegal-argument-list": ("what stands before it is no function", "the values one by one"),
    "virtual-non-resource": ("", "@type { title: ... }"),
    "exported-non-resource": ("", "@@type { title: ... }"),
    "not-a-resource": ("only a name, a type or a reference can stand before attributes", ""),
    "illegal-class-reference": (_NAME_FORMS, ""),
    "illegal-fully-qualified-class-reference": (_NAME_FORMS, ""),
    "illegal-fully-qualified-name": ("a name must follow the ::", ""),
    "illegal-number": ("a word cannot begin with a digit", "quotes around it"),
    "invalid-hex-number": ("0x begins a hexadecimal number: 0-9 and a-f", "quotes around it"),
    "invalid-octal-number": (
        "a 0 at the start makes a number octal: digits 0-7, no fraction",
        "quotes around it, or no 0 at its start",
    ),
    "invalid-decimal-number": (
        "digits must follow the point, and the exponent: 1.5, 1.5e-3",
        "",
    ),
    "number-too-large": ("the largest Float is about 1.8e308", ""),
    "illegal-unicode-escape": ("", r"\u00e9 or \u{1f600}; \\u for a backslash and a u"),
    "unclosed-mlcomment": ("no */ follows", ""),
    "heredoc-unclosed-parenthesis": ("", "@(END)"),
    "heredoc-invalid-syntax": ("", '@(END), @("END"), @(END:json) or @(END/tn)'),
    "heredoc-empty-endtag": ("", "@(END)"),
    "heredoc-without-text": ("its text begins on the next line, and there is none", ""),
    "heredoc-invalid-escape": ("", "some of t, r, n, s, u, L and $ after the /"),
    "heredoc-multiple-at-escapes": ("", "each letter once"),
    "epp-unbalanced-comment": ("", "%> after the comment"),
    "epp-unbalanced-expression": ("", "<%% for <% in text"),
    "illegal-bom": ("", "saving the file as UTF-8 without a byte order mark"),
}
