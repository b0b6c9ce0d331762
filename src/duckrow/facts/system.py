"""Small facts: uptime, load, identity, time zone, path, and installed versions."""

from __future__ import annotations

from duckrow import __version__
from duckrow.facts.units import leading_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.machine.host import Host

# The version of facter that these facts follow: manifests read it to know which facts exist.
FACTER_VERSION = "4.3.0"
# The version of Ruby that code of modules sees.
RUBY_VERSION = "3.1.2"


def system_uptime(host: Host, facts: Any) -> dict[str, Any] | None:
    """Return the uptime of the host, or of the container."""
    words = (host.text("/proc/uptime") or "").split()
    if not words:
        return None
    seconds = leading_number(words[0])
    if facts.get("virtual") == "docker":
        seconds -= _started(host)
    hours = seconds // 3600
    days = hours // 24
    text = f"{hours}:{seconds // 60 % 60:02d} hours" if not days else "1 day"
    return {
        "days": days,
        "hours": hours,
        "seconds": seconds,
        "uptime": f"{days} days" if days > 1 else text,
    }


def _started(host: Host) -> int:
    """Return how long after the kernel the first process of a container started."""
    words = (host.text("/proc/1/stat") or "").rpartition(")")[2].split()
    return leading_number(words[19]) // 100 if len(words) > 19 else 0


def load_averages(host: Host, _facts: object) -> dict[str, float] | None:
    """Return the load averages."""
    words = (host.text("/proc/loadavg") or "").split()
    try:
        return {"15m": float(words[2]), "1m": float(words[0]), "5m": float(words[1])}
    except (IndexError, ValueError):
        return None


def identity(host: Host, _facts: object) -> dict[str, object]:
    """Return the user and group of this process."""
    user = host.user()
    found: dict[str, object] = {"gid": host.group(), "privileged": user == 0, "uid": user}
    account = host.account(user)
    if account is not None:
        found |= {"gid": account.gid, "user": account.name}
        group = host.group_name(account.gid)
        if group is not None:
            found["group"] = group
    return dict(sorted(found.items()))


def timezone(host: Host, _facts: object) -> str:
    """Return the short name of the time zone."""
    return host.zone()


def path(host: Host, _facts: object) -> str | None:
    """Return the PATH."""
    return host.environment.get("PATH")


def fips_enabled(host: Host, _facts: object) -> bool:
    """Return whether the kernel is in FIPS mode."""
    return host.word("/proc/sys/crypto/fips_enabled") == "1"


def augeas(host: Host, _facts: object) -> dict[str, str] | None:
    """Return the version of Augeas, if installed: augparse 1.14.0."""
    command = host.which("augparse")
    if command is None:
        return None
    from duckrow.machine.processes.small_program import CommandError, run

    try:
        done = run([host.root + command, "--version"], 5.0, host.environment)
    except CommandError:
        return None
    for line in (done.output + b"\n" + done.errors).decode("utf-8", "replace").splitlines():
        words = line.split()
        if len(words) > 1 and words[0] == "augparse" and words[1].count(".") == 2:
            return {"version": words[1]}
    return None


def python(_host: Host, _facts: object) -> dict[str, str]:
    """Return the version and path of the Python that runs duckrow."""
    import sys

    version = ".".join(map(str, sys.version_info[:3]))
    return {"executable": sys.executable, "version": version}


def facter_version(_host: Host, _facts: object) -> str:
    """Return the version of facter that these facts follow."""
    return FACTER_VERSION


def duckrow(_host: Host, _facts: object) -> dict[str, str]:
    """Return the version of duckrow."""
    return {"version": __version__}


def ruby(host: Host, _facts: object) -> dict[str, object]:
    """Return the Ruby that duckrow runs code of modules as."""
    return {
        "platform": f"{host.uname().machine}-linux-gnu",
        "sitedir": "/usr/local/lib/site_ruby/3.1.0",
        "version": RUBY_VERSION,
    }
