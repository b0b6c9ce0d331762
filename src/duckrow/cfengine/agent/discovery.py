"""Discovery: the hard classes, and the variables of `sys` and `mon`.

The agent computes them on demand, one family at a time (agent/host): a variable computes its
family, and the first test of an unknown class computes the families that could define it. Listing
classes or variables computes all families.
"""

from __future__ import annotations

from duckrow import CFENGINE_VERSION
from duckrow.cfengine.evaluation.classes.table import Class
from duckrow.cfengine.evaluation.variables.agent_variables import Finder
from duckrow.cfengine.evaluation.variables.table import Variable
from duckrow.regexp.pcre.patterns import Patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from duckrow.cfengine.agent.host.found import Found
    from duckrow.cfengine.evaluation.classes.table import Classes
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.evaluation.options import Options
    from duckrow.machine.host import Host

_INVENTORY = ("inventory", "attribute_name=none", "source=agent")
_FEATURES = (
    "yaml", "xml", "tls_1_0", "tls_1_1", "tls_1_2", "tls_1_3", "def_json_preparse",
    "host_specific_data_load", "copyfrom_restrict_keys",
)  # fmt: skip
# After so many unknown names, computing every family is cheaper than choosing families by name.
_PATIENCE = 50
_HEXADECIMAL = frozenset("0123456789abcdefABCDEF_")
_OF_INTERFACES = ("ipv4_", "ipv6_", "net_iface_", "mac_")

# The family of each variable of sys.
_WORDS = {
    "times": "systime sysday uptime date cdate",
    "kernel": """
        host uqhost fqhost domain class os release version arch long_arch ostype fstab resolv
        maildir exports""",
    "platform": """
        flavor flavour os_release os_name_human os_version_major crontab doc_root cpus""",
    "interfaces": """
        interface interfaces interface_flags hardware_mac hardware_addresses hardware_flags
        ip_addresses ip2iface ipv4 ipv4_1 ipv4_2 ipv4_3""",
    "networking": "inet inet6 interfaces_data",
    "paths": """
        workdir inputdir masterdir bindir statedir logdir piddir libdir local_libdir
        default_policy_path failsafe_policy_path update_policy_path policy_entry_filename
        policy_entry_dirname policy_entry_basename cf_version cf_version_major cf_version_minor
        cf_version_patch cf_version_release user_data key_digest policy_hub policy_hub_port
        last_policy_update bootstrap_id cf_twin cf_agent cf_serverd cf_monitord cf_know cf_report
        cf_key cf_runagent cf_execd cf_hub cf_reactor cf_promises cf_upgrade cf_net cf_check
        cf_secret""",
}
_FAMILY = {name: family for family, names in _WORDS.items() for name in names.split()}
_FAMILIES = ("times", "kernel", "interfaces", "networking", "monitor", "platform", "paths")
# The order in which the reference discovers classes; "" and "built in" are defined at once.
_ORDER = ("", "times", "agent", "kernel", "interfaces", "networking", "monitor", "built in",
          "platform", "paths")  # fmt: skip


class HostFinder(Finder):
    """Computes families of classes and variables on demand."""

    __slots__ = ("_families", "_host", "_options", "_patterns", "on_classes")

    def __init__(self, options: Options, log: Log) -> None:
        self._options = options
        self._patterns = Patterns(log.error)
        self._host: Host | None = None
        self._families: dict[str, dict[Any, Variable]] = {}
        # Called with the classes of each family when the family is computed.
        self.on_classes: Callable[[dict[str, tuple[str, ...]], str], None] | None = None

    def find(self, scope: str, key: Any) -> Variable | None:
        """Return a variable by its key, or None."""
        if scope == "mon":
            return self.family("monitor").get(key)
        if scope != "sys":
            return None
        name = key if isinstance(key, str) else key[0]
        family = _FAMILY.get(name)
        return None if family is None else self.family(family).get(key)

    def keys(self, scope: str) -> Iterator[Any]:
        """Yield the keys of all variables of a scope."""
        if scope == "mon":
            yield from self.family("monitor")
        elif scope == "sys":
            for name in _FAMILIES:
                if name != "monitor":
                    yield from self.family(name)

    def family(self, name: str) -> dict[Any, Variable]:
        """Return the variables of a family; the first call computes it and reports its classes."""
        known = self._families.get(name)
        if known is not None:
            return known
        self._families[name] = {}
        found = self._ask(name)
        self._families[name] = found.variables
        if found.classes and self.on_classes is not None:
            self.on_classes(found.classes, name)
        return found.variables

    def _ask(self, name: str) -> Found:
        if self._host is None:
            from duckrow.machine.host import Host

            self._host = Host()
        host, options = self._host, self._options
        if name == "times":
            from duckrow.cfengine.agent.host.times import find_times

            return find_times(host, options.started)
        if name == "kernel":
            from duckrow.cfengine.agent.host.kernel import find_kernel

            return find_kernel(host)
        if name == "platform":
            from duckrow.cfengine.agent.host.platform import find_platform

            return find_platform(host)
        if name == "interfaces":
            from duckrow.cfengine.agent.host.interfaces import find_interfaces

            directories = (options.input_directory, options.work_directory)
            return find_interfaces(host, directories, self._patterns)
        if name == "networking":
            from duckrow.cfengine.agent.host.networking import find_networking

            return find_networking(_relocated(host))
        if name == "paths":
            from duckrow.cfengine.agent.host.paths import find_paths

            return find_paths(host, options, CFENGINE_VERSION)
        from duckrow.cfengine.agent.host.monitor import find_monitor

        return find_monitor(host, options)


