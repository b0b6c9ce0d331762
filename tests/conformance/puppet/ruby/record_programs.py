"""Record what Ruby makes of short programs: objects, blocks, exceptions, functions of Kernel.

    python record_programs.py

Programs are in `programs.rb`, each after a line of `#---`.
"""

from __future__ import annotations

import json
from pathlib import Path

from record_text import asked  # type: ignore[import-not-found]

HERE = Path(__file__).parent


def main() -> None:
    programs = (HERE / "programs.rb").read_text("utf-8").split("#---\n")
    made = [each.strip() for each in programs if each.strip()]
    # Each in a process of its own: what one defines the next must not see.
    rows = [[each, asked([each])[0]] for each in made]
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    (HERE / "programs.json").write_text(f"[\n{lines}\n]\n", "utf-8")


if __name__ == "__main__":
    main()
