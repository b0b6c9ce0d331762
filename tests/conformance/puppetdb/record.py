"""Load the fleet into a PuppetDB, and ask it the questions of the cases.

python -m tests.conformance.puppetdb.record http://127.0.0.1:8080       loads the fleet, once
PUPPETDB=http://127.0.0.1:8080 pytest tests/conformance/puppetdb --accept
"""

from __future__ import annotations

import gzip
import json
import sys
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from .asking import Question, shown
from .fleet import commands


def load(base: str) -> None:
    """Send the commands of the fleet."""
    for command in commands():
        parameters = {
            "command": command.name.replace(" ", "_"),
            "version": command.version,
            "certname": command.certname,
            "producer-timestamp": command.producer_timestamp,
            "secondsToWaitForCompletion": 30,
        }
        headers = {
            "Content-Type": "application/json; charset=utf-8",
            "Content-Encoding": "gzip",
            "Accept": "application/json",
        }
        body = gzip.compress(json.dumps(command.payload).encode())
        request = Request(f"{base}/pdb/cmd/v1?{urlencode(parameters)}", body, headers)
        with urlopen(request) as answer:
            found = json.load(answer)
        assert found.get("processed", True), found


def ask(base: str, text: str) -> str:
    """Return the answer of a PuppetDB."""
    question = Question(text)
    query = f"?{urlencode(question.parameters)}" if question.parameters else ""
    path = question.path.replace(" ", "%20")
    try:
        with urlopen(f"{base}{path}{query}") as answer:
            return shown(
                question, answer.status, answer.read().decode(), answer.headers.get("X-Records")
            )
    except HTTPError as error:
        return shown(question, error.code, error.read().decode(), None)


if __name__ == "__main__":
    load(sys.argv[1])
