# The catalogs of the installed Puppet, with the graph that an agent would walk.
#
# stdin:  one group of jobs on each line, as a JSON array: id, manifest, modulepath, facts, and
#         graph: whether the graph of relationships is wanted
# stdout: one result on each line, as JSON: id, error (null without one), resources (parameters by
#         reference), tags (by reference), edges ([source, target, whether it carries events]), order
#
# Each group is compiled by a fork of its own: the jobs of a group share the types of their modules.
# Nothing of a catalog is applied.

require 'json'
require 'tmpdir'
ENV['TZ'] = 'UTC'
$VERBOSE = nil
require 'puppet'
require 'puppet/parser'
require 'puppet/pops'
require 'puppet/node/facts'
require 'puppet/resource/catalog'

HOME = Dir.mktmpdir('duckrow-truth')
OWNER = Process.pid
at_exit { FileUtils.remove_entry(HOME) if Process.pid == OWNER }
Puppet.initialize_settings(['--confdir', HOME, '--vardir', HOME])
Puppet::Util::Log.close_all
Puppet::Util::Log.level = :crit
NAME = 'test.example.com'
Puppet[:certname] = NAME
Puppet[:node_name_value] = NAME
Puppet[:hiera_config] = File.join(HOME, 'none.yaml')
Puppet[:strict] = :warning
Puppet[:strict_variables] = false

# Facts are those of the job.
class GivenFacts
  attr_accessor :values

  def value(name)
    name.to_s.split('.').reduce(@values) { |found, key| found.is_a?(Hash) ? found[key] : nil }
  end

  def to_hash
    @values
  end

  def method_missing(*); end

  def respond_to_missing?(*)
    true
  end
end
FACTS = GivenFacts.new
Puppet.runtime[:facter] = FACTS

def compile(environment)
  facts = Puppet::Node::Facts.new(NAME, Marshal.load(Marshal.dump(FACTS.values)))
  node = Puppet::Node.new(NAME, environment: environment, facts: facts)
  node.fact_merge(facts)
  node.add_server_facts('serverversion' => Puppet.version.to_s,
                        'servername' => 'oracle.example.com', 'serverip' => '192.0.2.1')
  trusted = Puppet::Context::TrustedInformation.new('local', NAME, {})
  node.trusted_data = trusted.to_h
  catalog = Puppet.override(trusted_information: trusted) { Puppet::Parser::Compiler.compile(node) }
  [catalog.filter(&:virtual?), facts]
end

# What a run adds to every catalog.
ADDED = /\ASchedule\[(puppet|hourly|daily|weekly|monthly|never)\]\z|\AFilebucket\[puppet\]\z/

def graph_of(catalog, facts, environment)
  Puppet::Pops::Evaluator::DeferredResolver.resolve_and_replace(facts, catalog, environment)
  ral = catalog.to_ral
  ral.finalize
  # A resource without a tool on this host waits until the end; the order is that of a host with it.
  ral.resources.each { |each| each.define_singleton_method(:suitable?) { true } }
  graph = ral.relationship_graph
  edges = graph.edges.map { |each| [each.source.ref, each.target.ref, each.callback.to_s == 'refresh'] }
  order = []
  catch(:cycle) do
    graph.traverse(graph_cycle_handler: ->(_cycles) { throw :cycle }) do |resource|
      order << resource.ref unless resource.ref.start_with?('Whit[')
    end
  end
  { edges: edges, order: order.grep_v(ADDED) }
end

def answer(job)
  FACTS.values = job['facts']
  Puppet[:code] = ''
  environment = Puppet::Node::Environment.create(:production, job['modulepath'], job['manifest'])
  environment.each_plugin_directory { |path| $LOAD_PATH << path unless $LOAD_PATH.include?(path) }
  all = Puppet::Environments::StaticDirectory.new(:production, File.join(HOME, 'none'), environment)
  Puppet.override(environments: all, current_environment: environment) do
    catalog, facts = compile(environment)
    data = Puppet.override(rich_data: true) { catalog.to_data_hash }
    found = { error: nil, edges: [], order: [] }
    found[:resources] = data['resources'].to_h do |each|
      ["#{each['type']}[#{each['title']}]", each['parameters'] || {}]
    end
    found[:tags] = data['resources'].to_h do |each|
      ["#{each['type']}[#{each['title']}]", each['tags'].sort]
    end
    if job['graph']
      loaders = Puppet::Pops::Loaders.new(environment, false, false)
      found.merge!(Puppet.override(loaders: loaders, rich_data: true) { graph_of(catalog, facts, environment) })
    end
    found
  end
rescue StandardError, SystemStackError, LoadError => e
  { error: e.message.to_s.scrub, resources: {}, tags: {}, edges: [], order: [] }
end

$stdout.sync = true
$stdin.each_line do |line|
  jobs = JSON.parse(line)
  child = fork do
    jobs.each { |job| puts JSON.generate({ id: job['id'] }.merge(answer(job))) }
    exit!(0)
  end
  Process.wait(child)
end
