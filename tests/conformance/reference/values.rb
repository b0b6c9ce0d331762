# What the installed Puppet answers to questions about values.
#
# stdin:  one question a line, as JSON: the name of a question below and its arguments
# stdout: one answer a line: {"value": ...} or {"error": the message, "class": its class}
#
# A number answers with its class, since JSON has but one kind: ["Integer", "1"].

require 'json'
require 'puppet'
require 'puppet/pops'

Puppet.initialize_settings(['--confdir', '/nonexistent', '--vardir', '/nonexistent'])
Puppet::Util::Log.level = :crit
$VERBOSE = nil

Span = Puppet::Pops::Time::Timespan
Stamp = Puppet::Pops::Time::Timestamp
Types = Puppet::Pops::Types
Utils = Puppet::Pops::Utils
Version = SemanticPuppet::Version
Range_ = SemanticPuppet::VersionRange
RangeType = Types::PSemVerRangeType
Bin = Types::PBinaryType::Binary

LOADERS = Puppet::Pops::Loaders.new(Puppet::Node::Environment.create(:test, []))
Puppet.push_context(loaders: LOADERS)

def number(n)
  n.nil? ? nil : [n.class.name, n.to_s]
end

# An operand: a plain number, or ["Timespan", nanoseconds], ["Timestamp", nanoseconds].
def operand(o)
  return o unless o.is_a?(Array)

  o[0] == 'Timespan' ? Span.new(o[1]) : Stamp.new(o[1])
end

def result(o)
  case o
  when Puppet::Pops::Time::TimeData then [o.class.name.split('::').last, o.nsecs]
  when Array then o.map { |x| result(x) }
  else number(o)
  end
end

def version(v)
  v && { text: v.to_s, major: v.major.to_s, minor: v.minor, patch: v.patch,
         prerelease: v.prerelease, build: v.build, stable: v.stable? }
end

def range(r)
  { text: r.to_s, normal: r.inspect, begin: r.begin&.to_s, end: r.end&.to_s,
    exclude_begin: r.exclude_begin?, exclude_end: r.exclude_end? }
end

def uri(u)
  out = { text: u.to_s }
  %i[scheme userinfo host port path query fragment opaque].each { |name| out[name] = u.send(name) }
  out
end

def convert(type, *arguments)
  type.create(*arguments)
end

NUMBERS = {
  'to_n' => ->(s) { number(Utils.to_n(s)) },
  'to_n_with_radix' => ->(s) { n = Utils.to_n_with_radix(s); n && [number(n[0]), n[1]] },
  'integer' => ->(*arguments) { number(convert(Types::PIntegerType::DEFAULT, *arguments)) },
  'float' => ->(s) { number(convert(Types::PFloatType::DEFAULT, s)) },
  'numeric' => lambda do |s|
    number(convert(Types::PNumericType::DEFAULT, s))
  rescue Types::TypeAssertionError # undef came out
    nil
  end,
  'float_text' => ->(hex) { [hex].pack('H*').unpack1('G').to_s },
}.freeze

VERSIONS = {
  'version' => ->(s) { version(Version.parse(s)) },
  'valid' => ->(s) { Version.valid?(s) },
  'new_version' => ->(*parts) { version(convert(Types::PSemVerType::DEFAULT, *parts)) },
  'compare' => ->(a, b) { a, b = Version.parse(a), Version.parse(b); [a <=> b, a == b] },
  'compare_new' => lambda do |a, b|
    a = convert(Types::PSemVerType::DEFAULT, *a)
    b = convert(Types::PSemVerType::DEFAULT, *b)
    [a <=> b, a == b]
  end,
  'range' => ->(s) { range(Range_.parse(s)) },
  'new_range' => lambda do |min, max, exclude = false|
    min = min ? Version.parse(min) : :default
    max = max ? Version.parse(max) : :default
    range(convert(RangeType::DEFAULT, min, max, exclude))
  end,
  'fitting' => ->(r, all) { all.select { |v| Range_.parse(r).include?(Version.parse(v)) } },
  'includes' => ->(r, v) { RangeType.include?(Range_.parse(r), v) },
  'intersection' => ->(a, b) { range(Range_.parse(a).intersection(Range_.parse(b))) },
  'same_range' => ->(a, b) { Range_.parse(a) == Range_.parse(b) },
  'covered' => ->(a, b) { RangeType.covered_by?(Range_.parse(a), Range_.parse(b)) },
  'merge' => ->(a, b) { m = RangeType.merge(Range_.parse(a), Range_.parse(b)); m && range(m) },
}.freeze

TIMES = {
  'parse_timespan' => ->(s, f = nil) { f ? Span.parse(s, f).nsecs : Span.parse(s).nsecs },
  'format_timespan' => ->(ns, f = nil) { f ? Span.new(ns).format(f) : Span.new(ns).to_s },
  'timespan_hash' => ->(ns, compact) { Span.new(ns).to_hash(compact) },
  'timespan_fields' => ->(*fields) { Span.from_fields(*fields).nsecs },
  'timespan_from_hash' => ->(hash) { Span.from_hash(hash).nsecs },
  'timespan_parts' => lambda do |ns|
    s = Span.new(ns)
    [s.days, s.hours, s.minutes, s.seconds, s.milliseconds, s.nanoseconds, s.to_i, s.to_f.to_s]
  end,
  'operate' => ->(a, operator, b) { result(operand(a).send(operator, operand(b))) },
  'order' => ->(a, b) { operand(a) <=> operand(b) },
  'from_seconds' => ->(n) { convert(Types::PTimespanType::DEFAULT, n).nsecs },
  'parse_timestamp' => ->(s, f = :default, zone = nil) { Stamp.parse(s, f || :default, zone).nsecs },
  'format_timestamp' => ->(ns, f = nil, zone = nil) { f ? Stamp.new(ns).format(f, zone) : Stamp.new(ns).to_s },
  'strptime' => lambda do |s, f|
    found = DateTime._strptime(s, f)
    found && found.to_h { |k, v| [k, v.is_a?(Rational) ? v.to_s : v] }
  end,
  'offset' => ->(zone) { Stamp.utc_offset(zone).to_s },
  'zone' => ->(zone) { Stamp.convert_timezone(zone) },
}.freeze

BINARIES = {
  'binary' => ->(s, f = nil) { convert(Types::PBinaryType::DEFAULT, *[s, f].compact).binary_buffer.unpack1('H*') },
  'binary_text' => lambda do |hex, format = nil|
    binary = Bin.from_binary_string([hex].pack('H*'))
    format ? Types::StringConverter.singleton.convert(binary, format) : binary.to_s
  end,
}.freeze

URIS = {
  'uri' => ->(s) { uri(URI.parse(s)) },
  'build_uri' => ->(hash) { uri(convert(Types::PURIType::DEFAULT, hash)) },
  'merge_uri' => ->(a, b) { uri(URI.parse(a) + b) },
  'same_uri' => ->(a, b) { URI.parse(a) == URI.parse(b) },
}.freeze

QUESTIONS = [NUMBERS, VERSIONS, TIMES, BINARIES, URIS].reduce(:merge)

$stdin.each_line do |line|
  name, *arguments = JSON.parse(line)
  answer =
    begin
      { value: QUESTIONS.fetch(name).call(*arguments) }
    rescue StandardError => e
      # The name of the function before the message, and source lines after it, say nothing here.
      message = e.is_a?(NameError) ? e.message.lines.first.to_s.chomp : e.message
      { error: message.sub(/\A'new\w*' /, ''), class: e.class.name }
    end
  puts JSON.generate(answer)
end
