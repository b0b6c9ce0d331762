catch(:done) { 10.times { |i| throw :done, i if i == 3 }; :never }
#---
catch { |tag| throw tag, 7 }
#---
throw :nobody
#---
throw :nobody, 1
#---
begin; throw :x; rescue UncaughtThrowError => e; [e.class, e.message]; end
#---
catch(:a) { catch(:b) { throw :a, 1 }; 2 }
#---
loop { break 5 }
#---
r = []; loop { r << 1; raise StopIteration if r.size > 2 }; r
#---
[1, 2].send(:map) { |x| x + 1 }
#---
"abc".send(:upcase)
#---
"abc".public_send("[]", 1)
#---
"abc".send(:nope)
#---
5.send(:+, 3)
#---
nil.nope
#---
1.nope(2)
#---
"s".nope
#---
:s.nope
#---
[1].nope
#---
{a: 1}.nope
#---
true.nope
#---
(1..2).nope
#---
1.5.nope
#---
Object.new.nope rescue $!.class
#---
x = 5; x.instance_of?(Integer)
#---
5.is_a?(Comparable)
#---
5.kind_of?(Numeric)
#---
5.is_a?(5)
#---
"a".respond_to?(:upcase)
#---
"a".respond_to?("nope")
#---
[nil.to_a, nil.to_s, nil.inspect, nil.to_h, nil & 1, nil | 1]
#---
nil + 1
#---
nil["a"]
#---
nil.length
#---
[1, nil, 2].compact.tap { |x| x << 9 }
#---
5.then { |x| x + 1 }
#---
5.yield_self { |x| x * 2 }
#---
5.itself
#---
[3, 1].dup.push(4)
#---
a = [1]; b = a.dup; b << 2; [a, b]
#---
a = [1]; b = a.clone; b << 2; [a, b]
#---
a = "x"; b = a.dup; b << "y"; [a, b]
#---
:a.frozen?
#---
1.frozen?
#---
nil.frozen?
#---
"abc".freeze.upcase
#---
Integer("12")
#---
Integer("0x1f", 16)
#---
Integer("z", 36)
#---
Integer("abc")
#---
Integer(nil)
#---
Integer([])
#---
Integer("12", exception: false)
#---
Integer("x", exception: false)
#---
Integer("")
#---
Integer("1 2")
#---
Integer(" 12 ")
#---
Integer("1_000")
#---
Integer("08")
#---
Integer("0b11")
#---
Integer(12.9)
#---
Integer("12.9")
#---
Float("1.5")
#---
Float("1.")
#---
Float("abc")
#---
Float(nil)
#---
Float("")
#---
Float("1e3")
#---
Float(:a)
#---
String(5)
#---
String(nil)
#---
Array(nil)
#---
Array([1])
#---
Array(1..3)
#---
Array({a: 1})
#---
Array("a\nb")
#---
Hash([])
#---
Hash(nil)
#---
Hash([[1, 2]])
#---
Hash(a: 1)
#---
format("%05.1f|%-6s|%+d|%x", 3.14159, "ab", 5, 255)
#---
format("%<a>s %{b}", a: 1, b: 2)
#---
format("%<a>s", b: 2)
#---
format("%s")
#---
format("%d", "x")
#---
format("%d", nil)
#---
format("%d", 3.99)
#---
format("%d", "0x1f")
#---
format("%s %s", 1)
#---
format("%-10s|", "é")
#---
format("%c", "hello")
#---
format("%c", 10)
#---
format("%%")
#---
format("%")
#---
format("%z", 1)
#---
format("%5s|%-5s|", nil, true)
#---
format("%p %p", nil, "a")
#---
format("%08.3f", -3.14159)
#---
format("%e", 12345.678)
#---
format("%g %g", 1e10, 1e-5)
#---
format("%b %o %X %#x %#o", 10, 10, 255, 255, 8)
#---
format("%+x % d", -255, 5)
#---
format("%x", -255)
#---
format("%.2s|%.10s", "abc", "abc")
#---
format("%3$s %1$s", "a", "b", "c")
#---
format("%*d", 5, 1)
#---
"%s and %s" % %w[a b]
#---
"%s" % nil
#---
"%s" % [[1, 2]]
#---
"%d%%" % 50
#---
"%s" % :sym
#---
"%{a}-%<b>03d" % { a: 1, b: 2 }
#---
sprintf("%s", [1, "a", nil])
#---
begin; raise "boom"; rescue => e; [e.class, e.message]; end
#---
begin; raise ArgumentError; rescue => e; [e.class, e.message]; end
#---
begin; raise ArgumentError, "bad"; rescue TypeError, ArgumentError => e; e.inspect; end
#---
begin; raise ArgumentError.new("bad"); rescue StandardError => e; e.message; end
#---
begin; Integer("x"); rescue ArgumentError; :rescued; else; :else; ensure; 1; end
#---
begin; 1; rescue; 2; else; 3; end
#---
x = []; begin; x << 1; raise "a"; rescue; x << 2; ensure; x << 3; end; x
#---
def m; return 1; ensure; 2; end; m
#---
(raise "x" rescue "saved")
#---
begin; begin; raise "a"; rescue => e; raise TypeError, "b"; end; rescue => e; [e.class, e.message]; end
#---
n = 0; begin; n += 1; raise "x" if n < 3; n; rescue; retry; end
#---
class MyError < StandardError; def initialize(a); super("my #{a}"); end; end; begin; raise MyError.new(5); rescue MyError => e; e.message; end
#---
class MyError2 < StandardError; end; begin; raise MyError2; rescue => e; [e.message, e.class.name, e.is_a?(StandardError)]; end
#---
begin; raise Exception, "x"; rescue Exception => e; e.message; end
#---
begin; nil.foo; rescue NoMethodError => e; e.message; end
#---
begin; 1 / 0; rescue ZeroDivisionError => e; e.message; end
#---
1 / 0
#---
1 % 0
#---
begin; [].fetch(5); rescue IndexError => e; e.message; end
#---
begin; {a: 1}.fetch(:b); rescue KeyError => e; e.message; end
#---
raise "top"
#---
raise TypeError, "t"
#---
raise 5
#---
fail "failed"
#---
fail ArgumentError, "failed"
#---
def f(a, b = 2, *c, d: 4, **e); [a, b, c, d, e]; end; [f(1), f(1, 3), f(1, 3, 5, 6), f(1, d: 9), f(1, z: 8)]
#---
def f(a); end; f
#---
def f(a, b = 1); end; f(1, 2, 3)
#---
def f(a:); a; end; f
#---
def f(a:); a; end; f(a: 5)
#---
def f; yield 1, 2; end; f { |a, b| [a, b] }
#---
def f; yield [1, 2]; end; f { |a, b| [a, b] }
#---
def f; yield; end; f
#---
def f(&b); b; end; [f, f { 1 }.call]
#---
def f; block_given?; end; [f, f {}]
#---
def f(x) = x * 2; f(4)
#---
l = ->(x) { x * 2 }; [l.call(2), l.(3), l[4]]
#---
l = lambda { |x| return x * 2 }; l.call(5)
#---
l = ->(x) { x }; l.call
#---
l = ->(x, y = 2) { [x, y] }; l.call(1, 2, 3)
#---
pr = proc { |x, y| [x, y] }; [pr.call(1), pr.call(1, 2, 3), pr.call([4, 5])]
#---
Proc.new { |x| x }.call(5)
#---
[->(){}.arity, ->(a){}.arity, ->(a, b){}.arity, ->(*a){}.arity, ->(a, b = 1){}.arity, proc { |a, b| }.arity, proc { |a| }.arity, proc {}.arity]
#---
[->(){}.lambda?, proc {}.lambda?]
#---
(->(a, b) { a + b }).curry[1][2]
#---
f = ->(x) { x + 1 }; g = ->(x) { x * 2 }; [(f >> g).call(3), (f << g).call(3)]
#---
f = method(:Integer); f.call("5")
#---
%w[1 2].map(&method(:Integer))
#---
m = "abc".method(:upcase); m.call
#---
[1, 2, 3].map(&:to_s)
#---
:upcase.to_proc.call("a")
#---
[[1, 2], [3, 4]].map { |(a, b)| a + b }
#---
[[1, [2, 3]]].map { |a, (b, c)| [a, b, c] }
#---
[1, 2, 3].each_with_index.map { |x, i| x * i }
#---
[1, 2].each { |x; y| y = x }
#---
x = 10; [1].each { |i| x += i }; x
#---
[1, 2, 3].each { |i| break i * 10 if i == 2 }
#---
[1, 2, 3].map { |i| next 0 if i == 2; i }
#---
def f; [1, 2].each { |x| return x }; nil; end; f
#---
case 5; when 1..3 then :low; when 4..6 then :mid; else :high; end
#---
case "abc"; when /b(.)/ then $1; end
#---
case nil; when nil then 1; end
#---
case 5; when Integer, Float then :n; end
#---
case "x"; when "a", "b" then 1; when *%w[x y] then 2; end
#---
case; when false then 1; when 3 then 2; end
#---
case :a; when ->(x) { x == :a } then 1; end
#---
x = if false then 1 end; x
#---
x = 5 unless true; x
#---
i = 0; i += 1 while i < 5; i
#---
i = 0; begin; i += 1; end while i < 0; i
#---
i = 10; until i <= 5; i -= 1; next if i == 7; end; i
#---
r = []; for a, b in [[1, 2], [3, 4]]; r << a + b; end; r
#---
r = []; 1.step(10, 3) { |x| r << x }; r
#---
r = []; 10.downto(7) { |x| r << x }; r
#---
a, (b, *c), d = 1, [2, 3, 4], 5; [a, b, c, d]
#---
a, b = 1; [a, b]
#---
*a, b = [1, 2, 3]; [a, b]
#---
a = b = 3; a, b = b + 1, a; [a, b]
#---
a = [1, *[2, 3], 4]; a
#---
h = { a: 1, **{ b: 2 } }; h
#---
a ||= 5; a &&= a + 1; a
#---
h = {}; h[:x] ||= []; h[:x] << 1; h
#---
h = Hash.new(0); "hello".each_char { |c| h[c] += 1 }; h
#---
x = [1, 2]; x[5] = 9; x
#---
s = "abc"; s += "d"; s *= 2; s
#---
"a#{1 + 1}b#{nil}c#{:d}#{[1, "x"]}#{{ a: nil }}"
#---
<<~TEXT
  one
    two #{1 + 1}
  three
