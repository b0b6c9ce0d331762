r"""regsubst(target, pattern, replacement, flags): replace what a pattern matches.

In the replacement \1 is the first group, \0 or \& the whole match, \k<name> a named group, \` the
text before the match, \' the text after it, and \\ a backslash.
"""

from __future__ import annotations

from duckrow.puppet.functions.helpers.characters import SPECIAL
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function
from duckrow.source.bounded_cache import Results

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope
    from duckrow.regexp import RubyRegexp

    Replacement = str | dict[str, str]

_REFERENCE = r"\\(?:([0-9&`'\\])|k<([^>]*)(>?))"


def _text(
    _scope: Scope,
    target: str | list[str],
    source: str,
    replacement: Replacement,
    letters: str | None = None,
    _encoding: str = "",
) -> str | list[str]:
    if (
        type(target) is str
        and type(replacement) is str
        and (letters is None or letters == "G")
        and "\\" not in replacement
        and source
        and SPECIAL.isdisjoint(source)
    ):  # a pattern without special characters
        return target.replace(source, replacement, -1 if letters else 1)
    regexp = _pattern(source, letters or "")
    return _substituted(target, regexp, replacement, "G" in (letters or ""))


def _pattern(source: str, letters: str = "") -> RubyRegexp:
    found: RubyRegexp = _PATTERNS[source, letters]
    return found


def _compiled(pattern_and_letters: tuple[str, str]) -> RubyRegexp:
    source, letters = pattern_and_letters
    from duckrow.puppet.functions.helpers.patterns import pattern
    from duckrow.regexp import DOT_ALL, EXTENDED, IGNORE_CASE

    known = {"E": EXTENDED, "I": IGNORE_CASE, "M": DOT_ALL}
    flags = 0
    for letter in letters:
        flags |= known.get(letter, 0)
    return pattern(source, flags)


_PATTERNS = Results(_compiled, 256)


def _regexp(
    _scope: Scope,
    target: str | list[str],
    pattern: Any,
    replacement: Replacement,
    letters: str = "",
) -> str | list[str]:
    from duckrow.puppet.types.model.scalars import RegexpType

    if isinstance(pattern, RegexpType):
        from duckrow.puppet.types.new.regexp import escaped

        # Puppet takes the source of a Regexp type for plain text.
        pattern = _pattern(escaped(pattern.pattern or ""))
    return _substituted(target, pattern, replacement, letters == "G")


def _secret(scope: Scope, target: Any, *rest: Any) -> object:
    """Replace inside Sensitive values; the results are Sensitive."""
    from duckrow.puppet.values.sensitive import Sensitive

    if isinstance(target, list):
        return [REGSUBST(scope, item, *rest) for item in target]
    return Sensitive(REGSUBST(scope, target.unwrap(), *rest))


def _substituted(
    target: str | list[str], regexp: RubyRegexp, replacement: Replacement, is_global: bool
) -> str | list[str]:
    if type(replacement) is str and "\\" not in replacement:  # nearly always
        if type(target) is str:
            return _with_text(target, regexp, replacement, is_global)
        return [_with_text(text, regexp, replacement, is_global) for text in target]
    replace = _replacer(regexp, replacement)
    if isinstance(target, list):
        return [_replaced(text, regexp, replace, is_global) for text in target]
    return _replaced(target, regexp, replace, is_global)


def _with_text(text: str, regexp: RubyRegexp, replacement: str, is_global: bool) -> str:
    """Put a text in the place of the first match, or of all."""
    pieces: list[str] = []
    start = pos = 0
    search = regexp.search
    while pos <= len(text) and (match := search(text, pos)) is not None:
        begin, end = match.span()
        pieces += (text[start:begin], replacement)
        start = end
        if not is_global:
            break
        pos = end + (end == begin)
    pieces.append(text[start:])
    return "".join(pieces)


def _replaced(
    text: str, regexp: RubyRegexp, replace: Callable[[re.Match[str]], str], is_global: bool
) -> str:
    found = regexp.search(text)
    if found is None:
        return text
    if not is_global:
        return text[: found.start()] + replace(found) + text[found.end() :]
    pieces: list[str] = []
    start = 0
    for match in regexp.find_all(text):
        pieces += (text[start : match.start()], replace(match))
        start = match.end()
    return "".join(pieces) + text[start:]


def _replacer(regexp: RubyRegexp, replacement: Replacement) -> Callable[[re.Match[str]], str]:
    if isinstance(replacement, dict):
        return lambda match: replacement.get(match.group(), "")
    import re

    def replace(match: re.Match[str]) -> str:
        return re.sub(_REFERENCE, lambda found: _referred(regexp, match, found), replacement)

    return replace


def _referred(regexp: RubyRegexp, match: re.Match[str], reference: re.Match[str]) -> str:
    """Return the text for a reference in a replacement."""
    sign, name, end = reference.groups()
    if name is not None:
        if not end:
            raise EvaluationError("invalid group name reference format")
        if name not in regexp.names:
            raise EvaluationError(f"undefined group name reference: {name}")
        return regexp.named(match)[name] or ""
    match sign:
        case "&" | "0":
            return match.group()
        case "`":
            return match.string[: match.start()]
        case "'":
            return match.string[match.end() :]
        case "\\":
            return "\\"
    # If groups have names, numbered references are empty.
    is_there = int(sign) <= regexp.group_count and not regexp.names
    return (match.group(int(sign)) or "") if is_there else ""


_TEXT = "Variant[String, Sensitive[String]]"

REGSUBST = Function(
    "regsubst",
    Form(
        "Variant[Array[String], String] target",
        "String pattern",
        "Variant[String, Hash[String, String]] replacement",
        "Optional[Pattern[/^[GEIM]*$/]] flags?",
        "Enum['N', 'E', 'S', 'U'] encoding?",
        run=_text,
    ),
    Form(
        "Variant[Array[String], String] target",
        "Variant[Regexp, Type[Regexp]] pattern",
        "Variant[String, Hash[String, String]] replacement",
        "Pattern[/^G?$/] flags?",
        run=_regexp,
    ),
    Form(
        f"Variant[Array[{_TEXT}], Sensitive[Array[{_TEXT}]], Sensitive[String]] target",
        "Variant[String, Regexp, Type[Regexp]] pattern",
        "Variant[String, Hash[String, String]] replacement",
        "Optional[Pattern[/^[GEIM]*$/]] flags?",
        "Enum['N', 'E', 'S', 'U'] encoding?",
        run=_secret,
        is_quiet=True,
    ),
)
