"""`duckrow spec`: run the rspec-puppet specs of modules, without Ruby."""

from __future__ import annotations

from duckrow.cli.options import Command, Option
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.spec.runner import FileResult, Job

_MEASURING = ("coverage", "coverage-json", "coverage-lcov")
_TEXTS = ("progress", "documentation")
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
        Option("--coverage", "report lines of manifests that ran, and resources that were checked"),
        Option("--coverage-json", "write the coverage of each example to a file", metavar="FILE"),
        Option("--coverage-lcov", "write the lines that ran in the format of LCOV", metavar="FILE"),
        Option("--watch", "run again what changes of manifests, data and specs concern"),
        Option("--jobs", "maximum number of processes (one per core)", metavar="N"),
        Option("--no-cache", "do not read or write the code cache"),
        Option("--cache-dir", "directory of the code cache", metavar="DIR"),
    ),
    (
        ("duckrow spec", "all specs of the module in this directory"),
        ("duckrow spec spec/classes/ntp_spec.rb:12", "the example or group at a line"),
        ("duckrow spec --format documentation -e 'on debian'", "some examples, with their names"),
        ("duckrow spec --coverage", "which lines of manifests ran, which resources were checked"),
        ("SPEC_FACTS_OS=debian-12 duckrow spec --facterdb facts", "one operating system only"),
    ),
    "The exit code is 1 if an example fails, and 3 if none fails but duckrow cannot run some.\n"
    "Nothing is downloaded: modules of .fixtures.yml are links, in spec/fixtures/modules, or on\n"
    "--modulepath.",
)


def run(arguments: Arguments, console: Console) -> int:
    """Run specs; 0 if all pass, 1 for failures, 3 if duckrow cannot run some."""
    from duckrow.machine.files.temporary import temporary_directory
    from duckrow.machine.this_process import end_on_signals

    end_on_signals()  # the directory of links does not stay behind
    with temporary_directory("duckrow-spec-") as links:
        jobs = _jobs(arguments, console, links)
        if not arguments.has("watch"):
            return _code(_run_jobs(arguments, console, jobs))
        from time import sleep

        from duckrow.spec.watch import Watch

        codes = [0]

        def run_some(some: list[Job]) -> list[FileResult]:
            results = _run_jobs(arguments, console, some)
            codes.append(_code(results))
            console.print_message("Waiting for changes; Ctrl-C ends it.", "spec", "info")
            return results

        Watch(jobs).run(run_some, sleep)
        return codes[-1]


def _run_jobs(arguments: Arguments, console: Console, jobs: list[Job]) -> list[FileResult]:
    """Run spec files and print what they say."""
    from time import perf_counter

    from duckrow.machine.this_process import cores
    from duckrow.spec.pool import run_files
    from duckrow.spec.report import Progress, about_no_examples, json_data, junit_text

    began = perf_counter()
    format_ = arguments.get("format", "progress")
    results: list[FileResult] = []
    progress = Progress(
        lambda text: console.print_result(text, end=""), is_documentation=format_ == "documentation"
    )
    warned: set[str] = set()
    for result in run_files(jobs, arguments.count("jobs", cores())):
        results.append(result)
        for message in result.messages:
            if message not in warned:
                console.print_message(f"Warning: {message}", "spec", "warning")
        warned.update(result.messages)
        if format_ in ("progress", "documentation"):
            progress.add(result)
    seconds = perf_counter() - began
    is_filtered = any(job.text or job.lines for job in jobs)
    if format_ == "json":
        from duckrow.cli.console import to_json

        console.print_result(to_json(json_data(results, seconds, is_filtered=is_filtered)))
    elif format_ == "junit":
        nothing = about_no_examples(results, is_filtered=is_filtered)
        if nothing:
            console.print_message(f"Warning: {nothing}", "spec", "warning")
        console.print_result(junit_text(results, seconds), end="")
    else:
        progress.finish(results, seconds, is_filtered=is_filtered)
    if jobs[0].measures:
        _report_coverage(arguments, console, jobs, results)
    return results


