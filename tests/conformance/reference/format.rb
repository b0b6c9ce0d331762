# What the installed Puppet answers when values are turned into text.
#
# stdin:  one JSON array of pairs: the value and the formats, both as expressions of the language;
#         null for the formats asks for interpolation
# stdout: one JSON array: for each pair a text, or an object with the message of the error

require 'json'
require 'puppet'
require 'puppet/pops'

Puppet.initialize_settings(['--confdir', '/nonexistent', '--vardir', '/nonexistent'])

node = Puppet::Node.new('test', environment: Puppet::Node::Environment.create(:none, []))
compiler = Puppet::Parser::Compiler.new(node)
scope = compiler.newscope(nil)
Puppet.push_context(loaders: compiler.loaders, current_environment: node.environment)
parser = Puppet::Pops::Parser::EvaluatingParser.new
evaluator = Puppet::Pops::Evaluator::EvaluatorImpl.new

answers = JSON.parse($stdin.read).map do |value_text, formats_text|
  value = parser.evaluate_string(scope, value_text)
  if formats_text.nil?
    next evaluator.string(value, scope)
  end
  formats = parser.evaluate_string(scope, formats_text)
  text = Puppet::Pops::Types::StringConverter.convert(value, formats)
  text.encode('UTF-8').valid_encoding? ? text : { error: 'no text' }
rescue StandardError => e
  { error: e.message.encode('UTF-8', invalid: :replace, undef: :replace).scrub }
end
puts JSON.generate(answers)
