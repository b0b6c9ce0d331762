"""The fact `ssh`: the host's public keys and their fingerprints, as in SSHFP records."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.host import Host

_DIRECTORIES = ("/etc/ssh", "/usr/local/etc/ssh", "/etc", "/usr/local/etc", "/etc/opt/ssh")
# By the type at the start of a key file: the fact's name, and the number in SSHFP records.
_KINDS = {
    "ssh-rsa": ("rsa", 1),
    "ssh-dss": ("dsa", 2),
    "ecdsa-sha2-nistp256": ("ecdsa", 3),
    "ssh-ed25519": ("ed25519", 4),
}


def ssh(host: Host, _facts: object) -> dict[str, object] | None:
    """Return the fact `ssh`."""
    found: dict[str, object] = {}
    for directory in _DIRECTORIES:
        for name in ("rsa", "dsa", "ecdsa", "ed25519"):
            words = (host.text(f"{directory}/ssh_host_{name}_key.pub") or "").split()
            if len(words) > 1 and words[0] in _KINDS:
                kind, number = _KINDS[words[0]]
                found[kind] = _key(words[0], words[1], number)
    return dict(sorted(found.items())) or None


def _key(kind: str, key: str, number: int) -> dict[str, object]:
    from binascii import a2b_base64
    from hashlib import sha1, sha256

    try:
        data = a2b_base64(key)
    except ValueError:  # not Base64
        data = b""
    return {
        "fingerprints": {
            "sha1": f"SSHFP {number} 1 {sha1(data, usedforsecurity=False).hexdigest()}",
            "sha256": f"SSHFP {number} 2 {sha256(data).hexdigest()}",
        },
        "key": key,
        "type": kind,
    }
