"""package by apt-get: repositories, versions and ranges of them, holds, answers to questions."""

from __future__ import annotations

from duckrow.machine.packages.apt import Apt as AptTool
from duckrow.puppet.providers.base import ProviderError
from duckrow.puppet.providers.package.common import PackageProvider
from duckrow.puppet.providers.package.dpkg import Dpkg

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.machine import Machine
    from duckrow.machine.packages.package import PackageTool
    from duckrow.puppet.providers.base import Desired, State

_SOURCES = "/etc/apt/sources.list"


class Apt(Dpkg):
    """apt-get, with dpkg's list of installed packages."""

    name = "apt"
    features = Dpkg.features | {"versionable", "install_options"}
    compares = True
    has_ranges = True
    needs_source = ""

    def latest(self, tool: PackageTool, desired: Desired) -> str:
        return PackageProvider.latest(self, tool, desired)

    def put(self, machine: Machine, desired: Desired, state: State) -> None:
        self._reject_discs(machine, desired)
        super().put(machine, desired, state)

    def prepare(self, machine: Machine, tool: PackageTool, desired: Desired) -> None:
        answers = desired["responsefile"]
        if answers is None:
            return
        if machine.files.facts(answers, follow=True) is None:
            desired.log(
                "info", "No responsefile specified or non existent, not preseeding anything"
            )
            return
        desired.log("info", f"Preseeding {answers} to debconf-set-selections")
        if isinstance(tool, AptTool):
            tool.preseed(machine.files.read(answers))

    def check(self, tool: PackageTool, desired: Desired, version: str | None) -> None:
        # apt-get itself fails unless it installs the version; a file may hold another one.
        if desired["source"] is not None and self.takes_source(desired):
            super().check(tool, desired, version)

    def set(
        self, machine: Machine, desired: Desired, name: str, value: object, state: State
    ) -> None:
        super().set(machine, desired, name, value, state)
        tool = self.tool(machine, desired)
        if isinstance(tool, AptTool):
            # autoremove must not remove a managed package.
            self._tried(lambda: tool.mark_manual(desired.name))

    def _reject_discs(self, machine: Machine, desired: Desired) -> None:
        if desired["allowcdrom"] == "true":
            return
        try:
            lines = machine.files.read(_SOURCES).splitlines()
        except OSError:
            return
        if any(b"cdrom:" in line.partition(b"#")[0] for line in lines):
            raise ProviderError(
                f"{_SOURCES} contains a cdrom source; not installing.  "
                "Use 'allowcdrom' to override this failure."
            )


PROVIDER = Apt
