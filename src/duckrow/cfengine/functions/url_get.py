"""url_get(url, options): what a server gives."""

from __future__ import annotations

from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.values.rvals import Data


def call(_context: Context, _arguments: list[str]) -> Data:
    """Fail, as a reference that was built without a library for it does."""
    raise FunctionFailed("url_get: libcurl integration is not compiled into CFEngine, sorry")
