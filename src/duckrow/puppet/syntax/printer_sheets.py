"""The printer's output: a manifest, the text of a heredoc, or a template.

A sheet holds the text so far, the pending break or space, and the heredocs whose text waits for the
next line break.
"""

from __future__ import annotations

from duckrow.puppet.syntax import printer_words as words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.printer_items import HeredocStart

_NONE, _SPACE, _LINE, _BLANK_LINE = range(4)
_TRIMMED = "-%>\n"  # ends a tag together with its line


class Sheet:
    """Growing source. Also the text of a heredoc, which is never broken."""

    __slots__ = ("_column", "_gap", "_line_indent", "_out", "waiting")

    # A statement that begins with one of these would continue the previous one. A parenthesis does
    # not if it is first on its line.
    continues_a_statement = "-*/{"

    def __init__(self) -> None:
        self._out: list[str] = []
        self._gap = _NONE
        self._column = 0
        self._line_indent = ""
        self.waiting: list[str] = []  # the pending texts of heredocs, including their end lines

    def column(self, indent: int) -> int:
        """Return the column at which the next word would begin."""
        if self._gap >= _LINE:
            return indent
        return self._column + self._gap

    def space(self) -> None:
        self._gap = max(self._gap, _SPACE)

    def line(self) -> None:
        self._gap = max(self._gap, _LINE)

    def next_statement(self, indent: str, is_blank: bool) -> None:
        """End a statement; another one follows."""
        del indent
        self._gap = _BLANK_LINE if is_blank else _LINE

    def put(self, word: str, indent: str) -> None:
        """Write a word after its pending gap."""
        if self.waiting and "\n" in word:
            self.line()
        if self._gap == _SPACE:
            self._append(" ")
        elif self._gap != _NONE and self._out:
            self._new_line(self._gap == _BLANK_LINE)
            self._append(indent)
            self._line_indent = indent
        self._gap = _NONE
        self._append(word)

    def put_text(self, text: str) -> None:
        """Write text as it is; no gap can be pending."""
        self._append(text)

    def close_statement(self, indent: str) -> None:
        """Write a semicolon where the last statement ends, before the gap."""
        del indent
        self._append(";")

    def heredoc(self, text: str, start: HeredocStart, indent: str) -> tuple[str, str]:
        """Return the tag of the next heredoc, and the lines of its text."""
        margin = (indent if self._gap >= _LINE else self._line_indent) + "  "
        tag, number = "END", 1
        while tag in text:  # a line of the text that ends in the tag would end the heredoc
            number += 1
            tag = f"END{number}"
        keeps_break = not text or text.endswith("\n")
        lines = text.removesuffix("\n").split("\n") if text else []
        body = "".join(f"{margin}{line}\n" if line else "\n" for line in lines)
        end = f"{margin}{'|' if keeps_break else '|-'} {tag}\n"
        name = f'"{tag}"' if start.interpolates else tag
        syntax = f":{start.syntax}" if start.syntax else ""
        escapes = f"/{start.escapes}" if start.escapes else ""
        return f"@({name}{syntax}{escapes})", body + end

    def text(self) -> str:
        return "".join(self._out)

    def finish(self) -> str:
        """End the last line, and return all of the text."""
        if self._out:
            self._new_line(is_blank=False)
        return self.text()

    def _append(self, text: str) -> None:
        if not text:
            return
        self._out.append(text)
        newline = text.rfind("\n")
        self._column = self._column + len(text) if newline < 0 else len(text) - newline - 1

    def _new_line(self, is_blank: bool) -> None:
        self._append("\n")
        for text in self.waiting:
            self._append(text)
        self.waiting.clear()
        if is_blank:
            self._append("\n")


class TemplateSheet(Sheet):
    """A template: text, with code in tags that are opened when code comes.

    A tag that is alone on its line also consumes the line break after it, as people write them: the
    text after it then begins on a line of its own.
    """

    __slots__ = ("_after_text", "_in_value", "_is_open", "_own_line", "_tag_ends", "_tag_indent")

    # In a tag a parenthesis is never the first on its line.
    continues_a_statement = "-*/{("

    def __init__(self) -> None:
        super().__init__()
        self._is_open = False
        self._in_value = False
        self._tag_indent = ""
        self._own_line = True  # the open tag began a line
        self._after_text = False
        self._tag_ends = False

    def put(self, word: str, indent: str) -> None:
        # A bracket that belongs to the text before it must not have a space before it.
        is_tight = word.startswith("[") and self._gap == _NONE and not self._tag_ends
        if self._tag_ends:
            self._close_tag(_TRIMMED)
        if not self._is_open:
            if not self._out:
                self._open_tag("<%- " if word == "|" else "<% ")
            else:
                self._open_tag("<%" if is_tight else "<% ")
            self._tag_indent = indent
        super().put(word, indent)

    def next_statement(self, indent: str, is_blank: bool) -> None:
        """Return the next statement its own tag, unless this tag contains the start of a body."""
        del is_blank
        if self._is_open and self._own_line and not self._in_value and indent <= self._tag_indent:
            self._tag_ends = True
        else:
            self.line()

    def close_statement(self, indent: str) -> None:
        if self._is_open:
            super().close_statement(indent)
        else:
            self.put("; ", indent)

    def put_template_text(self, text: str) -> None:
        """Switch from code to text, which must appear exactly as it is."""
        if self._is_open:
            needs_line = self._own_line and not text.startswith(("\n", "\r\n"))
            self._close_tag(_TRIMMED if needs_line or not text else "%>")
        elif text == "":
            self._append("<% -%>\n")
        elif self._after_text or (not self._out and text.startswith("\ufeff")):
            self._append("<% %>")
        self._append(words.template_text(text))
        self._after_text = True

    def open_value(self) -> None:
        if self._is_open:
            self._close_tag(_TRIMMED if self._own_line else "%>")
        self._open_tag("<%= ")
        self._in_value = True

    def close_value(self) -> None:
        self._close_tag("%>")

    def end_tag(self) -> None:
        """Close the open tag, and its line, when something follows."""
        self._tag_ends = True

    def finish(self) -> str:
        if self._is_open:
            self._close_tag("-%>" if self._tag_ends else "%>")
        elif self._after_text and self._out[-1].endswith("<%%"):
            self._append("<% %>")  # the reference loses text that ends in an escaped tag
        return self.text()

    def _open_tag(self, tag: str) -> None:
        self._own_line = not self._out or self._out[-1].endswith("\n")
        self._append(tag)
        self._is_open = True
        self._after_text = False
        self._gap = _NONE

    def _close_tag(self, mark: str) -> None:
        if self.waiting:
            self._new_line(is_blank=False)
        else:
            self._append(" ")
        self._append(mark)
        self._is_open = self._in_value = self._tag_ends = False
        self._gap = _NONE
