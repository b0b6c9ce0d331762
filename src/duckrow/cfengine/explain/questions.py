"""The questions about a policy: how many names each takes, and who answers it."""

from __future__ import annotations

from duckrow.explain.answer import Reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.explain.history import History
    from duckrow.cfengine.explain.record import RunRecord
    from duckrow.explain.answer import Answer

# The numbers of names that a question takes.
QUESTIONS: dict[str, tuple[int, ...]] = {
    "promise": (1,),
    "class": (1,),
    "variable": (1,),
    "bundle": (1,),
}
_DRY = "this is a dry run of the policy: it did not change the host, and repaired nothing"


def answer(record: RunRecord, question: str, name: str) -> Answer:
    """Answer a question about a recorded run; raise UnknownThingError."""
    from duckrow.cfengine.explain.history import History

    found = _answer(History(record), question, name)
    if record.is_dry:
        found.reasons.append(Reason("note", _DRY))
    return found


def _answer(history: History, question: str, name: str) -> Answer:
    if question == "promise":
        from duckrow.cfengine.explain.promises import answer_promise

        return answer_promise(history, name)
    if question == "class":
        from duckrow.cfengine.explain.classes import answer_class

        return answer_class(history, name)
    if question == "variable":
        from duckrow.cfengine.explain.variables import answer_variable

        return answer_variable(history, name)
    from duckrow.cfengine.explain.bundles import answer_bundle

    return answer_bundle(history, name)