def _report_coverage(
    arguments: Arguments, console: Console, jobs: list[Job], results: list[FileResult]
) -> None:
    """Print the coverage of each module, and write it to files."""
    from duckrow.spec.coverage.report import CoverageReport, write_reports

    reports = []
    for directory in dict.fromkeys(job.directory for job in jobs):
        pairs = zip(jobs, results, strict=False)  # --fail-fast leaves some out
        report = CoverageReport(
            directory, [each for job, each in pairs if job.directory == directory]
        )
        if arguments.has("coverage") and arguments.get("format", "progress") in _TEXTS:
            console.print_result(report.text(), end="")
        reports.append(report)
    write_reports(reports, arguments.get("coverage-json"), arguments.get("coverage-lcov"))


def _code(results: list[FileResult]) -> int:
    """Return the exit code."""
    from duckrow.spec.coverage.resources import is_too_low
    from duckrow.spec.runner import is_bad, is_empty_failure, is_incomplete

    if any(map(is_bad, results)) or is_too_low(results) or is_empty_failure(results):
        return 1
    return 3 if any(map(is_incomplete, results)) else 0


def _jobs(arguments: Arguments, console: Console, links: str) -> list[Job]:
    """Return a job for each spec file."""
    from duckrow.cli.target import cache_directory
    from duckrow.machine.paths import absolute, is_directory, writing_error
    from duckrow.machine.this_process import environment
    from duckrow.spec.facts.fact_files import fact_directories, lacks_fact_sets
    from duckrow.spec.fixtures import module_directory
    from duckrow.spec.runner import Job, find_files, read_path

    given = arguments.get("facterdb")
    if given and not is_directory(given):
        raise InputError(f"cannot read {given}: No such directory")
    if given and lacks_fact_sets(absolute(given)):
        raise InputError(
            f"there are no fact sets in {given}",
            "they are files such as 4.3/debian-12-x86_64.facts, in the directory or its facts",
            "a copy of github.com/voxpupuli/facterdb",
        )
    for name in ("coverage-json", "coverage-lcov"):
        error = writing_error(arguments.get(name)) if arguments.get(name) else None
        if error is not None:
            raise InputError(f"cannot write {arguments.get(name)}: {error.strerror}")
    sets = fact_directories(absolute(given) if given else None, dict(environment()))
    modules = [absolute(each) for each in arguments.get("modulepath").split(":") if each]
    for place in modules:
        if not is_directory(place):
            raise InputError(f"--modulepath: there is no directory {place}")
    known: dict[str, tuple[list[str], dict[str, str]]] = {}  # directories of modules, and links
    empty = []  # paths without spec files
    jobs = []
    if not arguments.words and not is_directory("spec"):
        raise InputError(
            "there is no directory spec here",
            "without a path, the specs of the module in this directory run",
            "name files or directories",
        )
    for word in arguments.words or ["."]:
        path, lines = read_path(word)
        path = absolute(path)
        directory = module_directory(path)
        if directory not in known:
            known[directory] = _links(directory, modules, links, console)
        files = find_files(path) if is_directory(path) else [path]
        if not files:
            empty.append(word)
        for file in files:
            places, job_links = known[directory]
            job = Job(file, directory, [*places, *modules])
            job.links = job_links
            job.lines = lines
            job.facterdb = sets
            job.text = arguments.get("example")
            job.stops = arguments.has("fail-fast")
            job.measures = any(map(arguments.has, _MEASURING))
            job.is_watched = arguments.has("watch")
            job.seed = arguments.count("seed", 0) if arguments.has("seed") else None
            if not arguments.has("no-cache"):
                job.cache = arguments.get("cache-dir") or cache_directory()
            jobs.append(job)
    if empty and jobs:
        text = f"Warning: no spec files were found in {', '.join(empty)}"
        console.print_message(text, "spec", "warning")
    elif empty:
        raise InputError(
            f"no spec files were found in {', '.join(empty)}",
            "they are *_spec.rb in the directory that is named, or in spec/classes, "
            "spec/defines, spec/functions and their like of a module",
            "name files or directories",
        )
    return jobs


def _links(
    directory: str, modules: list[str], links: str, console: Console
) -> tuple[list[str], dict[str, str]]:
    """Make links to the modules that are elsewhere; return their directory, and where they lead."""
    from duckrow.spec.fixtures import find_fixtures, link_modules

    fixtures = find_fixtures(directory, modules)
    if fixtures.missing:
        console.print_message(
            f"Warning: .fixtures.yml names modules that are missing: {', '.join(fixtures.missing)}",
            "spec",
            "warning",
            hint="put them into spec/fixtures/modules, or name their directory with --modulepath",
        )
    return link_modules(fixtures, directory, links)
