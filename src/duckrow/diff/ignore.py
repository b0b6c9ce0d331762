r"""Rules that leave out changes, in octocatalog-diff's notation.

    Type[Title]                 every change of these resources; * in a title is any text
    Type[Title]attribute        changes of an attribute, at any depth
    Type[Title]::parameters::a  the attribute at this path
    …attribute=>text            a value that equals the text; =+> the new one, =-> the old one
    …attribute=~>expression     a changed line that matches; =&> every changed line matches
    …attribute=s>=              arrays with the same elements in another order
    …+attribute  …-attribute    an attribute that is new, or gone
    Type[Title]+  -  ~  !       changes of these kinds

Type and title may be *; case does not count.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import lru_cache

from duckrow.diff.changes import Hidden, split_lines
from duckrow.regexp import PatternError, regexp
from duckrow.regexp.nodes import IGNORE_CASE
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from duckrow.diff.changes import Change
    from duckrow.diff.resources import CatalogResources, Data

_rule = re.compile(r"(.+?)\[(.+)\](.*)", re.DOTALL)
# A comma ends a rule if another rule follows.
_comma = re.compile(r",(?=[\w:*]+\[)")
_condition = re.compile(r"(.+?)(=[-+~&s]?>)(.+)", re.DOTALL)
_signs = re.compile(r"[-+~!]+")
_STEP = "\f"
_NO_NEWLINE = "\\ No newline at end of file"
IGNORED_BY_DEFAULT = ("Class[*]",)


class Rule:
    """One rule. Of several conditions all must hold."""

    __slots__ = ("attribute", "title", "type")

    def __init__(self, type_: str, title: str, attribute: str = "*") -> None:
        self.type = type_.casefold()
        self.title = title if title == "*" else _pattern(title)
        self.attribute = attribute

    def matches(self, change: Change) -> bool:
        """Return whether the rule is about a change."""
        if self.type not in ("*", change.type.casefold()):
            return False
        if isinstance(self.title, re.Pattern) and not self.title.fullmatch(change.title):
            return False
        wanted = self.attribute
        if _signs.fullmatch(wanted):
            return change.kind in wanted
        if wanted == "*":
            return True
        if not change.is_change:
            return False
        return _matches_attribute(wanted, change)


@lru_cache(maxsize=4096)
def _pattern(title: str) -> re.Pattern[str]:
    return re.compile(".*".join(map(re.escape, title.split("*"))), re.IGNORECASE)


def _matches_attribute(wanted: str, change: Change) -> bool:
    if wanted.startswith("+"):
        if change.old is not None:
            return False
        wanted = wanted[1:]
    elif wanted.startswith("-"):
        if change.new is not None:
            return False
        wanted = wanted[1:]
    found = _condition.match(wanted)
    operator = value = ""
    if found:
        wanted, operator, value = found.groups()
    steps = [step.casefold() for step in change.structure]
    wanted = wanted.casefold()
    if _STEP in wanted:
        names = wanted.strip(_STEP).split(_STEP)
        starts = [0] if wanted.startswith(_STEP) else range(len(steps))
        if not any(steps[start : start + len(names)] == names for start in starts):
            return False
    elif wanted not in steps:
        return False
    return not operator or _holds(operator, value, change.old, change.new)


def _holds(operator: str, value: str, old: Any, new: Any) -> bool:
    if operator == "=>":
        return value in (old, new)
    if operator == "=+>":
        return bool(new == value)
    if operator == "=->":
        return bool(old == value)
    if operator == "=s>":
        is_array = isinstance(old, list) and isinstance(new, list)
        return is_array and {*map(_hashable, old)} == {*map(_hashable, new)}
    if type(old) is Hidden or type(new) is Hidden:  # no line of a secret is looked at
        return False
    expression = regexp(value, IGNORE_CASE)
    lines = changed_lines(_text(old), _text(new))
    matches = [expression.search(line.strip()) is not None for line in lines]
    if operator == "=~>":
        return any(matches)
    both_lack = sum(line == _NO_NEWLINE for line in lines) == 2
    return all(
        is_match or (both_lack and line == _NO_NEWLINE)
        for line, is_match in zip(lines, matches, strict=True)
    )


def _hashable(value: object) -> str:
    return f"{type(value).__name__} {value!r}"


def _text(value: object) -> str:
    return "" if value is None else value if isinstance(value, str) else str(value)


def changed_lines(old: str, new: str) -> list[str]:
    """Return the lines that `diff` shows without context, with their signs."""
    before, after = split_lines(old), split_lines(new)
    found: list[str] = []
    for word, i1, i2, j1, j2 in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if word == "equal":
            continue
        for sign, lines in (("-", before[i1:i2]), ("+", after[j1:j2])):
            for line in lines:
                found.append(sign + line.rstrip("\r\n"))
                if not line.endswith("\n"):
                    found.append(_NO_NEWLINE)
    return found


class Rules:
    """All rules, of which one is enough, and the tags of resources to ignore."""

    __slots__ = ("_named", "_rules", "_tags")

    def __init__(self, rules: Iterable[Rule] = (), tags: Iterable[str] = ()) -> None:
        self._rules = list(rules)
        self._tags = list(tags)
        self._named: set[tuple[str, str]] = set()

    def key(self) -> list[object]:
        """Return what tells these rules from others."""
        rules = [(each.type, str(each.title), each.attribute) for each in self._rules]
        return [rules, self._tags]

    def ignores(self, change: Change) -> bool:
        """Return whether a rule ignores a change."""
        if (change.type, change.title) in self._named:
            return True
        return any(rule.matches(change) for rule in self._rules)

    def with_tagged(self, old: CatalogResources, new: CatalogResources) -> Rules:
        """Return these rules, and ignore resources with the tags; the new catalog decides."""
        if not self._tags:
            return self
        found = Rules(self._rules, self._tags)
        names = {(each.get("type"), each.get("title")) for each in new.raw}
        for raw in new.raw:
            self._name(raw, found._named)
        for raw in old.raw:
            if (raw.get("type"), raw.get("title")) not in names:
                self._name(raw, found._named)
        return found

    def _name(self, raw: Data, into: set[tuple[str, str]]) -> None:
        type_ = str(raw.get("type"))
        end = "__" + re.sub(r"\W", "_", type_.lower())
        tags = raw.get("tags")
        tags = tags if isinstance(tags, list) else ()
        if any(tag in tags or tag + end in tags for tag in self._tags):
            into.add((type_, str(raw.get("title"))))


def read_rules(texts: Iterable[str]) -> list[Rule]:
    """Read rules `Type[Title]attribute`; several are separated by commas."""
    found = []
    for text in texts:
        for part in _comma.split(text):
            match = _rule.fullmatch(part.strip())
            if match is None:
                raise InputError(
                    f"Ignore {part} must be in Type[Title] or Type[Title]::Attribute format!",
                    hint="'File[/tmp/*]' ignores files by name, 'Exec[*]::returns' an attribute",
                )
            type_, title, attribute = match.groups()
            found.append(Rule(type_, title, _checked(attribute or "*", part)))
    return found


def attribute_rules(texts: Iterable[str]) -> list[Rule]:
    """Read rules that name attributes of any resource, separated by commas."""
    return [
        Rule("*", "*", _checked(part, part)) for text in texts for part in text.split(",") if part
    ]


def _checked(attribute: str, rule: str) -> str:
    """Return an attribute with its steps separated; reject an invalid condition."""
    name, operator, value = attribute, "", ""
    found = _condition.match(attribute)
    if found:
        name, operator, value = found.groups()
    name = name.replace("\\f", _STEP).replace("::", _STEP)
    if operator == "=s>" and value != "=":
        raise InputError(f"Invalid ignore option for =s>, must be '=' (rule: {rule})")
    if operator in ("=~>", "=&>"):
        try:
            regexp(value, IGNORE_CASE)
        except PatternError as error:
            raise InputError(f"Invalid ignore regexp for {rule}: {error}") from None
    return name + operator + value
