"""The operating system: its flavour, its versions, and classes that follow from them.

os-release is read first; the distributions' own files override it.
"""

from __future__ import annotations

from duckrow.cfengine.agent.host.found import INVENTORY, Found
from duckrow.cfengine.evaluation.classes.table import canonify
from duckrow.machine.texts.os_release import PATHS, is_quoted, parse_os_release

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.host import Host

VARIABLES = (
    "flavor", "flavour", "os_release", "os_name_human", "os_version_major", "crontab", "doc_root",
    "cpus",
)  # fmt: skip

_OTHER_NAMES = {"rhel": "redhat", "opensuse": "suse", "sles": "suse"}
# The first defined class wins.
_HUMAN = (
    ("ubuntu", "Ubuntu"), ("debian", "Debian"), ("centos", "CentOS"), ("fedora", "Fedora"),
    ("redhat", "RHEL"), ("aix", "AIX"), ("hpux", "HP-UX"), ("opensuse", "OpenSUSE"),
    ("suse", "SUSE"), ("macos", "macOS"), ("windows", "Windows"), ("freebsd", "FreeBSD"),
    ("solaris", "Solaris"),
)  # fmt: skip
# Files that determine a flavour and nothing else.
_MARKS = (
    ("/etc/generic-release", "SunCobalt"),
    ("/etc/UnitedLinux-release", "UnitedLinux"),
    ("/etc/gentoo-release", "gentoo"),
    ("/etc/arch-release", "archlinux"),
)


def find_platform(host: Host) -> Found:
    """Determine the operating system."""
    found = Found()
    program = (host.text("/proc/1/cmdline") or "").partition("\0")[0].partition("\n")[0]
    if host.real_path(program).endswith("/systemd"):
        found.define("systemd", *INVENTORY)
    for path in PATHS:
        text = host.text(path)
        if text is not None:
            _read_release(text, path, found)
            break
    from duckrow.cfengine.agent.host import distributions

    distributions.find(host, found, set_flavour)
    for path, flavour in _MARKS:
        if host.exists(path):
            set_flavour(found, flavour)
    if host.exists("/usr/bin/aptitude"):
        found.define("have_aptitude", *INVENTORY)
    _find_processors(host, found)
    _derive(host, found)
    return found


def set_flavour(found: Found, flavour: str) -> None:
    """Define the class of a flavour and both variables."""
    found.define(flavour, *INVENTORY, "derived-from=sys.flavor")
    found.put("flavour", flavour)
    found.describe("flavor", flavour, "none")


def _read_release(text: str, path: str, found: Found) -> None:
    values = read_settings(text)
    tags = (*INVENTORY, f"derived-from-file={path}")
    found.put("os_release", values, tags, "data")
    if "ID" not in values:
        return
    name = canonify(values["ID"])
    names = [name, *([_OTHER_NAMES[name]] if name in _OTHER_NAMES else [])]
    if "VERSION_ID" not in values:
        for each in names:
            found.define(each, *tags)
        return
    version = canonify(values["VERSION_ID"])
    set_flavour(found, f"{name}_{version.partition('_')[0]}")
    for each in names:
        rest = f"{each}_{version}"
        while rest:
            found.define(rest, *tags)
            rest = rest.rpartition("_")[0]


def read_settings(text: str) -> dict[str, str]:
    """Parse lines NAME=value, with or without quotes."""
    return {name: _unquoted(value) for name, value in parse_os_release(text).items()}


def _unquoted(value: str) -> str:
    if not is_quoted(value):
        return value
    return value[1:-1].replace('\\"', '"').replace("\\$", "$").replace("\\\\", "\\")


def _find_processors(host: Host, found: Found) -> None:
    count = host.processors()
    if count < 1:
        return
    name = "1_cpu" if count == 1 else f"{count}_cpus"
    found.define(name, "source=agent", "derived-from=sys.cpus")
    found.describe("cpus", str(count), "CPU logical cores")


def _derive(host: Host, found: Found) -> None:
    """Set the variables that follow from the classes."""
    account = host.account(host.user())
    user = account.name if account is not None else ""
    has = found.classes.__contains__
    if user:
        if has("SUSE"):
            directory = "/var/spool/cron/tabs"
        else:
            directory = "/var/spool/cron" if has("redhat") else "/var/spool/cron/crontabs"
        found.put("crontab", f"{directory}/{user}")
    for name, root in (
        ("redhat", "/var/www/html"),
        ("SUSE", "/srv/www/htdocs"),
        ("debian", "/var/www"),
    ):
        if has(name):
            found.put("doc_root", root)
    for name, human in _HUMAN:
        if has(name):
            found.put("os_name_human", human, ("source=agent", f"derived-from={name}"))
            break
    else:
        found.put("os_name_human", "Unknown")
    flavour = found.variables.get("flavor")
    digits = "" if flavour is None else first_number(flavour.value)
    if digits:
        found.put("os_version_major", digits, ("source=agent", "derived-from=flavor"))
    else:
        found.put("os_version_major", "Unknown")


def first_number(text: str) -> str:
    """Return the first digits in a string."""
    digits = ""
    for letter in text:
        if "0" <= letter <= "9":
            digits += letter
        elif digits:
            break
    return digits
