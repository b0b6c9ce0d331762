"""The actions for values: words, strings, lists and calls.

The state is one list that is being built, and a stack of open calls.
"""

from __future__ import annotations

from duckrow.cfengine.syntax import grammar
from duckrow.cfengine.syntax.automaton import CLEAR
from duckrow.cfengine.syntax.messages import MessageCollector, TooManyErrors, decode
from duckrow.cfengine.syntax.nodes import FunctionCall, List, Word
from duckrow.cfengine.syntax.parser import DEEPEST_CALL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container

    from duckrow.cfengine.syntax.nodes import Value


class _OpenCall:
    """A function call whose arguments are being read."""

    __slots__ = ("arguments", "line", "name")

    def __init__(self, name: str, line: int) -> None:
        self.name = name
        self.arguments: list[str | FunctionCall] = []
        self.line = line


class ValueActions(MessageCollector):
    """Builds the nodes of values."""

    def __init__(
        self,
        text: str,
        file: str,
        warnings: Container[str],
        warnings_as_errors: Container[str],
    ) -> None:
        super().__init__(text, file, warnings, warnings_as_errors)
        # The value that was read last, or None.
        self._value: Value | None = None
        self._items: list[str | FunctionCall] = []
        # Calls that are not closed yet, the innermost last.
        self._calls: list[_OpenCall] = []
        self._done_call = FunctionCall("", (), 0)

    def _word_value(self, _: str | None) -> None:
        self._value = Word(self.scanner.last_word)

    def _text_value(self, _: str | None) -> None:
        self._value = self.scanner.last_string or ""
        self.scanner.last_string = None

    def _variable_value(self, _: str | None) -> None:
        self._value = self.scanner.last_string or ""
        self.scanner.last_string = None

    def _list_value(self, _: str | None) -> None:
        self._value = List(tuple(self._items))
        self._items = []

    def _call_value(self, _: str | None) -> None:
        self._value = self._done_call

    def _word_item(self, _: str | None) -> None:
        self._items.append(self.scanner.last_word)

    def _text_item(self, _: str | None) -> None:
        self._items.append(self.scanner.last_string or "")
        self.scanner.last_string = None

    def _call_item(self, _: str | None) -> None:
        self._items.append(self._done_call)

    def _no_item_end(self, lookahead: str | None) -> str:
        word = self.scanner.word
        if lookahead == ";":
            self.report(f"Expected '}}', wrong input '{word}'")
        elif lookahead == grammar.FAT_ARROW:
            self.report(f"Check list statement previous line, Expected '}}', wrong input '{word}'")
        else:
            self.report(f"Expected ',', wrong input '{word}'")
        return CLEAR

    # Calls.

    def _function_variable(self, _: str | None) -> None:
        self.scanner.last_word = self.scanner.last_string or ""
        self.scanner.last_string = None

    def _begin_call(self, _: str | None) -> None:
        scanner = self.scanner
        if len(self._calls) >= DEEPEST_CALL:
            near = decode(scanner.word[:20])
            raise TooManyErrors(
                f"{self.file}: {scanner.line},{scanner.position}: Fatal error during parsing:"
                f" Nesting of functions is deeper than recommended, near token '{near}'"
            )
        self._calls.append(_OpenCall(scanner.last_word, scanner.line))

    def _end_call(self, _: str | None) -> None:
        call = self._calls.pop()
        self._done_call = FunctionCall(call.name, tuple(call.arguments), call.line)
        self.scanner.last_word = ""

    def _word_argument(self, _: str | None) -> None:
        self._calls[-1].arguments.append(self.scanner.last_word)

    def _text_argument(self, _: str | None) -> None:
        self._calls[-1].arguments.append(self.scanner.last_string or "")
        self.scanner.last_string = None

    def _call_argument(self, _: str | None) -> None:
        self._calls[-1].arguments.append(self._done_call)

    def _no_argument(self, lookahead: str | None) -> str:
        word = self.scanner.word
        if lookahead == ";":
            self.report(f"Expected ')', wrong input '{word}'")
        elif lookahead == grammar.FAT_ARROW:
            self.report(
                f"Check function statement  previous line, Expected ')', wrong input '{word}'"
            )
        else:
            self.report(f"Invalid function argument, wrong input '{word}'")
        return CLEAR
