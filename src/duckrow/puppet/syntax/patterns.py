"""The regular expressions of tokens.

`TOKEN` matches the space before a token, as its first group, and the token, as its second. It
always matches: a character that begins no token is a token by itself, and at the end there is an
empty one.
"""

from __future__ import annotations

from duckrow.source.lazy_pattern import LazyPattern

# Possessive quantifiers keep matching linear. They are used on single characters only: around a
# group that may fail halfway, Python before 3.11.5 continues from where it failed. An empty
# alternative is faster than an optional group. The repetitions in strings are bounded, since each
# of them takes memory; a string with more of them is left to the careful lexer.
_WORD_TAIL = r"(?:::[a-z_]\w*|-+\w+)*"
_WORD = rf"[a-z_]\w*+(?:::[a-z_]\w*{_WORD_TAIL}|-+\w+{_WORD_TAIL}|)"
# A trailing colon marks a reference that continues with a lower-case name: an error.
_REFERENCE = r"[A-Z]\w*+(?:::[A-Z]\w*(?:::[A-Z]\w*)*|)(?::(?=:)|)"
_INTERPOLATION = r"""\$\{[^"'{}#/@\\]*+(?:'[^'\\"{}]*+'[^"'{}#/@\\]*+){0,20}\}"""

_TOKEN = "|".join(
    (
        r"[,{}()\[\];]",
        r"=[>=~]?",
        r"\$(?:\w++(?:::\w+(?:::\w+)*|)|::\w+(?:::\w+)*|)",
        r"'[^'\\]++'",
        _WORD,
        r'"[^"\\$]++"',
        # A string whose expressions contain no quotes, braces, comments or heredocs.
        rf'"[^"\\$]*+(?:(?:\\.|\$(?!\{{)|{_INTERPOLATION})[^"\\$]*+){{0,500}}"(?!(?:\\\\)*["$])',
        # A quote directly after an opening one needs the careful lexer.
        r"'(?!'(?:\\\\)*')[^'\\]*+(?:\\.[^'\\]*+){0,500}'",
        _REFERENCE,
        "::" + _REFERENCE,
        "::" + _WORD,
        r"::?",
        # A number next to a character beyond ASCII needs the careful lexer.
        r"\d[\w.]*+(?:-\w*|)[^\x00-\x7f]",
        r"(?:0[xX][0-9A-Fa-f]+|0?\d+(?:\.\d+)?(?:[eE]-?\d+)?)\b",
        r"\d\w*",
        # A one-line regular expression directly after a token that ends no operand.
        r"(?:(?<=[\[(,~{])|(?<=[\[(,~{] ))/(?!\*)[^/\\\n]*+(?:\\.[^/\\\n]*+){0,500}/",
        r"-[>=]?",
        r"~>?",
        r"<(?:<\|?|[=|~-])?",
        r">[>=]?",
        r"\|(?:>>?)?",
        r"\+[=>]?",
        r"![=~]?",
        r"@[@(]?",
        r".",
        # The end of the stretch, so that preceding white space is matched as space.
        r"\Z",
    )
)
# A multi-line comment begins with a slash, at which the bulk lexer stops anyway. A comment never
# fails halfway, so a possessive group is safe here.
_SPACE = r"([ \t\r\n]*+(?:#[^\n]*+[ \t\r\n]*+(?:#[^\n]*+[ \t\r\n]*+)*+|))"

# Compiled on first use: below the frames of many imports each call of `re` could cost a page.
TOKEN = LazyPattern(f"(?as){_SPACE}({_TOKEN})")
