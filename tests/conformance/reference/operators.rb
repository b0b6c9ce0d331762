# What the installed Puppet makes of expressions, and of small programs that end in one.
#
# stdin:  one JSON string on each line: a program
# stdout: one JSON array for each: ["=", value] or ["!", message, issue code, column],
#         then the warnings: each [message, column]
# Values are written with their kinds, so that 1, 1.0 and "1" differ.

require 'json'
require 'puppet'
require 'puppet/parser'
require 'puppet/pops'
require 'puppet/node'

ENV['TZ'] = 'UTC'
$VERBOSE = nil
Encoding.default_external = Encoding::UTF_8
Puppet.initialize_settings(['--confdir', '/nonexistent', '--vardir', '/nonexistent'])
Puppet[:strict] = :warning
Puppet[:strict_variables] = false
include Puppet::Pops

ENVIRONMENT = Puppet::Node::Environment.create(:production, [])
FAILURES = [StandardError, SystemStackError, NoMemoryError].freeze

class Kept
  attr_reader :messages

  def initialize
    @messages = []
  end
end
KEPT = Kept.new
Puppet::Util::Log.newdesttype(:kept) do
  match 'Kept'
  def initialize(sink)
    @sink = sink
  end

  def handle(message)
    @sink.messages << [message.message, message.pos] if message.level == :warning
  end
end
Puppet::Util::Log.level = :warning
Puppet::Util::Log.newdestination(KEPT)

def show(value)
  case value
  when nil then 'undef'
  when true, false then value.to_s
  when Symbol then value.to_s
  when String then JSON.generate(value)
  when Array then "[#{value.map { |v| show(v) }.join(', ')}]"
  when Hash then "{#{value.map { |k, v| "#{show(k)} => #{show(v)}" }.join(', ')}}"
  when Regexp then "Regexp(#{JSON.generate(value.source)})"
  when Puppet::Pops::Time::Timespan, Puppet::Pops::Time::Timestamp then "#{value.class.name.split('::').last}(#{value.nsecs})"
  when Numeric
    value.is_a?(SemanticPuppet::Version) ? "SemVer(#{value})" : value.to_s
  when SemanticPuppet::VersionRange then "SemVerRange(#{value})"
  when Types::PBinaryType::Binary then "Binary(#{value})"
  when URI then "URI(#{value})"
  when Types::PSensitiveType::Sensitive then "Sensitive(#{show(value.unwrap)})"
  when Types::PAnyType then "Type(#{value})"
  when Types::PuppetObject
    "#{value._pcore_type.name}(#{show(value._pcore_init_hash)})"
  else "#{value.class}"
  end
end

def answer(program)
  KEPT.messages.clear
  ENVIRONMENT.known_resource_types.clear if program.include?('define ') || program.include?('class ')
  node = Puppet::Node.new('test.example.com', environment: ENVIRONMENT)
  compiler = Puppet::Parser::Compiler.new(node)
  Puppet.override(current_environment: ENVIRONMENT, loaders: compiler.loaders) do
    compiler.send(:evaluate_main)
    value = Parser::EvaluatingParser.new.evaluate_string(compiler.topscope, program)
    ['=', show(value)]
  end
rescue *FAILURES => e
  message = e.respond_to?(:basic_message) ? e.basic_message : e.message
  code = e.respond_to?(:issue_code) ? e.issue_code.to_s.downcase.tr('_', '-') : ''
  ['!', message, code, e.respond_to?(:pos) ? e.pos : nil]
end

$stdout.sync = true
$stdin.each_line do |line|
  said = answer(JSON.parse(line))
  puts JSON.generate(KEPT.messages.empty? ? said : said + [KEPT.messages.dup])
end
