"""The options of a run, from the command line and the control bodies."""

from __future__ import annotations

from time import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.policy.model import Bundle


class Options:
    """The options of one run."""

    __slots__ = (
        "agent_order",
        "caches_functions",
        "calls_functions",
        "changes_nothing",
        "common_order",
        "component",
        "entry_point",
        "expire_after",
        "if_elapsed",
        "ignores_locks",
        "ignores_missing_bundles",
        "ignores_missing_inputs",
        "input_directory",
        "is_dry_run",
        "launch_directory",
        "more_classes",
        "shows_evaluated_classes",
        "shows_evaluated_variables",
        "simulate",
        "started",
        "work_directory",
    )

    def __init__(self) -> None:
        # The component that reads the policy: "agent", "server", "monitor", or "common" for checks.
        self.component = "agent"
        self.is_dry_run = False
        # A dry run of the reference writes private logs and runs previews; this one does neither.
        self.changes_nothing = False
        # "", "diff", "manifest" or "manifest-full"
        self.simulate = ""
        self.ignores_locks = False
        self.caches_functions = True
        self.calls_functions = True
        self.ignores_missing_bundles = False
        self.ignores_missing_inputs = False
        self.if_elapsed = 1
        self.expire_after = 1
        self.launch_directory = ""
        # Hard classes that the way of starting defines, with their tags: those of a bootstrap.
        self.more_classes: dict[str, tuple[str, ...]] = {}
        self.entry_point = ""
        self.work_directory = ""
        self.input_directory = ""
        self.common_order = "classic"
        self.agent_order = ""
        # The start of the run, in seconds since 1970.
        self.started = int(time())
        self.shows_evaluated_variables: str | None = None
        self.shows_evaluated_classes: str | None = None

    @property
    def is_trial(self) -> bool:
        """Return whether the host stays unchanged."""
        return self.is_dry_run or bool(self.simulate)

    @property
    def is_fallback(self) -> bool:
        """Return whether failsafe.cf runs in the place of an invalid policy."""
        return "failsafe_fallback" in self.more_classes

    @property
    def is_simulating(self) -> bool:
        """Return whether changes are made to copies of files."""
        return bool(self.simulate)

    def concerns(self, bundle: Bundle) -> bool:
        """Return whether a bundle is for the component that reads the policy."""
        component = self.component
        return (
            bundle.kind in ("common", component)
            or component == "common"
            or (component == "agent" and bundle.kind in ("edit_line", "edit_xml"))
        )

    def is_top_down(self, bundle: Bundle) -> bool:  # noqa: ARG002
        """Return whether a bundle is run in written order."""
        return (self.agent_order or self.common_order) == "top_down"
