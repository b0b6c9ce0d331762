"""url_get(url, options), which fails without libcurl."""

from __future__ import annotations

from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.values.rvals import Data


def url_get(_context: Context, _arguments: list[str]) -> Data:
    """Fail, as a cf-agent built without libcurl does."""
    raise FunctionFailed("url_get: libcurl integration is not compiled into CFEngine, sorry")
