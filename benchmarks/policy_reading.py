"""How fast is policy text read, and does the cost per byte stay flat?

Three readers of the same made-up library: the parser, the parser with its checks, and the exact
reader that has to look when something is unusual. Then what a second start pays: blocks from the
cache, and all nodes in them. Arguments are files to be read as well.
"""

from __future__ import annotations

import marshal
import sys
from time import process_time

from duckrow.cfengine.policy.check import read_file
from duckrow.cfengine.policy.vocabulary import PolicyVocabulary
from duckrow.cfengine.syntax.diagnose import diagnose
from duckrow.cfengine.syntax.nodes import Bundle, unpack
from duckrow.cfengine.syntax.parser import parse_usual

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.syntax.nodes import Block

SIZES = (10, 100, 1000)
BUNDLE = """\
bundle agent service_%d(state, options)
# @brief Keep a service and its configuration
{
  vars:
      "config" string => "/etc/service_%d.conf";
      "packages" slist => { "service", "service-tools", @(common.packages) };
    debian|ubuntu::
      "log" string => concat("/var/log/", canonify("$(state)")), meta => { "inventory" };
  files:
      "$(config)" -> { "operations" }
        create => "true",
        perms => mog("0644", "root", "root"),
        edit_line => set_config_values("service_%d.settings"),
        classes => if_repaired("restart_%d"),
        comment => "The service reads this file when it starts";
  commands:
    restart_%d::
      "/usr/sbin/service service_%d restart" contain => in_shell;
}
body perms owner_%d(mode, user)
{
      mode => "$(mode)";
      owners => { "$(user)" };
    linux::
      groups => { "root" };
}
"""


def _measured(name: str, text: str, read: object) -> None:
    begin = process_time()
    read(text)  # type: ignore[operator]
    seconds = process_time() - begin
    print(f"  {name:<28} {seconds * 1000:8.1f} ms  {len(text) / seconds / 1e6:6.1f} MB/s")


def _load(kept: bytes) -> list[Block]:
    return [unpack(block) for block in marshal.loads(kept)]


def _load_all(kept: bytes) -> None:
    for block in _load(kept):
        _ = block.sections if isinstance(block, Bundle) else block.attributes


def main() -> None:
    texts = [
        (f"{n} bundles", "".join(BUNDLE.replace("%d", str(i)) for i in range(n))) for n in SIZES
    ]
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
            texts.append((path, file.read()))
    read_file(texts[0][1], "warm.cf")
    diagnose(texts[0][1], "warm.cf")
    for name, text in texts:
        print(f"{name}, {len(text)} bytes")
        _measured("parser", text, parse_usual)
        _measured("parser and checks", text, lambda text: read_file(text, "x.cf"))
        _measured("exact reader", text, lambda text: diagnose(text, "x.cf", PolicyVocabulary()))
        kept = marshal.dumps([block.packed() for block in read_file(text, "x.cf").blocks])
        _measured("cached blocks", text, lambda _, kept=kept: _load(kept))
        _measured("cached nodes", text, lambda _, kept=kept: _load_all(kept))


if __name__ == "__main__":
    main()
