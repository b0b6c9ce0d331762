from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from logging import Logger

from duckrow.server.library_log import LibraryLog
from duckrow.server.log import Log


def written(*, is_json: bool, level: str = "notice") -> tuple[Log, list[str]]:
    lines: list[str] = []
    return Log(is_json=is_json, level=level, has_times=False, write=lines.append), lines


def test_a_line_has_its_time() -> None:
    lines: list[str] = []
    before = datetime.now(UTC) - timedelta(seconds=1)
    Log(write=lines.append)("err", "fire")
    Log(write=lines.append).request("GET", "/a", 200, 1.234, "huey.lab", "127.0.0.1")
    Log(is_json=True, write=lines.append)("err", "fire")
    times = [line.partition(" ")[0] for line in lines[:2]] + [json.loads(lines[2])["time"]]
    assert [line.partition(" ")[2] for line in lines[:2]] == [
        "err: fire\n",
        "GET /a 200 1.2ms huey.lab\n",
    ]
    assert all(before <= datetime.fromisoformat(each) <= datetime.now(UTC) for each in times)


def test_a_library_writes_one_line_and_no_traceback() -> None:
    log, lines = written(is_json=False)
    logger = Logger("library")
    logger.addHandler(LibraryLog(log))
    try:
        raise ValueError("no\nHTTP")
    except ValueError:
        logger.exception("Error handling request from %s", "127.0.0.1")
    logger.info("small talk")
    assert lines == ["err: Error handling request from 127.0.0.1: ValueError: no HTTP\n"]


def test_messages_below_the_level_are_omitted() -> None:
    log, lines = written(is_json=False)
    log("info", "small talk")
    log("err", "fire")
    assert lines == ["err: fire\n"]


def test_a_message_stays_on_one_line() -> None:
    log, lines = written(is_json=False)
    log("notice", "a\nerr: forged\x1b[31m")
    assert lines == ["notice: a\\nerr: forged\\x1b[31m\n"]
    log("notice", "x" * 100_000)
    assert len(lines[1]) < 5000


def test_a_request_is_a_line_of_text_or_json() -> None:
    log, lines = written(is_json=False)
    log.request("GET", "/a", 200, 1.234, "huey.lab", "127.0.0.1")
    log.request("GET", "/a", 403, 0.1, "", "127.0.0.1")
    log.request("GET", "/a", 403, 0.1, "a\nerr: forged", "127.0.0.1")
    assert lines == [
        "GET /a 200 1.2ms huey.lab\n",
        "GET /a 403 0.1ms 127.0.0.1 without a certificate\n",
        "GET /a 403 0.1ms a\\nerr: forged\n",
    ]
    log, lines = written(is_json=True)
    log.request("GET", "/a\n", 200, 1.234, "huey.lab", "127.0.0.1")
    log("err", "a\nb")
    found = [json.loads(line) for line in lines]
    assert found[0]["certname"] == "huey.lab"
    assert found[1] == {"level": "err", "message": "a\nb"}
