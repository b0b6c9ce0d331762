# What the installed Puppet answers to questions about types.
#
# stdin:  one JSON object: "types" (texts) and "values" (plain data)
# stdout: one JSON object:
#   written, generalized, normalized   a text for each type
#   assignable, common                 a row for each type, a column for each type
#   instance                           a row for each type, a column for each value
#   inferred, detailed, generic        a text for each value

require 'json'
require 'puppet'
require 'puppet/pops'

Puppet.initialize_settings(['--confdir', '/nonexistent', '--vardir', '/nonexistent'])
include Puppet::Pops::Types

LOADERS = Puppet::Pops::Loaders.new(Puppet::Node::Environment.create(:none, []))
Puppet.push_context(loaders: LOADERS)

def text(type)
  TypeFormatter.new.debug_string(type)
end

input = JSON.parse($stdin.read)
parser = TypeParser.singleton
types = input['types'].map { |t| parser.parse(t) }
values = input['values']
calculator = TypeCalculator.singleton
puts JSON.generate(
  written: types.map(&:to_s),
  generalized: types.map { |t| text(t.generalize) },
  normalized: types.map { |t| text(t.normalize) },
  assignable: types.map { |a| types.map { |b| a.assignable?(b) } },
  common: types.map { |a| types.map { |b| text(calculator.common_type(a, b)) } },
  instance: types.map { |t| values.map { |v| t.instance?(v) } },
  inferred: values.map { |v| text(calculator.infer(v)) },
  detailed: values.map { |v| text(calculator.infer_set(v)) },
  generic: values.map { |v| text(calculator.infer_generic(v)) }
)
