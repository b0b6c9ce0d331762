"""Compiles on many threads at once: each catalog is the catalog of its own node.

Templates, Ruby functions of both families and additions to Ruby's own classes are all in use, with
one environment for all threads and with two that define the same names differently.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.settings.settings import Settings

THREADS = 8
COMPILES = 100
FILES = {
    "lib/puppet_x/pond/words.rb": """
        class String
          def quacked; "MARK-#{self}"; end
        end
        class Array
          def every_other; select.with_index { |_, at| at.even? }; end
        end
        module PuppetX; module Pond
          class Name
            attr_reader :text
            def initialize(text); @text = text; end
            def to_s; text.sub(/(\\w+)/) { $1.upcase }; end
          end
        end; end
    """,
    "lib/puppet/functions/pond/newer.rb": """
        require 'puppet_x/pond/words'
        Puppet::Functions.create_function(:'pond::newer') do
          dispatch(:named) { param 'String', :text }
          def named(text)
            name = PuppetX::Pond::Name.new(text)
            found = "#{name}".match(/DUCK(\\d+)/) ? $1 : 'none'
            fact = closure_scope['facts']['number']
            call_function('sprintf', '%s/%s/%s', found, fact, text.quacked)
          end
        end
    """,
    "lib/puppet/parser/functions/pond_older.rb": """
        module Puppet::Parser::Functions
          newfunction(:pond_older, :type => :rvalue) do |arguments|
            number = lookupvar('::facts')['number']
            arguments[0].map { |each| "#{each}-#{number}" }.join(' ')
          end
        end
    """,
    "templates/list.erb": (
        "<% @list.each do |each| -%>\n"
        "<%= each =~ /(\\d+)$/ ? $1 : 'none' %>:<%= @facts['number'] %>"
        " <%= scope.call_function('pond::newer', [each]) %>\n"
        "<% end -%>\n"
        "<%= @list.every_other.inspect %> <%= scope.lookupvar('::facts')['number'] %>"
    ),
}
MANIFEST = """
$list = Integer[1, 5].map |$n| { "duck${n}${facts['number']}" }
class pond(Array[String] $list) {
  notify { 'newer':    message => pond::newer("duck${facts['number']}") }
  notify { 'older':    message => pond_older($list) }
  notify { 'template': message => template('pond/list.erb') }
  notify { 'inline':   message => inline_template(
    '<%= @list.map { |e| e.quacked + @facts["number"] }.join(",") %>') }
}
class { 'pond': list => $list }
"""


@pytest.fixture(autouse=True)
def switch_often() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def environment(directory: Path, mark: str) -> Environment:
    """Make an environment whose addition to String says `mark`."""
    for name, text in FILES.items():
        path = directory / mark / "pond" / name
        path.parent.mkdir(parents=True)
        path.write_text(text.replace("MARK", mark))
    settings = Settings({"strict": "warning"})
    return Environment(mark, code=MANIFEST, modulepath=[str(directory / mark)], settings=settings)


def messages(of: Environment, number: str) -> dict[str, str]:
    done = compile_catalog(of, Node(f"n{number}.example.com", {"number": number}))
    assert done.ok, [entry.message for entry in done.logs]
    resources = done.catalog.resources
    return {each.title: each.parameters["message"] for each in resources if each.type == "Notify"}


def expected(mark: str, number: str) -> dict[str, str]:
    ducks = [f"duck{n}{number}" for n in range(1, 6)]

    def newer(duck: str) -> str:
        return f"{duck.removeprefix('duck')}/{number}/{mark}-{duck}"

    lines = [f"{duck.removeprefix('duck')}:{number} {newer(duck)}\n" for duck in ducks]
    shown = ", ".join(f'"{duck}"' for duck in ducks[::2])
    return {
        "newer": newer(f"duck{number}"),
        "older": " ".join(f"{duck}-{number}" for duck in ducks),
        "template": "".join(lines) + f"[{shown}] {number}",
        "inline": ",".join(f"{mark}-{duck}{number}" for duck in ducks),
    }


def test_one_environment_serves_many_threads(tmp_path: Path) -> None:
    shared = environment(tmp_path, "one")
    numbers = [str(7 + at % 2) for at in range(COMPILES)]
    with ThreadPoolExecutor(THREADS) as pool:
        found = list(pool.map(lambda number: messages(shared, number), numbers))
    assert found == [expected("one", number) for number in numbers]


def test_two_environments_never_meet(tmp_path: Path) -> None:
    both = [environment(tmp_path, "one"), environment(tmp_path, "two")]
    jobs = [(both[at % 2], str(7 + at // 2 % 2)) for at in range(COMPILES)]
    with ThreadPoolExecutor(THREADS) as pool:
        found = list(pool.map(lambda job: messages(*job), jobs))
    assert found == [expected(of.name, number) for of, number in jobs]