def _relocated(host: Host) -> Host:
    """Return the host whose /proc is read; a test may choose another tree."""
    root = host.environment.get("CFENGINE_TEST_OVERRIDE_PROCDIR")
    return type(host)(root, host.environment) if root else host


class HardClasses(dict[str, Class]):
    """The hard classes: a dict that computes families before it reports a missing name.

    After many missing names it computes all families and replaces itself in `owner` with a plain
    dict.
    """

    __slots__ = ("_finder", "_groups", "_misses", "_owner", "_waiting")

    def __init__(self, finder: HostFinder, owner: Classes | None = None) -> None:
        super().__init__()
        # The names of the classes of each family.
        self._groups: dict[str, list[str]] = {}
        self._finder = finder
        self._owner = owner
        self._waiting = set(_FAMILIES)
        self._misses = 0

    def add(self, classes: Mapping[str, tuple[str, ...]], group: str = "") -> None:
        """Define classes; a class that is already defined keeps its tags."""
        names = self._groups.setdefault(group, [])
        for name, tags in classes.items():
            if not dict.__contains__(self, name):
                names.append(name)
                dict.__setitem__(self, name, Class(name, tags=(*tags, "hardclass"), is_hard=True))

    def _ask(self, *families: str) -> None:
        for family in families:
            if family in self._waiting:
                self._waiting.discard(family)
                self._finder.family(family)

    def _ask_for(self, name: str) -> None:
        if not name:
            return
        if "A" <= name[0] <= "Z":
            self._ask("times")
        if name.startswith(_OF_INTERFACES) or ("_" in name and _HEXADECIMAL.issuperset(name)):
            self._ask("interfaces", "networking")
        self._ask("kernel", "platform", "paths", "monitor")

    def _ask_all(self) -> None:
        if self._waiting:
            self._ask(*_FAMILIES)
            self._put_in_order()
            if self._owner is not None and self._owner.hard is self:
                self._owner.hard = {**self}

    def _put_in_order(self) -> None:
        """Sort the classes as the reference discovers them: tables depend on that order."""
        groups = self._groups
        names = [name for group in _ORDER for name in groups.get(group, ())]
        found = [(name, dict.__getitem__(self, name)) for name in names if self._is_there(name)]
        found += [(name, each) for name, each in dict.items(self) if name not in set(names)]
        dict.clear(self)
        dict.update(self, found)

    def _is_there(self, name: str) -> bool:
        return dict.__contains__(self, name)

    def __contains__(self, name: object) -> bool:
        """Return whether a class is defined."""
        if dict.__contains__(self, name):
            return True
        if not self._waiting or not isinstance(name, str):
            return False
        self._misses += 1
        if self._misses > _PATIENCE:
            self._ask_all()
        else:
            self._ask_for(name)
        return dict.__contains__(self, name)

    def get(self, name: str, default: Any = None) -> Any:
        """Return a class, or the default."""
        return dict.__getitem__(self, name) if name in self else default

    def pop(self, name: str, *default: object) -> Any:
        """Remove a class and return it."""
        return dict.pop(self, name, *default) if name in self else default[0]

    def values(self) -> Any:
        """Return all classes."""
        self._ask_all()
        return dict.values(self)

    def items(self) -> Any:
        """Return all classes with their names."""
        self._ask_all()
        return dict.items(self)

    def keys(self) -> Any:
        """Return the names of all classes."""
        self._ask_all()
        return dict.keys(self)

    def __iter__(self) -> Iterator[str]:
        self._ask_all()
        return dict.__iter__(self)

    def __len__(self) -> int:
        self._ask_all()
        return dict.__len__(self)


def discover(context: Context, finder: HostFinder, component: str) -> None:
    """Define the hard classes, most of them on demand."""
    hard = HardClasses(finder, context.classes)
    context.classes.hard = hard
    finder.on_classes = hard.add
    _add_modes(context, hard)
    hard.add({"any": ("source=agent",), "community_edition": _INVENTORY})
    hard.add({component: ("cfe_internal", "source=agent")}, "agent")
    built_in = dict.fromkeys(
        _shortened(f"cfengine_{CFENGINE_VERSION.replace('.', '_')}"), _INVENTORY
    )
    hard.add(built_in, "built in")
    for feature in _FEATURES:
        names = _shortened(f"feature_{feature}")
        hard.add(dict.fromkeys(names, ("source=agent",)), "built in")


def _add_modes(context: Context, hard: HardClasses) -> None:
    level = context.log.level
    internal = ("cfe_internal", "source=agent")
    if level >= 6:
        hard.add({"debug_mode": internal, "opt_debug": internal})
    if level >= 5:
        hard.add({"verbose_mode": internal})
    if level >= 4:
        hard.add({"inform_mode": internal})
    if context.options.is_dry_run:
        hard.add({"opt_dry_run": ("cfe_internal", "source=environment")})
    hard.add(context.options.more_classes)


def _shortened(name: str) -> list[str]:
    """Return a name, and the name without its last parts, one part less each time."""
    names = []
    while name:
        names.append(name)
        name = name.rpartition("_")[0]
    return names


def jq_variable() -> Variable:
    """Return the variable `def.jq`, which is always defined."""
    call = "jq --compact-output --monochrome-output --ascii-output --unbuffered --sort-keys"
    return Variable(call, "string", ("invocation", "source=agent", "command_name=jq"))
