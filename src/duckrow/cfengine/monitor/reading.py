"""Read body monitor control, and whether the policy has measurements promises."""

from __future__ import annotations

import marshal

from duckrow.cfengine.agent.daemon_policy import with_policy
from duckrow.cfengine.evaluation.control import control_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.evaluation.options import Options


def read_settings(options: Options, log: Log, given: Mapping[str, list[str]]) -> bytes:
    """Return the forget rate, the facility, and whether anything is promised; empty on errors."""
    return with_policy(options, log, given, "monitor", _settings_of) or b""


def _settings_of(context: Context) -> bytes:
    has_promises = any(
        bundle.kind == "monitor" and bundle.section("measurements") is not None
        for bundle in context.policy.bundles
    )
    rate = control_text(context, "monitor", "forgetrate")
    facility = control_text(context, "monitor", "monitorfacility")
    return marshal.dumps((rate, facility, has_promises))
