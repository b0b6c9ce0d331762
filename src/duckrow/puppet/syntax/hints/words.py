"""Mistakes with words: those of other languages, and keywords in the wrong place."""

from __future__ import annotations

from duckrow.puppet.syntax.hints.rejected_token import ARROWS, BLOCK_WORDS, FAR
from duckrow.puppet.syntax.tokens import KEYWORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.hints.rejected_token import Advice, RejectedToken

_FOREIGN = {
    "for": "$list.each |$item| { ... }",
    "foreach": "$list.each |$item| { ... }",
    "while": "$list.each |$item| { ... }",
    "def": "function",
    "switch": "case",
    "then": "{ ... }",
}
_DEFINES = ("class", "define", "function", "plan", "node", "type")


def else_if(rejected: RejectedToken) -> Advice | None:
    if rejected.kind() == "if" and rejected.kind(-1) == "else":
        return "", "elsif"
    for distance in range(-1, -FAR, -1):
        if rejected.text(distance) in ("elseif", "elif") and rejected.kind(distance - 1) == "}":
            return f"{rejected.text(distance)} is taken for a name", "elsif"
    return None


def misplaced_else(rejected: RejectedToken) -> Advice | None:
    if rejected.kind() == "elsif":
        return "elsif can only follow the block of an if or another elsif", ""
    if rejected.kind() == "else":
        return "else can only follow the block of an if, an elsif or an unless", ""
    return None


def capital_keyword(rejected: RejectedToken) -> Advice | None:
    """`Class foo { }`: a capital makes it a type."""
    for distance in range(-1, -FAR, -1):
        word, following = rejected.text(distance), rejected.kind(distance + 1)
        if rejected.kind(distance) != "CLASSREF" or word.lower() not in KEYWORDS:
            continue
        is_definition = word.lower() in _DEFINES and following in ("NAME", "CLASSREF", "STRING")
        is_condition = word.lower() in BLOCK_WORDS and following in ("VARIABLE", "NAME", "(")
        if is_definition or is_condition:
            return f"{word} is taken for a type", word.lower()
    return None


def small_type(rejected: RejectedToken) -> Advice | None:
    if rejected.kind(-1) == "type" and rejected.kind() == "NAME":
        parts = [part.capitalize() for part in rejected.text().split("::")]
        return "the name of a type begins with a capital", f"type {'::'.join(parts)}"
    return None


def foreign_word(rejected: RejectedToken) -> Advice | None:
    """Words of other languages: while, def, then."""
    for distance in range(0, -FAR, -1):
        word = rejected.text(distance)
        is_statement = rejected.kind(distance + 1) not in ("=>", ":", ",", "(", "}", ")", "]")
        if rejected.kind(distance) == "NAME" and word in _FOREIGN and is_statement:
            return f"{word} is taken for a name", _FOREIGN[word]
    return None


def word_not(rejected: RejectedToken) -> Advice | None:
    if rejected.kind(-1) == "NAME" and rejected.text(-1) == "not":
        return "not is taken for a name", "!"
    return None


def keyword_as_name(rejected: RejectedToken) -> Advice | None:
    word = rejected.kind()
    if word in ARROWS:
        word = rejected.kind(-1)  # the parser took it for the start of an expression
        is_key = True
    else:
        is_key = rejected.kind(1) in ARROWS
    if word not in KEYWORDS or word in ("default", "undef"):
        return None
    if is_key:
        return f"{word} is a word of the language", f"'{word}' in quotes"
    if rejected.kind(-1) in (*_DEFINES, ".", "inherits"):
        return f"{word} is a word of the language and cannot be a name", ""
    return None


def missing_name(rejected: RejectedToken) -> Advice | None:
    word = rejected.kind(-1)
    if word in (*_DEFINES, "inherits"):
        return f"a name must follow {word}", ""
    if word == ".":
        is_number = rejected.kind(-2) == "NUMBER"
        return f"{'digits' if is_number else 'the name of a function'} must follow the point", ""
    return None


def dollar_brace(rejected: RejectedToken) -> Advice | None:
    """`${x}` outside a string."""
    for distance in range(0, -8, -1):
        if rejected.text(distance) == "$" and rejected.kind(distance + 1) == "{":
            name = rejected.text(distance + 2)
            return "${ } belongs in double quotes", f"${name}" if name.isidentifier() else ""
    return None
