"""`duckrow spec`: run the rspec-puppet specs of modules, without Ruby."""

from __future__ import annotations

from duckrow.cli.options import Command, Option
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.spec.runner import FileResult, Job

COMMAND = Command(
    "spec",
    "[OPTION…] [PATH[:LINE]…]",
    (
        Option(
            "--format", "output (progress)", choices=("progress", "documentation", "json", "junit")
        ),
        Option("-e --example", "run examples whose description has this text", metavar="TEXT"),
        Option("--fail-fast", "stop at the first failure"),
        Option("--seed", "run in the random order of this number", metavar="N"),
        Option("--facterdb", "directory with the fact sets of FacterDB", metavar="DIR"),
        Option(
            "--modulepath",
            "find modules here that are not in spec/fixtures/modules",
            metavar="DIR[:DIR…]",
        ),
        Option("--jobs", "maximum number of processes (one per core)", metavar="N"),
        Option("--no-cache", "do not read or write the code cache"),
        Option("--cache-dir", "directory of the code cache", metavar="DIR"),
    ),
    (
        ("duckrow spec", "all specs of the module in this directory"),
        ("duckrow spec spec/classes/ntp_spec.rb:12", "the example or group at a line"),
        ("duckrow spec --format documentation -e 'on debian'", "some examples, with their names"),
        ("SPEC_FACTS_OS=debian-12 duckrow spec --facterdb facts", "one operating system only"),
    ),
    "The exit code is 1 if an example fails, and 3 if none fails but duckrow cannot run some.\n"
    "Nothing is downloaded: modules of .fixtures.yml are links, in spec/fixtures/modules, or on\n"
    "--modulepath.",
)


def run(arguments: Arguments, console: Console) -> int:
    """Run specs; 0 if all pass, 1 for failures, 3 if duckrow cannot run some."""
    from time import perf_counter

    from duckrow.machine.files.temporary import temporary_directory
    from duckrow.machine.this_process import cores
    from duckrow.spec.report import Progress, json_data, junit_text
    from duckrow.spec.runner import is_bad, is_incomplete, run_files

    began = perf_counter()
    format_ = arguments.get("format", "progress")
    results: list[FileResult] = []
    with temporary_directory("duckrow-spec-") as links:
        jobs = _jobs(arguments, console, links)
        count = arguments.count("jobs", cores())
        progress = Progress(
            lambda text: console.print_result(text, end=""),
            is_documentation=format_ == "documentation",
        )
        for result in run_files(jobs, count):
            results.append(result)
            for message in result.messages:
                console.print_message(f"Warning: {message}", "spec", "warning")
            if format_ in ("progress", "documentation"):
                progress.add(result)
    seconds = perf_counter() - began
    if format_ == "json":
        from duckrow.cli.console import to_json

        console.print_result(to_json(json_data(results, seconds)))
    elif format_ == "junit":
        console.print_result(junit_text(results, seconds), end="")
    else:
        progress.finish(results, seconds)
    if any(map(is_bad, results)):
        return 1
    return 3 if any(map(is_incomplete, results)) else 0


def _jobs(arguments: Arguments, console: Console, links: str) -> list[Job]:
    """Return a job for each spec file."""
    from duckrow.cli.target import cache_directory
    from duckrow.machine.paths import absolute, is_directory
    from duckrow.machine.this_process import environment
    from duckrow.spec.fact_files import fact_directories
    from duckrow.spec.fixtures import module_directory
    from duckrow.spec.runner import Job, find_files, read_path

    given = arguments.get("facterdb")
    if given and not is_directory(given):
        raise InputError(f"cannot read {given}: No such directory")
    sets = fact_directories(absolute(given) if given else None, dict(environment()))
    modules = [absolute(each) for each in arguments.get("modulepath").split(":") if each]
    known: dict[str, list[str]] = {}
    jobs = []
    for word in arguments.words or ["."]:
        path, lines = read_path(word)
        path = absolute(path)
        directory = module_directory(path)
        if directory not in known:
            known[directory] = [*_links(directory, modules, links, console), *modules]
        for file in find_files(path) if is_directory(path) else [path]:
            job = Job(file, directory, known[directory])
            job.lines = lines
            job.facterdb = sets
            job.text = arguments.get("example")
            job.stops = arguments.has("fail-fast")
            job.seed = arguments.count("seed", 0) if arguments.has("seed") else None
            if not arguments.has("no-cache"):
                job.cache = arguments.get("cache-dir") or cache_directory()
            jobs.append(job)
    if not jobs:
        raise InputError("no spec files were found", "name files or directories")
    return jobs


def _links(directory: str, modules: list[str], links: str, console: Console) -> list[str]:
    """Make links to the modules that are elsewhere; return the directory that holds them."""
    from duckrow.machine.local import LocalMachine
    from duckrow.machine.paths import make_directories
    from duckrow.source.short_digest import short_sha256
    from duckrow.spec.fixtures import find_fixtures

    fixtures = find_fixtures(directory, modules)
    if fixtures.missing:
        console.print_message(
            f"Warning: .fixtures.yml names modules that are missing: {', '.join(fixtures.missing)}",
            "spec",
            "warning",
            hint="put them into spec/fixtures/modules, or name their directory with --modulepath",
        )
    if not fixtures.links:
        return []
    place = f"{links}/{short_sha256(directory.encode())}"
    make_directories(place)
    files = LocalMachine().files
    for name, target in fixtures.links.items():
        files.make_link(f"{place}/{name}", target)
    return [place]
