"""Recognize distributions by their own files in /etc, besides os-release."""

from __future__ import annotations

from duckrow.cfengine.agent.host.found import INVENTORY
from duckrow.cfengine.evaluation.classes.table import canonify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.agent.host.found import Found
    from duckrow.machine.host import Host

    SetFlavour = Callable[[Found, str], None]
    Family = Callable[[str, str, Found, SetFlavour], None]

# The start of the line in /etc/redhat-release, the vendor, and the edition.
_VENDORS = (
    ("Red Hat Enterprise Linux ES", "redhat", "es"),
    ("Red Hat Enterprise Linux WS", "redhat", "ws"),
    ("Red Hat Enterprise Linux AS", "redhat", "as"),
    ("Red Hat Linux Advanced Server", "redhat", "as"),
    ("Red Hat Enterprise Linux Server", "redhat", "s"),
    ("Red Hat Enterprise Linux Client", "redhat", "c"),
    ("Red Hat Enterprise Linux Workstation", "redhat", "c"),
    ("Red Hat Enterprise Linux ComputeNode", "redhat", "cn"),
    ("Red Hat Linux", "redhat", ""),
    ("Red Hat Enterprise Linux", "redhat", ""),
    ("Linux Mandrake", "mandrake", ""),
    ("Mandrakelinux", "mandrake", ""),
    ("White Box Enterprise Linux", "whitebox", ""),
    ("Scientific Linux SL", "scientific", "sl"),
    ("Scientific Linux CERN", "scientific", "cern"),
    ("Scientific Linux", "scientific", "sl"),
    ("CentOS", "centos", ""),
    ("Enterprise Linux Enterprise Linux Server", "oracle", "s"),
)


def find(host: Host, found: Found, set_flavour: SetFlavour) -> None:
    """Check the files of all distributions; a later match overrides an earlier one."""
    if not _ask(_fedora, "/etc/fedora-release", host, found, set_flavour):
        _ask(_redhat, "/etc/redhat-release", host, found, set_flavour)
    _ask(_oracle, "/etc/oracle-release", host, found, set_flavour)
    _ask(_suse, "/etc/SuSE-release", host, found, set_flavour)
    _ask(_amazon, "/etc/system-release", host, found, set_flavour)
    if _ask(_debian, "/etc/debian_version", host, found, set_flavour):
        _issue(_first_line(host.text("/etc/issue") or ""), found, set_flavour)
    _ask(_cumulus, "/etc/lsb-release", host, found, set_flavour)
    _ask(_alpine, "/etc/alpine-release", host, found, set_flavour)


def _ask(family: Family, path: str, host: Host, found: Found, set_flavour: SetFlavour) -> bool:
    text = host.text(path)
    if text is None:
        return False
    is_whole = family in (_suse, _cumulus)
    family(text if is_whole else _first_line(text), path, found, set_flavour)
    return True


def _first_line(text: str) -> str:
    return text.partition("\n")[0]


def _numbers(text: str) -> list[str]:
    """Return the numbers at the start of a string, separated by dots."""
    numbers: list[str] = []
    for part in text.split("."):
        digits = ""
        for letter in part:
            if not "0" <= letter <= "9":
                break
            digits += letter
        if digits:
            numbers.append(str(int(digits)))
        if digits != part:
            break
    return numbers


def _after(text: str, mark: str) -> str | None:
    _, found, rest = text.partition(mark)
    return rest if found else None


def _fedora(line: str, _path: str, found: Found, set_flavour: SetFlavour) -> None:
    rest = _after(line, "release ")
    numbers = [] if rest is None else _numbers(rest)
    if line.startswith("Fedora") and numbers:
        found.define("fedora", *INVENTORY)
        set_flavour(found, f"fedora_{numbers[0]}")


def _redhat(line: str, path: str, found: Found, set_flavour: SetFlavour) -> None:
    tags = (*INVENTORY, f"derived-from-file={path}")
    found.define("redhat", *tags)
    known = next((each for each in _VENDORS if line.startswith(each[0])), None)
    if known is None:
        return
    _, vendor, edition = known
    rest = _after(line.lower(), "release ")
    numbers = [] if rest is None else _numbers(rest)[:2]
    if not numbers:
        return
    found.define(vendor, *tags)
    if edition:
        found.define(f"{vendor}_{edition}", *tags)
        found.define(f"{vendor}_{edition}_{numbers[0]}", *tags)
        found.define(f"{vendor}_{edition}_{'_'.join(numbers)}", *tags)
    found.define(f"{vendor}_{numbers[0]}", *tags)
    set_flavour(found, f"{vendor}_{numbers[0]}")
    found.define(f"{vendor}_{'_'.join(numbers)}", *tags)


