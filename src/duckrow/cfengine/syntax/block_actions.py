"""The actions for the heads of blocks, and for the class guards and conditions in them.

The state is that of the reference, because its messages depend on it: a name that stays set after
an error decides which rule the next value is checked against. `_skips` decides whether a statement
is skipped: errors set it, and the start of a block clears it.
"""

from __future__ import annotations

from duckrow.cfengine.syntax.automaton import STOP
from duckrow.cfengine.syntax.class_expressions import find_error
from duckrow.cfengine.syntax.nodes import text_of
from duckrow.cfengine.syntax.value_actions import ValueActions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container

    from duckrow.cfengine.syntax.nodes import Attribute, Block, Promise, PromiseSection, Value
    from duckrow.cfengine.syntax.vocabulary import Vocabulary

BUNDLE, BODY, PROMISE = "bundle", "body", "promise"


class BlockActions(ValueActions):
    """The actions for the heads of blocks, class guards and conditions."""

    def __init__(
        self,
        text: str,
        file: str,
        vocabulary: Vocabulary,
        warnings: Container[str],
        warnings_as_errors: Container[str],
    ) -> None:
        super().__init__(text, file, warnings, warnings_as_errors)
        self.blocks: list[Block] = []
        self._vocabulary = vocabulary
        self._skips = False
        self._namespace = "default"
        self._custom_types: set[str] = set()
        # The current block.
        self._block = BUNDLE
        self._kind = self._name = ""
        self._name_line = 0
        self._parameters: list[str] = []
        # The parts of nodes that are not complete yet; errors do not clear them.
        self._sections: list[PromiseSection] | None = None
        self._promises: list[Promise] | None = None
        self._section_type = ""
        # The type and the attributes of the last promise.
        self._promise_type: str | None = None
        self._promise_attributes: list[Attribute] = []
        self._attributes: list[Attribute] = []
        self._body_kind = ""
        self._promiser = ""
        self._promiser_line = self._promiser_column = 0
        self._attribute = ""
        self._column = 0

    # Heads of blocks.

    def _no_block(self, _: str | None) -> str:
        self.report(f"Expected 'bundle' or 'body' keyword, wrong input '{self.scanner.word}'")
        return STOP

    def _start_block(self, block: str) -> None:
        self._block = block
        if block == BUNDLE:
            self._value = None
        self._items = []
        self.scanner.last_string = None
        self._name = ""

    def _begin_bundle(self, _: str | None) -> None:
        self._start_block(BUNDLE)

    def _begin_body(self, _: str | None) -> None:
        self._start_block(BODY)

    def _begin_promise_block(self, _: str | None) -> None:
        self._start_block(PROMISE)

    def _check_bundle_kind(self, _: str | None) -> None:
        if not self._vocabulary.is_bundle_kind(self._kind):
            self.report(f"Unknown bundle type '{self._kind}'")
            self._skips = True

    def _check_promise_kind(self, _: str | None) -> None:
        if self._kind != "agent":
            self.report(f"Custom promises only supported for 'agent', not '{self._kind}'")

    def _named(self, _: str | None) -> None:
        self._name_line = self.scanner.line

    def _named_promise_type(self, _: str | None) -> None:
        if self._vocabulary.is_built_in(self._name):
            self.report(f"'{self.scanner.word}' promises are built in and cannot be custom")
        self._name_line = self.scanner.line

    def _take_kind(self, _: str | None) -> None:
        self._kind = self.scanner.last_word
        self._parameters = []

    def _take_name(self, _: str | None) -> None:
        self._name = self.scanner.last_word

    def _take_parameter(self, _: str | None) -> None:
        self._parameters.append(self.scanner.last_word)

    # Guards and conditions.

    def _take_guard(self, _: str | None) -> None:
        if self.scanner.guard is not None:
            self._check_expression(self.scanner.guard)

    def _check_condition(self, name: str, value: Value | None) -> None:
        scalar = text_of(value)
        if scalar is not None and name in ("if", "ifvarclass"):
            self._check_expression(scalar)

    def _check_expression(self, text: str) -> None:
        at = find_error(text)
        if at is not None:
            self.report("Syntax error in context string", at - len(text))
