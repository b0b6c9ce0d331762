# What the installed Puppet makes of expressions that create values.
#
# stdin:  one expression on each line, as a JSON string
# stdout: one JSON string for each: the value, or "error: " and the message
#
# A value is written so that nothing about it is lost: see `show`.

require 'json'
require 'puppet'
require 'puppet_pal'

ENV['TZ'] = 'UTC'
include Puppet::Pops

PRELUDE = <<~PUPPET
  type Small = Integer[0, 9]
  type Smaller = Small
  type Names = Array[String[1]]
  type Maybe = Optional[Integer]
PUPPET

def show(value)
  case value
  when nil then 'undef'
  when :default then 'default'
  when true, false, Integer, Float then value.to_s
  when String then JSON.generate(value)
  when Array then "[#{value.map { |v| show(v) }.join(', ')}]"
  when Hash then "{#{value.map { |k, v| "#{show(k)} => #{show(v)}" }.join(', ')}}"
  when Regexp then "Regexp(#{JSON.generate(value.source)})"
  when Types::PBinaryType::Binary then "Binary(#{value})"
  when Puppet::Pops::Time::Timestamp then "Timestamp(#{value.nsecs})"
  when Puppet::Pops::Time::Timespan then "Timespan(#{value.nsecs})"
  when SemanticPuppet::Version then "SemVer(#{value})"
  when SemanticPuppet::VersionRange then "SemVerRange(#{value})"
  when URI then "URI(#{value})"
  when Types::PSensitiveType::Sensitive then "Sensitive(#{show(value.unwrap)})"
  when Types::PAnyType then "Type(#{value})"
  when Types::Iterator then "Iterator(#{show(value.to_a)})"
  when Puppet::DataTypes::Error
    parts = { 'msg' => value.msg, 'kind' => value.kind, 'details' => value.details, 'issue_code' => value.issue_code }
    "Error(#{show(parts.compact)})"
  when Types::PuppetObject then "#{value._pcore_type.name}(#{show(value._pcore_init_hash)})"
  else raise "a #{value.class} has no text yet"
  end
end

# Leaves the words of the conversion itself: not where it was called, nor by what.
def words(message)
  message.sub(/\A(Evaluation Error: )?(Error while evaluating a (\w+ [Cc]all|'\S+' expression), )?/, '')
         .sub(/ \((file: [^)]*, )?line: \d+(, column: \d+)?\)\z/, '')
end

def answer(compiler, expression)
  show(compiler.evaluate_string(expression))
rescue StandardError => e
  "error: #{words(e.message)}"
end

Puppet.initialize_settings(['--confdir', '/nonexistent', '--vardir', '/nonexistent'])
Puppet::Pal.in_tmp_environment('production', modulepath: [], facts: {}) do |pal|
  pal.with_catalog_compiler do |compiler|
    compiler.evaluate_string(PRELUDE)
    $stdin.each_line { |line| puts JSON.generate(answer(compiler, JSON.parse(line))) }
  end
end
