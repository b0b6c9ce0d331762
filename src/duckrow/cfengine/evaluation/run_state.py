"""The data of one run: the policy, the results so far, and the current bundle and promise."""

from __future__ import annotations

from duckrow.cfengine.evaluation.bundles.frames import Frame
from duckrow.cfengine.evaluation.classes.table import DEFAULT, Classes
from duckrow.cfengine.evaluation.run_data import RunData
from duckrow.cfengine.evaluation.variables.table import Variable, Variables
from duckrow.regexp.pcre.patterns import Patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.evaluation.messages.recorder import Recorder
    from duckrow.cfengine.evaluation.options import Options
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.evaluation.variables.agent_variables import AgentVariables
    from duckrow.cfengine.policy.model import Bundle, Promise
    from duckrow.cfengine.policy.policy import Policy
    from duckrow.machine.machine import Machine
    from duckrow.state.run import LazyBackups

    Keep = Callable[[Context, ExpandedPromise], str]


class RunState:
    """The data of a Context; Context adds the operations."""

    __slots__ = (
        "_evaluated",
        "_evaluated_at",
        "abort_bundle_patterns",
        "abort_patterns",
        "after_section",
        "agent_variables",
        "at_end",
        "background",
        "backups",
        "began",
        "bundle_names",
        "cached_calls",
        "classes",
        "control",
        "counts",
        "directory",
        "done_locks",
        "edit",
        "epoch",
        "evaluations",
        "find_function",
        "frame",
        "is_aborted",
        "is_checking",
        "keep",
        "kept_handles",
        "log",
        "machine",
        "match",
        "options",
        "pass_number",
        "patterns",
        "policy",
        "recorder",
        "refused_locks",
        "remote_variables",
        "report",
        "run_data",
        "state",
        "this",
        "usual_level",
        "variables",
        "writers",
    )

    def __init__(
        self,
        machine: Machine,
        policy: Policy,
        options: Options,
        log: Log,
        agent_variables: AgentVariables,
    ) -> None:
        self.machine = machine
        self.policy = policy
        self.options = options
        self.log = log
        self.patterns = Patterns(log.error)
        # The variables of sys, const and mon, computed on demand.
        self.agent_variables = agent_variables
        self.classes = Classes()
        self.variables = Variables()
        self.frame: Frame | None = None
        self.this: dict[Any, Variable] | None = None
        self.match: dict[str, Variable] = {}
        self.pass_number = 0
        # Keeps a promise; the agent sets it.
        self.keep: Keep | None = None
        # Finds a function by its name.
        self.find_function: Callable[[str], Callable[[Context, list[Any]], Any]] | None = None
        # Increases whenever a class changes, a variable is removed or one of the agent is set:
        # cached results may be stale.
        self.epoch = 0
        # Counts the promises that were evaluated, and those whose variables were looked up again.
        self.evaluations = 0
        # The values of class expressions in this bundle call, at this epoch.
        self._evaluated: dict[str, bool] = {}
        self._evaluated_at = 0
        # The promise that set each variable; False if several did (expand.py).
        self.writers: dict[tuple[str, str, str], Promise | bool] = {}
        self.counts = {"kept": 0, "repaired": 0, "failed": 0}
        self.kept_handles: set[str] = set()
        self.done_locks: set[Any] = set()
        # Those among them that could not be taken, each with the reason.
        self.refused_locks: dict[Any, tuple[str, str]] = {}
        self.cached_calls: dict[Any, Any] = {}
        self.bundle_names: set[str] = set()
        self.remote_variables: dict[str, list[Promise]] = {}
        self.abort_patterns: list[tuple[str, str]] = []
        self.abort_bundle_patterns: list[tuple[str, str]] = []
        self.is_aborted = False
        # Whether this is cf-promises, which keeps no promise.
        self.is_checking = False
        # Values of control bodies by "common", "agent" and so on.
        self.control: dict[str, dict[str, Any]] = {}
        # Data of single rooms during the run (evaluation/run_data.py).
        self.run_data = RunData()
        # The result of now(), after the first call.
        self.began: int | None = None
        # The directory of the last file that was kept; relative paths start there.
        self.directory = ""
        # Called at the end of a section of a bundle, or of the run.
        self.after_section: list[Callable[[Context], object]] = []
        self.at_end: list[Callable[[Context], object]] = []
        # The processes that run in the background.
        self.background: list[int] = []
        # The log level of the run, while a promise uses another one (report_level.py).
        self.usual_level: int | None = None
        # The file content that edit_line promises work on.
        self.edit: Any = None
        # Records the reasons for --explain (evaluation/messages/recorder.py), or None.
        self.recorder: Recorder | None = None
        # The report that cf-agent stores (agent/stored_report.py), or None.
        self.report: Any = None
        # Where contents of files are stored before they are replaced; cf-agent has none.
        self.backups: LazyBackups | None = None
        # The state that survives the run (evaluation/state.py), or None.
        self.state: Any = None

    # The current bundle and promise

    @property
    def bundle(self) -> Bundle | None:
        """Return the bundle that is being run."""
        return None if self.frame is None else self.frame.bundle

    @property
    def namespace(self) -> str:
        """Return the namespace of the bundle that is being run."""
        return DEFAULT if self.frame is None else self.frame.bundle.namespace

    @property
    def promise(self) -> ExpandedPromise | None:
        """Return the promise that is being kept."""
        return None if self.frame is None else self.frame.promise

    def enter(self, bundle: Bundle, *, inherits: bool = False) -> Frame:
        """Begin a call of a bundle."""
        self._evaluated = {}
        if inherits:
            self.epoch += 1  # classes of the caller are seen that were not before
        frame = self.frame = Frame(bundle, self.frame, inherits=inherits)
        frame.caller_this, self.this = self.this, None
        return frame

    def leave(self) -> None:
        """End the call of a bundle."""
        assert self.frame is not None
        if self.frame.classes or self.frame.inherits:
            self.epoch += 1
        self._evaluated = {}
        self.this = self.frame.caller_this
        self.frame = self.frame.caller
