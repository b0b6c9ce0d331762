# What the installed Puppet answers when values are turned into text.
#
# stdin:  one JSON array on each line: the value and the formats, both as expressions of the
#         language; without formats the value is interpolated
# stdout: one JSON array for each: ["=", text] or ["!", message]

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

definition = parser.parse_string(<<~PUPPET).body
  type Car = Object[{name => 'Car', attributes => {name => String,
    parts => {type => Array, value => []}, opts => {type => Hash, value => {}}}}]
PUPPET
loader = compiler.loaders.private_environment_loader
Puppet::Pops::Loader::TypeDefinitionInstantiator.create_from_model(definition, loader).resolve(loader)

$stdin.each_line do |line|
  value, *formats = JSON.parse(line).map { |text| parser.evaluate_string(scope, text) }
  text = if formats.empty?
           evaluator.string(value, scope)
         else
           Puppet::Pops::Types::StringConverter.convert(value, *formats)
         end
  puts JSON.generate(text.encode('UTF-8').valid_encoding? ? ['=', text] : ['!', 'no text'])
rescue StandardError => e
  puts JSON.generate(['!', e.message.encode('UTF-8', invalid: :replace, undef: :replace).scrub])
end
