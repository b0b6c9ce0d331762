"""sshkey: a host key in the file of known hosts."""

from duckrow.puppet.resources.table import ResourceTypeTable


def _split(title: str) -> dict[str, str]:
    """Take a title apart that names the type of the key too: host@type."""
    name, at, type_ = title.partition("@")
    return {"name": name, "type": type_} if at else {"name": name}


TABLE = ResourceTypeTable(
    "sshkey",
    namevars=("type", "name"),
    split_title=_split,
    properties={
        "ensure": "present absent",
        "key": "",
        "host_aliases": "",
        "target": "",
    },
    parameters={
        "type": (
            "ssh-dss ssh-ed25519 ssh-rsa ecdsa-sha2-nistp256 ecdsa-sha2-nistp384 "
            "ecdsa-sha2-nistp521 sk-ecdsa-sha2-nistp256@openssh.com "
            "sk-ssh-ed25519@openssh.com"
        ),
        "name": "",
        "provider": "",
    },
)
