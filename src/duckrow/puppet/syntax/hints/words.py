"""Mistakes with words: those of other languages, and keywords in the wrong place."""

from __future__ import annotations

from duckrow.puppet.syntax.hints.place import ARROWS, BLOCK_WORDS, FAR
from duckrow.puppet.syntax.tokens import KEYWORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.hints.place import Advice, Place

_FOREIGN = {
    "for": "$list.each |$item| { ... }",
    "foreach": "$list.each |$item| { ... }",
    "while": "$list.each |$item| { ... }",
    "def": "function",
    "switch": "case",
    "then": "{ ... }",
}
_DEFINES = ("class", "define", "function", "plan", "node", "type")


def else_if(place: Place) -> Advice | None:
    if place.kind() == "if" and place.kind(-1) == "else":
        return "", "elsif"
    for distance in range(-1, -FAR, -1):
        if place.text(distance) in ("elseif", "elif") and place.kind(distance - 1) == "}":
            return f"{place.text(distance)} is taken for a name", "elsif"
    return None


def misplaced_else(place: Place) -> Advice | None:
    if place.kind() == "elsif":
        return "elsif can only follow the block of an if or another elsif", ""
    if place.kind() == "else":
        return "else can only follow the block of an if, an elsif or an unless", ""
    return None


def capital_keyword(place: Place) -> Advice | None:
    """`Class foo { }`: a capital makes it a type."""
    for distance in range(-1, -FAR, -1):
        word, following = place.text(distance), place.kind(distance + 1)
        if place.kind(distance) != "CLASSREF" or word.lower() not in KEYWORDS:
            continue
        is_definition = word.lower() in _DEFINES and following in ("NAME", "CLASSREF", "STRING")
        is_condition = word.lower() in BLOCK_WORDS and following in ("VARIABLE", "NAME", "(")
        if is_definition or is_condition:
            return f"{word} is taken for a type", word.lower()
    return None


def small_type(place: Place) -> Advice | None:
    if place.kind(-1) == "type" and place.kind() == "NAME":
        parts = [part.capitalize() for part in place.text().split("::")]
        return "the name of a type begins with a capital", f"type {'::'.join(parts)}"
    return None


def foreign_word(place: Place) -> Advice | None:
    """Words of other languages: while, def, then."""
    for distance in range(0, -FAR, -1):
        word = place.text(distance)
        is_statement = place.kind(distance + 1) not in ("=>", ":", ",", "(", "}", ")", "]")
        if place.kind(distance) == "NAME" and word in _FOREIGN and is_statement:
            return f"{word} is taken for a name", _FOREIGN[word]
    return None


def word_not(place: Place) -> Advice | None:
    if place.kind(-1) == "NAME" and place.text(-1) == "not":
        return "not is taken for a name", "!"
    return None


def keyword_as_name(place: Place) -> Advice | None:
    word = place.kind()
    if word in ARROWS:
        word = place.kind(-1)  # the parser took it for the start of an expression
        is_key = True
    else:
        is_key = place.kind(1) in ARROWS
    if word not in KEYWORDS or word in ("default", "undef"):
        return None
    if is_key:
        return f"{word} is a word of the language", f"'{word}' in quotes"
    if place.kind(-1) in (*_DEFINES, ".", "inherits"):
        return f"{word} is a word of the language and cannot be a name", ""
    return None


def missing_name(place: Place) -> Advice | None:
    word = place.kind(-1)
    if word in (*_DEFINES, "inherits"):
        return f"a name must follow {word}", ""
    if word == ".":
        is_number = place.kind(-2) == "NUMBER"
        return f"{'digits' if is_number else 'the name of a function'} must follow the point", ""
    return None


def dollar_brace(place: Place) -> Advice | None:
    """`${x}` outside a string."""
    for distance in range(0, -8, -1):
        if place.text(distance) == "$" and place.kind(distance + 1) == "{":
            name = place.text(distance + 2)
            return "${ } belongs in double quotes", f"${name}" if name.isidentifier() else ""
    return None
