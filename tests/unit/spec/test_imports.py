"""What a run of specs imports: half of a short one is imports."""

from __future__ import annotations

import subprocess
import sys


def test_sets_of_tags_write_yaml_only_when_asked() -> None:
    code = "import sys, duckrow.puppet.ruby_code.tag_set; print('yaml' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
