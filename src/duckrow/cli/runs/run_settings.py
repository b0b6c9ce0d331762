"""Settings that make a run of Puppet start commands and write files.

prerun_command, postrun_command   commands before the first part is applied and at the end
write_catalog_summary             the names of classes and resources: classfile, resourcefile
lastrunfile, lastrunreport        the summary and the report of the last run
reports = store                   every report, in reportdir
reports = puppetdb                every report, to the store that storeconfigs_backend names
summarize                         print a summary

duckrow stores reports in its state directory. It writes these files only if their settings are
given; the executable puppet writes them always, as the original does (`as_original`).
"""

from __future__ import annotations

import os.path
from time import gmtime, strftime

from duckrow import __version__
from duckrow.data.yaml_blocks import yaml_blocks
from duckrow.machine.files.private import make_private_directory, replace_file
from duckrow.machine.local import LocalMachine
from duckrow.machine.processes.command import Command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.apply.ral_catalog import RalCatalog
    from duckrow.puppet.settings.settings import Settings
    from duckrow.puppet.storeconfigs.store import Store
    from duckrow.state.report import Report
    from duckrow.state.run import Run

    Data = dict[str, object]

_TAG = "!ruby/object:Puppet::Transaction::Report"
_APPLICATION = {"run_mode": "user"}


def run_command(name: str, settings: Settings, run: Run) -> bool:
    """Run the command of a setting; log an error and return False if it fails."""
    command = str(settings.get(name) or "")
    if not command:
        return True
    result = LocalMachine().commands.run(Command(["/bin/sh", "-c", command]))
    if result.status == 0:
        return True
    output = result.text.strip()
    message = f"Execution of '{command}' returned {result.status}: {output}"
    run.log("err", f"Could not run command from {name}: {message}")
    return False


def write_catalog_summary(catalog: RalCatalog, settings: Settings, run: Run) -> None:
    """Write the names of the classes and resources of a catalog."""
    refs = [
        f"{desired.type.lower()}[{desired.title}]"
        for type_ in catalog.tables
        for desired in catalog.of_type(type_)
        if desired.line is not None
    ]
    for name, lines in (("classfile", catalog.classes), ("resourcefile", refs)):
        text = "".join(f"{line}\n" for line in lines)
        _write(settings[name], catalog.secrets.hide(text), run)


def write_reports(
    settings: Settings, run: Run, *, as_original: bool, application: Data | None = None
) -> None:
    """Write the summary and the report to the files of the settings.

    `application` is what the summary says of an agent: its mode and its first environment.
    """

    def is_wanted(name: str) -> bool:
        return as_original or settings.get(name) is not None

    if settings.get("report") in (False, "false"):
        return
    if application is None and (_is_own_store(settings) or "puppetdb" in _processors(settings)):
        _store_report(settings, run)
    # Its default is not below vardir: a run with a vardir of its own leaves that file alone.
    is_private = settings.get("vardir") is not None and settings.get("publicdir") is None
    if settings.get("lastrunfile") is not None or (as_original and not is_private):
        _write(settings["lastrunfile"], yaml_blocks(summary_data(run.report, application)), run)
    # The server of an agent has its own reports.
    has_server = application is not None
    wants_store = is_wanted("reports") and "store" in _processors(settings)
    wants_store = wants_store and not has_server
    if not (is_wanted("lastrunreport") or wants_store):
        return
    text = report_yaml(run.report_data())
    if is_wanted("lastrunreport"):
        _write(settings["lastrunreport"], text, run)
    if wants_store:
        moment = gmtime(run.report.time_ns // 1_000_000_000)
        name = f"{strftime('%Y%m%d%H%M', moment)}.yaml"
        _write(f"{settings['reportdir']}/{run.report.host}/{name}", text, run)


def _processors(settings: Settings) -> list[str]:
    """Return the words of the setting `reports`."""
    return [word.strip() for word in str(settings["reports"]).split(",")]


def _is_own_store(settings: Settings) -> bool:
    """Return whether runs are stored in our own store, which then has their reports too."""
    return settings.storeconfigs and settings["storeconfigs_backend"] == "duckrow"


def _store_report(settings: Settings, run: Run) -> None:
    """Give the report to the store; a failure is only logged."""
    from duckrow.puppet.storeconfigs.storing import Storing
    from duckrow.server.store.open_store import open_store
    from duckrow.source.errors import InputError

    try:
        store = open_store(settings, run.log)
        try:
            producer = str(settings["node_name_value"])
            report = run.report_data()
            Storing(store, producer, settings.world.now).store_report(report)
            if _is_own_store(settings):
                _store_policy_run(store, report, settings.world.now())
        finally:
            store.close()
    except InputError as error:
        run.log("err", f"Report processor failed: {error}")


def _store_policy_run(store: Store, report: Data, now: int) -> None:
    """Give the policies of a run to our own store, which has entities for them."""
    from duckrow.puppet.storeconfigs.store import Command
    from duckrow.state.policy_run import COMMAND, policy_run_payload

    payload = policy_run_payload(report, now, now)
    if payload is not None:
        store.submit(Command(COMMAND, str(report["host"]), payload, now))


def _write(path: str, text: str, run: Run) -> None:
    """Replace a private file in one step, and make its directory; a failure is only logged."""
    try:
        make_private_directory(os.path.dirname(path) or ".")
        replace_file(path, text.encode("utf-8", "backslashreplace"), 0o640)
    except OSError as error:
        run.log("err", f"Could not write {path}: {error.strerror}")


def report_yaml(data: dict[str, object]) -> str:
    """Return a report as the reference writes it."""
    return f"--- {_TAG}\n{yaml_blocks(data).removeprefix('---').lstrip()}"


def summary_data(report: Report, application: Data | None = None) -> Data:
    """Return the summary of a run: its version, its counts and its times."""
    metrics = report.metrics()
    seconds = report.time_ns // 1_000_000_000
    found: Data = {
        "version": {"config": report.version, "puppet": f"duckrow {__version__}"},
        "application": {
            **_APPLICATION,
            "initial_environment": report.environment,
            "converged_environment": report.environment,
            **(application or {}),
        },
    }
    for name in ("resources", "time", "changes", "events", "promises"):
        if name in metrics:
            found[name] = dict(sorted(metrics[name].items()))
    found["time"] = {**dict(sorted(metrics["time"].items())), "last_run": seconds}
    return found


def summary_text(report: Report) -> str:
    """Return the text of --summarize: counts that are 0 are left out."""
    lines: list[str] = []
    for name, values in sorted(summary_data(report).items()):
        assert isinstance(values, dict)
        lines.append(f"{name.capitalize()}:")
        for key, value in sorted(values.items(), key=_order):
            if isinstance(value, float):
                value = f"{value:.2f}"
            elif value == 0 or value is None:
                continue
            lines.append(f"   {key.replace('_', ' ').capitalize() + ':':>15} {value}")
    return "\n".join(lines)


def _order(item: tuple[str, object]) -> tuple[bool, float, str]:
    """Sort by value, the total last."""
    key, value = item
    return key == "total", value if isinstance(value, int | float) else 0, key
