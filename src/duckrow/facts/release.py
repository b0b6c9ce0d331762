"""The release files of a distribution: os-release, redhat-release and similar files.

A distribution has a line of ancestors, nearest first: Linux Mint, then Ubuntu, then Debian. The
nearest of them that has a rule for a value decides it.
"""

from __future__ import annotations

from duckrow.machine.texts.os_release import PATHS, is_quoted, parse_os_release

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.host import Host

# Each distribution and its ancestors.
_PARENTS = {
    "debian": "",
    "elementary": "debian",
    "ubuntu": "debian",
    "linuxmint": "ubuntu",
    "raspbian": "debian",
    "devuan": "debian",
    "rhel": "",
    **dict.fromkeys("fedora amzn centos ol scientific meego oel ovs".split(), "rhel"),
    "sles": "",
    "opensuse": "sles",
    "sled": "sles",
    **dict.fromkeys("gentoo alpine photon slackware mageia openwrt mariner".split(), ""),
}

# Words in ID_LIKE or ID, and their family; the first that matches counts.
_FAMILIES = {
    "RedHat": "redhat rhel fedora centos scientific ascendos cloudlinux psbm oraclelinux ovs oel "
    "amazon xenserver xcp-ng virtuozzo photon mariner",
    "Debian": "debian ubuntu huaweios linuxmint devuan kde",
    "Suse": "sles sled suse",
    "Gentoo": "gentoo",
    "Archlinux": "arch manjaro",
    "Mandrake": "mandrake mandriva mageia",
}


class Release:
    """The release files of a host, read once."""

    __slots__ = ("ancestors", "host", "id", "id_like", "values")

    def __init__(self, host: Host) -> None:
        self.host = host
        self.values = read_os_release(host)
        self.id_like = self.values.get("id_like") or ""
        self.id = self._identify()
        self.ancestors = self._find_ancestors()

    def _identify(self) -> str:
        if self.host.text("/etc/devuan_version") is not None:
            return "devuan"
        found = self.values.get("id")
        if found:
            return "opensuse" if "opensuse" in found.lower() else found.lower()
        if self.host.text("/etc/redhat-release") is not None:
            return "rhel"
        words = (self.host.text("/etc/SuSE-release") or "").split()
        return words[0].lower() if words else ""

    def _find_ancestors(self) -> tuple[str, ...]:
        for start in (self.id, *self.id_like.lower().split()):
            if start in _PARENTS:
                line = [start]
                while parent := _PARENTS[line[-1]]:
                    line.append(parent)
                return tuple(line)
        return ()

    def descends_from(self, name: str) -> bool:
        """Return whether this is, or descends from, a distribution."""
        return name in self.ancestors

    @property
    def name(self) -> str | None:
        """The name in one word: Debian, RedHat, Archlinux."""
        if "linuxmint" in self.ancestors:
            return (self.values.get("id") or "").capitalize() or None
        name = (self.values.get("name") or "").strip()
        if not name:
            return self._name_of_redhat() if self.descends_from("rhel") else None
        words = name.split()
        low = name.lower()
        if low.startswith(("red", "oracle", "arch", "manjaro")):
            short = "".join(words[:2])
        else:
            short = words[-1] if low.endswith("mariner") else words[0]
        if low.startswith(("arch", "manjaro")):
            short = short.capitalize()
        return short + "Linux" if low.startswith("virtuozzo") else short

    def _name_of_redhat(self) -> str | None:
        words = self.redhat_words()
        return "".join(words[:2]) or None

    @property
    def family(self) -> str | None:
        """The family: Debian, RedHat, Suse."""
        if self.descends_from("rhel"):
            return "RedHat"
        if self.descends_from("sles"):
            return "Suse"
        identity = self.id_like or self.id
        for family, words in _FAMILIES.items():
            if any(word in identity.lower() for word in words.split()):
                return family
        return identity.capitalize() or None

    @property
    def version_id(self) -> str | None:
        """VERSION_ID, which always has a dot."""
        found = self.values.get("version_id")
        return found if not found or "." in found else f"{found}.0"

    # ---- /etc/redhat-release: Rocky Linux release 9.3 (Blue Onyx)

    def redhat_text(self) -> str | None:
        return self.host.word("/etc/redhat-release")

    def redhat_words(self) -> list[str]:
        """Return the words of the distribution's name, without Linux."""
        text = (self.redhat_text() or "").partition("release")[0]
        return [word for word in text.split() if word.lower() != "linux"]

    def redhat_version(self) -> str | None:
        words = (self.redhat_text() or "").partition("release")[2].split()
        return words[0] if words else None

    # ---- other files

    def first_release(self, path: str) -> str | None:
        """Return the version in a line such as: Oracle Linux Server release 8.9."""
        text = self.host.word(path)
        if text is None:
            return None
        if text.endswith("Rawhide"):
            return "Rawhide"
        has_release = "release" in text
        return _number_after(
            text, "release " if has_release else "Amazon Linux ", "." if has_release else ""
        )

    def number_in(self, path: str, before: str) -> str | None:
        """Return the version that follows a string in a file."""
        text = self.host.word(path)
        return None if text is None else _number_after(text, before, ".")


def _number_after(text: str, before: str, more: str) -> str | None:
    """Return the digits, and characters of `more` among them, after the first matching `before`."""
    for rest in text.split(before)[1:]:
        if rest[:1].isdecimal():
            end = 0
            while end < len(rest) and (rest[end].isdecimal() or (more and rest[end] in more)):
                end += 1
            return rest[:end]
    return None


def read_os_release(host: Host) -> dict[str, str]:
    """Read os-release: names in lower case, values without quotes."""
    text = next(filter(None, map(host.text, PATHS)), "")
    return {name.lower(): _unquoted(value) for name, value in parse_os_release(text).items()}


def _unquoted(value: str) -> str:
    return (value[1:-1] if is_quoted(value) else value).replace('"', "")


def parts_of(version: str | None) -> dict[str, str] | None:
    """Split a version into full, major and minor."""
    if not version:
        return None
    pieces = version.split(".")
    found = {"full": version, "major": pieces[0]}
    if len(pieces) > 1:
        found["minor"] = pieces[1]
    return found
