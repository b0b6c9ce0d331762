"""The identity of this host: a digest of its public key, which `cf-key` makes."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.agent.host.found import Found
    from duckrow.machine.host import Host


def find_identity(host: Host, work: str, found: Found) -> None:
    """Set `sys.key_digest` and its class if the host has a key."""
    path = f"{work}/ppkeys/localhost.pub"
    text = host.text(path) if host.exists(path) else None
    if text is None:
        return
    from duckrow.cfengine.values.key_digest import key_digest

    digest = key_digest(text)
    if digest is None:
        return
    found.describe("key_digest", digest, "CFEngine ID")
    tags = ("inventory", "attribute_name=none", "source=agent", "derived-from=sys.key_digest")
    found.define(f"PK_{digest}", *tags)
