"""sshkey: a host key in the file of known hosts."""

from __future__ import annotations

from duckrow.puppet.resources.behaviour import only_text
from duckrow.puppet.resources.ensurable import Ensurable
from duckrow.puppet.resources.table import ResourceTypeTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.desired import Desired

USUAL = "/etc/ssh/ssh_known_hosts"


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
    summary="Looks after the key of a host in a file of known hosts.",
    attribute_help={
        "ensure": "Whether the key is in the file.",
        "key": "The key itself.",
        "host_aliases": "Other names and addresses of the host.",
        "target": "The file; /etc/ssh/ssh_known_hosts if nothing is said.",
        "type": "The kind of key, such as ssh-ed25519.",
        "name": "The name of the host.",
    },
)


class SshkeyType(Ensurable):
    """Names without spaces and commas, which separate them in the file."""

    __slots__ = ()
    providers = ("parsed",)
    strings = ("key",)
    whole_lists = ("host_aliases",)
    shown_parameters = ("name", "type")
    defaults = {"target": USUAL}
    aliases = {
        "type": {
            "dsa": "ssh-dss",
            "ed25519": "ssh-ed25519",
            "rsa": "ssh-rsa",
            "ecdsa-sk": "sk-ecdsa-sha2-nistp256@openssh.com",
            "ed25519-sk": "sk-ssh-ed25519@openssh.com",
        }
    }

    def set(self, desired: Desired, name: str, value: object) -> None:
        # The name and type of a key, as far as they are known, identify it instead of its title.
        if name not in self.table.properties:
            self._call(desired)
        super().set(desired, name, value)
        self._call(desired)

    def _call(self, desired: Desired) -> None:
        desired.ref = f"Sshkey[{desired.get('name', '')}@{desired.get('type', '')}]"

    def munge_name(self, desired: Desired, value: object) -> str:
        text = only_text("name", value)
        if any(letter.isspace() for letter in text):
            raise ValueError("Resourcename cannot include whitespaces")
        if "," in text:
            raise ValueError(
                "No comma in resourcename allowed. If you want to specify aliases use the "
                "host_aliases property"
            )
        return text

    def munge_host_aliases(self, desired: Desired, value: object) -> str:
        text = only_text("host_aliases", value)
        if any(letter.isspace() for letter in text):
            raise ValueError("Aliases cannot include whitespace")
        if "," in text:
            raise ValueError("Aliases must be provided as an array, not a comma-separated list")
        return text


BEHAVIOUR = SshkeyType(TABLE)
