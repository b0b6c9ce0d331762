"""mailalias: a name in the mail aliases file and its recipients."""

from __future__ import annotations

from duckrow.puppet.resources.ensurable import Ensurable
from duckrow.puppet.resources.table import ResourceTypeTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.desired import Desired

USUAL = "/etc/aliases"

TABLE = ResourceTypeTable(
    "mailalias",
    properties={
        "ensure": "present absent",
        "recipient": "",
        "file": "",
        "target": "",
    },
    parameters={
        "name": "",
        "provider": "",
    },
    lists=("recipient",),
    summary="Looks after a name in the mail aliases and who gets its mail.",
    attribute_help={
        "ensure": "Whether there is an alias of that name.",
        "recipient": "Who gets the mail.",
        "file": "A file that lists the recipients.",
        "target": "The file of the aliases; /etc/aliases if nothing is said.",
        "name": "The alias.",
    },
)


class MailaliasType(Ensurable):
    """Recipients, or a file that lists them."""

    __slots__ = ()
    providers = ("aliases",)
    defaults = {"target": USUAL}

    def munge_file(self, desired: Desired, value: object) -> str:
        text = str(value)
        if not text.startswith("/"):
            raise ValueError(f"File paths must be fully qualified, not '{text}'")
        return text

    def munge_recipient(self, desired: Desired, value: object) -> str:
        return str(value)

    def validate(self, desired: Desired) -> None:
        if "recipient" in desired and "file" in desired:
            raise ValueError("You cannot specify both a recipient and a file")


BEHAVIOUR = MailaliasType(TABLE)
