"""Read body monitor control, and whether the policy has measurements promises."""

from __future__ import annotations

import marshal

from duckrow.cfengine.agent.run import end, load_policy, make_context, prepare
from duckrow.cfengine.evaluation.control import control_text
from duckrow.cfengine.values.outcomes import Aborted
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.evaluation.options import Options


def read_settings(options: Options, log: Log, given: Mapping[str, list[str]]) -> bytes:
    """Return the forget rate, the facility, and whether anything is promised; empty on errors."""
    context = make_context(options, log, "monitor")
    try:
        prepare(context, given)
        load_policy(context)
        has_promises = any(
            bundle.kind == "monitor" and bundle.section("measurements") is not None
            for bundle in context.policy.bundles
        )
        rate = control_text(context, "monitor", "forgetrate")
        facility = control_text(context, "monitor", "monitorfacility")
    except Aborted as aborted:
        if aborted.message:
            log.error(f"Fatal CFEngine error: {aborted.message}")
        return b""
    except InputError as error:
        log.error(str(error))
        return b""
    finally:
        end(context)
    return marshal.dumps((rate, facility, has_promises))
