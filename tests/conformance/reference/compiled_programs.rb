# Compile whole programs with the installed Puppet: `run` takes a job and returns a result.
#
# The catalog is what an agent would get, with rich data. Messages of Puppet's own machinery at the
# levels debug and info are left out.

require 'json'
require 'tmpdir'
ENV['TZ'] = 'UTC'
$VERBOSE = nil
require 'puppet'
require 'puppet/parser'
require 'puppet/pops'
require 'puppet/node/facts'
require 'puppet/resource/catalog'

HOME = Dir.mktmpdir('duckrow-reference')
at_exit { FileUtils.remove_entry(HOME) }
Puppet.initialize_settings(['--confdir', HOME, '--vardir', HOME, '--log_level', 'debug'])

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

# The finished catalog no longer has what stayed virtual; the compiler has.
module KeepLast
  class << self
    attr_accessor :compiler
  end

  def compile(&block)
    KeepLast.compiler = self
    super
  end
end
Puppet::Parser::Compiler.prepend(KeepLast)

# Messages in order. Puppet keeps destinations in a table: this must not change as a key.
class Kept
  attr_reader :messages

  def initialize
    @messages = []
  end
end

Puppet::Util::Log.newdesttype(:kept) do
  match 'Kept'
  def initialize(kept)
    @kept = kept
  end

  def handle(message)
    source = message.source.to_s
    return if %i[debug info].include?(message.level) && !source.start_with?('Scope(')
    return if message.level == :debug && message.message.to_s.start_with?('Retrieving ')

    @kept.messages << { level: message.level.to_s, source: source, message: message.to_s }
  end
end

PLACE = /\((?:file: (?<file>[^,()]+)(?:, )?)?(?:line: (?<line>\d+))?(?:, column: (?<column>\d+))?\)/

def error_of(error)
  found = { message: error.message.to_s }
  found[:file] = error.file if error.respond_to?(:file) && error.file
  found[:line] = error.line if error.respond_to?(:line) && error.line
  found[:column] = error.pos if error.respond_to?(:pos) && error.pos
  if !found[:line] && (place = found[:message].match(PLACE))
    found[:file] ||= place[:file] if place[:file]
    found[:line] = place[:line].to_i if place[:line]
    found[:column] ||= place[:column].to_i if place[:column]
  end
  found
end

def compile(job, name, environment)
  facts = Puppet::Node::Facts.new(name, Marshal.load(Marshal.dump(FACTS.values)))
  node = Puppet::Node.new(name, environment: environment, facts: facts,
                          classes: job['classes'] || {}, parameters: job['parameters'] || {})
  node.fact_merge(facts)
  node.add_server_facts('serverversion' => Puppet.version.to_s,
                        'servername' => 'oracle.example.com', 'serverip' => '192.0.2.1')
  trusted = Puppet::Context::TrustedInformation.new('local', name, {})
  node.trusted_data = trusted.to_h
  catalog = Puppet.override(trusted_information: trusted) { Puppet::Parser::Compiler.compile(node) }
  yield catalog, environment if block_given?
  virtual = KeepLast.compiler.catalog.resources.select(&:virtual?)
  data = Puppet.override(rich_data: true) { catalog.filter(&:virtual?).to_data_hash }
  { catalog: data, virtual: virtual.map { |each| { ref: each.ref, exported: each.exported ? true : false } } }
end

# A block gets the catalog before what is virtual is removed from it, and its environment.
def run(job, &block)
  kept = Kept.new
  Puppet::Util::Log.close_all
  Puppet::Util::Log.newdestination(kept)
  Puppet.clear_deprecation_warnings
  FACTS.values = job['facts'] || {}
  name = job['node'] || 'test.example.com'
  settings = { 'certname' => name, 'node_name_value' => name, 'code' => job['code'].to_s,
               'hiera_config' => File.join(HOME, 'none.yaml') }.merge(job['settings'] || {})
  before = settings.keys.to_h { |key| [key, Puppet[key.to_sym]] }
  settings.each { |key, value| Puppet[key.to_sym] = key == 'strict' ? value.to_sym : value }
  manifest = job['manifest'] || Puppet::Node::Environment::NO_MANIFEST
  environment = Puppet::Node::Environment.create(:production, job['modulepath'] || [], manifest)
  # Types of modules ask for files of other modules.
  environment.each_plugin_directory { |folder| $LOAD_PATH << folder unless $LOAD_PATH.include?(folder) }
  folder = job['environment_dir'] || File.join(HOME, 'none')
  all = Puppet::Environments::StaticDirectory.new(:production, folder, environment)
  begin
    found = Puppet.override(environments: all, current_environment: environment) do
      compile(job, name, environment, &block)
    end
    result = { ok: true }.merge(found)
  rescue StandardError, SystemStackError => e
    result = { ok: false, error: error_of(e) }
  end
  before.each { |key, value| Puppet[key.to_sym] = value }
  { id: job['id'], logs: kept.messages }.merge(result)
end
