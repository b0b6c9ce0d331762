r"""Ruby's regular expressions, run by Python's engines.

    >>> time = regexp(r"(?<hours>\d+):(?<minutes>\d+)\z")
    >>> match = time.search("at 12:30")
    >>> match.group(0), time.named(match)
    ('12:30', {'hours': '12', 'minutes': '30'})

A match is Python's own: `start`, `end`, `span`, `group` by number, `groups`. Groups have the
numbers that Ruby gives them; names are asked of the expression, since in Ruby several groups may
share one.

Much code asks whether a value is an expression, and few runs have one: reading, compiling and
writing expressions is imported on first use.
"""

from __future__ import annotations

from functools import lru_cache

from duckrow.regexp.errors import PatternError
from duckrow.regexp.nodes import DOT_ALL, EXTENDED, IGNORE_CASE, Anchor, Pattern, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from duckrow.regexp.program import Program, Search
    from duckrow.regexp.survey import Survey

CACHE_SIZE = 1000


@lru_cache(maxsize=CACHE_SIZE)
def regexp(source: str, flags: int = 0) -> RubyRegexp:
    """Return the expression of a source from the cache; raises PatternError."""
    return RubyRegexp(source, flags)


class Translation:
    """A pattern in the syntax of one of Python's engines, `re` or `regex`."""

    __slots__ = ("engine", "is_folded", "text")

    def __init__(self, engine: str, text: str, is_folded: bool) -> None:
        self.engine = engine
        self.text = text
        self.is_folded = is_folded


def translate(source: str, flags: int = 0, *, is_ascii: bool = False) -> Translation:
    """Translate a pattern, for ASCII strings or for any string; raises PatternError."""
    from duckrow.regexp.emit import emit

    tree, asked = _read(source, flags)
    needs_regex = asked.ascii_needs_regex if is_ascii else asked.wide_needs_regex
    is_folded = needs_regex and asked.is_folded
    try:
        text = emit(tree, is_ascii=is_ascii and asked.is_sensitive, is_folded=is_folded)
    except PatternError as error:
        raise _with_source_offset(error, source) from None
    return Translation("regex" if needs_regex else "re", text, is_folded)


def _read(source: str, flags: int) -> tuple[Pattern, Survey]:
    from duckrow.regexp.escapes import rewrite
    from duckrow.regexp.parser import parse
    from duckrow.regexp.rules import complete
    from duckrow.regexp.survey import survey

    rewritten = rewrite(source)
    try:
        tree = parse(rewritten.text, flags)
        complete(tree)
        return tree, survey(tree)
    except PatternError as error:
        raise PatternError(error.message, rewritten.source_offset(error.offset)) from None


def _with_source_offset(error: PatternError, source: str) -> PatternError:
    """Return an error with its offset in the source, not in the rewritten text."""
    from duckrow.regexp.escapes import rewrite

    return PatternError(error.message, rewrite(source).source_offset(error.offset))


class RubyRegexp:
    """A regular expression of Ruby.

    `flags` are IGNORE_CASE, DOT_ALL and EXTENDED: Ruby's i, m and x. It is compiled when it is
    first used, and a search that takes too long raises MatchTimeoutError. For ASCII strings of up
    to `limit` characters `find` is the same as `search`, and quicker.
    """

    __slots__ = (
        "_ascii",
        "_asked",
        "_tree",
        "_whole",
        "_wide",
        "find",
        "flags",
        "group_count",
        "limit",
        "source",
    )
    ruby_class_name = "Regexp"

    def __init__(self, source: str, flags: int = 0) -> None:
        self.source = source
        self.flags = flags & (IGNORE_CASE | DOT_ALL | EXTENDED)
        self._set(*_read(source, self.flags))

    def _set(self, tree: Pattern, asked: Survey) -> None:
        self._tree = tree
        self.group_count = tree.group_count  # of those that capture
        self._asked = asked
        self._ascii: Program | None = None
        self._wide: Program | None = None
        self._whole: RubyRegexp | None = None
        self.limit = -1
        self.find: Search  # set together with the limit

    @property
    def names(self) -> dict[str, list[int]]:
        """The names of groups, each with the numbers of the groups that have it."""
        return self._tree.names

    def search(self, text: str, pos: int = 0) -> re.Match[str] | None:
        """Find the first match that begins at `pos` or later."""
        if len(text) <= self.limit and text.isascii():
            return self.find(text, pos)
        if text.isascii():
            program = self._ascii or self._prepare(is_ascii=True)
        else:
            program = self._wide or self._prepare(is_ascii=False)
        return program.search(text, pos)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """Match the whole string, from its first character to its last."""
        if self._whole is None:
            self._whole = self._anchored()
        return self._whole.search(text)

    def find_all(self, text: str) -> Iterator[re.Match[str]]:
        """Find all matches, as `scan` and `gsub` do."""
        pos = 0
        while pos <= len(text) and (match := self.search(text, pos)) is not None:
            yield match
            pos = match.end() + (match.end() == match.start())

    def named(self, match: re.Match[str]) -> dict[str, str | None]:
        """Return the strings of named groups; of groups with one name, the last that matched."""
        out: dict[str, str | None] = {}
        for name, numbers in self.names.items():
            held = (match.group(number) for number in reversed(numbers))
            out[name] = next((text for text in held if text is not None), None)
        return out

    def _prepare(self, *, is_ascii: bool) -> Program:
        from duckrow.regexp.program import Program

        is_ascii = is_ascii and self._asked.is_sensitive
        try:
            program = Program(self._tree, self.source, self._asked, is_ascii=is_ascii)
        except PatternError as error:
            raise _with_source_offset(error, self.source) from None
        if is_ascii or not self._asked.is_sensitive:
            self._ascii = program
            self.limit, self.find = program.limit, program.find
        if not is_ascii:
            self._wide = program
        return program

    def _anchored(self) -> RubyRegexp:
        r"""Return the same expression between \A and \z."""
        inner = self._tree
        if any(call.number == 0 for call in inner.calls):
            raise PatternError("a call of the whole pattern cannot be anchored", 0)
        begin, end = Anchor(0, 0, 0, "\\A"), Anchor(0, 0, 0, "\\z")
        root = Sequence(0, inner.root.end, 0, [begin, inner.root, end])
        root.min_length = inner.root.min_length
        tree = Pattern()
        tree.root = root
        tree.nodes = [*inner.nodes, begin, end, root]
        tree.captures, tree.names, tree.calls = inner.captures, inner.names, inner.calls
        tree.group_count = inner.group_count
        whole = RubyRegexp.__new__(RubyRegexp)
        whole.source, whole.flags = self.source, self.flags
        whole._set(tree, self._asked)
        return whole

    def to_s(self) -> str:
        """Return the expression as Ruby converts it to a string: (?-mix:...)."""
        from duckrow.regexp.show import shown

        return shown(self.source, self.flags)

    def __str__(self) -> str:
        return self.to_s()

    def ruby_inspect(self) -> str:
        from duckrow.regexp.show import inspected

        return inspected(self.source, self.flags)

    def __repr__(self) -> str:
        return self.ruby_inspect()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RubyRegexp):
            return NotImplemented
        return (self.source, self.flags) == (other.source, other.flags)

    def __hash__(self) -> int:
        return hash((self.source, self.flags))
