"""How fast are programs compiled into catalogs, beside the installed Puppet?

Both compile the same programs in one process on one core, one after the other; the best round of
each counts, so parsed code is at hand in both. Without Puppet only our own time is printed.

    python benchmarks/compile_programs.py [--rounds N] [NAME...]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.rows import Puppet, Row, at_least_one, check_names, options_of, show

from duckrow.puppet.environment import Environment, Node, compile_catalog

FACTS = {
    "os": {"family": "Debian", "name": "Debian", "release": {"major": "12", "full": "12.1"}},
    "networking": {"fqdn": "bench.example.com", "hostname": "bench", "ip": "192.0.2.1"},
}


def resources(count: int) -> str:
    return (
        f'Integer[1, {count}].each |$i| {{ notify {{ "message ${{i}}": '
        f'message => "number ${{i}} of {count}" }} }}'
    )


PROGRAMS = {
    "nested defines": """
define leaf($v) { notify { "leaf ${title}": message => $v } }
define branch($v) {
  leaf { "${title}-a": v => "${v}a" }
  leaf { "${title}-b": v => "${v}b" }
}
define tree($v = 'x') { branch { "${title}-1": v => $v } }
Integer[1, 200].each |$i| { tree { "t${i}": v => "v${i}" } }
""",
    "nested defines, 9,000 resources": """
define leaf(String $v, Integer $n = 1) { notify { "leaf ${title}": message => $v } }
define branch(String $v) {
  Integer[1, 4].each |$i| { leaf { "${title}-${i}": v => "${v}${i}", n => $i } }
}
Integer[1, 1000].each |$i| { branch { "t${i}": v => "v${i}" } }
""",
    "1,000 resources": resources(1_000),
    "10,000 resources": resources(10_000),
    "200,000 blocks": """
$r = Integer[1, 200000].reduce(0) |$m, $i| { if $i % 3 == 0 { $m + $i } else { $m } }
""",
    "string functions": """
$a = Integer[1, 50000].map |$i| {
  regsubst("item-${i}-x", '-', '_', 'G').split('_').join('.')
}
""",
    "a template with a loop of 1,000": """
$items = Integer[1, 1000].map |$i| { "item ${i}" }
$t = inline_template(@(END))
  <% @items.each do |i| -%>
  <%= i.upcase %>: <%= i.length + 1 %>
  <% end -%>
  | END
notify { 'text': message => $t }
""",
    "2,000 relationships": """
Integer[1, 2000].each |$i| { notify { "n${i}": } }
Integer[2, 2000].each |$i| { Notify["n${$i - 1}"] -> Notify["n${i}"] }
""",
    "collectors": """
Integer[1, 2000].each |$i| { @user { "u${i}": uid => 1000 + $i, tag => "g${$i % 10}" } }
User <| tag == 'g3' or tag == 'g7' |> { shell => '/bin/bash' }
""",
}


def ours(code: str, rounds: int) -> float:
    environment = Environment(code=code)
    times = []
    for _ in range(rounds):
        node = Node("bench.example.com", FACTS)
        began = time.process_time()
        result = compile_catalog(environment, node)
        times.append(time.process_time() - began)
        assert result.ok, result.failure
    return min(times)


def rows(rounds: int, names: list[str] | None = None) -> Iterator[Row]:
    """Measure each program, Puppet first."""
    puppet = Puppet()
    for name, code in PROGRAMS.items():
        if not names or any(part in name for part in names):
            theirs = puppet.seconds(code, rounds)
            mine = ours(code, max(rounds, 5))
            yield Row(name, mine, min(theirs, default=None))
    puppet.end()


def main() -> None:
    options = options_of(__doc__)
    options.add_argument("--rounds", type=at_least_one, default=3, help="of each row (3)")
    chosen = options.parse_args()
    check_names(chosen.names, PROGRAMS)
    show(rows(chosen.rounds, chosen.names))


if __name__ == "__main__":
    main()
