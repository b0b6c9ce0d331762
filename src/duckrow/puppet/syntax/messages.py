"""The messages of the lexer and the parser, in the reference implementation's words."""

from __future__ import annotations

MESSAGES = {
    "syntax-error": "Syntax error at {where}",
    "illegal-class-reference": "Illegal class reference",
    "illegal-fully-qualified-class-reference": "Illegal fully qualified class reference",
    "illegal-fully-qualified-name": "Illegal fully qualified name",
    "illegal-name-or-bare-word": "Illegal name or bare word",
    "illegal-number": "Illegal number '{value}'",
    "invalid-hex-number": "Not a valid hex number {value}",
    "invalid-octal-number": "Not a valid octal number {value}",
    "invalid-decimal-number": "Not a valid decimal number {value}",
    "illegal-unicode-escape": (
        "Unicode escape '\\u' was not followed by 4 hex digits or 1-6 hex digits in {{}} "
        "or was > 10ffff"
    ),
    "unrecognized-escape": "Unrecognized escape sequence '\\{char}'",
    "unclosed-quote": "Unclosed quote after {after} followed by '{followed_by}'",
    "unclosed-mlcomment": "Unclosed multiline comment",
    "epp-unbalanced-tag": "Unbalanced epp tag, reached <eof> without closing tag.",
    "epp-unbalanced-comment": "Reaching end after opening <%# without seeing %>",
    "epp-unbalanced-expression": (
        "Unbalanced embedded expression - opening <% and reaching end of input"
    ),
    "heredoc-unclosed-parenthesis": "Unclosed parenthesis after '@(' followed by '{followed_by}'",
    "heredoc-without-end-tagged-line": "Heredoc without end-tagged line",
    "heredoc-invalid-escape": (
        "Invalid heredoc escape char. Only t, r, n, s,  u, L, $ allowed. Got '{actual}'"
    ),
    "heredoc-invalid-syntax": "Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])",
    "heredoc-without-text": "Heredoc without any following lines of text",
    "heredoc-empty-endtag": "Heredoc with an empty endtag",
    "heredoc-multiple-at-escapes": ("An escape char for @() may only appear once. Got '{escapes}'"),
    "illegal-bom": (
        "Illegal {format} Byte Order mark at beginning of input: {bytes} "
        "- remove these from the puppet source"
    ),
    # The reference has no issue codes for these; the words are its own.
    "virtual-non-resource": "Virtual (@) can only be applied to a Resource Expression",
    "exported-non-resource": "Exported (@@) can only be applied to a Resource Expression",
    "resource-without-title-or-hash": "Syntax error resource body without title or hash with +>",
    "not-a-resource": (
        "Expression is not valid as a resource, resource-default, or resource-override"
    ),
    "class-keyword-as-name": "'class' keyword not allowed at this location",
    "quoted-name": "A quoted string is not valid as a name here",
    "arguments-need-parentheses": (
        "attempt to pass argument list to the function '{name}' which cannot be called "
        "without parentheses"
    ),
    "illegal-argument-list": "illegal comma separated argument list",
    "number-too-large": "Internal Error, NUMBER token does not contain a valid number, {value}",
    "invalid-utf8": "invalid byte sequence in UTF-8",
    # Our own: the reference fails with an error of its platform.
    "nested-too-deeply": "This is nested too deeply to be read",
}
