"""archive, fetched by curl."""

from __future__ import annotations

from duckrow.puppet.providers.archive.ruby import Ruby
from duckrow.puppet.providers.archive.tools import stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Desired


class Curl(Ruby):
    """Downloads with curl, which knows more kinds of addresses and of proxies."""

    name = "curl"

    def is_suitable(self, machine: Machine) -> bool:
        return machine.commands.find("curl") is not None

    def fetch(
        self, machine: Machine, desired: Desired, url: str, write: Callable[[bytes], None]
    ) -> None:
        words = ["-fsSLg", "--max-redirs", "5"]
        secret = []
        if desired["username"] is not None:
            account = [desired["username"], desired["password"]]
            secret.append(("user", ":".join(str(each) for each in account if each is not None)))
        if desired["cookie"] is not None:
            secret.append(("cookie", str(desired["cookie"])))
        if desired["proxy_server"] is not None:
            secret.append(("proxy", str(desired["proxy_server"])))
        if desired["allow_insecure"]:
            words.append("--insecure")
        words += desired["download_options"] or []
        stdin = None
        if secret:
            words += ["--config", "-"]
            stdin = "".join(f'{name} = "{_escaped(text)}"\n' for name, text in secret)
        stream(machine, "curl", [*words, "--", url], write, stdin)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


PROVIDER = Curl
