"""Lay out the stream of words and marks on lines.

First every group is measured: its width on one line, including what cannot be separated from its
end. Then the stream is written once from start to end, and a group is broken if it does not fit.
Both passes are linear and neither recurses, so a tree of any depth works.

Breaks and spaces are written when the next word comes. So a line never ends in a space, and
needless breaks disappear.

Invariants:
 1. The text of a heredoc is written at the first line break after its tag, and there is such a
    break before anything that may not contain one: the end of an expression in a string, a tag of
    a template, a word with line breaks of its own.
 2. Indentation stops growing at `_DEEPEST`, so that nesting cannot make the output grow with the
    square of its depth.
"""

from __future__ import annotations

from duckrow.puppet.syntax import printer_items as i
from duckrow.puppet.syntax.printer_sheets import Sheet, TemplateSheet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

WIDTH = 100
_TOO_WIDE = 1_000_000
_HEREDOC_TAG = len('@("END")')
_DEEPEST = 30


def lay_out(items: Sequence[object], is_template: bool) -> str:
    """Write a stream of words and marks as source."""
    layout = _Layout(is_template)
    layout.write(items, _measure(items))
    return layout.base.finish()


def _measure(items: Sequence[object]) -> list[int]:
    """Return, in order, the width of each group up to the first break after its end."""
    widths: list[int] = []
    open_groups: list[tuple[int, int]] = []  # the group, and the total where it begins
    ended: list[tuple[int, int]] = []
    outside: list[int] = []  # the totals where heredocs begin: their text is not on the line
    expressions = 0
    total = 0

    def settle() -> None:
        for group, start in ended:
            widths[group] = total - start
        ended.clear()

    for item in items:
        if type(item) is str:
            total += len(item)
        elif item is i.OPEN:
            open_groups.append((len(widths), total))
            widths.append(0)
        elif item is i.CLOSE:
            ended.append(open_groups.pop())
        elif item is i.BREAK:
            settle()
            total += 1
        elif item is i.SOFT or item is i.TAG_END:
            settle()
        elif item is i.EXPRESSION:
            expressions += 1
        elif item is i.EXPRESSION_END:
            expressions -= 1
        elif item is i.LINE or type(item) is i.Separate:
            settle()
            total += _TOO_WIDE
        elif item is i.FORCE:
            total += 0 if expressions else _TOO_WIDE
        elif type(item) is i.HeredocStart:
            settle()
            outside.append(total)
        elif item is i.HEREDOC_END:
            settle()
            total = outside.pop() + _HEREDOC_TAG
        elif type(item) is i.TemplateText or item is i.RENDER or item is i.RENDER_END:
            settle()
            total += _TOO_WIDE
    settle()
    return widths


