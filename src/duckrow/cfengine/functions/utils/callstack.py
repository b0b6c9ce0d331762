"""callstack_callers and callstack_promisers, for debugging a policy."""

from __future__ import annotations

from duckrow.cfengine.policy.dump import to_json
from duckrow.cfengine.values.json_parse import parse
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.bundles.frames import Frame
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.policy.model import Bundle
    from duckrow.cfengine.values.rvals import Json


def callstack_callers(context: Context, _arguments: list[str]) -> Data:
    """Return the bundles and promises that called this bundle."""
    frames: list[Frame] = []
    frame = context.frame
    while frame is not None:
        frames.append(frame)
        frame = frame.caller
    found: list[dict[str, Json]] = []
    for each in reversed(frames):
        found.append({"type": "bundle", "bundle": _to_json(each.bundle)})
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


def _to_json(bundle: Bundle) -> Json:
    """Return a bundle in the JSON form of a policy."""
    policy = parse(to_json([bundle], []))
    assert isinstance(policy, dict)
    bundles = policy["bundles"]
    assert isinstance(bundles, list)
    return bundles[0]


def callstack_promisers(context: Context, _arguments: list[str]) -> list[str]:
    """Return the promisers of the methods promises that called this bundle."""
    found: list[str] = []
    frame = context.frame
    while frame is not None:
        if frame.promise is not None and frame.promise.type == "methods":
            found.append(frame.promise.promiser)
        frame = frame.caller
    found.reverse()
    return found
