# Ask the installed Puppet questions about types, several times over, in one process.
#
# stdin: JSON with aliases, types, values, a sample of values, for each type values that fit it, and
# definitions: lists of pairs of the number of a type and a value.
# Arguments: how many rounds, and how many passes over the work in each.
# stdout: for each round a JSON list of pairs, one for each question: seconds of CPU time, and how many
# answers were yes.

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

# Finds the aliases by name.
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

PASSES = Integer(ARGV.fetch(1, '1'))

def timed
  yes = yield
  began = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
  PASSES.times { yield }
  [(Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - began) / PASSES, yes]
end

task = JSON.parse($stdin.read)
loader = AliasLoader.new(task['aliases'])
types = task['types'].map { |text| TypeParser.singleton.parse(text, loader) }
sample, values, fitting, definitions = task.values_at('sample', 'values', 'fitting', 'definitions')
structs = definitions.map do |parameters|
  named = parameters.each_with_index.map { |(number, _), place| ["p#{place}", types[number]] }
  [TypeFactory.struct(named.to_h), parameters.each_with_index.to_h { |(_, value), place| ["p#{place}", value] }]
end
bodies = definitions.map { |parameters| parameters.map { |number, value| [types[number], value] } }
calculator = TypeCalculator.singleton
inferred = sample.map { |value| calculator.infer_set(value) }
Integer(ARGV.fetch(0, '1')).times do
  puts JSON.generate(
    [
      timed { types.sum { |type| sample.count { |value| type.instance?(value) } } },
      timed { types.each_with_index.sum { |type, index| fitting[index].count { |value| type.instance?(value) } } },
      timed { values.count { |value| calculator.infer(value) } },
      timed { types.sum { |type| inferred.count { |other| type.assignable?(other) } } },
      timed do
        structs.sum do |struct, given|
          TypeMismatchDescriber.validate_parameters('x', struct, given, false)
          given.size
        end
      end,
      timed { bodies.sum { |pairs| pairs.all? { |type, value| type.instance?(value) } ? pairs.size : 0 } }
    ]
  )
  $stdout.flush
end
