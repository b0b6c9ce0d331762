"""network_connections(): the open network connections."""

from __future__ import annotations

import re

from duckrow.cfengine.functions.helpers.common import decoded, settings_root
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.values.rvals import Json

_LINE = re.compile(r"\s*\d+:\s+([0-9A-F:]+)\s+([0-9A-F:]+)\s+([0-9]+)")
# The states are hexadecimal, but cf-agent reads them as decimal: 0A is unknown.
_STATES = (
    "UNKNOWN", "ESTABLISHED", "SYN_SENT", "SYN_RECV", "FIN_WAIT1", "FIN_WAIT2", "TIME_WAIT",
    "CLOSE", "CLOSE_WAIT", "LAST_ACK", "LISTEN", "CLOSING",
)  # fmt: skip


def network_connections(context: Context, _arguments: list[str]) -> Data:
    """Return the open network connections by protocol."""
    root = settings_root().removesuffix("/sys")
    out: dict[str, Json] = {}
    for protocol in ("tcp", "tcp6", "udp", "udp6"):
        try:
            content = context.machine.files_now.read(f"{root}/net/{protocol}")
        except OSError:
            continue
        matches = [_LINE.match(line) for line in decoded(content).split("\n")]
        out[protocol] = [_connection(match) for match in matches if match is not None]
    if not out:
        raise FunctionFailed
    return Data(out)


def _connection(match: re.Match[str]) -> Json:
    state = int(match[3])
    return {
        "local": _address(match[1]),
        "remote": _address(match[2]),
        "state": _STATES[state] if state < len(_STATES) else _STATES[0],
    }


def _address(text: str) -> Json:
    address, _, port = text.partition(":")
    if len(address) == 8:
        shown = ".".join(str(byte) for byte in reversed(bytes.fromhex(address)))
    else:
        parts = (address[i : i + 4] for i in range(0, 32, 4))
        shown = ":".join(f"{int(part or '0', 16):x}" for part in parts)
    return {"address": shown, "port": str(int(port or "0", 16))}
