"""The context of a run: classes, variables, the current promise, and the options.

Functions and promise types receive a Context. As in the reference, an unqualified name is looked up
in `this` (with the current elements of lists), then among the parameters of a body, then in the
bundle.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.classes.expressions import (
    has_spaced_names,
    read_expression,
    unknown,
)
from duckrow.cfengine.evaluation.classes.table import (
    DEFAULT,
    LONGEST_CLASS,
    Class,
    canonify,
)
from duckrow.cfengine.evaluation.promises import outcomes
from duckrow.cfengine.evaluation.run_state import RunState
from duckrow.cfengine.evaluation.variables import fill_in
from duckrow.cfengine.evaluation.variables.names import (
    SPECIAL_SCOPES,
    SPECIAL_THIS,
    index_text,
    read_name,
)
from duckrow.cfengine.evaluation.variables.strings import compile_text, fill
from duckrow.cfengine.evaluation.variables.table import ITERABLE, Variable, part_of
from duckrow.cfengine.evaluation.variables.this import variable_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.evaluation.variables.names import VariableName
    from duckrow.cfengine.policy.model import Bundle, Promise


# The truth of these names does not depend on classes.
_CONSTANT = frozenset(("any", "true", "false"))


class Context(RunState):
    """The state of one run, with the operations that functions and promises use."""

    __slots__ = ()

    # Variables

    def variable(self, name: str, namespace: str = "") -> Variable | None:
        """Return the variable of a name in $(…), or None.

        `namespace` is the namespace of a bundle whose name has none.
        """
        reference = read_name(name)
        scope = reference.scope
        this = self.this
        if not scope:
            if this is not None:
                found = this.get(reference.key)
                if found is not None:
                    return found
            frame = self.frame
            if frame is None:
                return None
            if reference.name in SPECIAL_THIS and frame.origin is not None:
                own = self._own(frame.bundle, reference)
                if own is not None and own.kind in ITERABLE:
                    return own  # a list that is called `bundle` is iterated over
                found = variable_of(self, frame.origin, reference.name)
                if found is not None:
                    return found
            if frame.body is not None and reference.name in frame.body:
                found = frame.body[reference.name]
                return part_of(found, reference.indices) if reference.indices else found
            return self._own(frame.bundle, reference)
        if this is not None:
            found = this.get(name)
            if found is not None:
                return found
        if scope in SPECIAL_SCOPES:
            return self._special(scope, reference)
        return self.variables.get(reference.namespace or namespace or DEFAULT, scope, reference)

    def _own(self, bundle: Bundle, reference: VariableName) -> Variable | None:
        return self.variables.get(reference.namespace or bundle.namespace, bundle.name, reference)

    def _special(self, scope: str, reference: Any) -> Variable | None:
        key = reference.key
        if scope == "this":
            found = None if self.this is None else self.this.get(key)
            origin = None if self.frame is None else self.frame.origin
            if found is None and origin is not None:
                found = variable_of(self, origin, key)
            if found is None and self.frame is not None:
                bundle = self.frame.bundle
                found = self.variables.get(bundle.namespace, bundle.name, reference)
            return found
        if scope == "match":
            return self.match.get(key)
        if scope == "edit":
            return None if self.frame is None else self.frame.edit.get(key)
        if scope == "body":
            body = None if self.frame is None else self.frame.body
            return None if body is None else body.get(key)
        return self.agent_variables.get(scope, reference)

    def put(
        self,
        name: str,
        value: Any,
        kind: str = "string",
        tags: tuple[str, ...] = (),
        comment: str | None = None,
        promise: Promise | None = None,
    ) -> None:
        """Set a variable, in the current bundle unless the name has a scope."""
        reference = read_name(name)
        if reference.scope in SPECIAL_SCOPES:
            self.put_special(reference.scope, reference.key, value, kind)
            return
        bundle = self.bundle
        namespace = reference.namespace or (DEFAULT if bundle is None else bundle.namespace)
        scope = reference.scope or ("" if bundle is None else bundle.name)
        table = self.variables.table(namespace, scope)
        before = None if table is None else table.get(reference.key)
        variable_key = (namespace, scope, reference.name)
        if comment:
            shown = index_text(reference.key)
            self.log.verbose(f"Added variable '{shown}' with comment '{comment}'")
        self.note_writer(variable_key, promise)
        if before is not None and before.kind == kind and before.value == value:
            if before.tags != tags:
                before.tags = tags
            before.comment = comment
            before.promise = promise
            return
        variable = Variable(value, kind, tags, comment, promise)
        if self.recorder is not None:
            place = namespace, scope, reference.key
            self.recorder.record_variable(self, name, place, variable)
        self.variables.put(namespace, scope, reference.key, variable)

    def note_writer(self, variable: tuple[str, str, str], promise: Promise | None) -> bool:
        """Record that a promise sets a variable; return whether no other one has set it."""
        writer = self.writers.setdefault(variable, promise or False)
        if writer and writer is not promise:
            self.writers[variable] = False
            self.variables.version += 1  # the other promise has to be evaluated again
        return writer is promise

    def put_special(self, scope: str, key: Any, value: Any, kind: str = "string") -> None:
        """Set a variable of the agent's own scopes."""
        if scope == "this":
            if self.this is not None:
                self.this[key] = Variable(value, kind)
        elif scope == "match":
            self.match[key] = Variable(value, kind)
        elif scope == "edit":
            if self.frame is not None:
                self.frame.edit[key] = Variable(value, kind)
        else:
            self.epoch += 1
            self.agent_variables.put(scope, key, Variable(value, kind))

    def remove(self, name: str) -> bool:
        """Remove a variable."""
        reference = read_name(name)
        bundle = self.bundle
        namespace = reference.namespace or (DEFAULT if bundle is None else bundle.namespace)
        scope = reference.scope or ("" if bundle is None else bundle.name)
        self.epoch += 1
        return self.variables.remove(namespace, scope, reference.key)

    # Strings

    def expand(self, text: str, namespace: str = "") -> str:
        """Expand $(references); a reference to an unknown variable stays unchanged."""
        parts = compile_text(text)
        if parts is None:
            return text
        if namespace and namespace != DEFAULT:
            return fill(parts, lambda name: self._text_in(name, namespace))
        return fill(parts, self.text_of)

    def text_of(self, name: str) -> str | None:
        """Return the string value of a variable, or None."""
        found = self.variable(name)
        if found is None:
            return None
        value = found.value
        return value if type(value) is str else found.text

    def _text_in(self, name: str, namespace: str) -> str | None:
        found = self.variable(name, namespace)
        return None if found is None else found.text

    def evaluate(self, value: Any) -> Any:
        """Expand a value of any kind and call its functions."""
        return fill_in.evaluate(self, value)

    def call(self, call: Any) -> Any:
        """Call a function; return the call itself if it has no result yet."""
        from duckrow.cfengine.evaluation.calls import call_function

        return call_function(self, call)

    def collection(self, argument: Any) -> Any:
        """Return the JSON value of an argument (a name, JSON text, a list), or None."""
        from duckrow.cfengine.evaluation.variables.collections import collection

        return collection(self, argument)

    # Classes

    def is_defined(self, expression: str) -> bool:
        """Return whether a class expression is true; an invalid expression is false."""
        return bool(self.evaluate_class_expression(expression))

    def evaluate_class_expression(self, expression: str) -> bool | None:
        """Evaluate a class expression; return None if it is invalid."""
        if expression == "any":
            return True
        evaluated = self._evaluated
        if self._evaluated_at != self.epoch:
            evaluated.clear()
            self._evaluated_at = self.epoch
        elif expression in evaluated:
            return evaluated[expression]
        predicate = read_expression(expression)
        if predicate is unknown:
            return None
        if predicate is not None:
            found = evaluated[expression] = predicate(self.is_class)
            return found
        if has_spaced_names(expression):
            self.log.error(
                "class expressions can't be separated by whitespace without an intervening "
                f"operator in expression '{expression}'"
            )
        else:
            self.log.error(f"Unable to parse class expression '{expression}'")
        return None

    def is_class(self, name: str) -> bool:
        """Return whether a class of this name is defined."""
        classes, frame = self.classes, self.frame
        own = namespace = DEFAULT if frame is None else frame.bundle.namespace
        if ":" in name:
            namespace, _, name = name.partition(":")
            if namespace == DEFAULT and name in classes.hard:
                return True
        elif name in classes.hard:
            return True
        if name in _CONSTANT:
            return name != "false"
        if (namespace, name) in classes.soft:
            return True
        if frame is None:
            return False
        if not frame.inherits:
            return (own, name) in frame.classes
        return frame.local_class(own, name) is not None

    def set_class(
        self,
        name: str,
        scope: str = "namespace",
        tags: tuple[str, ...] = (),
        comment: str | None = None,
        *,
        is_outcome: bool = False,
    ) -> bool:
        """Define a class of the bundle call or the namespace; return False if it was defined."""
        namespace, colon, bare = name.partition(":")
        if not colon:
            namespace, bare = self.namespace, name
        bare = canonify(bare)
        if not bare:
            return False
        if len(bare) >= LONGEST_CLASS:
            self.log.warning(
                f"Skipping adding class [{name}] as its name is equal or longer than "
                f"{LONGEST_CLASS}"
            )
            return False
        local = scope == "bundle" and self.frame is not None
        self.check_aborts(namespace, bare)
        existing = None
        if self.frame is not None:
            existing = self.frame.classes.get((namespace, bare))
        existing = existing or self.classes.get(namespace, bare)
        if existing is not None and existing.scope == scope:
            return False
        found = Class(bare, namespace, scope, tags, comment)
        if comment:
            self.log.verbose(f"Added class '{bare}' with comment '{comment}'")
        self.add_class(found, is_local=local)
        self.check_aborts_by_expression(bare, is_outcome=is_outcome)
        return True

    def add_class(self, found: Class, *, is_local: bool) -> None:
        """Add a new class to those of the bundle call or of the namespace."""
        self.epoch += 1
        if self.recorder is not None:
            self.recorder.record_class(self, found)
        if is_local:
            assert self.frame is not None
            self.frame.classes[found.namespace, found.name] = found
        else:
            self.classes.add_soft(found)

    def cancel_class(self, name: str) -> None:
        """Undefine a class in all scopes."""
        namespace, colon, bare = name.partition(":")
        if not colon:
            namespace, bare = self.namespace, name
        bare = canonify(bare)
        self.epoch += 1
        if self.recorder is not None:
            self.recorder.record_cancelled(self, namespace, bare)
        self.classes.soft.pop((namespace, bare), None)
        frame = self.frame
        while frame is not None:
            frame.classes.pop((namespace, bare), None)
            frame = frame.caller

    def check_aborts(self, namespace: str, name: str) -> None:
        """Abort the bundle or the run if abortclasses or abortbundleclasses match a new class."""
        if not (self.abort_patterns or self.abort_bundle_patterns):
            return
        from duckrow.cfengine.evaluation.classes.aborts import check

        check(self, name if namespace == DEFAULT else f"{namespace}:{name}")

    def check_aborts_by_expression(self, name: str, *, is_outcome: bool) -> None:
        """Abort the bundle if an expression in abortbundleclasses is true now."""
        if self.abort_bundle_patterns:
            from duckrow.cfengine.evaluation.classes.aborts import check_expressions

            check_expressions(self, name, is_outcome=is_outcome)

    # Outcomes

    def explain(self, why: str, cause: str, about: str = "") -> None:
        """Record why the current promise is skipped: a sentence, a word, what the word is about."""
        if self.recorder is not None:
            self.recorder.skip(self, why, cause, about)

    def finish_promise(
        self, outcome: str, promise: ExpandedPromise, level: str, message: str
    ) -> str:
        """Log the outcome of a promise, count it, and define the classes of its classes body."""
        return outcomes.finish_promise(self, outcome, promise, level, message)

    def may_change(self, promise: ExpandedPromise, what: str) -> bool:
        """Return whether a change may be made; if not, log "Should …"."""
        from duckrow.cfengine.evaluation.promises.action import may_change

        return may_change(self, promise, what)
