"""The fast parser: it turns the source text of a correct policy into nodes, in one pass.

Invariants.

1. The parser returns the same nodes as the reference would read. For a source text with errors, or
   with unusual syntax, it raises `Unusual`, and the exact but slow reader in `diagnose.py` decides.
2. Single regular expressions match the most common forms: an attribute with a plain value, a list
   of plain strings. All other forms are read token by token.
3. Lines are counted as in the reference: lines that a macro skips do not count, and an attribute
   whose value is a bare word has the line of the token after that word.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from duckrow.cfengine.syntax import macros
from duckrow.cfengine.syntax.attributes import of_body, of_promise
from duckrow.cfengine.syntax.class_expressions import find_error
from duckrow.cfengine.syntax.literals import DATA, literal
from duckrow.cfengine.syntax.nodes import (
    ANY,
    Attribute,
    Body,
    Bundle,
    CustomPromiseType,
    FunctionCall,
    List,
    Promise,
    PromiseSection,
    Word,
    text_of,
)
from duckrow.cfengine.syntax.patterns import (
    BARE_VARIABLE,
    CLASS_GUARD,
    IDENTIFIER,
    KEYWORDS,
    LETTER,
    LONGEST_NAME,
    QUOTED,
    QUOTED_GUARD,
    SPACE,
    UNJOINED,
)
from duckrow.cfengine.syntax.strings import unescape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.cfengine.syntax.nodes import Block, Value

_MACROS = ("@if", "@e")

# The maximum depth of function calls.
DEEPEST_CALL = 9

_skip = re.compile(SPACE).match
_head = re.compile(
    rf"(bundle|body|promise)(?=[ \t\n#]){SPACE}({IDENTIFIER}){SPACE}({IDENTIFIER}){SPACE}([({{])"
).match
_parameter = re.compile(rf"{SPACE}({IDENTIFIER}){SPACE}([,)])").match
_close_parameters = re.compile(rf"{SPACE}\)").match
_open_block = re.compile(rf"{SPACE}\{{").match

# The next statement of a bundle or body.
_statement = re.compile(
    rf"({CLASS_GUARD})|({QUOTED_GUARD})|({QUOTED})|([a-zA-Z_]++):(?!{LETTER})|(\}})"
).match
_body_statement = re.compile(rf"({CLASS_GUARD})|(?=({IDENTIFIER}))|(\}})").match

# name => "plain"[,;]  and  name => word[,;]
_plain_attribute = re.compile(
    rf'{SPACE}({IDENTIFIER}){SPACE}=>{SPACE}(?:"([^"\\]*+)"|({IDENTIFIER})){SPACE}([,;])'
).match
_attribute_name = re.compile(rf"{SPACE}({IDENTIFIER}){SPACE}=>{SPACE}").match
# A string, a word or a variable; a bracket after the last two makes a call.
_single = re.compile(rf"({QUOTED})|({IDENTIFIER}){SPACE}|({BARE_VARIABLE}){SPACE}").match
# The first characters of strings and variables.
_NO_WORD = "\"'`$@"
_plain_list = re.compile(
    rf'{SPACE}((?:"[^"\\]*+"{SPACE}(?:,{SPACE}"[^"\\]*+"{SPACE})*(?:,{SPACE})?)?)\}}'
).match
_plain_items = re.compile(r'"([^"]*)"').findall
_after_value = re.compile(rf"{SPACE}([,;])").match
_too_long = re.compile(rf"{LETTER}{{{LONGEST_NAME // 2}}}").search
_after_promiser = re.compile(rf"{SPACE}(?:(;)|(->){SPACE})?").match


class Unusual(Exception):  # noqa: N818 - not a mistake, only not for this reader
    """The source text is invalid, or needs the exact reader."""


def parse_usual(text: str) -> list[Block]:
    """Parse a whole file. Raise Unusual."""
    if "\r" in text or "\0" in text or _long_name(text):
        raise Unusual
    return _Reader(text).blocks()


def _long_name(text: str) -> bool:
    """Return whether the source text has a name that is too long for the reference."""
    longest = max(map(len, text.split("\n")))
    return longest > LONGEST_NAME and _too_long(text) is not None


class _Reader:
    __slots__ = ("_ends", "_guards", "_in_macro", "_namespace", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._ends = [found.start() for found in re.finditer("\n", text)]
        self._namespace = "default"
        self._in_macro = False
        # Checked guards: a file uses few guards many times.
        self._guards: set[str] = set()

    # Locations.

    def _line(self, at: int) -> int:
        return bisect_left(self._ends, at) + 1

    def _column(self, at: int) -> int:
        line = bisect_left(self._ends, at)
        return at - self._ends[line - 1] if line else at + 1

    def _skip(self, at: int) -> int:
        """Return the offset of the next token, after space and macros."""
        found = _skip(self._text, at)
        assert found is not None
        at = found.end()
        return self._skip_macros(at) if self._text.startswith(_MACROS, at) else at

    def _skip_macros(self, at: int) -> int:
        text = self._text
        while text.startswith(_MACROS, at):
            if at and text[at - 1] != "\n":
                raise Unusual
            step = macros.step(text, at, is_inside=self._in_macro)
            if step is None:
                raise Unusual
            if step.skipped_to is not None:
                # Skipped lines are not counted.
                del self._ends[
                    bisect_left(self._ends, step.end) : bisect_left(self._ends, step.skipped_to)
                ]
            self._in_macro = step.is_inside
            found = _skip(text, step.end if step.skipped_to is None else step.skipped_to)
            assert found is not None
            at = found.end()
        return at

    # Blocks.

    def blocks(self) -> list[Block]:
        blocks: list[Block] = []
        at = self._skip(0)
        size = len(self._text)
        while at < size:
            block, at = self._block(at)
            blocks.append(block)
            at = self._skip(at)
        if self._in_macro:
            raise Unusual
        return blocks

    def _block(self, at: int) -> tuple[Block, int]:
        head = _head(self._text, at)
        if head is None:
            raise Unusual
        keyword, kind, name, opening = head.groups()
        if kind in KEYWORDS or name in KEYWORDS or (keyword == "promise" and kind != "agent"):
            raise Unusual
        line, column = self._line(head.end(3)), self._column(at)
        at = head.end()
        parameters: tuple[str, ...] = ()
        if opening == "(":
            parameters, at = self._parameters(at)
        namespace = self._namespace
        if keyword == "bundle":
            sections, at = self._sections(at)
            return Bundle(kind, name, namespace, parameters, sections, line, column), at
        attributes, at = self._body(at, is_file_control=kind == "file" and name == "control")
        if keyword == "body":
            attributes = of_body(attributes, name)
            return Body(kind, name, namespace, parameters, attributes, line, column), at
        return CustomPromiseType(kind, name, namespace, (), attributes, line, column), at

    def _parameters(self, at: int) -> tuple[tuple[str, ...], int]:
        text = self._text
        parameters: list[str] = []
        sign = "("
        while sign != ")":
            closed = _close_parameters(text, at)
            if closed is not None:
                at = closed.end()
                break
            found = _parameter(text, at)
            if found is None or found.group(1) in KEYWORDS:
                raise Unusual
            sign = found.group(2)
            parameters.append(found.group(1))
            at = found.end()
        opened = _open_block(text, at)
        if opened is None:
            raise Unusual
        return tuple(parameters), opened.end()

    def _sections(self, at: int) -> tuple[list[PromiseSection], int]:
        text = self._text
        sections: list[PromiseSection] = []
        promises: list[Promise] | None = None
        guard, quoted_guard = ANY, None
        while True:
            at = self._skip(at)
            found = _statement(text, at)
            if found is None:
                raise Unusual
            at = found.end()
            which = found.lastindex
            if which == 3:
                if promises is None:
                    raise Unusual
                promise, at = self._promise(guard, quoted_guard, found.start(), at)
                promises.append(promise)
            elif which == 4:
                promises = []
                sections.append(PromiseSection(found.group(4), promises, self._line(at)))
                guard, quoted_guard = ANY, None
            elif which == 5:
                return sections, at
            elif promises is None:
                raise Unusual
            elif which == 1:
                guard, quoted_guard = self._guard(found.group(1)), None
            elif "\\" in found.group(2):
                raise Unusual
            else:
                guard, quoted_guard = ANY, found.group(2)[1:-3]

    def _promise(
        self, guard: str, quoted_guard: str | None, start: int, at: int
    ) -> tuple[Promise, int]:
        text = self._text
        promiser = _quoted(text[start:at])
        line = self._line(at)
        promisee: Value | None = None
        found = _after_promiser(text, at)
        assert found is not None
        attributes: Sequence[Attribute] = ()
        if found.group(1) is None:
            if found.group(2) is not None:
                promisee, at = self._value(found.end())
                ended = _after_value(text, at)
                if ended is None:
                    attributes, at = self._attributes(at)
                elif ended.group(1) == ";":
                    at = ended.end()
                else:
                    raise Unusual
            else:
                attributes, at = self._attributes(at)
        else:
            at = found.end()
        column = self._column(start)
        return Promise(guard, quoted_guard, promiser, promisee, attributes, line, column), at

    def _attributes(self, at: int) -> tuple[Sequence[Attribute], int]:
        attributes: list[Attribute] = []
        sign = ","
        while sign == ",":
            name, start, value, line, sign, at = self._attribute(at)
            if name in DATA:
                value = literal(value, line)
            attributes.append(Attribute(name, value, ANY, line, self._column(start)))
        return of_promise(attributes), at

    def _attribute(self, at: int) -> tuple[str, int, Value, int, str, int]:
        """Read an attribute; return name and offset, value and line, the sign after it, the end."""
        found = _plain_attribute(self._text, at)
        if found is None:
            return self._attribute_word_by_word(at)
        name, text, word, sign = found.groups()
        if name in KEYWORDS or word in KEYWORDS:
            raise Unusual
        at = found.end()
        if word is None:
            return name, found.start(1), text, self._line(found.end(2)), sign, at
        return name, found.start(1), Word(word), self._line(at), sign, at

    def _attribute_word_by_word(self, at: int) -> tuple[str, int, Value, int, str, int]:
        text = self._text
        at = self._skip(at)
        found = _attribute_name(text, at)
        if found is None or found.group(1) in KEYWORDS:
            raise Unusual
        value, at = self._value(self._skip(found.end()))
        line = self._line(at)
        at = self._skip(at)
        ended = _after_value(text, at)
        if ended is None:
            raise Unusual
        return found.group(1), found.start(1), value, line, ended.group(1), ended.end()

    def _body(self, at: int, *, is_file_control: bool) -> tuple[Sequence[Attribute], int]:
        text = self._text
        attributes: list[Attribute] = []
        guard = ANY
        while True:
            at = self._skip(at)
            found = _body_statement(text, at)
            if found is None:
                raise Unusual
            which = found.lastindex
            if which == 1:
                guard = self._guard(found.group(1))
                at = found.end()
                continue
            if which == 3:
                return attributes, found.end()
            name, start, value, line, sign, at = self._attribute(at)
            if sign != ";":
                raise Unusual
            if is_file_control and name == "namespace":
                scalar = text_of(value)
                if scalar is None:
                    raise Unusual
                self._namespace = scalar
            attributes.append(Attribute(name, value, guard, line, self._column(start)))

    def _guard(self, written: str) -> str:
        guard = written[:-2]
        if guard not in self._guards:
            if UNJOINED.match(written) or find_error(guard) is not None:
                raise Unusual
            self._guards.add(guard)
        return guard

    # Values.

    def _value(self, at: int) -> tuple[Value, int]:
        """Read a value; the returned offset is the end of what the reference has read by then."""
        if self._text.startswith("{", at):
            return self._list(at + 1)
        value, end = self._item(at, 0)
        if isinstance(value, str) and self._text[at] not in _NO_WORD:
            return Word(value), end
        return value, end

    def _item(self, at: int, depth: int) -> tuple[str | FunctionCall, int]:
        """Read an item of a list or call: a string, a word, a variable, or a call."""
        found = _single(self._text, at)
        if found is None:
            raise Unusual
        end, which = found.end(), found.lastindex or 0
        if which == 1:
            return _quoted(found.group(1)), end
        word = found.group(which)
        if word in KEYWORDS:
            raise Unusual
        if self._text.startswith("(", end):
            return self._call(word, end + 1, depth + 1)
        return word, end

    def _list(self, at: int) -> tuple[List, int]:
        text = self._text
        plain = _plain_list(text, at)
        if plain is not None:
            inner = plain.group(1)
            if "#" not in inner:
                return List(tuple(_plain_items(inner))), plain.end()
        items: list[str | FunctionCall] = []
        at = self._skip(at)
        while not text.startswith("}", at):
            item, at = self._item(at, 0)
            items.append(item)
            at = self._skip(at)
            if text.startswith(",", at):
                at = self._skip(at + 1)
            elif not text.startswith("}", at):
                raise Unusual
        return List(tuple(items)), at + 1

    def _call(self, name: str, at: int, depth: int) -> tuple[FunctionCall, int]:
        text = self._text
        if depth > DEEPEST_CALL:
            raise Unusual
        line = self._line(at)
        arguments: list[str | FunctionCall] = []
        at = self._skip(at)
        is_open = not text.startswith(")", at)
        while is_open:
            item, at = self._item(at, depth)
            arguments.append(item)
            at = self._skip(at)
            is_open = text.startswith(",", at)
            if is_open:
                at = self._skip(at + 1)
            elif not text.startswith(")", at):
                raise Unusual
        return FunctionCall(name, tuple(arguments), line), at + 1


def _quoted(token: str) -> str:
    inner = token[1:-1]
    if "\\" in inner:
        # After a backslash at a line's end, the reference does not look for the end of the string.
        if "\\\n" in inner and ("\\\n\\" in inner or inner.endswith("\\\n")):
            raise Unusual
        return unescape(inner)
    return inner
