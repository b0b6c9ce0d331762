"""ssh_authorized_key: a key that allows logging in as a user."""

from __future__ import annotations

from duckrow.puppet.resources.ensurable import Ensurable
from duckrow.puppet.resources.table import ResourceTypeTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.behaviour import Related
    from duckrow.puppet.resources.desired import Desired

TABLE = ResourceTypeTable(
    "ssh_authorized_key",
    properties={
        "ensure": "present absent",
        "type": (
            "ssh-dss ssh-rsa ecdsa-sha2-nistp256 ecdsa-sha2-nistp384 ecdsa-sha2-nistp521 "
            "ssh-ed25519 sk-ecdsa-sha2-nistp256@openssh.com sk-ssh-ed25519@openssh.com "
            "ssh-rsa-cert-v01@openssh.com ssh-ed25519-cert-v01@openssh.com "
            "ssh-dss-cert-v01@openssh.com ecdsa-sha2-nistp256-cert-v01@openssh.com "
            "ecdsa-sha2-nistp384-cert-v01@openssh.com "
            "ecdsa-sha2-nistp521-cert-v01@openssh.com"
        ),
        "key": "",
        "user": "",
        "target": "",
        "options": "",
    },
    parameters={
        "name": "",
        "drop_privileges": "true false yes no",
        "provider": "",
    },
    lists=("options",),
    summary="Looks after a key with which a user may log in.",
    attribute_help={
        "ensure": "Whether the key is in the file.",
        "type": "The kind of key, such as ssh-ed25519.",
        "key": "The key itself, without kind and comment.",
        "user": "Whose key file it is in.",
        "target": "The file, if it is not that of the user.",
        "options": "What the key may be used for and how.",
        "name": "The comment of the key.",
        "drop_privileges": "Whether the file is read and written as the user.",
    },
)

ABSENT = "absent"


class SshAuthorizedKeyType(Ensurable):
    """A key, in the file of a user or another one."""

    __slots__ = ()
    providers = ("parsed",)
    aliases = {
        "type": {
            "dsa": "ssh-dss",
            "ed25519": "ssh-ed25519",
            "rsa": "ssh-rsa",
            "ecdsa-sk": "sk-ecdsa-sha2-nistp256@openssh.com",
            "ed25519-sk": "sk-ssh-ed25519@openssh.com",
        }
    }
    defaults = {"drop_privileges": True, "options": ABSENT}

    def munge_key(self, desired: Desired, value: object) -> str:
        text = str(value)
        if any(letter in text for letter in " \t\r\n\f\v"):
            raise ValueError(f"Key must not contain whitespace: {text}")
        return text

    def munge_options(self, desired: Desired, value: object) -> str:
        import re

        text = str(value)
        if text != ABSENT and not re.search(r'^[-a-z0-9A-Z_]+(?:=".*?")?$', text, re.MULTILINE):
            raise ValueError(
                f"Option {text} is not valid. A single option must either be of the form 'option' "
                "or 'option=\"value\"'. Multiple options must be provided as an array"
            )
        return text

    def validate(self, desired: Desired) -> None:
        if desired["target"] in (None, ABSENT) and desired["user"] is None:
            raise ValueError("Attribute 'user' or 'target' is mandatory")

    def autorequire(self, desired: Desired) -> Related:
        if desired["user"] is not None:
            yield "user", [str(desired["user"])]


BEHAVIOUR = SshAuthorizedKeyType(TABLE)
