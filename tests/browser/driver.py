"""A browser for tests: Debian's chromium without a window, asked through its driver.

The driver speaks WebDriver: requests with JSON over HTTP. This is the small part of it that the
tests need.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

PROGRAMS = ("chromium", "chromedriver")
MISSING = "needs a browser: apt-get install chromium chromium-driver"
# The keys without a character, as WebDriver numbers them.
KEYS = {
    "Enter": "\ue007",
    "Escape": "\ue00c",
    "Tab": "\ue004",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
}
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
_PATIENCE = 30  # seconds until a test gives up; a fast machine never waits that long


def is_installed() -> bool:
    return all(shutil.which(name) for name in PROGRAMS)


class Browser:
    """One window. What a page logs and requests is collected."""

    def __init__(self, width: int = 1440, height: int = 900) -> None:
        # The browser leaves files behind; a process of it may end after the driver.
        self._scratch = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._driver = subprocess.Popen(
            ["chromedriver", "--port=0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "TMPDIR": self._scratch.name, "HOME": self._scratch.name},
        )
        self._url = f"http://127.0.0.1:{self._port()}"
        options = {
            "args": [
                "--headless=new",
                "--no-sandbox",  # tests may run as root
                "--disable-dev-shm-usage",
                "--disable-gpu",
                f"--window-size={width},{height}",
            ]
        }
        wanted = {
            "browserName": "chrome",
            "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }
        try:
            made = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        except BaseException:
            self._end()
            raise
        self._url += f"/session/{made['sessionId']}"

    def close(self) -> None:
        """End the browser and its driver."""
        try:
            self._ask("DELETE", "")
        finally:
            self._end()

    def _end(self) -> None:
        self._driver.terminate()
        self._driver.wait()
        assert self._driver.stdout is not None
        self._driver.stdout.close()
        self._scratch.cleanup()

    def _port(self) -> str:
        assert self._driver.stdout is not None
        for line in self._driver.stdout:
            if found := re.search(rb"started successfully on port (\d+)", line):
                return found[1].decode()
        raise RuntimeError("chromedriver has not started")

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        data = json.dumps(body or {}).encode() if method == "POST" else None
        request = urllib.request.Request(self._url + path, data, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            with error:
                value = json.load(error)["value"]
            raise AssertionError(f"{value['error']}: {value['message']}") from None

    # Pages.

    def open(self, url: str) -> None:
        """Open a page and forget what the page before has logged."""
        self._ask("POST", "/url", {"url": "about:blank"})
        self.messages()
        self.requests()
        self._ask("POST", "/url", {"url": url})

    def back(self) -> None:
        self._ask("POST", "/back")

    def forward(self) -> None:
        self._ask("POST", "/forward")

    def run(self, script: str, *arguments: object) -> Any:
        """Return the result of a script: `return document.title`."""
        return self._ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, script: str, *arguments: object) -> Any:
        """Return the result of a script once it is true."""
        end = time.monotonic() + _PATIENCE
        while not (found := self.run(script, *arguments)):
            if time.monotonic() > end:
                raise AssertionError(f"this does not become true: {script} {arguments}")
            time.sleep(0.02)
        return found

    def command(self, name: str, **parameters: object) -> Any:
        """Send a command of the DevTools protocol."""
        body = {"cmd": name, "params": parameters}
        return self._ask("POST", "/goog/cdp/execute", body)

    # A person.

    def click(self, selector: str) -> None:
        """Click on the first element of a selector with the mouse."""
        self.wait("return document.querySelector(arguments[0]) !== null", selector)
        found = self._ask("POST", "/element", {"using": "css selector", "value": selector})
        self._ask("POST", f"/element/{found[_ELEMENT]}/click")

    def press(self, *keys: str) -> None:
        """Press keys one after the other: characters, or names such as Enter."""
        actions = [
            {"type": kind, "value": KEYS.get(key, key)}
            for key in keys
            for kind in ("keyDown", "keyUp")
        ]
        body = {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]}
        self._ask("POST", "/actions", body)

    # What is there to see.

    def text(self, selector: str) -> str:
        """Return the text of an element, once there is one."""
        self.wait("return document.querySelector(arguments[0]) !== null", selector)
        found: str = self.run(
            "return document.querySelector(arguments[0]).textContent.replace(/\\s+/g, ' ').trim()",
            selector,
        )
        return found

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._ask("GET", "/screenshot")))

    def messages(self) -> list[str]:
        """Return what pages have logged since the last call: errors and warnings too."""
        entries = self._ask("POST", "/se/log", {"type": "browser"})
        return [entry["message"] for entry in entries]

    def requests(self) -> list[str]:
        """Return the addresses that pages have requested since the last call."""
        entries = self._ask("POST", "/se/log", {"type": "performance"})
        events = [json.loads(entry["message"])["message"] for entry in entries]
        return [
            event["params"]["request"]["url"]
            for event in events
            if event["method"] == "Network.requestWillBeSent"
        ]