TEXT
#---
<<-'TEXT'
  a #{x}
  TEXT
#---
defined?(foo)
#---
defined?(String)
#---
x = 1; defined?(x)
#---
defined?(puts)
#---
defined?(@a)
#---
@a = 5; [@a, defined?(@a), instance_variable_get(:@a)]
#---
instance_variable_set(:@b, 7); @b
#---
class Pt; attr_accessor :x; attr_reader :y; def initialize(x, y); @x = x; @y = y; end; def to_s; "(#{x}, #{y})"; end; def ==(o); o.is_a?(Pt) && x == o.x; end; end; a = Pt.new(1, 2); a.x = 5; ["#{a}", a.x, a.y, a == Pt.new(5, 0), a != Pt.new(5, 0), a.respond_to?(:y=), a.instance_variables]
#---
class Ver; include Comparable; attr_reader :v; def initialize(v); @v = v; end; def <=>(o); v <=> o.v; end; end; a, b = Ver.new(1), Ver.new(2); [a < b, a == b, a.clamp(b, b).v, [b, a].min.v, a.between?(a, b)]
#---
class Base; def hi; "base"; end; end; class Sub < Base; def hi; super + "!"; end; end; [Sub.new.hi, Sub.superclass, Sub.ancestors.first(2), Sub.new.is_a?(Base), Sub < Base]
#---
module Greet; def greet; "hi #{name}"; end; end; class Person; include Greet; def name; "bob"; end; end; Person.new.greet
#---
module Util; def self.twice(x); x * 2; end; X = 5; end; [Util.twice(4), Util::X]
#---
class Cfg; class << self; def get(k); @h ||= {}; @h[k] ||= k.to_s * 2; end; end; end; Cfg.get(:a)
#---
class Dyn; def method_missing(n, *a); n.to_s.start_with?("x") ? [n, a] : super; end; def respond_to_missing?(n, p = false); n.to_s.start_with?("x"); end; end; d = Dyn.new; [d.xyz(1), d.respond_to?(:xa), d.respond_to?(:ya)]
#---
class DefM; define_method(:foo) { |x = 1| x + 1 }; end; [DefM.new.foo, DefM.new.foo(5)]
#---
class Cnt; COUNT = 3; def c; COUNT; end; end; [Cnt.new.c, Cnt::COUNT]
#---
class Str2; def to_str; "hey"; end; def to_s; "hi"; end; end; "a" + Str2.new
#---
class EachX; include Enumerable; def each; yield 3; yield 1; yield 2; end; end; e = EachX.new; [e.sort, e.map { |x| x * 2 }, e.include?(2), e.first, e.min, e.to_a, e.reduce(:+), e.select(&:odd?)]
#---
[String.name, String.to_s, 5.class, nil.class, true.class, :a.class, (1..2).class, //.class, 1.5.class, [].class, {}.class]
#---
5.class == Integer
#---
Integer === 5
#---
[String, Integer].include?("a".class)
#---
Comparable.instance_of?(Module)
#---
Integer.ancestors.include?(Comparable)
#---
Kernel.format("%d", 5)
#---
Kernel.respond_to?(:puts)
#---
"abc".instance_variable_get(:@x)
#---
1.instance_variables
#---
"a".equal?("b")
#---
x = "a"; x.equal?(x)
#---
1.equal?(1)
#---
:a.object_id == :a.object_id
#---
nil.object_id
#---
1.object_id
#---
1.hash == 1.hash
#---
"a".hash == "a".hash
#---
1.eql?(1.0)
#---
1 == 1.0
#---
1 === 1.0
#---
5 <=> "a"
#---
[1, "a"] <=> [1, 2]
#---
[1, 2] <=> [1, 3]
#---
nil <=> nil
#---
true & false | true ^ true
#---
!5
#---
(not nil)
#---
1.!
#---
5.between?(1, 10) && 5.clamp(6, 9)
#---
5.clamp(9, 6)
#---
5.clamp(..3)
#---
"b".clamp("c", "d")
#---
"b".between?("a", "c")
#---
require "json"
#---
require "nope/nope"
#---
[__FILE__.class, __LINE__]
#---
"abc" =~ /(?<x>b)/; $~[:x]
#---
if /(?<year>\d+)-(?<mon>\d+)/ =~ "2024-05"; [year, mon]; end
#---
"foo bar".match(/(?<first>\w+) (?<second>\w+)/).named_captures
#---
"x" !~ /y/
#---
"a1b2".gsub(/\d/) { |d| (d.to_i + 1).to_s }
#---
"hello".gsub(/[el]/, "e" => "3", "l" => "1")
#---
"hello world".scan(/o/) { |m| m }
#---
"a b c".split.each_with_object([]) { |x, acc| acc << x.upcase }
#---
"path/to/file".split("/").last.tr("a-z", "A-Z")
#---
"abc".each_char.to_a.each_slice(2).map(&:join)
#---
"%.3f" % 2.0005
#---
10.0.to_s + 1e100.to_s + 1e-10.to_s + 100000000000000000.0.to_s + 1e15.to_s + 1e16.to_s
#---
[0.1 + 0.2, 1.0 / 3, 2.0 ** 0.5, 10.0 % 3, -7 / 2, -7 % 3, 7.fdiv(2), 2 ** 100, 2 ** 0.5]
#---
[1.23456.round(2), 1.5.round, 2.5.round, -1.5.round, 1234.round(-2), 1.0.round(2), 15.round(-1), 25.round(-1, half: :even)]
#---
[3.7.floor, -3.7.floor, 3.2.ceil, 3.789.floor(1), 3.789.ceil(2), 3.7.truncate, -3.7.to_i]
#---
[255.to_s(16), "ff".to_i(16), "ff".hex, "0b11".to_i(0), "12abc".to_i, "abc".to_i, "3.7xyz".to_f, 65.chr, "A".ord]
#---
10.digits
#---
[10.gcd(4), 10.lcm(4), 10.pow(3, 7), 5.bit_length, 6[1], ~5, 5 & 3, 5 | 3, 5 ^ 3, 1 << 10, 1024 >> 3]
#---
1_000_000.to_s.reverse.scan(/\d{1,3}/).join(",").reverse
#---
1000000.to_s.gsub(/(\d)(?=(\d{3})+$)/, '\1,')
#---
"CamelCaseString".gsub(/([A-Z])/) { "_" + $1.downcase }.sub(/^_/, "")
#---
"snake_case_here".split("_").map(&:capitalize).join
#---
"a-b-c".tr("-", "_").to_sym
#---
"line one\nline two".each_line.map(&:chomp)
#---
"x".ljust(5, ".") + "|" + "x".rjust(5) + "|" + "x".center(6, "ab")
#---
"abc".unpack("C*").pack("C*")
#---
["abc"].pack("m0")
#---
"YWJj".unpack1("m")
#---
"test".sum
#---
"ab".bytes.map { |b| b.to_s(2).rjust(8, "0") }.join
#---
"abc".succ + "az".succ + "zz".succ + "a9".succ
#---
("a".."e").to_a + ("aa".."ad").to_a
#---
"hello"[1..3] + "hello"[-3..] + "hello"[1, 2] + "hello"[0]
#---
"hello world".capitalize + "HELLO".swapcase
#---
"a,b;c d".split(/[,; ]/)
#---
"abc".include?("b") && "abc".start_with?("a", "x") && "abc".end_with?("c")
#---
"abc".index("c") + "abcabc".rindex("b")
#---
"  x ".strip + "xxhixx".delete("x") + "aaabbb".squeeze + "hello".count("l").to_s
#---
"abc" <=> "abd"
#---
"a".upto("e").to_a
#---
"Straße".upcase + "ÉCOLE".downcase
#---
"abc".casecmp("ABC").to_s + "abc".casecmp?("ABC").to_s
#---
"ab\tc\\d\"e".inspect + 'a#{b}'.inspect + "é".inspect + "\u0001".inspect
#---
"abc".encoding.name
#---
"abc".force_encoding("ASCII-8BIT").length
#---
"abc".encode("UTF-8")
#---
"é".bytes + "é".bytesize.digits
#---
"é".unpack("U*")
#---
[233].pack("U")
#---
"abc".eql?("abc") && "abc".hash == "abc".hash
#---
"a".ord.chr
#---
"title case here".split.map(&:capitalize).join(" ")
#---
"x=1&y=2".split("&").map { |kv| kv.split("=") }.to_h
#---
"key: value".partition(": ")
#---
"a/b/c".rpartition("/")
#---
"hello %s" % "w"
#---
"abc".then { _1.upcase }
#---
[1, 2].map { _1 * 2 }
#---
[[1, 2]].map { _1 + _2 }
#---
%w[a b].each_with_index.to_h { |x, i| [x, i] }
#---
alias_test = Class.new { def a; 1; end; alias b a; alias_method :c, :a }; [alias_test.new.b, alias_test.new.c]
#---
Struct.new(:a, :b).new(1, 2).to_a
#---
o = Object.new; def o.hi; "hi"; end; o.hi
#---
o = Object.new; o.instance_variable_set(:@x, 1); [o.instance_variable_get(:@x), o.instance_variables]
#---
o = Object.new; o.singleton_methods
#---
[1, 2, 3].frozen?
#---
"abc".tap { |s| s.upcase }.length
#---
[*1..3, *"a".."c"]
#---
BEGIN_X = 1; BEGIN_X + 1
#---
x = *1..3; x
#---
x, y = {a: 1}.first; [x, y]
#---
puts = 5; puts
#---
a = [1, 2, 3]; first, *rest = a; [first, rest]
#---
def kw(opts = {}); opts; end; [kw(a: 1), kw("b" => 2), kw]
#---
def sp(*a); a; end; sp(*[1, 2], 3, *nil)
#---
def opt(a, b = a * 2, c = b + 1); [a, b, c]; end; [opt(1), opt(1, 5)]
#---
def blk(x, &b); b.call(x); end; blk(5) { |y| y + 1 }
#---
def blk2; yield(1, 2, 3); end; blk2 { |a, *b| [a, b] }
#---
def ret; return 1, 2; end; ret
#---
def nested; [1, 2].map { |x| [3, 4].map { |y| x * y } }; end; nested
#---
def rec(n); n <= 1 ? 1 : n * rec(n - 1); end; rec(20)
#---
def deep(n); deep(n + 1); end; begin; deep(0); rescue SystemStackError => e; e.class; end
#---
"a".."c"
#---
(1...10).step(3).to_a
#---
1.step(by: 2, to: 7).to_a
#---
'single #{x} \n \' \\'
#---
"multi" "part" 'string'
#---
:"dyn#{1}"
#---
%i[a b]
#---
?a + ?b
#---
[1, 2, 3].sum { |x| x * 2.0 }
#---
nil.to_a.each { |x| x }
#---
x = nil; x&.length
#---
x = "abc"; x&.length
#---
{ "a" => 1, b: 2, 3 => [4], nil => nil, 1.5 => :x, [1] => {} }
#---
1.0.to_i.to_s + 1e2.to_i.to_s
#---
3.zero? || 0.zero?
#---
5.pred + 5.succ
#---
-5.abs + -5.magnitude
#---
10.divmod(3) + (-10).divmod(3) + 10.5.divmod(3)
#---
Integer.sqrt(17)
#---
Float::INFINITY > 10**100
#---
(0.0 / 0.0).nan?
#---
1.0.infinite?.inspect + (1 / 0.0).infinite?.inspect
#---
"3 apples".to_i + "4.5kg".to_f
#---
"0x1A".hex + "777".oct + "0b11".oct
#---
"1,234".delete(",").to_i
#---
"%s" % 1.0 + 1.50.to_s + 1e3.to_s + 1e-4.to_s + 0.0001.to_s + 123456789.123456789.to_s
#---
MyE = Class.new(StandardError); begin; raise MyE, "x"; rescue MyE => e; [e.class, e.message]; end
#---
class E2 < StandardError; attr_reader :code; def initialize(m, code); super(m); @code = code; end; end; begin; raise E2.new("m", 5); rescue => e; [e.message, e.code, e, e.instance_variables]; end
#---
class E3 < StandardError; def message; "over"; end; end; begin; raise E3; rescue => e; [e.message, e.to_s]; end
#---
begin; raise RuntimeError.new("a"), "b"; rescue => e; e.message; end
#---
begin; begin; raise "a"; rescue => e; raise; end; rescue => f; [f.message, f.equal?(e)]; end
#---
e = RuntimeError.new("q"); [e.message, e.is_a?(StandardError), e.respond_to?(:message), e == RuntimeError.new("q")]
#---
def f(a:); a; end; f(b: 1)
#---
def f(a: 1); a; end; f(b: 1, c: 2)
#---
def f(x = {}, a: 1); [x, a]; end; [f, f(a: 2), f({"q" => 1}), f({"q" => 1}, a: 3)]
#---
def f(a, b = a * 2, c: b + 1); [a, b, c]; end; [f(1), f(1, c: 0), f(1, 5)]
#---
def f(*a, k: 1); [a, k]; end; [f, f(1, k: 2), f(1, 2)]
#---
def f(a, **o); [a, o]; end; [f(1), f(1, b: 2), f({x: 1})]
#---
->(x, *y) {}.call
#---
def abc; __method__; end; abc
#---
class Ix; def to_int; 2; end; end; [[1, 2, 3][Ix.new], "ab" * Ix.new]
#---
"a".instance_variable_get("x y") rescue $!.class
#---
def f(n = 0); n += 1; raise "x" if n < 3; n; rescue; retry; end; f
#---
x = 5; add = lambda { |y| x + y }; x = 10; add.call(1)
#---
counter = 0; inc = -> { counter += 1 }; 3.times(&inc) rescue 3.times { inc.call }; counter
#---
def each_pair_of(a); return to_enum(:each_pair_of, a) unless block_given?; a.each_slice(2) { |x| yield x }; end; each_pair_of([1, 2, 3]).to_a
#---
def fib(n) n < 2 ? n : fib(n - 1) + fib(n - 2) end; (0..10).map { |i| fib(i) }
#---
r = [3, 1, 2].sort { |a, b| b <=> a }; r.first(2)
#---
{ b: 1, a: 2 }.sort_by { |k, v| v }.map(&:first)
#---
a = %w[x y z]; a.each.with_index(1).map { |v, i| "#{i}:#{v}" }
#---
h = Hash.new { |hash, k| hash[k] = k * 2 }; [h[2], h, h.fetch(5, :none)]
#---
s = +""; %w[a b].each { |x| s << x << "," }; s.chomp(",")
#---
s = "x"; t = s; s += "y"; [s, t]
#---
lines = []; lines.push("a").push("b"); lines.join("\n") + "\n"
#---
str = "%-10s|%5.1f|%03d" % ["ab", 3.14159, 7]; str
#---
v = "1.10.2"; v.split(".").map(&:to_i) <=> [1, 9, 0]
#---
x = "yes"; case x when "no", "off" then false when /^y/i then true end
#---
v = nil; (v || "default").upcase
#---
[nil, "", "a", [], {}].map { |x| x.respond_to?(:empty?) ? x.empty? : :none }
#---
"#{"nested #{"deep #{1 + 1}"}"}"
#---
[1, [2, [3, nil]]].flatten.compact.inject { |a, b| a + b }
#---
x = [1, 2, 3]; y = x.map do |e| e * 2 end; y
#---
puts_value = [1, 2].then { |a, b| [a, b] }; puts_value
#---
a = 1 if false; a.inspect
#---
r = [1, 2, 3, 4].each_with_index.select { |x, i| i.odd? }.map(&:first); r
#---
"a".."e" === "c"
#---
("a".."e") === "c"
#---
(1..) === 5
#---
x = 7; x.between?(1, 10) and x.odd? or false
#---
not(true && false)
#---
a = [1, 2, 3, 4, 5]; [a[1..], a[-2..], a[1, 2], a[10], a.first, a.last(2), a[1..-2]]
#---
a, b, *c = *[1, 2], 3, 4; [a, b, c]
#---
def multi; return 1, [2, 3]; end; a, (b, c) = multi; [a, b, c]
#---
%w[a b c].zip([1, 2, 3]).to_h.map { |k, v| "#{k}=#{v}" }.sort.join("&")
#---
"Hello World Foo".scan(/[A-Z]/).join.downcase
#---
"key1=val1,key2=val2".scan(/(\w+)=(\w+)/).to_h
#---
"2024-01-15".match(/(\d+)-(\d+)-(\d+)/).captures.map(&:to_i)
#---
"abc".gsub(/b/, "b" => "[B]")
#---
"a.b.c".gsub(".", "-").sub("-", "+")
#---
"path".then { |p| p.start_with?("/") ? p : "/#{p}" }
#---
"x" * 3 + "-" * 2
#---
"ab\ncd".lines.map(&:strip).reject(&:empty?)
#---
"abc".each_char.with_index.map { |c, i| c * (i + 1) }.join("-")
#---
"tést".unpack("U*").map { |c| c.to_s(16) }
#---
"The quick".swapcase.center(15, "*")
#---
"%08b" % 37 + " " + "%o" % 64 + " " + "%X" % 48879
#---
"1,2;3".split(/[,;]/).sum(&:to_i)
#---
"aAbB".tr("a-zA-Z", "A-Za-z").delete("b").squeeze
#---
["10", "9", "2"].sort_by(&:to_i).reverse
#---
["b", "A", "c"].sort_by(&:downcase) + ["b", "A"].sort { |x, y| x.casecmp(y) }
#---
{ "a" => { "b" => [1, { "c" => 2 }] } }.dig("a", "b", 1, "c")
#---
{ a: 1 }.merge({ b: 2 }) { |k, o, n| o + n }.transform_values { |v| v * 10 }
#---
[1, 2, 3, 4].partition(&:even?).map(&:sum)
#---
[[1, :a], [2, :b]].each_with_object({}) { |(n, s), h| h[s] = n }
#---
begin; Integer("zz"); rescue ArgumentError, TypeError => e; "bad: #{e.message}"; end
#---
def safe; yield; rescue ZeroDivisionError; :zero; else; :fine; ensure; @done = true; end; [safe { 1 / 0 }, safe { 1 }, @done]
#---
x = begin; Float("nan?"); rescue; nil; end; x.nil?
#---
x = Integer("42") rescue 0; x
#---
[1, 2, 3].each_slice(2).to_a.inspect + [1, 2, 3].each_cons(2).to_a.inspect
#---
5.downto(1).select(&:even?)
#---
1.upto(3).inject(:*)
#---
10.pred.succ.to_s.rjust(4, "0")
#---
[0.1, 0.2, 0.3].sum == 0.6
#---
(1..5).each_with_object([]) { |i, a| a << i if i.odd? }
#---
(1..3).reduce(:+) + (1...4).inject { |a, b| a * b }
#---
3.14.to_s + 3.0.to_s + 3e20.to_s + 1e-7.to_s
#---
[1, 2.0, "3", nil, :a, true].map { |x| x.class.name }
#---
[1, "1", :"1", 1.0].uniq.size
#---
1.0.eql?(1.0) && 1.eql?(1) && !1.eql?(1.0)
#---
x = 5; y = x > 3 ? (x < 10 ? "mid" : "big") : "small"; y
#---
a = [1, 2, 3]; a.map { |v| if v.odd? then v * 2 else v end }
#---
a = [1, 2, 3].map do |v| next v if v == 2; v * 10 end; a
#---
r = []; [1, 2, 3].each { |v| next unless v > 1; r << v }; r
#---
r = [3, 4].each_with_index.map { |v, i| [i, v] }.to_h; r
#---
x = nil; x ||= {}; x[:a] ||= 1; x[:a] += 5; x[:b] = x[:a] if x[:a]; x
#---
h = { "a" => { "b" => 1 } }; h["a"]["c"] = 2; h["a"]["b"] += 1; h
#---
h = Hash.new { |hh, k| hh[k] = [] }; h[:x] << 1; h[:x] << 2; h[:y]; h
#---
s = "a"; s << "b" unless s.empty?; s << "c" if s.length > 5; s
#---
s = ""; (1..3).each { |i| s << i.to_s; s << "," unless i == 3 }; s
#---
s = "x"; s *= 3; s += "y"; s.sub!(/x/, "z"); s.upcase!; s
#---
a = %w[b a]; a.sort!; a << "c"; a.map!(&:upcase); a.unshift("z"); a
#---
a = [1, 2, 3, 4]; a.delete_if { |v| v.even? }; a.push(9, 8); a.reject! { |v| v == 9 }; a
#---
def f(x) return "neg" if x < 0; return "zero" if x.zero?; "pos" end; [f(-1), f(0), f(1)]
#---
def f(x); case x when Integer then "int" when String, Symbol then "str" when nil then "nil" when Array then x.map { |y| f(y) } else "other" end; end; f([1, "a", :b, nil, 1.5, [2]])
#---
def f(a, b: 2, **rest) = [a, b, rest]; f(1, c: 3)
#---
def f(*args, &blk) args.map(&blk) end; f(1, 2) { |x| x + 1 }
#---
def g; yield 1; end; def f(&b) g(&b) end; f { |x| x + 10 }
#---
def f; r = [1, 2, 3].each { |x| return x if x == 2 }; :no; end; f
#---
def f; [1, 2].each { |x| [3, 4].each { |y| return [x, y] if y == 4 } }; end; f
#---
def f(n) n.zero? ? [] : [n, *f(n - 1)] end; f(3)
#---
x = [1, 2, 3]; first, second = x; *init, last = x; [first, second, init, last]
#---
(a, b), c = [1, 2], 3; [a, b, c]
#---
a = b = c = 0; a += 1; [a, b, c]
#---
a, b = 1, 2; a, b = b, a; [a, b]
#---
h = { a: 1, "b": 2, "c d" => 3, 4 => 5 }; h
#---
x = 1; h = { x: x, **{ y: 2 } }; h
#---
x = 1; y = 2; { x:, y: }
#---
"a: #{[1, 2].map { |x| "<#{x}>" }.join(" ")}"
#---
"#{"a" if true}#{"b" if false}c"
#---
%(a "quoted" #{1 + 1} (nested))
#---
%q(no #{interp} here) + %Q(yes #{1})
#---
text = <<~EOS
  first
    indented #{1 + 2}

  last
EOS
text
#---
text = <<-EOS
    keep
    indent
    EOS
text
#---
f = [<<~A, <<~B].join("|")
  one
A
  two
B
f
#---
def t(s) s.upcase end; t(<<~X)
  hello
X
#---
<<~'RAW'
  no #{interp} \n here
RAW
#---
<<~X.lines.map(&:strip)
  a
  b
X
#---
x = <<~X.strip + "!"
  abc
X
x
#---
i = 0; begin i += 1 end until i >= 3; i
#---
i = 0; loop do i += 1; next if i == 2; break if i > 4 end; i
#---
r = []; i = 0; while i < 5; i += 1; next if i.even?; r << i; end; r
#---
r = []; 1.upto(3) { |a| 1.upto(3) { |b| next if a == b; r << a * b } }; r.uniq.sort
#---
r = [1, 2, 3].each_slice(2).map { |a, b| [a, b] }; r
#---
r = { a: 1, b: 2 }.map { |k, v| "#{k}#{v}" }; r
#---
r = { a: 1 }.each_with_index.map { |(k, v), i| [k, v, i] }; r
#---
r = { a: [1, 2] }.flat_map { |k, vs| vs.map { |v| [k, v] } }; r
#---
r = [[1, [2, 3]]].each { |a, (b, c)| break [a, b, c] }; r
#---
[[1, 2], [3, 4]].each_with_object([]) { |(a, b), acc| acc << a + b }
#---
[1, 2, 3].inject { |m, x| m > x ? m : x }
#---
[1, 2, 3].inject(10) { |m, x| m + x }
#---
%w[a b c].each_with_index { |x, i| break x if i == 1 }
#---
x = [1, 2, 3].find { |v| v > 1 } || 0; x
#---
x = begin Integer("q") rescue -1 end; x
#---
x = (Integer("q") rescue nil) || 7; x
#---
def f; Integer("q"); rescue ArgumentError => e; e.class.to_s; ensure; 99; end; f
#---
def f; yield; rescue TypeError, ArgumentError => e; "rescued #{e.message}"; else "ok"; end; [f { raise TypeError, "t" }, f { 1 }]
#---
begin; begin; raise "in"; ensure; @e = 1; end; rescue => x; [x.message, @e]; end
#---
e = (raise "x" rescue $!); e.message
#---
begin; [1, 2].frist; rescue NoMethodError => e; e.message[/undefined method `\w+'/]; end
#---
def f; begin; return 1; ensure; @z = 5; end; end; [f, @z]
#---
r = [1, 2, 3].each do |x| begin; next if x == 1; raise "x" if x == 2; rescue; :ok; end end; r
#---
[1, 0, 2].map { |d| 10 / d rescue nil }
#---
[1, 2].each { |x| begin; raise "a"; rescue => e; e; end }.size
#---
x = true && nil; y = false || :d; z = (not x); [x, y, z]
#---
x = nil; y = x && x.length; z = x&.length; w = x.to_s.length; [y, z, w]
#---
a = [nil, 1]; a.first&.foo.nil? && a.last&.succ
#---
x = 3; r = if x == 1 then :a elsif x == 3 then :c else :d end; r
#---
x = 3; r = unless x == 3 then :no else :yes end; r
#---
r = case when 1 > 2 then :a when 2 > 1 then :b end; r
#---
r = case [1, 2] when Array then :arr end; r
#---
r = case 5 when ..3 then :low when 4.. then :high end; r
#---
r = case "foo.conf" when /\.conf$/ then $~.pre_match when /x/ then 1 end; r
#---
r = case 7 when 1, 2 then :a when *[6, 7] then :b end; r
#---
x = 5; puts_it = ->(y = x) { y + 1 }; [puts_it.(), puts_it.(1)]
#---
add = ->(a) { ->(b) { a + b } }; add.(1).(2)
#---
counter = Enumerator.new { |y| 3.times { |i| y << i } }; counter.to_a
#---
compose = [:upcase, :reverse].inject("abc") { |s, m| s.send(m) }; compose
#---
%w[apple pie].map(&:length).zip(%w[x y])
#---
[1, 2, 3, 4].each_cons(2).map { |a, b| b - a }
#---
(1..10).select(&:even?).map { |x| x ** 2 }.reduce(:+)
#---
(1..Float::INFINITY).lazy.map { |x| x * 2 }.first(3)
#---
[3, 1, 2].sort_by { |x| -x }.first
#---
%w[b a].sort.each_with_index.map { |x, i| "#{i}#{x}" }
#---
[[2, "b"], [1, "a"]].sort.map(&:last)
#---
[1, 2, 3].partition { |x| x > 1 }
#---
%w[a b a].group_by(&:itself).transform_values(&:size)
#---
%w[x=1 y=2].map { |s| s.split("=") }.to_h { |k, v| [k.to_sym, v.to_i] }
#---
{ b: 1, a: 2 }.sort.to_h
#---
{ a: nil, b: 2 }.compact.any? { |k, v| v == 2 }
#---
{ a: 1 }.key?(:a) && !{ a: 1 }.value?(2)
#---
{ a: { b: 1 } }.dig(:a, :b).to_s + { a: 1 }.fetch(:z, "none").to_s + { a: 1 }.fetch(:z) { |k| k.to_s }
#---
h = { a: 1 }; h.each { |k, v| h[k] = v + 1 }; h.delete(:a); h[:c] = 3; h.to_a
#---
{ a: 1, b: 2 }.reject { |k, v| v > 1 }.merge(c: 3).invert
#---
{ a: 1, b: 2 }.min_by { |k, v| -v }.first
#---
{ "x" => 1 }.each_pair.map { |k, v| "#{k}: #{v}" }.join("\n")
#---
[1, 2, 3][-1] + [1, 2, 3].dig(0) + [1, 2, 3].fetch(1) + [[1]].flatten.first
#---
[1, 2, 3, 4, 5][1..-2].each_slice(2).to_a
#---
a = [1, 2]; b = a + [3] - [1] | [9] & [9]; b
#---
a = [1, 2, 3]; a[1..] = [9]; a[5] = 1; a.compact
#---
a = Array.new(2) { |i| i * 2 } + Array.new(2, 0); a
#---
[[1, 2], [3]].sum(&:size) + [1.5, 2].sum + ["a", "b"].sum("").length
#---
[1, nil, false, 2].select(&:itself).map(&:to_s)
#---
["a", "b"].cycle.first(5)
#---
["a", ["b", ["c"]]].flatten(1).inspect
#---
[1, 2, 3].each_entry.to_a.rotate
#---
[1, 2, 2, 3].tally.max_by(&:last)
#---
[["a", 1], ["b", 2]].each { |name, n| @last = "#{name}#{n}" }; @last
#---
@list = []; @list << 1; @list += [2]; @list.concat([3]); @list
#---
@text = "a"; @text << "b"; @text += "c"; @text.gsub!("a", "z"); @text
#---
@h = {}; @h["k"] = "v"; @h["k"] << "w"; @h
#---
a = ["x"]; a[0] << "y"; a[0].upcase!; a
#---
h = { k: "v" }; h[:k] += "w"; h[:k].sub!("v", "V"); h
#---
a = "x"; b = a; b += "y"; [a, b]
#---
class Foo1; attr_accessor :list; def initialize; @list = []; end; def add(x); @list << x; self; end; end; Foo1.new.add(1).add(2).list
#---
class Foo2; def initialize(o = {}); @o = { a: 1 }.merge(o); end; def [](k); @o[k]; end; def []=(k, v); @o[k] = v; end; def to_s; "foo#{@o}"; end; end; f = Foo2.new(b: 2); f[:c] = 3; ["#{f}", f[:b]]
#---
class Foo3; include Comparable; attr_reader :n; def initialize(n) @n = n end; def <=>(o) n <=> o.n end; def hash; n.hash; end; def eql?(o) n == o.n end; end; [[Foo3.new(2), Foo3.new(1)].sort.map(&:n), Foo3.new(1) == Foo3.new(1), [Foo3.new(3), Foo3.new(5)].max.n]
#---
class Foo4; def each; return to_enum unless block_given?; yield 1; yield 2; end; include Enumerable; end; [Foo4.new.map { |x| x * 2 }, Foo4.new.each.to_a, Foo4.new.sort_by { |x| -x }, Foo4.new.each_with_index.to_a]
#---
class Foo5; @count = 0; class << self; attr_accessor :count; def inc; self.count += 1; end; end; end; Foo5.inc; Foo5.inc; Foo5.count
#---
class Foo6; LIST = %w[a b].freeze; def self.all; LIST.map(&:upcase); end; private_class_method def self.hidden; 1; end; end; Foo6.all
#---
class Foo7; @@n = 0; def self.inc; @@n += 1; end; end; Foo7.inc; Foo7.inc
#---
class Foo8 < Struct.new(:a, :b); def sum; a + b; end; end; f = Foo8.new(1, 2); f.a = 5; [f.sum, f.to_a, f]
#---
P9 = Struct.new(:x, :y) do def dist; Math.sqrt(x * x + y * y); end end; [P9.new(3, 4).dist, P9.new(1, 2) == P9.new(1, 2), P9.new(1).y]
#---
module M10; def self.included(b); b.extend(ClassM); end; module ClassM; def cm; :cm; end; end; end; class Foo10; include M10; end; Foo10.cm
#---
module M11; module_function; def helper(x); x + 1; end; end; M11.helper(1)
#---
module M12; extend self; def hi; "hi"; end; end; M12.hi
#---
module Deep; module Er; X = 1; class K; def x; X; end; end; end; end; [Deep::Er::X, Deep::Er::K.new.x, Deep::Er::K.name]
#---
class Par; def hi(n = 1); "par#{n}"; end; end; class Chi < Par; def hi(n = 2); super + super() + super(9); end; end; Chi.new.hi
#---
class Par2; def initialize(a); @a = a; end; end; class Chi2 < Par2; def initialize(a, b); super(a); @b = b; end; def all; [@a, @b]; end; end; Chi2.new(1, 2).all
#---
class Mm; def method_missing(name, *args, &blk); if name.to_s.end_with?("?") then args.empty? else super end; end; end; [Mm.new.foo?, (Mm.new.bar rescue $!.class)]
#---
o = Object.new; class << o; def hey; "hey"; end; end; o.hey
#---
o = Object.new; o.define_singleton_method(:yo) { |x| x * 2 }; o.yo(4)
#---
class Opt; def self.build(**opts, &blk); o = new; opts.each { |k, v| o.instance_variable_set("@#{k}", v) }; o.instance_eval(&blk) if blk; o; end; attr_reader :z; end; Opt.build(z: 5).z
#---
String.new("abc") << "d"
#---
Integer === 3 && (1..3) === 2 && /a/ === "cat" && String === "s"
#---
[1, "a", :b, nil, 2.0].grep(Integer) + %w[apple bob].grep(/^a/)
#---
BasicObject.superclass.inspect
#---
5.instance_of?(Integer) && 5.kind_of?(Comparable) && Integer.instance_methods(false).is_a?(Array)
#---
%w[1 2].sum(&:to_i) + %w[3].map(&method(:Integer)).first
#---
proc { |a, (b, c), *d| [a, b, c, d] }.call(1, [2, 3], 4, 5)
#---
proc { |a, b = 5| [a, b] }.call([1])
#---
proc { |a| a }.call(1, 2)
#---
lambda { |*a, **k| [a, k] }.call(1, x: 2)
#---
[[1, 2], [3, 4]].map { |a, b = 9| [a, b] }
#---
[1, 2].each_with_object({}).with_index { |(x, h), i| h[x] = i }
#---
x = 10; l = lambda { x += 1 }; l.call; l.(); x
#---
def run; yield; end; x = 0; run { x = 5; y = 6 }; [x, defined?(y)]
#---
x = 5; [1].each { |i; x| x = i }; x
#---
if (m = "abc".match(/b/)) then m[0] end
#---
while (line = (@q ||= [1, 2]).shift) do (@o ||= []) << line end; @o
#---
a = *nil; b = *1; c = *[1, 2]; [a, b, c]
#---
def opt(h = {}, *r); [h, r]; end; opt({ a: 1 }, 2)
#---
def last_hash(a, h); [a, h]; end; last_hash(1, x: 2, "y" => 3)
#---
puts_ = [1, 2, 3].then { |a| a.sum / a.size.to_f }; puts_.round(2)
#---
"%s" % (true ? "yes" : "no") + (nil.to_s.empty? ? "!" : "?")
#---
"a" "b" + 'c'
#---
'it''s'
#---
{ "a": 1 }.keys.first.class
#---
-2 ** 2
#---
2 + 3 * 4 ** 2 / 8 % 5 - -1
#---
!true == false
#---
1 <=> 2 and 3
#---
[1, 2] <=> [1, 3] or 5
#---
(1 if false).to_a
#---
5.times.map { |i| i if i.odd? }.compact
#---
10.step(1, -3).to_a + 1.step(2, 0.5).to_a
#---
1.0.step(2.0, 0.5).map(&:to_s)
#---
"z".upto("ab").to_a + "a".upto("c").to_a
#---
("A".."C").each_with_index.to_a
#---
o = Object.new; def o.hi; "hi"; end; q = Object.new; [o.hi, q.respond_to?(:hi), o.class]
#---
String < Comparable && !(String < String) && (Integer > Float).nil?
#---
"a".select { 1 }
#---
nil.puts "x"
#---
{}.open
