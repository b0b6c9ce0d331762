"""Record what the reference makes of every program in the .txt files beside this one.

    python record.py

Each line is a program. The answers are written beside it. Programs that make the reference break
down, with a line of its own source or the address of an object in what it says, are left out.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
DRIVER = HERE.parents[1] / "reference" / "compile.rb"
MODULES = HERE / "modules"
_BROKEN = re.compile(r"0x0000|\^\^|fd:\d|Did you mean|title patterns|invalid encoding")


def ask(programs: list[str]) -> list[dict[str, Any]]:
    """Give the answers to programs, without the place of this folder."""
    asked = [json.dumps({"program": each, "modules": str(MODULES)}) for each in programs]
    done = subprocess.run(
        ["ruby", str(DRIVER)], input="\n".join(asked), capture_output=True, text=True, check=True
    )
    lines = done.stdout.replace(f"{MODULES}/", "").splitlines()
    if len(lines) != len(programs):
        raise SystemExit(f"{programs[len(lines)]}: no answer\n{done.stderr}")
    return [json.loads(line) for line in lines]


def kept(answer: dict[str, Any]) -> list[Any]:
    """Give an answer as it is kept: logs, error, resources besides those that always are."""
    logs = answer["logs"]
    if answer["error"] is not None:
        logs = logs[:-1]
    return [logs, answer["error"], answer["resources"][3:]]


def main() -> None:
    for path in sorted(HERE.glob("*.txt")):
        programs = path.read_text("utf-8").splitlines()
        answers = zip(programs, map(kept, ask(programs)), strict=True)
        whole = {each: said for each, said in answers if not _BROKEN.search(json.dumps(said))}
        lines = (
            f"{json.dumps(each, ensure_ascii=False)}: {json.dumps(said, ensure_ascii=False)}"
            for each, said in whole.items()
        )
        path.with_suffix(".json").write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
        print(f"{path.name}: {len(whole)} of {len(programs)}")


if __name__ == "__main__":
    main()
