"""Runs spec files again when what they need changes.

A changed spec file concerns itself. A changed manifest or template concerns the spec files whose
compiles have read it. Everything else, such as data, helpers and code in Ruby, concerns all of
them, and so does a file that is new or gone: what would have been read is not known.
"""

from __future__ import annotations

from duckrow.machine.paths import exists, is_directory, real_path, stamps, walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from duckrow.spec.runner import FileResult, Job

    Stamps = dict[str, object]
    Read = dict[str, set[str]]  # by spec file: the files that its compiles have read

_SECONDS = 0.5  # between two looks at the files
_FOLDERS = "manifests functions types plans templates files lib data facts.d spec".split()
_FILES = "hiera.yaml metadata.json .fixtures.yml".split()
_READ = tuple(f"{each}/" for each in ("manifests", "functions", "types", "plans", "templates"))


def look_at(directories: Iterable[str]) -> Stamps:
    """Return the stamps of all files of modules that specs may need."""
    paths = []
    for directory in directories:
        for name in _FOLDERS:
            place = f"{directory}/{name}"
            if is_directory(place):
                for path, _, files in walk(place):
                    if "/spec/fixtures/modules" not in path:
                        paths += [f"{path}/{file}" for file in files]
        paths += [f"{directory}/{name}" for name in _FILES if exists(f"{directory}/{name}")]
    return dict(zip(paths, stamps(paths), strict=True))


def changed_files(before: Stamps, now: Stamps) -> set[str]:
    """Return the files that differ, are new or are gone."""
    return {path for path in before.keys() | now.keys() if before.get(path) != now.get(path)}


def concerned(changed: set[str], before: Stamps, jobs: list[Job], read: Read) -> list[Job]:
    """Return the jobs that changed files concern."""
    found = []
    for job in jobs:
        own = [each for each in changed if each.startswith(f"{job.directory}/")]
        if any(_concerns(path, before, job, read) for path in own):
            found.append(job)
    return found


def _concerns(path: str, before: Stamps, job: Job, read: Read) -> bool:
    if path.endswith("_spec.rb"):
        return path == job.file and exists(path)
    inner = path.removeprefix(f"{job.directory}/")
    known = read.get(job.file)
    is_changed = path in before and exists(path)
    if known is None or not is_changed or not inner.startswith(_READ):
        return True
    return real_path(path) in known


class Watch:
    """The files of some jobs, and what their last runs have read."""

    __slots__ = ("_jobs", "_read", "_seen")

    def __init__(self, jobs: list[Job]) -> None:
        self._jobs = jobs
        self._read: Read = {}
        self._seen = self._look()

    def _look(self) -> Stamps:
        return look_at(dict.fromkeys(job.directory for job in self._jobs))

    def note(self, jobs: list[Job], results: list[FileResult]) -> None:
        """Remember what runs have read; a file that did not load may need anything."""
        for job, result in zip(jobs, results, strict=False):
            if result.errors:
                self._read.pop(job.file, None)
            else:
                self._read[job.file] = set(result.read)

    def next_jobs(self) -> list[Job]:
        """Return the jobs that changes since the last look concern."""
        before, self._seen = self._seen, self._look()
        changed = changed_files(before, self._seen)
        return concerned(changed, before, self._jobs, self._read) if changed else []

    def run(
        self, run: Callable[[list[Job]], list[FileResult]], wait: Callable[[float], None]
    ) -> None:
        """Run all jobs, then those that changes concern, until Ctrl-C."""
        jobs = self._jobs
        try:
            while True:
                if jobs:
                    self.note(jobs, run(jobs))
                wait(_SECONDS)
                jobs = self.next_jobs()
        except KeyboardInterrupt:
            return
