"""Record how the reference reads modes, in modes.json next to this file.

    python tests/unit/cfengine/values/record_modes.py

For each string: the mode that a file of mode 0751 gets, or null if the policy is rejected, and the
messages of cf-agent. Recorded with cf-agent 3.21.0.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from pathlib import Path

TEXTS = """
    644 4755 0000 000 0 00 00000 7777 10000 100644 170000 1000000 89 608 0o7 77777777777 99999999999
    u=rw,g=r u=rwx,go=rx a+x go-rwx a=r g+s,o+t u-s +x =x -x x rwx u u= o=,u= g=r,u=,o=r u=,g=r,o=r
    u+r+w b+x u+q rwx6 6rwx u+6 6+u u6 600,u+x u+x,600 600,644 u+x,g 600, ,600 u+r, a=rwxst o+t u+t
    t +t a-t u=s g=s o=s ug=s uu+r u+rr au=r abc u+X u=g -rwx =rw 755,a-x a-x,755 go=,u+x go=
    u=rw,go= ugo+r+x u=r=w 0644,o=r a,644 u+r- 6+ u-,644 700u rw u=rw;g=r u_r 07777 4755,u-s
""".split()
_OTHER = "Object |Fatal |Promise |.*had permission|.*In attribute"
_SAID = re.compile(rf"^ *(?:error|info): (?!{_OTHER})(.*)$", re.MULTILINE)


def ask(text: str) -> dict[str, object]:
    """Run the reference on one mode."""
    with tempfile.TemporaryDirectory() as work:
        file, policy = Path(work, "file"), Path(work, "policy.cf")
        file.touch()
        file.chmod(0o751)
        policy.write_text(
            f'bundle agent main {{ vars: "m" string => "{text}";\n'
            f' files: "{file}" perms => p("$(m)"); }}\n'
            'body perms p(m) { mode => "$(m)"; rxdirs => "false"; }\n'
        )
        policy.chmod(0o600)
        os.makedirs(f"{work}/bin")
        os.symlink("/bin/true", f"{work}/bin/cf-promises")
        done = subprocess.run(
            ["/usr/bin/cf-agent", "-KI", "-f", str(policy)],
            env={**os.environ, "CFENGINE_TEST_OVERRIDE_WORKDIR": work},
            capture_output=True,
            check=False,
            text=True,
        )
        said = _SAID.findall(done.stdout)
        mode = f"{file.stat().st_mode & 0o7777:04o}" if done.returncode == 0 else None
        return {"mode": mode, "said": list(dict.fromkeys(said))}


if __name__ == "__main__":
    found = {text: ask(text) for text in TEXTS}
    lines = ",\n".join(f"{json.dumps(text)}: {json.dumps(each)}" for text, each in found.items())
    Path(__file__).with_name("modes.json").write_text(f"{{\n{lines}\n}}\n")
