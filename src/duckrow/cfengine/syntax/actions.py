"""The actions of the exact reader: they build nodes and report errors for completed rules."""

from __future__ import annotations

from duckrow.cfengine.syntax import grammar
from duckrow.cfengine.syntax.automaton import CLEAR
from duckrow.cfengine.syntax.block_actions import PROMISE, BlockActions
from duckrow.cfengine.syntax.nodes import (
    ANY,
    Attribute,
    Body,
    Bundle,
    CustomPromiseType,
    Promise,
    PromiseSection,
    text_of,
)
from duckrow.cfengine.syntax.vocabulary import CUSTOM, DEPRECATED, NORMAL, REMOVED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.syntax.nodes import Value

_NO_NAME = "no lval"

# Rules that report an error and drop the next token: action → message.
_CLEARING = {
    "no_bundle_kind": "Expected bundle type, wrong input '%s'",
    "no_bundle_name": "Expected bundle identifier, wrong input '%s'",
    "no_body_kind": "Expected body type, wrong input '%s'",
    "no_body_name": "Expected body identifier, wrong input '%s'",
    "no_promise_kind": "Expected 'agent', got '%s'",
    "no_promise_name": "Expected promise type identifier, wrong input '%s'",
    "no_parameters": "Error in bundle parameter list, expected ')', wrong input '%s'",
    "no_parameter": "Expected identifier, wrong input '%s'",
    "no_section": "Expected promise type, got '%s'",
    "no_assign": "Expected '=>', got '%s'",
    "no_value": "Invalid r-value type '%s'",
    "no_item": "Invalid input for a list item, got '%s'",
    "no_argument_end": "Expected ',', wrong input '%s'",
}
_SKIPPING = frozenset(
    "no_bundle_kind no_bundle_name no_body_name no_promise_name no_section".split()
)
# Rules that report an error and keep the next token: action → message.
_KEEPING = {
    "no_open_block": "Expected body open '{', wrong input '%s'",
    "no_attribute_name": "Expected attribute, got '%s'\n",
    "no_end_of_selection": "Expected ';' check previous statement, got '%s'",
}


