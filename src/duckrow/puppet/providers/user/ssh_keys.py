"""Purges the keys of a user that no resource of the catalog manages."""

from __future__ import annotations

from duckrow.machine.texts.ssh_keys import named_keys, parse_authorized_keys
from duckrow.puppet.providers.generated import metaparameters_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Desired


def keys_to_purge(machine: Machine, desired: Desired) -> list[Desired]:
    """Return resources that remove the unmanaged keys, for each file to purge."""
    catalog = desired.catalog
    if catalog is None:
        return []
    if catalog.find_table("ssh_authorized_key") is None:
        desired.log("warning", "Ssh_authorized_key type is not available. Cannot purge SSH keys.")
        return []
    found: list[Desired] = []
    shared = metaparameters_of(desired)
    for path in _paths(machine, desired):
        try:
            content = machine.files.read(path)
        except OSError:
            continue
        for name, _ in named_keys(path, parse_authorized_keys(content)):
            if catalog.find("ssh_authorized_key", name) is not None:
                continue
            values = {**shared, "ensure": "absent", "target": path, "user": desired.name}
            found.append(catalog.make("ssh_authorized_key", name, values, desired))
    return found


def _paths(machine: Machine, desired: Desired) -> list[str]:
    """Return the files of keys; without a home those below it are left out."""
    asked = desired["purge_ssh_keys"]
    if asked is True:
        asked = ["~/.ssh/authorized_keys"]
    home = desired["home"]
    if home is None:
        user = machine.users.user(desired.name)
        home = None if user is None else user.home
    found: list[str] = []
    for path in asked:
        if path.startswith("/"):
            found.append(path)
        elif home is not None:
            found.append(f"{home}/{path.partition('/')[2]}")
    return found
