# What the installed Puppet makes of small programs.
#
# stdin:  one JSON object on each line: {"program": text, "modules": directory}
# stdout: one JSON object for each: {"logs": [[level, source, message]], "error": message or null,
#         "resources": [[reference, parameters, tags]]}
# The node is test.example.com, and its name is the only fact.

require 'json'
require 'puppet'
require 'puppet/parser'
require 'puppet/pops'
require 'puppet/node'

ENV['TZ'] = 'UTC'
$VERBOSE = nil
Encoding.default_external = Encoding::UTF_8
Puppet.initialize_settings(['--confdir', '/nonexistent', '--vardir', '/nonexistent'])
Puppet[:strict] = :warning
Puppet[:strict_variables] = false
Puppet[:hiera_config] = '/nonexistent'
NAME = 'test.example.com'

# Messages in the order in which they come, with their places.
class Kept
  attr_reader :messages

  def initialize
    @messages = []
  end

  def add(log)
    place = [['file', log.file], ['line', log.line], ['column', log.pos]].reject { |_, v| v.nil? }
    words = place.map { |k, v| "#{k}: #{v}" }.join(', ')
    text = log.message.to_s
    text += " (#{words})" unless words.empty? || text.include?("(#{words})")
    @messages << [log.level, log.source, text] unless noise?(log.level, log.source, text)
  end

  # What the reference says of its own work, and not on behalf of the program.
  def noise?(level, source, text)
    level == :debug && (!source.start_with?('Scope') || text.start_with?('Retrieving '))
  end
end
KEPT = Kept.new
Puppet::Util::Log.newdesttype(:kept) do
  match 'Kept'
  def initialize(sink)
    @sink = sink
  end

  def handle(log)
    @sink.add(log)
  end
end
Puppet::Util::Log.newdestination(KEPT)
Puppet::Util::Log.level = :debug

def answer(program, modules)
  found = { 'error' => nil, 'resources' => [], 'logs' => [] }
  KEPT.messages.clear
  Puppet.clear_deprecation_warnings
  Puppet[:code] = program
  environment = Puppet::Node::Environment.create(:production, [modules])
  known = Puppet::Environments::Static.new(environment)
  Puppet.override(environments: known, current_environment: environment) do
    facts = Puppet::Node::Facts.new(NAME, 'networking' => { 'fqdn' => NAME })
    node = Puppet::Node.new(NAME, environment: environment, facts: facts)
    node.fact_merge(facts)
    catalog = Puppet::Parser::Compiler.compile(node).filter(&:virtual?)
    data = Puppet.override(rich_data: true) { catalog.to_data_hash }
    found['resources'] = data['resources'].map do |each|
      ["#{each['type']}[#{each['title']}]", each['parameters'] || {}, each['tags'].sort]
    end
  end
  found.merge('logs' => KEPT.messages.dup)
rescue StandardError => e
  found.merge('error' => e.message, 'logs' => KEPT.messages.dup)
end

$stdout.sync = true
$stdin.each_line do |line|
  asked = JSON.parse(line)
  puts JSON.generate(answer(asked['program'], asked['modules']))
end
