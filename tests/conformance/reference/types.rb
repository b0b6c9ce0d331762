# What the installed Puppet answers to questions about types.
#
# stdin:  one JSON object on each line:
#   aliases      optional: names and what they stand for, as text
#   types        texts
#   values       data; what JSON lacks is an object with one key: {"$regexp": "a+"} and the like
#   texts        optional: texts to parse, right or wrong
# stdout: one JSON object for each:
#   written, generalized, normalized   a text for each type
#   iterated                           a text for each type: what iterating yields, null if unknown
#   assignable, equal                  a row for each type, a column for each type, "1" or "0"
#   common                             likewise, numbers into `names`
#   instance                           a row for each type, a column for each value
#   inferred, detailed, generic        a text for each value
#   parsed                             a text for each text, or {"error": message}
# If not even the types can be made, the answer is {"failed": message}.
# A question that makes the reference itself fail is answered with "!" (or a text that begins so).
# So is one whose answer hangs on what the reference met before: once it has come back to a recursive
# name on both sides, it takes everything that follows for fitting.

require 'json'
require 'puppet'
require 'puppet/pops'

Puppet.initialize_settings(['--confdir', '/nonexistent', '--vardir', '/nonexistent'])
Puppet[:log_level] = 'crit'
include Puppet::Pops
include Puppet::Pops::Types

ENVIRONMENT = Puppet::Node::Environment.create(:none, [])
LOADERS = Loaders.new(ENVIRONMENT)
Puppet.push_context(loaders: LOADERS)

FAILURES = [StandardError, SystemStackError].freeze

# A loader of its own for each question, so that names do not meet.
class AliasLoader < Loader::BaseLoader
  def initialize(aliases)
    super(LOADERS.puppet_system_loader, 'aliases', ENVIRONMENT)
    aliases.each do |name, text|
      expression = Parser::Parser.new.parse_string(text).model.body
      type = Loader::TypeDefinitionInstantiator.create_type(name, expression, Pcore::RUNTIME_NAME_AUTHORITY)
      set_entry(Loader::TypedName.new(:type, name), type)
    end
  end

  def find(_name)
    nil
  end
end

def text(type)
  TypeFormatter.new.debug_string(type)
end

def value(data, context)
  case data
  when Array
    data.map { |item| value(item, context) }
  when Hash
    kind, content = data.first
    return data.map { |k, v| [k, value(v, context)] }.to_h unless kind.to_s.start_with?('$')

    case kind
    when '$regexp' then Regexp.new(content)
    when '$default' then :default
    when '$sensitive' then PSensitiveType::Sensitive.new(value(content, context))
    when '$binary' then PBinaryType::Binary.from_base64(content)
    when '$semver' then SemanticPuppet::Version.parse(content)
    when '$semver_range' then SemanticPuppet::VersionRange.parse(content)
    when '$timestamp' then Puppet::Pops::Time::Timestamp.parse(content)
    when '$timespan' then Puppet::Pops::Time::Timespan.parse(content)
    when '$uri' then URI.parse(content)
    when '$type' then TypeParser.singleton.parse(content, context)
    when '$hash' then content.map { |k, v| [value(k, context), value(v, context)] }.to_h
    else raise ArgumentError, kind
    end
  else
    data
  end
end

# With $forgets only the very question about a recursive name that is still open counts as answered.
class PAnyType
  alias remembering_assignable? assignable?
  def assignable?(other, guard = nil)
    return remembering_assignable?(other, guard) unless $forgets && other.is_a?(PTypeAliasType)

    assignable?(other.resolved_type)
  end
end

class PTypeAliasType
  alias remembering_alias_assignable? assignable?
  def assignable?(other, guard = nil)
    return remembering_alias_assignable?(other, guard) unless $forgets
    return assignable?(other.resolved_type) if other.is_a?(PTypeAliasType)

    question = [object_id, other.object_id]
    return true if OPEN.include?(question)

    OPEN << question
    begin
      super(other)
    ensure
      OPEN.pop
    end
  end
end

class PTypeAliasType
  alias remembering_really_instance? really_instance?
  def really_instance?(value, guard = nil)
    $forgets ? resolved_type.really_instance?(value) : remembering_really_instance?(value, guard)
  end
end

OPEN = []

def told(&block)
  answers = [false, true].map do |forgets|
    $forgets = forgets
    block.call
  end
  answers[0] == answers[1] ? answers[0] : "! hangs on what was met before"
rescue *FAILURES => e
  "! #{e.message}"
ensure
  $forgets = false
end

def truth(&block)
  answer = told { block.call ? '1' : '0' }
  answer[0]
end

def parsed(text, context)
  TypeFormatter.new.string(TypeParser.singleton.parse(text, context))
rescue *FAILURES => e
  { 'error' => e.message }
end

def answers(input)
  aliases = input['aliases'] || {}
  context = aliases.empty? ? LOADERS.puppet_system_loader : AliasLoader.new(aliases)
  types = (input['types'] || []).map { |t| TypeParser.singleton.parse(t, context) }
  values = (input['values'] || []).map { |v| value(v, context) }
  calculator = TypeCalculator.singleton
  names = {}
  number = ->(name) { names[name] ||= names.size }
  {
    'written' => types.map { |t| told { TypeFormatter.new.string(t) } },
    'generalized' => types.map { |t| told { text(t.generalize) } },
    'normalized' => types.map { |t| told { text(t.normalize) } },
    'iterated' => types.map { |t| told { (i = t.iterable_type) && i.element_type && text(i.element_type) } },
    'assignable' => types.map { |a| types.map { |b| truth { a.assignable?(b) } }.join },
    'equal' => types.map { |a| types.map { |b| truth { a == b } }.join },
    'common' => types.map { |a| types.map { |b| number.(told { text(calculator.common_type(a, b)) }) } },
    'instance' => types.map { |t| values.map { |v| truth { t.instance?(v) } }.join },
    'inferred' => values.map { |v| told { text(calculator.infer(v)) } },
    'detailed' => values.map { |v| told { text(calculator.infer_set(v)) } },
    'generic' => values.map { |v| told { text(calculator.infer_generic(v)) } },
    'parsed' => (input['texts'] || []).map { |t| parsed(t, context) },
    'names' => names.keys
  }
end

$stdout.sync = true
$stdin.each_line do |line|
  found = begin
    answers(JSON.parse(line))
  rescue *FAILURES => e
    { 'failed' => e.message }
  end
  puts JSON.generate(found)
end
