"""What `body agent control` decides for the run."""

from __future__ import annotations

import os

from duckrow.cfengine.evaluation.control import control_list, control_text
from duckrow.cfengine.values.numbers import read_integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context

_TRUE = frozenset(("true", "yes", "on"))


def apply_agent_control(context: Context) -> None:
    """Take over what the control body says."""
    options = context.options
    for name, field in (("ifelapsed", "if_elapsed"), ("expireafter", "expire_after")):
        text = control_text(context, "agent", name)
        number = None if text is None else read_integer(text)
        if number is not None:
            setattr(options, field, number)
    if (control_text(context, "agent", "dryrun") or "") in _TRUE:
        options.is_dry_run = True
    if (control_text(context, "agent", "inform") or "") in _TRUE:
        context.log.level = max(context.log.level, 4)
    if (control_text(context, "agent", "verbose") or "") in _TRUE:
        context.log.level = max(context.log.level, 5)
    for name in control_list(context, "agent", "addclasses") or ():
        context.set_class(name, "namespace", ("source=environment",))
    context.abort_patterns = [
        (each, "any") for each in control_list(context, "agent", "abortclasses") or ()
    ]
    context.abort_bundle_patterns = [
        (each, "any") for each in control_list(context, "agent", "abortbundleclasses") or ()
    ]
    for each in control_list(context, "agent", "environment") or ():
        name, equals, value = each.partition("=")
        if equals:
            os.environ[name] = value
