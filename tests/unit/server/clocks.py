"""Processes with a wrong clock: a library that adds the seconds in a file to the time."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

HOUR, DAY, YEAR = 3600, 86_400, 365 * 86_400
_LIBRARY = r"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long seconds_ahead(void)
{
    const char *path = getenv("WRONG_CLOCK");
    char text[32] = "";
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return 0;
    if (read(file, text, sizeof text - 1) < 0) text[0] = 0;
    close(file);
    return atol(text);
}

int clock_gettime(clockid_t id, struct timespec *found)
{
    long code = syscall(SYS_clock_gettime, id, found);
    if (code == 0 && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE))
        found->tv_sec += seconds_ahead();
    return code;
}

int gettimeofday(struct timeval *restrict found, void *restrict zone)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    found->tv_sec = now.tv_sec;
    found->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *found)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (found) *found = now.tv_sec;
    return now.tv_sec;
}
"""


class WrongClock:
    """A clock that a test sets; processes with its `variables` have it."""

    def __init__(self, folder: Path) -> None:
        compiler = shutil.which("cc")
        if compiler is None:
            pytest.skip("needs a C compiler: apt-get install gcc")
        source, library = folder / "clock.c", folder / "clock.so"
        source.write_text(_LIBRARY)
        subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source], check=True)
        self._file = folder / "seconds"
        self.set(0)
        self.variables = {"LD_PRELOAD": str(library), "WRONG_CLOCK": str(self._file)}

    def set(self, seconds: int) -> None:
        """Set how many seconds the clock is ahead."""
        new = self._file.with_suffix(".new")
        new.write_text(str(seconds))
        new.rename(self._file)
