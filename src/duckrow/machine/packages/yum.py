"""yum: RHEL 7 and earlier, Amazon Linux 2."""

from __future__ import annotations

from duckrow.machine.packages.dnf import Dnf
from duckrow.machine.packages.package import Package
from duckrow.machine.packages.rpm import without_architecture
from duckrow.machine.processes.tool import checked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Yum(Dnf):
    """Like dnf, but the offered packages are read from `yum list`."""

    __slots__ = ()

    name = "yum"
    needs: tuple[str, ...] = ("yum", "rpm")

    def _offered(self, names: Sequence[str]) -> list[Package]:
        wanted = [checked(name) for name in names]
        words = ("-q", "-d", "0", "-e", "0", "--showduplicates", "list", "available", *wanted)
        result = self._manager().ask(*self._root_words(), *words)
        found: list[Package] = []
        # A long line continues in the next line, which then begins with a space.
        for line in result.text.replace("\n ", " ").splitlines():
            fields = line.split()
            if len(fields) == 3 and "." in fields[0]:
                found.append(Package(without_architecture(fields[0]), fields[1]))
        return found
