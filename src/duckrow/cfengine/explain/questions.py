"""The questions of `duckrow explain` about a policy, and who answers them."""

from __future__ import annotations

from duckrow.cfengine.explain.bundles import answer_bundle
from duckrow.cfengine.explain.classes import answer_class
from duckrow.cfengine.explain.history import History
from duckrow.cfengine.explain.promises import answer_promise
from duckrow.cfengine.explain.variables import answer_variable
from duckrow.explain.answer import Reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.explain.record import RunRecord
    from duckrow.explain.answer import Answer

# Each question takes one name.
QUESTIONS: dict[str, Callable[[History, str], Answer]] = {
    "promise": answer_promise,
    "class": answer_class,
    "variable": answer_variable,
    "bundle": answer_bundle,
}
_DRY = "this is a dry run of the policy: it did not change the host, and repaired nothing"


def answer(record: RunRecord, question: str, name: str) -> Answer:
    """Answer a question about a recorded run; raise NoSuchThing."""
    found = QUESTIONS[question](History(record), name)
    if record.is_dry:
        found.reasons.append(Reason("note", _DRY))
    return found
