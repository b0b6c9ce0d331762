"""Uploads whose clients go."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from duckrow.machine.files.durable import NewFile
from duckrow.puppet.file_serving.bucket import Bucket, Name
from duckrow.server.files.bucket import BucketUpload
from duckrow.server.http.uploads import receive

DIGEST = "ab" * 32


def drafts_in(path: Path) -> list[Path]:
    return list(path.rglob(".new-*"))


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


async def nothing() -> AsyncIterator[bytes]:
    await asyncio.Event().wait()
    yield b""


async def cancel(task: asyncio.Task[object]) -> None:
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


@pytest.mark.parametrize("when", ["while it begins", "while a piece is awaited"])
def test_an_upload_of_a_client_that_has_gone_leaves_nothing(tmp_path: Path, when: str) -> None:
    bucket = Bucket(str(tmp_path), lambda _text: None)
    may_begin = threading.Event()
    is_early = when == "while it begins"

    def begin() -> BucketUpload:
        may_begin.wait()
        return BucketUpload(bucket.begin(Name(f"sha256/{DIGEST}")))

    async def run() -> tuple[int, int]:
        await asyncio.to_thread(int)
        before = open_files()
        task = asyncio.create_task(receive(begin, nothing()))
        await asyncio.sleep(0)
        if is_early:
            await cancel(task)
            may_begin.set()
        else:
            may_begin.set()
            while not drafts_in(tmp_path):
                await asyncio.sleep(0.001)
            await cancel(task)
        await asyncio.get_running_loop().shutdown_default_executor()
        await asyncio.sleep(0)
        return before, open_files()

    before, after = asyncio.run(run())
    assert drafts_in(tmp_path) == []
    assert after <= before


def test_a_discarded_file_takes_no_more_content(tmp_path: Path) -> None:
    file = NewFile(str(tmp_path), 0o440)
    file.discard()
    with pytest.raises(OSError, match="Bad file descriptor"):
        file.write(b"quack")
    with pytest.raises(OSError, match="Bad file descriptor"):
        file.publish(str(tmp_path / "contents"))


def test_drafts_of_killed_processes_are_removed(tmp_path: Path) -> None:
    bucket = Bucket(str(tmp_path), lambda _text: None)
    bucket.remove_old_drafts()  # there is none
    for _ in range(2):
        bucket.begin(Name(f"sha256/{DIGEST}"))
    old, new = drafts_in(tmp_path)
    os.utime(old, (0, 0))
    bucket.remove_old_drafts()
    assert drafts_in(tmp_path) == [new]
