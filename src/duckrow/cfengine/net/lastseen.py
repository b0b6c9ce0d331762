"""lastseen: which hosts were met, by key and address, and when.

The entries have the names of the reference's database: `kDIGEST` holds the address of a key,
`aADDRESS` the key of an address, `qiDIGEST` and `qoDIGEST` when a host was last met that connected
to us, or that we connected to. A hub that collects runs also has `nNAME`, the key of the host with
a name, `dDIGEST`, the name of the host with a key, and `sDIGEST`, when its last collected run
ended. The state of the work directory holds them.
"""

from __future__ import annotations

from time import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.state import State

_SECTION = "lastseen"
# How much the newest gap between two meetings counts for their average.
_WEIGHT = 0.4
_DIGESTS = ("MD5=", "SHA=")


class Meeting:
    """When a host was last met, with the average gap between meetings and its variance."""

    __slots__ = ("address", "average", "digest", "gap", "is_incoming", "time", "variance")

    def __init__(self, digest: str, address: str, *, is_incoming: bool, numbers: str) -> None:
        self.digest = digest
        self.address = address
        self.is_incoming = is_incoming
        words = [float(each) for each in numbers.split()]
        self.time = int(words[0])
        self.gap, self.average, self.variance = words[1:4]


class LastSeen:
    """The meetings of one work directory."""

    __slots__ = ("_state",)

    def __init__(self, state: State) -> None:
        self._state = state

    def note(self, address: str, digest: str, *, is_incoming: bool, now: int | None = None) -> None:
        """Note that a host was met."""
        state = self._state
        now = int(time()) if now is None else now
        key = f"{'qi' if is_incoming else 'qo'}{digest}"
        before = state.get(_SECTION, key)
        gap = average = variance = 0.0
        if before is not None:
            last = Meeting(digest, address, is_incoming=is_incoming, numbers=before)
            gap = float(now - last.time)
            average = _WEIGHT * gap + (1 - _WEIGHT) * last.average
            variance = _WEIGHT * (gap - last.average) ** 2 + (1 - _WEIGHT) * last.variance
        state.put(_SECTION, key, f"{now} {gap} {average} {variance}")
        state.put(_SECTION, f"k{digest}", address)
        state.put(_SECTION, f"a{address}", digest)

    def meetings(self) -> list[Meeting]:
        """Return the last meetings, of each key those it began before those we began."""
        items = dict(self._state.items(_SECTION))
        found = []
        for key, address in items.items():
            if key.startswith("k"):
                digest = key[1:]
                for kind, is_incoming in (("qi", True), ("qo", False)):
                    numbers = items.get(f"{kind}{digest}")
                    if numbers is not None:
                        found.append(
                            Meeting(digest, address, is_incoming=is_incoming, numbers=numbers)
                        )
        return found

    def digest_of(self, address: str) -> str | None:
        """Return the key that a host with an address had."""
        return self._state.get(_SECTION, f"a{address}")

    def claim_name(self, digest: str, name: str) -> bool:
        """Return whether a key may report under a name; the first name of a key becomes its own."""
        owner = self._state.get(_SECTION, f"n{name}")
        own_name = self._state.get(_SECTION, f"d{digest}")
        if owner is None and own_name is None:
            self._state.put(_SECTION, f"n{name}", digest)
            self._state.put(_SECTION, f"d{digest}", name)
            return True
        return owner == digest and own_name == name

    def collected_until(self, digest: str) -> int:
        """Return when the last collected run of a host ended, in nanoseconds."""
        return int(self._state.get(_SECTION, f"s{digest}") or 0)

    def note_collected(self, digest: str, ended: int) -> None:
        """Note when the last collected run of a host ended."""
        self._state.put(_SECTION, f"s{digest}", str(ended))

    def faults(self) -> list[str]:
        """Return where addresses and keys do not name each other."""
        items = dict(self._state.items(_SECTION))
        found = [
            f"lastseen db inconsistency, found kKEY -> '{address}' entry, but no 'a{address}' -> "
            "any key entry exists!"
            for key, address in items.items()
            if key.startswith("k") and f"a{address}" not in items
        ]
        return found + [
            f"lastseen db inconsistency, found aIP -> '{digest}' entry, but no 'k{digest}' -> "
            "any ip entry exists!"
            for key, digest in items.items()
            if key.startswith("a") and f"k{digest}" not in items
        ]

    def remove(self, name: str) -> str | None:
        """Remove the entries of a key or an address; return the other name, None without any."""
        kind, other_kind = ("k", "a") if is_digest(name) else ("a", "k")
        other = self._state.get(_SECTION, f"{kind}{name}")
        if other is None or self._state.get(_SECTION, f"{other_kind}{other}") is None:
            return None
        digest = name if kind == "k" else other
        own_name = self._state.get(_SECTION, f"d{digest}")
        keys = [f"{kind}{name}", f"{other_kind}{other}"]
        keys += [f"{each}{digest}" for each in ("qi", "qo", "d", "s")]
        for key in keys if own_name is None else [*keys, f"n{own_name}"]:
            self._state.remove(_SECTION, key)
        return other

    def remove_all(self, name: str) -> list[str]:
        """Remove every entry that concerns a key or an address; return the keys."""
        items = self._state.items(_SECTION)
        digests = [name] if is_digest(name) else []
        for key, value in items:
            if value == name and key.startswith("k"):
                digests.append(key[1:])
            elif key == f"a{name}":
                digests.append(value)
        unwanted = {name, *digests}
        for key, value in items:
            if value in unwanted or key[1:] in unwanted or key[2:] in unwanted:
                self._state.remove(_SECTION, key)
        return sorted(set(digests))


def is_digest(name: str) -> bool:
    """Return whether a name is the digest of a key, not an address."""
    return name.startswith(_DIGESTS)
