"""What Ruby code may not do, or not without end: each is one clear error."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.regexp.errors import RegexpError
from duckrow.ruby.constants import known_class
from duckrow.ruby.errors import LimitError, RubyError, UnsupportedError
from duckrow.ruby.interpreter import Interpreter
from duckrow.ruby.unit import load_ruby
from duckrow.ruby.values.kinds import RubyObject

RUBY = Interpreter()

STEPS = 200_000  # enough to show that there is a limit


def run(code: str) -> object:
    ruby = Interpreter()
    ruby.steps = STEPS
    unit = load_ruby(code.encode(), "evil.rb")
    return unit.run(ruby, RubyObject(known_class(ruby, "Object")))


REACHING_OUT = """
File.write("%s", "y")
File.open("%s", "w") { |f| f.puts 1 }
File.new("%s", "w")
File.delete("%s")
File.rename("%s", "%s.old")
File.read("/etc/passwd")
File.exist?("/etc/passwd")
File.stat("/etc/passwd")
IO.popen("touch %s")
IO.read("/etc/passwd")
IO.write("%s", "")
Open3.capture2("touch %s")
system("touch %s")
`touch %s`
%%x(touch %s)
exec("touch %s")
spawn("touch %s")
fork { 1 }
open("|touch %s")
open("%s", "w")
Kernel.system("touch %s")
Kernel.exec("touch %s")
Kernel.open("%s", "w")
Dir.glob("/*")
Dir["/*"]
Dir.mkdir("%s")
Tempfile.new("x")
FileUtils.touch("%s")
Pathname.new("%s").write("x")
Pathname.new("%s").exist?
Pathname.new("x").expand_path
Pathname.pwd
Pathname.glob("/*")
Pathname.new("/").children
Process.kill(9, 1)
Process.pid
Signal.trap("INT") { 1 }
Thread.new { 1 }
TCPSocket.new("localhost", 80)
Net::HTTP.get("localhost", "/")
URI.open("http://localhost/")
Resolv.getaddress("localhost")
Etc.getpwnam("root")
PTY.spawn("id")
Fiddle.dlopen(nil)
Marshal.load("x")
ObjectSpace.each_object { 1 }
GC.start
RubyVM::InstructionSequence.compile("1")
TracePoint.new(:call) { 1 }
STDOUT.puts "x"
STDERR.write("x")
StringIO.new("x").read
Logger.new("%s")
SecureRandom.hex
rand
Random.rand(5)
[1, 2, 3].shuffle
sleep 100
exit
exit!
abort("x")
at_exit { 1 }
gets
"""

TRICKS = """
eval("1+1")
instance_eval("1")
"x".instance_eval("upcase")
binding.eval("1")
Kernel.eval("1")
Object.class_eval("1")
Module.new.module_eval("1")
ERB.new("<%= 1 %>").result
send(:system, "id")
self.send(:eval, "1+1")
public_send(:exec, "id")
__send__(:`, "id")
Object.send(:system, "id")
Kernel.send(:system, "id")
Kernel.public_send(:spawn, "id")
method(:system).call("id")
[:system].map { |m| send(m, "id") }
:system.to_proc.call(self, "id")
["id"].each(&method(:system))
Object.const_get(:IO).popen("id")
Object.const_get("File").write("/nowhere", "")
Kernel.const_get(:Process).kill(9, 1)
require "/tmp/evil.rb"
require "../../evil"
require "net/ssh"
load "/tmp/evil.rb"
YAML.load("--- !ruby/object:Object {}")
YAML.unsafe_load("--- !ruby/object:Gem::Requirement\\nx: 1")
catch(:x) { throw :y }
$everybody = 1
Object.new.instance_exec { system("id") }
Class.new { define_method(:f) { system("id") } }.new.f
Module.new { def self.f; system("id"); end }.f
Kernel.instance_method(:system).bind(self).call("id")
class Object; alias_method :quack, :system; end; quack("id")
class Object; alias_method :quack, :eval; end; quack("1")
Object.new.singleton_class.class_eval { spawn("id") }
class Kernel::Quack < Process; end
class File; def self.basename(x); "evil"; end; end
"""

PYTHON = """
"".__class__
"".__init__
[].__len__
{}.__dict__
nil.__reduce__
"x".send(:__class__)
"x".send("__getattribute__", "y")
"x".public_send(:encode_, "y")
[1].method(:__iter__)
{a: 1}.items
{a: 1}.setdefault(:b, 1)
"x".join(["a", "b"])
"x".startswith("x")
1.bit_count
1.5.hex
Object.new.variables
Object.new.class_
String.singleton
String.methods_table
Set.new.ruby_iterate
Set.new.ruby_send("x")
IPAddr.new("::1").ruby_methods
Time.at(0).nanoseconds
(1..2).excludes_last
/x/.pattern
Digest::MD5.new.data
[1].each.receiver
[1].each.arguments
proc { 1 }.function
"""

WITHOUT_END = """
File.fnmatch("{a,b}" * 60, "x", File::FNM_EXTGLOB)
loop { 1 }
while true; end
until false; end
begin; 1; end while true
(1..).each { 1 }
(1..Float::INFINITY).each { 1 }
1.upto(10**15) { 1 }
1.step { 1 }
10000000.times { 1 }
a = [1]; a.each { |x| a << x }
[1].cycle { 1 }
("a".."z" * 50).to_a
"a".upto("z" * 50) { 1 }
Enumerator.new { |y| loop { y << 1 } }.to_a
(1..40).to_a.permutation.to_a
(1..60).to_a.combination(30).to_a
(1..10**12).map { |x| x }
(1..10**12).inject(:+)
"""

TOO_LARGE = """
(1..10**12).to_a
[*1..10**10]
Array(1..10**10)
"x" * 10**12
"x".ljust(10**12)
"x".center(10**12)
"%1000000000000d" % 1
[0] * 10**12
Array.new(10**12)
Array.new(10**12) { 0 }
[1, 2].product(*([[1, 2]] * 60))
a = []; a[10**12] = 1
a = [1]; a.fill(0, 0, 10**12)
a = [1]; a.insert(10**12, 1)
x = "x"; 60.times { x += x }
x = "x"; 60.times { x << x }
a = [1]; 60.times { a += a }
a = [1]; 60.times { a.concat(a) }
a = [1]; 60.times { a.push(*a) }
x = 2; 100.times { x *= x }
x = 1; 1000.times { x = x << 1000 }
x = 3; 100.times { x = x ** 50 }
1 << (1 << 40)
Integer("9" * 10**6)
("9" * 10**6).to_i
"x".gsub(/x/) { "y" * 10**12 }
[1].pack("x1000000000000")
OpenSSL::PKCS5.pbkdf2_hmac_sha1("p", "s", 10**12, 8)
"""

TOO_DEEP = """
def f(x); f(x + 1); end; f(0)
f = ->(x) { f.call(x + 1) }; f.call(0)
h = Hash.new { |hh, k| hh[k + 1] }; h[0]
a = []; a << a; a.flatten
a = []; a << a; a.to_json
h = {}; h[:h] = h; h.to_json
JSON.parse("[" * 100000 + "]" * 100000)
YAML.load("[" * 100000 + "]" * 100000)
Regexp.new("(" * 100000)
("a" * 40 + "b") =~ /^(a|a)*$/
"""


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


@pytest.mark.parametrize("code", lines(REACHING_OUT))
def test_nothing_outside_is_reached(code: str, tmp_path: Path) -> None:
    target = tmp_path / "written"
    with pytest.raises((UnsupportedError, RubyError)) as caught:
        run(code.replace("%s", str(target)).replace("%%", "%"))
    assert str(caught.value)
    assert not target.exists()


@pytest.mark.parametrize("code", lines(TRICKS))
def test_no_way_around(code: str) -> None:
    with pytest.raises((UnsupportedError, RubyError)) as caught:
        run(code)
    assert str(caught.value)


@pytest.mark.parametrize("code", lines(PYTHON))
def test_what_python_has_is_not_there(code: str) -> None:
    with pytest.raises(RubyError) as caught:
        run(code)
    assert caught.value.class_name in ("NoMethodError", "NameError", "ArgumentError", "TypeError")


@pytest.mark.parametrize("code", lines(WITHOUT_END))
def test_steps_are_counted(code: str) -> None:
    with pytest.raises(LimitError):
        run(code)


@pytest.mark.parametrize("code", lines(TOO_LARGE))
def test_large_values_are_rejected(code: str) -> None:
    with pytest.raises((LimitError, RubyError)) as caught:
        run(code)
    assert str(caught.value)


@pytest.mark.parametrize("code", lines(TOO_DEEP))
def test_depth_is_limited(code: str) -> None:
    with pytest.raises((LimitError, RubyError, RecursionError, RegexpError)):
        run(code)


def test_more_may_be_asked_for_than_there_is() -> None:
    assert run("[1, 2].first(10**9)") == [1, 2]


def test_a_limit_cannot_be_rescued() -> None:
    with pytest.raises(LimitError):
        run("begin; loop { 1 }; rescue Exception; 5; end")
    with pytest.raises(UnsupportedError):
        run("begin; IO.popen('id'); rescue Exception; 5; end")


def test_libraries_that_are_known_need_not_be_loaded() -> None:
    assert run('require "json"; JSON.generate([1])') == "[1]"
    assert run('require "set"; Set[1].to_a') == [1]


def test_the_environment_is_empty() -> None:
    assert run('[ENV["PATH"], ENV.to_h]') == [None, {}]
    run('ENV["X"] = "1"')
    assert run('ENV["X"]') is None


@pytest.mark.parametrize(
    "code",
    [
        'module JSON; def self.generate(x); "other"; end; end',
        'def File.basename(x); "other"; end',
        'String.define_singleton_method(:new) { |*_| "other" }',
    ],
)
def test_what_all_code_relies_on_stays(code: str) -> None:
    with pytest.raises((UnsupportedError, RubyError)):
        run(code)
    assert run('[JSON.generate(1), File.basename("a/b"), String.new("x")]') == ["1", "b", "x"]
