# Ask the installed Puppet questions about types, several times over, in one process.
#
# stdin: JSON with aliases, types, values, a sample of values, and for each type values that fit it.
# Arguments: how many rounds.
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

def timed
  began = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
  yes = yield
  [Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - began, yes]
end

task = JSON.parse($stdin.read)
loader = AliasLoader.new(task['aliases'])
types = task['types'].map { |text| TypeParser.singleton.parse(text, loader) }
sample, values, fitting = task.values_at('sample', 'values', 'fitting')
calculator = TypeCalculator.singleton
inferred = sample.map { |value| calculator.infer_set(value) }
Integer(ARGV.fetch(0, '1')).times do
  puts JSON.generate(
    [
      timed { types.sum { |type| sample.count { |value| type.instance?(value) } } },
      timed { types.each_with_index.sum { |type, index| fitting[index].count { |value| type.instance?(value) } } },
      timed { values.count { |value| calculator.infer(value) } },
      timed { types.sum { |type| inferred.count { |other| type.assignable?(other) } } }
    ]
  )
  $stdout.flush
end