class Actions(BlockActions):
    """Builds the nodes of blocks and collects messages."""

    # Rules.

    def do(self, action: str, lookahead: str | None) -> str | None:
        """Run the action of a completed rule."""
        word = self.scanner.word
        message = _CLEARING.get(action)
        if message is not None:
            if action in _SKIPPING:
                self._skips = True
            self.report(message.replace("%s", word))
            return CLEAR
        message = _KEEPING.get(action)
        if message is not None:
            self.report(message.replace("%s", word))
            return None
        found: str | None = getattr(self, f"_{action}")(lookahead)
        return found

    # Bundles.

    def _begin_bundle_block(self, _: str | None) -> None:
        self._skips = False
        self._sections = []
        self.blocks.append(
            Bundle(
                self._kind,
                self._name,
                self._namespace,
                tuple(self._parameters),
                self._sections,
                self._name_line,
                1,
            )
        )
        self._parameters = []

    def _end_bundle(self, _: str | None) -> None:
        self._skips = False

    def _take_section(self, _: str | None) -> None:
        type_ = self.scanner.type
        status = self._vocabulary.promise_type_status(self._kind, type_)
        if status == DEPRECATED:
            self.warn(
                DEPRECATED, f"Deprecated promise type '{type_}' in bundle type '{self._kind}'"
            )
        elif status == REMOVED:
            self.warn(REMOVED, f"Removed promise type '{type_}' in bundle type '{self._kind}'")
            self._skips = True
            return
        if self._skips or self._sections is None:
            self._promises = None
            return
        self._section_type = type_
        self._promises = []
        self._sections.append(PromiseSection(type_, self._promises, self.scanner.line))

    def _promise_with_promisee(self, _: str | None) -> None:
        self._begin_promise(self._value)

    def _promise_without_promisee(self, _: str | None) -> None:
        self._begin_promise(None)

    def _begin_promise(self, promisee: Value | None) -> None:
        self._promise_type = None
        if self._skips:
            return
        if self._promises is None:
            self.report("Missing promise type declaration")
            return
        scanner = self.scanner
        guard = ANY if scanner.guard is None else scanner.guard
        if scanner.quoted_guard is not None:
            guard = ANY
        self._promise_type = self._section_type
        self._promise_attributes = []
        self._promises.append(
            Promise(
                guard,
                scanner.quoted_guard,
                self._promiser,
                promisee,
                self._promise_attributes,
                self._promiser_line,
                self._promiser_column,
            )
        )

    def _take_promiser(self, _: str | None) -> None:
        scanner = self.scanner
        self._promiser = scanner.last_string or ""
        scanner.last_string = None
        self._promiser_line = scanner.line
        self._promiser_column = max(scanner.position - len(scanner.word), 1)

    def _no_promiser(self, lookahead: str | None) -> str:
        self._skips = True
        word = self.scanner.word
        if lookahead in (grammar.BUNDLE, grammar.BODY):
            self.report(f"Expected '}}', got '{word}'")
        else:
            self.report(f"Expected promiser string, got '{word}'")
        return CLEAR

    def _no_attribute_or_end(self, lookahead: str | None) -> str:
        word = self.scanner.word
        if lookahead in ("-", ">"):
            self.report(f"Expected '->', got '{word}'")
        elif lookahead == grammar.WORD:
            self.report(f"Expected attribute, got '{word}'")
        elif lookahead == ",":
            self.report(
                f"Expected attribute, got '{word}'"
                " (comma after promiser is not allowed since 3.5.0)"
            )
        else:
            self.report(f"Expected ';', got '{word}'")
        return CLEAR

    def _no_comma_or_end(self, lookahead: str | None) -> str:
        wanted = "," if lookahead == grammar.WORD else ";"
        self.report(f"Check previous line, Expected '{wanted}', got '{self.scanner.word}'")
        return CLEAR

    def _end_attributes(self, _: str | None) -> None:
        self.scanner.last_word = ""
        self._items = []
        self.scanner.last_string = None

    def _attribute_name(self, _: str | None) -> None:
        name, type_ = self.scanner.last_word, self.scanner.type
        vocabulary = self._vocabulary
        if (
            vocabulary.promise_type_status(self._kind, type_) is not None
            and vocabulary.promise_attribute_status(self._kind, type_, name) is None
        ):
            self.report(
                f"Unknown attribute '{name}' for promise type '{type_}'"
                f" in bundle with type '{self._kind}'"
            )
            self._skips = True
        self._attribute = name
        self._column = max(self.scanner.position - len(self.scanner.word), 1)
        self._items = []

    def _take_attribute(self, _: str | None) -> None:
        value, self._value = self._value, None
        if self._skips:
            return
        type_, name, vocabulary = self.scanner.type, self._attribute, self._vocabulary
        is_built_in = (
            type_ not in self._custom_types
            and vocabulary.promise_type_status(self._kind, type_) is not None
        )
        status: str | None = CUSTOM
        if is_built_in:
            status = vocabulary.promise_attribute_status(self._kind, type_, name)
        if status is None:
            self.report(f"Unknown constraint '{name}' in promise type '{type_}'")
        elif status == REMOVED:
            self.warn(REMOVED, f"Removed constraint '{name}' in promise type '{type_}'")
        else:
            if status == DEPRECATED:
                self.warn(DEPRECATED, f"Deprecated constraint '{name}' in promise type '{type_}'")
            if is_built_in:
                error = vocabulary.check_promise_value(
                    type_, name, value, self.add_log_line, self.report
                )
                if error is not None:
                    self.report(error)
            self._check_condition(name, value)
            if self._promise_type is not None and value is not None:
                self._promise_attributes.append(
                    Attribute(name, value, ANY, self.scanner.line, self._column)
                )
        self._attribute = _NO_NAME
        self._items = []

    # Bodies, and blocks of custom promise types.

    def _begin_body_block(self, _: str | None) -> None:
        parameters = tuple(self._parameters)
        self._parameters = []
        self.scanner.last_word = ""
        location = (self._name_line, 1)
        if self._block == PROMISE:
            if self._kind != "agent":
                self.report(f"Invalid body type '{self._kind}'")
                self._skips = True
                return
            self._attributes = []
            self._body_kind = self._kind
            self._custom_types.add(self._name)
            self.blocks.append(
                CustomPromiseType(
                    self._kind, self._name, self._namespace, (), self._attributes, *location
                )
            )
            return
        self._skips = False
        status = self._vocabulary.body_status(self._kind)
        if status == REMOVED:
            self.warn(REMOVED, f"Removed body '{self._name}' of type '{self._kind}'")
            self._skips = True
            return
        if status == DEPRECATED:
            self.warn(DEPRECATED, f"Deprecated body '{self._name}' of type '{self._kind}'")
        self._attributes = []
        self._body_kind = self._kind
        self.blocks.append(
            Body(
                self._kind,
                self._name,
                self._namespace,
                parameters,
                self._attributes,
                *location,
            )
        )

    def _attribute_status(self, name: str) -> str | None:
        """Return the status of an attribute in the current block; None if it is unknown."""
        if self._block == PROMISE:
            return NORMAL if self._vocabulary.is_custom_type_attribute(name) else None
        if self._vocabulary.body_status(self._body_kind) == CUSTOM:
            return CUSTOM
        return self._vocabulary.body_attribute_status(self._body_kind, name)

    def _selection_name(self, _: str | None) -> None:
        name = self.scanner.last_word
        if not self._skips:
            if self._attribute_status(name) is None:
                self.report(
                    f"Unknown attribute '{name}' for '{self._block} {self._body_kind} {self._name}'"
                )
                self._skips = True
            self._attribute = name
            self._column = max(self.scanner.position - len(self.scanner.word), 1)
        self._items = []

    def _no_selection_name(self, lookahead: str | None) -> str:
        wanted = "'}'" if lookahead in (grammar.BUNDLE, grammar.BODY) else "attribute"
        self.report(f"Expected {wanted}, got '{self.scanner.word}'")
        return CLEAR

    def _take_selection(self, _: str | None) -> None:
        value, self._value = self._value, None
        name = self._attribute
        if not self._skips:
            self._keep_selection(name, value)
        else:
            value = None
        if self._kind == "file" and self._name == "control" and name == "namespace":
            scalar = text_of(value)
            if scalar is None:
                self.report("namespace must be a constant scalar string")
            else:
                self._namespace = scalar

    def _keep_selection(self, name: str, value: Value | None) -> None:
        status = self._attribute_status(name)
        if status is None:
            return
        kind = self._kind
        if status == REMOVED:
            self.warn(REMOVED, f"Removed constraint '{name}' in promise type '{kind}'")
            return
        if status != CUSTOM:
            if status == DEPRECATED:
                self.warn(DEPRECATED, f"Deprecated constraint '{name}' in body type '{kind}'")
            if self._block == PROMISE:
                error = self._vocabulary.check_custom_type_value(
                    name, value, self.add_log_line, self.report
                )
            else:
                error = self._vocabulary.check_body_value(
                    kind, self._name, name, value, self.add_log_line, self.report
                )
            if error is not None:
                self.report(error)
            self._check_condition(name, value)
        scanner = self.scanner
        guard = ANY if scanner.guard is None else scanner.guard
        if scanner.quoted_guard is not None:
            self.report(
                f"Body attributes can't be put under a variable class '{scanner.quoted_guard}'"
            )
        if value is not None:
            self._attributes.append(Attribute(name, value, guard, scanner.line, self._column))

    # Values.

    def _text_value(self, lookahead: str | None) -> None:
        super()._text_value(lookahead)
        type_ = self._promise_type
        if type_ is not None and self._vocabulary.wants_body(type_, self._attribute):
            self.report("An rvalue is quoted, but we expect an unquoted body identifier")
