"""What goes wrong inside of the library, and what Ruby code sees of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.machine.local import LocalMachine
from duckrow.puppet.ruby_host.entry import LeftRubyError, enter
from duckrow.puppet.ruby_host.host import MachineHost
from duckrow.ruby.nesting import main_object
from duckrow.ruby.unit import load_ruby

HASHED = """
class Reed
  def hash; Dir.exist?('/').hash; end
  def eql?(other); true; end
end
{ Reed.new => 1 }
Dir.exist?('/')
"""
TWO_OUTPUTS = """
a = Puppet::Util::Execution.execute('exit 7', failonfail: false)
b = Puppet::Util::Execution.execute('true', failonfail: false)
[a.exitstatus, b.exitstatus, a.empty?, a == b]
"""
RAISED = """
begin
  Puppet.log_and_raise(ArgumentError.new('wet'), 'the reed is')
  'went on'
rescue ArgumentError => e
  e.message
end
"""
PIPED = """
require 'open3'
input, _output, _thread = Open3.popen2("cat > #{here}/written")
input.print 'wet'
input.close
File.read("#{here}/written")
"""
MISSING = """
require 'open3'
begin; Open3.popen3('no_such_program'); rescue => e; e.class.name; end
"""
CLEANED = """
begin
  Timeout.timeout(0.01) { begin; `sleep 60`; ensure; `touch #{here}/cleaned`; end }
rescue Timeout::Error
end
File.exist?("#{here}/cleaned")
"""
FOUND = """
File.write("#{here}/quack", "#!/bin/sh\\n")
File.chmod(0o755, "#{here}/quack")
ENV['PATH'] = "#{ENV['PATH']}:#{here}"
Puppet::Type.newtype(:reed) { newparam(:name) }
Puppet::Type.type(:reed).provide(:loud) { commands quack: 'quack' }.suitable?
"""

ARRAY_OF_CONDITIONS = """
Puppet::Type.newtype(:reed) { newparam(:name) }
loud = Puppet::Type.type(:reed).provide(:loud) { defaultfor ['os.name' => 'x', 'kernel' => 'y'] }
[loud.default?, loud.specificity > 0, loud.doc.include?('Default for')]
"""


@pytest.mark.parametrize(
    ("code", "value"),
    [
        (HASHED, True),
        (TWO_OUTPUTS, [7, 0, True, True]),
        (RAISED, "the reed is\nwet"),
        (FOUND, True),
        (ARRAY_OF_CONDITIONS, [False, True, True]),
        (PIPED, "wet"),
        (MISSING, "Errno::ENOENT"),
        (CLEANED, True),
        (
            'begin; File.exist?("a\\0b"); rescue ArgumentError => e; e.message; end',
            "string contains null byte",
        ),
        (
            'begin; system("a\\0b"); rescue ArgumentError => e; e.message; end',
            "string contains null byte",
        ),
        (
            "begin; Puppet::FileSystem.children('/no'); rescue => e; e.class.name; end",
            "Errno::ENOENT",
        ),
    ],
)
def test_values(tmp_path: Path, code: str, value: object) -> None:
    said: list[str] = []
    host = MachineHost(LocalMachine(), [], lambda _level, message: said.append(message), dict, {})
    text = f"here = '{tmp_path}'\n{code}"
    ruby = host.interpreter()
    assert load_ruby(text.encode(), "x.rb").run(ruby, main_object(ruby)) == value


def test_the_traceback_of_a_fault_is_a_debug_message() -> None:
    said: list[tuple[str, str]] = []
    host = MachineHost(LocalMachine(), [], lambda level, text: said.append((level, text)), dict, {})
    with pytest.raises(LeftRubyError, match="a fault in duckrow, not in your files: ValueError: w"):
        enter(host, _fails)
    ((level, text),) = said
    assert level == "debug"
    assert text.startswith("Traceback")
    assert text.endswith("ValueError: wet")


def _fails(_ruby: object) -> None:
    raise ValueError("wet")
