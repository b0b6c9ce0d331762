# What the installed Puppet answers to questions about object types, type sets and rich data.
#
# stdin:  one JSON object on each line, with "types" (texts such as "type A = Object[{…}]", of which
#         those of a type set may be its text alone) and "questions", each a list: what is asked,
#         then types (texts) and values. A value is the text of a literal, {"new": [type, values…]},
#         {"sensitive": value}, {"symbol": text}, or {"twice": value}: a list of the same one twice
# stdout: one JSON object for each: {"error": text} if its types cannot be, or {"answers": […]},
#         an answer being {"is": …} or {"error": text}

require 'json'
require 'puppet'
require 'puppet/pops'

Puppet.initialize_settings(['--confdir', '/nonexistent', '--vardir', '/nonexistent'])
include Puppet::Pops::Types

class Asked
  def initialize(types)
    loaders = Puppet::Pops::Loaders.new(Puppet::Node::Environment.create(:none, []))
    Puppet.push_context(loaders: loaders)
    @loader = loaders.find_loader(nil)
    parser = Puppet::Pops::Parser::EvaluatingParser.new
    definitions = types.map { |text| parser.parse_string(text).body }
    made = definitions.map do |definition|
      Puppet::Pops::Loader::TypeDefinitionInstantiator.create_from_model(definition, @loader)
    end
    made.each { |type| type.resolve(@loader) }
  end

  def type(text)
    TypeParser.singleton.parse(text, @loader)
  end

  def value(given)
    return given.map { |item| value(item) } if given.is_a?(Array)
    return make(*given['new']) if given.is_a?(Hash) && given.include?('new')
    return PSensitiveType::Sensitive.new(value(given['sensitive'])) if given.is_a?(Hash) && given.include?('sensitive')
    return given['symbol'].to_sym if given.is_a?(Hash) && given.include?('symbol')
    return [value(given['twice'])] * 2 if given.is_a?(Hash)

    TypeParser.singleton.parse_literal(given, @loader)
  end

  def make(name, *arguments)
    type(name).new_function.new({}, @loader).call({}, *arguments.map { |given| value(given) })
  end

  def short(type)
    TypeFormatter.new.string(type)
  end

  def expanded(type)
    type.is_a?(PMetaType) ? TypeFormatter.new.alias_expanded_string(type) : type.to_s
  end

  def answer(question, *rest)
    case question
    when 'new' then TypeFormatter.new.string(make(*rest))
    when 'get' then TypeFormatter.new.string(value(rest[0]).send(rest[1]))
    when 'written' then short(type(rest[0]))
    when 'expanded' then expanded(type(rest[0]))
    when 'generalized' then short(type(rest[0]).generalize)
    when 'assignable' then type(rest[0]).assignable?(type(rest[1]))
    when 'same' then type(rest[0]) == type(rest[1])
    when 'instance' then type(rest[0]).instance?(value(rest[1]))
    when 'equal' then value(rest[0]) == value(rest[1])
    when 'inferred' then short(TypeCalculator.singleton.infer(value(rest[0])))
    when 'common' then short(TypeCalculator.singleton.common_type(type(rest[0]), type(rest[1])))
    when 'data' then data(value(rest[0]), rest[1] || {})
    when 'back' then back(rest[0], rest[1] || {})
    else raise "unknown question #{question}"
    end
  end

  def data(value, options)
    options = options.to_h { |name, given| [name.to_sym, given] }
    options[:rich_data] = true unless options.include?(:rich_data)
    options[:message_prefix] = options[:message_prefix].dup if options.include?(:message_prefix)
    Puppet[:strict] = options.delete(:strict) || :off
    Puppet::Pops::Serialization::ToDataConverter.convert(value, options)
  rescue Puppet::PreformattedError => e
    raise e.message.sub('Evaluation Error: ', '')
  end

  def back(data, options)
    options = options.to_h { |name, given| [name.to_sym, given] }
    options[:loader] = @loader
    found = Puppet::Pops::Serialization::FromDataConverter.convert(data, options)
    TypeFormatter.new.string(found)
  end
end

def asked(one)
  asked = Asked.new(one['types'] || [])
  answers = one['questions'].map do |question|
    { 'is' => asked.answer(*question) }
  rescue StandardError => e
    { 'error' => e.message }
  end
  { 'answers' => answers }
rescue StandardError => e
  { 'error' => e.message }
end

$stdin.each_line { |line| puts JSON.generate(asked(JSON.parse(line))) }
