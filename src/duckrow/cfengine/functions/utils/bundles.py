"""bundlesmatching, callstack_callers and callstack_promisers."""

from __future__ import annotations

from duckrow.cfengine.evaluation.names import read_name
from duckrow.cfengine.evaluation.variables import LISTS
from duckrow.cfengine.functions.helpers.common import pattern, split_at
from duckrow.cfengine.policy.dump import to_json
from duckrow.cfengine.values.json_text import parse
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.frames import Frame
    from duckrow.cfengine.policy.model import Bundle
    from duckrow.cfengine.values.rvals import Json


def bundlesmatching(context: Context, arguments: list[str]) -> list[str]:
    """Return the bundles whose names match."""
    if not arguments:
        raise FunctionFailed
    wanted = pattern(context, arguments[0])
    tags = arguments[1:]
    found = [
        name
        for bundle in context.policy.bundles
        if wanted.full(name := f"{bundle.namespace}:{bundle.name}")
        and (not tags or _has_tag(context, bundle, name, tags[0]))
    ]
    found.reverse()
    return found


def _has_tag(context: Context, bundle: Bundle, name: str, tag: str) -> bool:
    scope = f"{bundle.name}_meta"
    found = context.variables.get(bundle.namespace, scope, read_name("tags"))
    if found is None:
        return False
    if found.kind in ("string", "int", "real"):
        has = split_at(found.value, ",")
    elif found.kind in LISTS:
        has = found.value
    else:
        context.log.warning(
            "Function 'bundlesmatching' only matches tags defined as a scalar or a list.  "
            f"Bundle '{name}' had meta defined as '{found.kind}'"
        )
        return False
    return any(context.patterns.full(tag, each) for each in has)


def callstack_callers(context: Context, _arguments: list[str]) -> Data:
    """Return the bundles and promises that called this bundle."""
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
