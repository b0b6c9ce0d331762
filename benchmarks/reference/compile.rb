# Compile a program with the installed Puppet several times over, in one process.
#
# stdin: lines of JSON, each an object with id, code, modulepath, rounds and perhaps facts.
# stdout: for each line the id and the seconds of CPU time of every round, as JSON.

require 'json'
$VERBOSE = nil
ENV['TZ'] = 'UTC'
require 'puppet'
require 'puppet/pops'
require 'puppet/node'
require 'puppet/node/facts'
require 'puppet/resource/catalog'
require 'tmpdir'

home = Dir.mktmpdir('duckrow-bench')
at_exit { FileUtils.remove_entry(home) }
Puppet.initialize_settings(['--confdir', "#{home}/conf", '--vardir', "#{home}/var", '--log_level', 'notice'])
Puppet::Util::Log.level = :notice

default_facts = { 'os' => { 'family' => 'Debian', 'name' => 'Debian', 'release' => { 'major' => '12', 'full' => '12.1' } },
          'networking' => { 'fqdn' => 'bench.example.com', 'hostname' => 'bench', 'ip' => '192.0.2.1' } }

$stdin.each_line do |line|
  job = JSON.parse(line)
  facts = job['facts'] || default_facts
  Puppet[:code] = job['code']
  environment = Puppet::Node::Environment.create(:production, job['modulepath'], Puppet::Node::Environment::NO_MANIFEST)
  # A loader without a directory makes Puppet work out the environment's settings in each compile.
  loader = Puppet::Environments::StaticDirectory.new(:production, home, environment)
  # Without these it looks for certificates in each compile.
  trusted = Puppet::Context::TrustedInformation.new('local', 'bench.example.com', {})
  environment.each_plugin_directory { |directory| $LOAD_PATH << directory unless $LOAD_PATH.include?(directory) }
  times = Puppet.override(current_environment: environment, environments: loader, trusted_information: trusted) do
    (1..job['rounds']).map do
      node = Puppet::Node.new('bench.example.com', environment: environment,
                              facts: Puppet::Node::Facts.new('bench.example.com', facts))
      node.merge(facts)
      node.trusted_data = trusted.to_h
      began = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
      Puppet::Parser::Compiler.compile(node)
      Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - began
    end
  end
  puts JSON.generate(id: job['id'], seconds: times)
  $stdout.flush
end
