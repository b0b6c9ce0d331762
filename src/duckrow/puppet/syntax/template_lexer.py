"""EPP templates: text with <% code %> and <%= values %> in it.

<%   code        <%-   code, blanks before it on the line dropped
<%=  value       <%#   comment
%>   end         -%>   end, blanks and the line break after it dropped
<%%  and %%>     stand for <% and %> in text

Code may end anywhere, even inside an expression in a string; the text that follows then belongs to
that expression. Only in a heredoc's text and in comments a %> is text.
"""

from __future__ import annotations

from duckrow.puppet.syntax.lexer import Lexer
from duckrow.source.errors import SourceError
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.tokens import Tokens
    from duckrow.source.text import SourceText

_BLANK_LINE = LazyPattern(r"[ \t]*\r?\n?")

_TEXT = "text"
_CODE = "code"
_VALUE = "value"


class TemplateLexer(Lexer):
    """Lexes a template: text in one go, code step by step."""

    __slots__ = ("_mode", "_tag")

    def __init__(self, source: SourceText, tasks: bool = False) -> None:
        super().__init__(source, tasks)
        self._mode = _TEXT
        self._tag = 0

    def read(self) -> Tokens:
        """Lex a template."""
        try:
            text = self._scan_text(trim=False)
            self._add_text(self.tokens, text, 0)
            while self.pos < len(self.text):
                self.step_in_file()
            if self._mode != _TEXT:
                raise self.error("epp-unbalanced-tag")
        except SourceError as error:
            self.end_in(error)
        self.close()
        return self.tokens

    def step(self, tokens: Tokens) -> str | None:
        """Take one step in code; its closing tag leads to the text after it."""
        text, pos = self.text, self.pos
        trim = text.startswith("-%>", pos)
        if not trim and not text.startswith("%>", pos):
            return super().step(tokens)
        closing = "-%>" if trim else "%>"
        self.pos = pos + len(closing)
        ended, start = self._mode, self.pos
        rendered = self._scan_text(trim)
        # Only now, since an error in the text comes before an error in the tag.
        if ended == _VALUE:
            tokens.add("EPP_END", closing, pos, start)
        self._add_text(tokens, rendered, start)
        return None

    def _add_text(self, tokens: Tokens, text: str | None, start: int) -> None:
        """Add text and the tag after it; empty text counts only at the end."""
        if text or (self._mode == _TEXT and text is not None):
            tokens.add("RENDER_STRING", text, start, self._tag)
        if self._mode == _VALUE:
            # The reference locates the expression where the text before it begins.
            tokens.add("RENDER_EXPR", "", start, self.pos)

    def _scan_text(self, trim: bool) -> str | None:
        """Return the text before the next code tag; record the tag's location and kind.

        There is no text, not even an empty one, where a comment or a <%% ends the template: the
        reference drops the text before it.
        """
        source = self.text
        parts: list[str] = []
        while self.pos < len(source):
            part, tag = self._to_tag()
            if trim:
                part = part[_BLANK_LINE.match(part).end() :]  # type: ignore[union-attr]
                trim = False
            if part:
                parts.append(part.replace("%%>", "%>"))
            following = source[self.pos : self.pos + 1]
            if following == "":
                if tag or "".join(parts[-2:]).endswith("<%"):
                    raise self.error("epp-unbalanced-expression")
                self._mode, self._tag = _TEXT, self.pos
                return "".join(parts)
            self._tag = self.pos - len(tag)
            if following in "-=%":
                self.pos, self.matched = self.pos + 1, following
            if following == "%":
                parts.append(tag)
            elif following == "#":
                trim = self._skip_comment(parts)
            else:
                self._mode = _VALUE if following == "=" else _CODE
                text = "".join(parts)
                return text.rstrip(" \t") if following == "-" else text
        self._mode = _TEXT
        return None

    def _to_tag(self) -> tuple[str, str]:
        """Return the text up to an opening tag, and the tag, or the rest and an empty string."""
        start = self.pos
        end = self.text.find("<%", start)
        if end < 0:
            self.pos, self.matched = len(self.text), ""
            return self.text[start:], ""
        self.pos, self.matched = end + 2, "<%"
        return self.text[start:end], "<%"

    def _skip_comment(self, parts: list[str]) -> bool:
        """Skip a comment; return whether it drops the line break after it."""
        start = self.pos
        end = self.text.find("%>", start + 1)
        while end >= 0 and self.text[end - 1] == "%":
            end = self.text.find("%>", end + 1)
        if end < 0:
            raise self.error("epp-unbalanced-comment")
        self.pos, self.matched = end + 2, self.text[end - 1 : end + 2]
        if self.text.startswith("-", start + 1):
            while parts and not parts[-1].rstrip(" \t"):
                parts.pop()
            if parts:
                parts[-1] = parts[-1].rstrip(" \t")
        return self.text[end - 1] == "-"