class _Layout:
    """The state of writing: the sheet, the open groups, the pending breaks."""

    __slots__ = (
        "_flat",
        "_guard",
        "_is_bare",
        "_next_group",
        "_separate",
        "_sheets",
        "_widths",
        "base",
        "expressions",
        "level",
        "sheet",
    )

    def __init__(self, is_template: bool) -> None:
        self.base: Sheet = TemplateSheet() if is_template else Sheet()
        self.sheet = self.base
        # Saved while the text of a heredoc is written.
        self._sheets: list[tuple[Sheet, i.HeredocStart, int, Any, Any]] = []
        self.level = 0
        self.expressions = 0
        self._flat = [False]
        self._guard: i.Guard | None = None
        self._separate: i.Separate | None = None
        self._is_bare = False
        self._widths: list[int] = []
        self._next_group = 0

    def write(self, items: Sequence[object], widths: list[int]) -> None:
        self._widths = widths
        marks = _MARKS
        for item in items:
            if type(item) is str:
                self._word(item)
            elif type(item) is i.Mark:
                marks[item](self)
            else:
                _OTHERS[type(item)](self, item)

    @property
    def _indent(self) -> str:
        return "  " * min(self.level, _DEEPEST)

    def _word(self, word: str) -> None:
        """Write a word, after the separator that its first character requires."""
        first = word.lstrip(" ")[:1]
        separate, guard = self._separate, self._guard
        if separate is not None:
            self._separate = self._guard = None
            if separate.needs_semicolon or first in self.sheet.continues_a_statement:
                self.sheet.close_statement(self._indent)
        elif guard is not None:
            self._guard = None
            if first in guard.following:
                self.sheet.put(guard.text, self._indent)
        if self._is_bare:
            self._is_bare = False
            word = word.removeprefix("$")
        self.sheet.put(word, self._indent)

    def _forget(self) -> None:
        self._separate = self._guard = None

    # Groups and breaks

    def _open(self) -> None:
        width = self._widths[self._next_group]
        self._next_group += 1
        if self._flat[-1]:
            self._flat.append(True)
        elif self.expressions:
            self._flat.append(width < _TOO_WIDE)
        else:
            self._flat.append(self.sheet.column(len(self._indent)) + width <= WIDTH)

    def _close(self) -> None:
        self._flat.pop()

    def _break(self) -> None:
        if self._flat[-1]:
            self.sheet.space()
        else:
            self.sheet.line()

    def _soft(self) -> None:
        if not self._flat[-1]:
            self.sheet.line()

    def _line(self) -> None:
        self.sheet.line()

    def _in(self) -> None:
        self.level += 1

    def _out(self) -> None:
        self.level -= 1

    def _separated(self, separate: i.Separate) -> None:
        self._guard = None
        self._separate = separate
        self.sheet.next_statement(self._indent, separate.is_blank)

    def _guarded(self, guard: i.Guard) -> None:
        self._guard = guard

    def _if_broken(self, item: i.IfBroken) -> None:
        if not self._flat[-1]:
            self._word(item.text)

    # Strings and heredocs

    def _bare(self) -> None:
        self._is_bare = True

    def _expression(self) -> None:
        self._word("${")
        self.expressions += 1

    def _expression_end(self) -> None:
        self.expressions -= 1
        if self.sheet.waiting:
            self.sheet.line()
        self._word("}")

    def _heredoc(self, start: i.HeredocStart) -> None:
        self._sheets.append((self.sheet, start, self.level, self._separate, self._guard))
        self.sheet = Sheet()
        self.level = 0
        self._forget()

    def _heredoc_end(self) -> None:
        text = self.sheet.text()
        self.sheet, start, self.level, self._separate, self._guard = self._sheets.pop()
        tag, lines = self.sheet.heredoc(text, start, self._indent)
        self._word(tag)
        self.sheet.waiting.append(lines)

    def _text(self, item: i.Text) -> None:
        self._forget()
        self.sheet.put_text(item.value)

    # Templates

    def _template_text(self, item: i.TemplateText) -> None:
        self._forget()
        self._template.put_template_text(item.value)

    def _render(self) -> None:
        self._forget()
        self._template.open_value()

    def _render_end(self) -> None:
        self._forget()
        self._template.close_value()

    def _tag_end(self) -> None:
        self._template.end_tag()

    def _force(self) -> None:
        pass  # it was used when the enclosing group was measured

    @property
    def _template(self) -> TemplateSheet:
        assert isinstance(self.sheet, TemplateSheet)
        return self.sheet


_MARKS = {
    i.OPEN: _Layout._open,
    i.CLOSE: _Layout._close,
    i.BREAK: _Layout._break,
    i.SOFT: _Layout._soft,
    i.LINE: _Layout._line,
    i.FORCE: _Layout._force,
    i.INDENT: _Layout._in,
    i.DEDENT: _Layout._out,
    i.BARE: _Layout._bare,
    i.EXPRESSION: _Layout._expression,
    i.EXPRESSION_END: _Layout._expression_end,
    i.HEREDOC_END: _Layout._heredoc_end,
    i.RENDER: _Layout._render,
    i.RENDER_END: _Layout._render_end,
    i.TAG_END: _Layout._tag_end,
}
_OTHERS: dict[type, Any] = {
    i.Separate: _Layout._separated,
    i.Guard: _Layout._guarded,
    i.IfBroken: _Layout._if_broken,
    i.HeredocStart: _Layout._heredoc,
    i.Text: _Layout._text,
    i.TemplateText: _Layout._template_text,
}
