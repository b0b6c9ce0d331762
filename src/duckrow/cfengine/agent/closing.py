"""What is done when all bundles were run: what runs on is ended, what was asked for is shown."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def finish(context: Context) -> None:
    """End the run."""
    for each in context.memory.get("at the end", ()):
        each(context)
    options = context.options
    if options.shows_evaluated_classes or options.shows_evaluated_variables:
        from duckrow.cfengine.agent.show import show_classes, show_variables

        if options.shows_evaluated_classes:
            show_classes(context, options.shows_evaluated_classes)
        if options.shows_evaluated_variables:
            show_variables(context, options.shows_evaluated_variables)