def _oracle(line: str, _path: str, found: Found, set_flavour: SetFlavour) -> None:
    found.define("oracle", *INVENTORY)
    rest = _after(line, "release ")
    numbers = [] if rest is None else _numbers(rest)
    if line.startswith("Oracle Linux Server") and len(numbers) > 1:
        set_flavour(found, f"oracle_{numbers[0]}")
        found.define(f"oracle_{numbers[0]}_{numbers[1]}", *INVENTORY)


def _suse(text: str, _path: str, found: Found, set_flavour: SetFlavour) -> None:
    for name in ("SUSE", "suse", "SuSE"):
        found.define(name, *INVENTORY)
    first = _first_line(text).lower()
    major = minor = ""
    for line in text.splitlines()[1:]:
        name, _, value = (part.strip() for part in line.partition("="))
        if name == "VERSION":
            major, _, minor = value.partition(".")
        elif name == "PATCHLEVEL":
            minor = value
    for product, short in (("server", "SLES"), ("desktop", "SLED")):
        if first.startswith(f"suse linux enterprise {product} {major} "):
            found.define(f"{short}{major}", *INVENTORY)
    if not major or not minor:
        return
    if "enterprise" in first:
        found.define("SLES", *INVENTORY)
        found.define(f"SLES_{major}", *INVENTORY)
        found.define(f"SLES_{major}_{minor}", *INVENTORY)
        set_flavour(found, f"SUSE_{major}")
        found.define(f"SuSE_{major}", "source=agent")
        return
    set_flavour(found, f"SUSE_{major}")
    for name in ("SUSE", "SuSE"):
        found.define(f"{name}_{major}", *INVENTORY)
        found.define(f"{name}_{major}_{minor}", *INVENTORY)


def _amazon(line: str, path: str, found: Found, set_flavour: SetFlavour) -> None:
    if "Amazon" not in line:
        return
    tags = (*INVENTORY, f"derived-from-file={path}")
    found.define("amazon_linux", *tags)
    words = line.split()
    if len(words) > 4:
        found.define(f"amazon_linux_{canonify(words[4])}", *tags)
    set_flavour(found, "AmazonLinux")


def _debian(line: str, path: str, found: Found, set_flavour: SetFlavour) -> None:
    tags = (*INVENTORY, f"derived-from-file={path}")
    found.define("debian", *tags)
    numbers = _numbers(line.strip())
    if len(numbers) > 1:
        found.define(f"debian_{numbers[0]}_{numbers[1]}", *tags)
    if numbers:
        set_flavour(found, f"debian_{numbers[0]}")
    elif line.partition("/")[0]:
        found.define(f"debian_{line.partition('/')[0][:25]}", *tags)


def _issue(line: str, found: Found, set_flavour: SetFlavour) -> None:
    """Parse the login greeting, which says more than the version file."""
    tags = (*INVENTORY, "derived-from-file=/etc/issue")
    words = _without_escapes(line).split()
    if len(words) > 2 and words[0] == "Debian":
        version = words[2].partition(".")[0].partition("/")[0]
        set_flavour(found, f"debian_{version}")
    elif len(words) > 1 and words[0] == "Ubuntu":
        version, _, minor = words[1].partition(".")
        set_flavour(found, f"ubuntu_{version}")
        found.define("ubuntu", *tags)
        if minor:
            found.define(f"ubuntu_{version}_{minor}", *tags)
    if "BIG-IP" in line:
        found.define("big_ip", *INVENTORY)
        if len(words) > 3:
            found.define(f"big_ip_{words[1]}", *INVENTORY)
            found.define(f"big_ip_{words[1]}_{words[3]}", *INVENTORY)
        set_flavour(found, "BIG-IP")


def _without_escapes(line: str) -> str:
    """Remove the escapes of the login program: a backslash or an at sign and the next letter."""
    kept = ""
    is_escaped = False
    for letter in line:
        if letter in "\\@" or is_escaped:
            is_escaped = not is_escaped
        else:
            kept += letter
    return kept.rstrip()


def _cumulus(text: str, _path: str, found: Found, set_flavour: SetFlavour) -> None:
    if "Cumulus" not in text:
        return
    found.define("cumulus", *INVENTORY)
    rest = _after(text, "DISTRIB_RELEASE=")
    if rest is not None and _first_line(rest):
        set_flavour(found, f"cumulus_{canonify(_first_line(rest))}")


def _alpine(line: str, path: str, found: Found, set_flavour: SetFlavour) -> None:
    tags = (*INVENTORY, f"derived-from-file={path}")
    found.define("alpine_linux", *tags)
    words = line.split()
    if words:
        found.define(f"alpine_linux_{words[0]}", *tags)
    set_flavour(found, "alpinelinux")
