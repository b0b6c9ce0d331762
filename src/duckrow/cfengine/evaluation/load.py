"""Load a policy: read files in the order of their inputs, and resolve each after reading.

The list of inputs may depend on variables and classes, so those of a file are resolved before its
inputs are read. Inputs of `body common control` come before those of `body file control`.
"""

from __future__ import annotations

import os.path

from duckrow.cfengine.evaluation.control import resolve_control
from duckrow.cfengine.evaluation.variables.fill_in import evaluate
from duckrow.cfengine.evaluation.variables.strings import has_variable, is_expandable
from duckrow.cfengine.policy.policy import Policy
from duckrow.cfengine.values.outcomes import Aborted
from duckrow.cfengine.values.rvals import Call
from duckrow.machine.paths import real_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.policy.model import Body, Bundle

    # Reads a file: returns its blocks and its digest, or None after logging errors.
    Read = Callable[[str], tuple[list[Any], str] | None]

# The last message about files with errors, after the errors themselves.
SYNTAX_ERRORS = "There are syntax errors in policy files"


class Loader:
    """Loads the files of one policy into a context."""

    __slots__ = ("_context", "_digests", "_read", "has_failed")

    def __init__(self, context: Context, read: Read) -> None:
        self._context = context
        self._read = read
        self._digests: set[str] = set()
        self.has_failed = False

    def load(self, path: str) -> None:
        """Load a file and all its inputs, and resolve the whole policy."""
        context = self._context
        found = self._load_file(path)
        if self.has_failed:
            context.log.error(SYNTAX_ERRORS)
            raise Aborted
        policy = context.policy
        if found is not None and found is not policy:
            policy.merge(found)
        context.bundle_names = {each.name for each in policy.bundles}

    def resolve(self) -> None:
        """Resolve the variables and classes of all bundles after all files are loaded."""
        context = self._context
        self._remove_other_components()
        if not context.is_checking:
            from duckrow.cfengine.evaluation.resolve import recheck

            recheck(context)
        resolve_policy(context, context.policy)

    def _remove_other_components(self) -> None:
        """Remove the bundles of other components, such as a server; they are only checked."""
        context = self._context
        bundles = [each for each in context.policy.bundles if context.options.concerns(each)]
        if len(bundles) < len(context.policy.bundles):
            context.policy.set_bundles(bundles)
            context.bundle_names = {each.name for each in bundles}

    def _load_file(self, path: str) -> Policy | None:
        context = self._context
        if path in context.policy.files:
            return None
        found = self._read(path)
        if found is None:
            self.has_failed = True
            return None
        blocks, digest = found
        if digest in self._digests:
            return None
        self._digests.add(digest)
        context.policy.files[path] = digest
        policy = Policy()
        policy.files[path] = digest
        policy.add(blocks, path)
        _rename_main(context, policy)
        resolve_policy(context, policy)
        for kind in ("common", "file"):
            body = policy.control(kind) or _file_control(policy, kind)
            inputs = None if body is None else _inputs(context, body)
            if inputs is not None:
                policy.merge(self._load_inputs(inputs, policy))
        return policy

    def _load_inputs(self, inputs: Any, before: Policy) -> Policy:
        context = self._context
        policy = Policy()
        for each in inputs:
            if not isinstance(each, str | Call):
                context.log.error("Non-file object in inputs list")
                continue
            if isinstance(each, str) and is_expandable(each):
                resolve_policy(context, policy)
            value = evaluate(context, each)
            loaded = None
            if isinstance(value, list):
                loaded = self._load_inputs(value, before)
            elif isinstance(value, str):
                if has_variable(value):
                    context.log.error(f"Unresolved variable '{value}' in input list, cannot parse")
                else:
                    loaded = self._load_file(self._path(value))
            if loaded is not None:
                policy.merge(loaded)
        return policy

    def _path(self, name: str) -> str:
        """Return the path of an input, relative to the entry file."""
        if os.path.isabs(name):
            return name
        options = self._context.options
        return os.path.join(os.path.dirname(options.entry_point) or ".", name)


def _file_control(policy: Policy, kind: str) -> Body | None:
    return next(
        (each for each in policy.bodies if each.kind == kind and each.name == "control"), None
    )


def _inputs(context: Context, body: Body) -> Any:
    for attribute in body.attributes:
        if attribute.name == "inputs" and context.is_defined(attribute.guard):
            value = attribute.value
            return value if isinstance(value, tuple) else (value,)
    return None


def _rename_main(context: Context, policy: Policy) -> None:
    """Rename the bundle __main__ to `main` in the entry file; remove it from other files."""
    if not any(each.name == "__main__" for each in policy.bundles):
        return
    entry = real_path(context.options.entry_point)
    kept: list[Bundle] = []
    for bundle in policy.bundles:
        if bundle.name == "__main__":
            if real_path(bundle.file) != entry:
                continue
            bundle.name = "main"
        kept.append(bundle)
    policy.set_bundles(kept)


def resolve_policy(context: Context, policy: Policy) -> None:
    """Resolve common bundles, then the variables of other bundles, then control bodies."""
    outer = context.policy
    for bundle in policy.bundles:
        if bundle.kind == "common":
            _resolve(context, bundle)
    for bundle in policy.bundles:
        if bundle.kind == "common" or not context.options.concerns(bundle):
            continue
        if bundle.has("vars") or bundle.name in context.remote_variables:
            _resolve(context, bundle)
    for body in policy.bodies:
        if body.name == "control":
            resolve_control(context, body)
    context.policy = outer


def _resolve(context: Context, bundle: Bundle) -> None:
    # What evaluates promises is a third of the start, and cf-promises may need nothing of it.
    from duckrow.cfengine.evaluation.resolve import resolve

    resolve(context, bundle)
