"""archive, fetched by wget."""

from __future__ import annotations

from duckrow.puppet.providers.archive.ruby import Ruby
from duckrow.puppet.providers.archive.tools import stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Desired


class Wget(Ruby):
    """Downloads with wget."""

    name = "wget"

    def is_suitable(self, machine: Machine) -> bool:
        return machine.commands.find("wget") is not None

    def fetch(
        self, machine: Machine, desired: Desired, url: str, write: Callable[[bytes], None]
    ) -> None:
        # Quiet: messages would be taken for fetched data.
        words = ["-q", "-O", "-", "--max-redirect=5"]
        lines = []
        for name in ("user", "password"):
            value = desired["username" if name == "user" else name]
            if value is not None:
                lines.append(f"{name} = {value}")
        if desired["cookie"] is not None:
            lines.append(f"header = Cookie: {desired['cookie']}")
        if desired["proxy_server"] is not None:
            kind = desired["proxy_type"] or "http"
            lines += ["use_proxy = yes", f"{kind}_proxy = {desired['proxy_server']}"]
        if desired["allow_insecure"]:
            words.append("--no-check-certificate")
        words += desired["download_options"] or []
        if not lines:
            stream(machine, "wget", [*words, "--", url], write)
            return
        # It takes only a file for this; here is one that has no name and is gone afterwards.
        with machine.files.draft(f"{desired.name}.wgetrc") as draft:
            draft.write("".join(f"{line}\n" for line in lines if "\n" not in line).encode())
            stream(machine, "wget", [*words, f"--config={draft.path}", "--", url], write)


PROVIDER = Wget
