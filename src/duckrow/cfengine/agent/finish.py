"""The end of a run, after the last bundle: wait for background commands, print reports."""

from __future__ import annotations

from duckrow.cfengine.evaluation.control import control_flag
from duckrow.cfengine.evaluation.messages.log import VERBOSE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def finish(context: Context) -> None:
    """Finish the run."""
    if control_flag(context, "agent", "allclassesreport"):
        _write_classes(context)
    if "package_inventory" in context.control.get("common", {}):
        from duckrow.cfengine.promises.packages.by_module import refresh_inventory

        refresh_inventory(context)
    for each in context.at_end:
        each(context)
    if context.background or context.log.level >= VERBOSE:
        from duckrow.cfengine.promises.commands.keep import wait_for_background

        wait_for_background(context)
    options = context.options
    if options.shows_evaluated_classes or options.shows_evaluated_variables:
        from duckrow.cfengine.agent.show import show_classes, show_variables

        if options.shows_evaluated_classes:
            show_classes(context, options.shows_evaluated_classes)
        if options.shows_evaluated_variables:
            show_variables(context, options.shows_evaluated_variables)
    if context.log.level >= VERBOSE:
        from duckrow.cfengine.agent.verbose import log_end

        log_end(context)
    if options.is_simulating:
        from duckrow.cfengine.agent.simulate import report_changes

        report_changes(context)


def _write_classes(context: Context) -> None:
    """Write the names of all classes to a file in the state directory."""
    path = f"{context.options.work_directory}/state/allclasses.txt"
    from duckrow.cfengine.values.table_order import hash_text, in_table_order

    found = in_table_order(
        context.classes.all(), lambda each: hash_text(f"{each.namespace}:{each.name}")
    )
    names = "".join(f"{each.qualified_name}\n" for each in found)
    try:
        context.machine.files.replace(path, names.encode("utf-8", "surrogateescape"), mode=0o600)
    except OSError as error:
        context.log.info(f"Could not open allclasses cache file '{path}' (fopen: {error.strerror})")
