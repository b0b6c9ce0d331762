"""Record what the reference, with the module stdlib, makes of programs.

    python -m tests.conformance.puppet.functions.stdlib.record [NAME...]

asks again about the programs in NAME.json, or in all of the files. Each is a list of programs
with their messages, the error that they end in, if they do, and the resources that they declare.
A new program is written down alone, as ["program"]. The reference needs stdlib 8.5.0 in MODULES.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from .given import FACTS, make_files

HERE = Path(__file__).parent
MODULES = "/usr/share/puppet/modules"
DRIVER = HERE.parents[2] / "reference" / "programs.rb"
SETTINGS = {"strict": "warning", "strict_variables": False}
NODE = " on node test.example.com"
# These tell what they load, which happens once in a process of the reference.
LOAD_OTHERS = ("has_ip_address", "has_ip_network", "try_get_value")
# Here the reference tells of its own insides, or of an address in memory.
BROKEN = ("Did you mean?", "#<Puppet::Pops", "0x0", "Puppet::Util::Log")


def ask(codes: list[str]) -> list[dict[str, Any]]:
    """Give what the reference makes of programs, in one process."""
    jobs = (
        {"id": "", "code": code, "modulepath": [MODULES], "facts": FACTS, "settings": SETTINGS}
        for code in codes
    )
    done = subprocess.run(
        ["ruby", str(DRIVER)],
        input="".join(json.dumps(job) + "\n" for job in jobs),
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def answer(result: dict[str, Any]) -> list[Any]:
    """Give messages, error and resources of a result."""
    logs = [
        [each["level"], each["message"]]
        for each in result["logs"]
        if each["level"] not in ("debug", "info", "err")
    ]
    if not result["ok"]:
        return [logs, result["error"]["message"].removesuffix(NODE), []]
    resources = [
        [f"{each['type']}[{each['title']}]", each.get("parameters", {})]
        for each in result["catalog"]["resources"][3:]
    ]
    return [logs, None, resources]


def record(path: Path, directory: str) -> None:
    """Write the answers about the programs of one file."""
    codes = [program for program, *_ in json.loads(path.read_text("utf-8"))]
    real = [code.replace("FILES", directory) for code in codes]
    results = [ask([code])[0] for code in real] if path.stem in LOAD_OTHERS else ask(real)
    lines = []
    for code, result in zip(codes, results, strict=True):
        line = json.dumps([code, *answer(result)], ensure_ascii=False)
        line = line.replace(directory, "FILES").replace(MODULES, "MODULES")
        if not any(word in line for word in BROKEN):
            lines.append(line)
    text = ",\n".join(lines)
    path.write_text(f"[\n{text}\n]\n", "utf-8")


if __name__ == "__main__":
    with TemporaryDirectory() as directory:
        make_files(Path(directory))
        for path in sorted(HERE.glob("*.json")):
            if path.stem in sys.argv[1:] or not sys.argv[1:]:
                record(path, directory)
