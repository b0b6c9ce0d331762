"""Paths: the work directory, the policy and the components; also the user and the server."""

from __future__ import annotations

import os.path

from duckrow.cfengine.agent.host.found import Found
from duckrow.cfengine.agent.host.identity import find_identity
from duckrow.cfengine.agent.policy_server import FILE, address_of_server
from duckrow.cfengine.values.server_address import PORT, split_server
from duckrow.machine.local_time import local_time_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.options import Options
    from duckrow.machine.host import Host

_COMPONENTS = (
    "cf-twin cf-agent cf-serverd cf-monitord cf-know cf-report cf-key cf-runagent cf-execd cf-hub "
    "cf-reactor cf-promises cf-upgrade cf-net cf-check cf-secret"
).split()
_INTERNAL = ("cfe_internal", "source=agent")


def find_paths(host: Host, options: Options, version: str) -> Found:
    """Find these paths."""
    found = Found()
    work, inputs = options.work_directory, options.input_directory
    for key, value in (
        ("workdir", work),
        ("inputdir", inputs),
        ("masterdir", f"{work}/masterfiles"),
        ("bindir", f"{work}/bin"),
        ("statedir", f"{work}/state"),
        ("logdir", work),
        ("piddir", work),
        ("libdir", f"{work}/inputs/lib"),
        ("local_libdir", "lib"),
        ("default_policy_path", f"{inputs}/promises.cf"),
        ("failsafe_policy_path", f"{inputs}/failsafe.cf"),
        ("update_policy_path", f"{inputs}/update.cf"),
    ):
        found.put(key, value)
    entry = os.path.join(options.launch_directory, options.entry_point)
    # Not os.path.normpath: `..` may follow a link.
    entry = "/".join(part for part in entry.split("/") if part != ".")
    found.put("policy_entry_filename", entry)
    found.put("policy_entry_dirname", os.path.dirname(entry) or "/")
    found.put("policy_entry_basename", os.path.basename(entry))
    found.describe("cf_version", version, "CFEngine version")
    major, minor, patch = version.split(".")
    found.put("cf_version_major", major)
    found.put("cf_version_minor", minor)
    found.put("cf_version_patch", patch)
    found.put("cf_version_release", "1")
    _find_components(host, f"{work}/bin", found)
    _find_user(host, found)
    _find_server(host, work, found)
    find_identity(host, work, found)
    return found


def _find_components(host: Host, directory: str, found: Found) -> None:
    for name in _COMPONENTS:
        if host.exists(f"{directory}/{name}"):
            found.put(name.replace("-", "_"), f'"{directory}/{name}"', _INTERNAL)
    if "cf_twin" not in found.variables and "cf_agent" in found.variables:
        found.put("cf_twin", f'"{directory}/cf-agent"', _INTERNAL)


def _find_user(host: Host, found: Found) -> None:
    user = host.account(host.user())
    if user is None:
        return
    found.put(
        "user_data",
        {
            "username": user.name,
            "description": user.comment,
            "uid": user.uid,
            "gid": user.gid,
            "home_dir": user.home,
            "shell": user.shell,
        },
        ("source=agent", "user_info"),
        "data",
    )


def _find_server(host: Host, work: str, found: Found) -> None:
    """Read the files that bootstrapping wrote."""
    server = host.word(f"{work}/{FILE}")
    if server is None:
        return
    name, port = split_server(server)
    address = address_of_server(name)
    if address is not None:
        found.put("policy_hub", address, ("source=bootstrap",))
    found.put("policy_hub_port", port or PORT, ("source=bootstrap",))
    identity = host.word(f"{work}/bootstrap_id.dat")
    if identity is not None:
        found.put("bootstrap_id", identity, ("source=bootstrap",))
    marker = f"{work}/masterfiles/cf_promises_validated"
    updated = host.modified(marker)
    if updated is not None:
        found.put("last_policy_update", local_time_text(updated))
    if host.exists(f"{work}/state/am_policy_hub"):
        found.define("am_policy_hub", "source=bootstrap", "deprecated", "alias=policy_server")
        found.define(
            "policy_server", "inventory", "attribute_name=CFEngine roles", "source=bootstrap"
        )
