# What the installed Puppet says about values and types that do not fit.
#
# argument: texts of types by name, as a JSON object
# stdin:    one JSON array on each line: the kind of a question and its arguments
# stdout:   one JSON value for each: a text, null where all is well, or an object with the error
#           where Puppet itself breaks
#
#   instance    type, value                     a value checked against a type
#   types       type, other                     a type described against a type
#   assignable  type, other                     a type checked against a type
#   parameters  struct, given, missing_ok       the parameters of a class
#   default     type, value                     the default value of a parameter
#   signatures  name, signatures, arguments     arguments of a function; a signature is
#                                               [callable type, names, name of the block]
#
# Plain JSON stands for itself; what JSON lacks is an object with one key that begins with $.

require 'json'
require 'puppet'
require 'puppet/pops'

Puppet.initialize_settings(['--confdir', '/nonexistent', '--vardir', '/nonexistent'])
include Puppet::Pops::Types

LOADERS = Puppet::Pops::Loaders.new(Puppet::Node::Environment.create(:none, []))
Puppet.push_context(loaders: LOADERS)
LOADER = LOADERS.public_environment_loader
SIGNATURE = Struct.new(:type, :parameter_names, :block_name) do
  def block_type
    type.block_type
  end
end

def add_aliases(texts)
  parser = Puppet::Pops::Parser::EvaluatingParser.new
  aliases = texts.map do |name, text|
    type = PTypeAliasType.new(name, parser.parse_string(text).body)
    LOADER.set_entry(Puppet::Pops::Loader::TypedName.new(:type, name), type, nil)
    type
  end
  aliases.each { |type| type.resolve(LOADER) }
end

def type(text)
  (@types ||= {})[text] ||= TypeParser.singleton.parse(text, LOADER)
end

def value(data)
  case data
  when Array
    data.map { |item| value(item) }
  when Hash
    key, content = data.first
    return data.transform_values { |item| value(item) } unless key.to_s.start_with?('$')
    special(key, content)
  else
    data
  end
end

def special(key, content)
  case key
  when '$type' then type(content)
  when '$default' then :default
  when '$regexp' then Regexp.new(content)
  when '$sensitive' then PSensitiveType::Sensitive.new(value(content))
  when '$version' then SemanticPuppet::Version.parse(content)
  when '$hash' then content.to_h { |k, v| [value(k), value(v)] }
  else raise "what is #{key}?"
  end
end

# The type of a list of arguments; a block is given as the type that it has.
def arguments_type(data)
  types = data.map do |item|
    block = item.is_a?(Hash) && item['$block']
    block ? type(block) : TypeCalculator.singleton.infer_set(value(item))
  end
  types.empty? ? TypeCalculator.singleton.infer_set([]) : PTupleType.new(types)
end

def answer(kind, *rest)
  describer = TypeMismatchDescriber.singleton
  case kind
  when 'instance'
    TypeAsserter.assert_instance_of('it', type(rest[0]), value(rest[1]))
    nil
  when 'assignable'
    TypeAsserter.assert_assignable('it', type(rest[0]), type(rest[1]))
    nil
  when 'types'
    describer.describe_mismatch('it', type(rest[0]), type(rest[1]))
  when 'parameters'
    describer.validate_parameters('Class[Place]', type(rest[0]), value(rest[1]), rest[2])
    nil
  when 'default'
    describer.validate_default_parameter('Class[Place]', 'x', type(rest[0]), value(rest[1]))
    nil
  when 'signatures'
    name, texts, arguments = rest
    signatures = texts.map { |text, names, block| SIGNATURE.new(type(text), names, block) }
    describer.describe_signatures(name, signatures, arguments_type(arguments))
  end
rescue TypeAssertionError, Puppet::ParseError => e
  raise if e.is_a?(Puppet::ParseErrorWithIssue)
  e.message
end

add_aliases(JSON.parse(ARGV.shift))
$stdin.each_line do |line|
  puts JSON.generate(answer(*JSON.parse(line)))
rescue StandardError, SystemStackError => e
  puts JSON.generate('broken' => "#{e.class}: #{e.message}"[0, 200])
end
