"""callstack_callers(): the bundles and promises that led here, as data."""

from __future__ import annotations

from duckrow.cfengine.policy.dump import to_json
from duckrow.cfengine.values.json_text import parse
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.frames import Frame
    from duckrow.cfengine.policy.model import Bundle
    from duckrow.cfengine.values.rvals import Json


def call(context: Context, _arguments: list[str]) -> Data:
    """Give a list from the outermost inwards; meant for those who debug a policy."""
    frames: list[Frame] = []
    frame = context.frame
    while frame is not None:
        frames.append(frame)
        frame = frame.caller
    found: list[dict[str, Json]] = []
    for each in reversed(frames):
        found.append({"type": "bundle", "bundle": _written(each.bundle)})
        promise = each.promise
        if promise is not None:
            found.append({"type": "promise_type", "promise_type": promise.type})
            found.append(
                {
                    "type": "promise",
                    "promise_type": promise.type,
                    "promiser": promise.origin.promiser,
                    "promise_classes": promise.origin.guard,
                    "promise_comment": promise.comment or "",
                }
            )
    for depth, entry in enumerate(found):
        entry["frame"] = len(found) - depth
        entry["depth"] = depth
    return Data(list(found))


def _written(bundle: Bundle) -> Json:
    """Give a bundle as the policy is written in JSON."""
    policy = parse(to_json([bundle], []))
    assert isinstance(policy, dict)
    bundles = policy["bundles"]
    assert isinstance(bundles, list)
    return bundles[0]
