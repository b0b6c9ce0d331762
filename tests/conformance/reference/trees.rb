# What the installed Puppet makes of many manifests and templates.
#
# stdin:  file names, one a line, as JSON
# stdout: one JSON object a line: file and tree, or file, error (message, line, column) and logged,
#         the errors that were logged before it
# The tree is PN as data; with --text, PN as text. Names that end in .tasks.pp are read as for plans.
#
# Puppet cannot write the tree of a parameter that captures the rest, nor of an apply expression;
# for those files only "tree": null is printed.

require 'json'
require 'puppet'
require 'puppet/pops'
require 'puppet/pops/pn'
require 'puppet/pops/model/pn_transformer'

Puppet.initialize_settings(['--confdir', '/nonexistent', '--vardir', '/nonexistent'])
Puppet[:strict] = :error
Puppet::Util::Log.level = :err

LOGGED = []
Puppet::Util::Log.newdesttype(:kept) do
  match 'Kept'
  def handle(message)
    LOGGED << { message: message.message, line: message.line, column: message.pos }
  end
end
class Kept; end
Puppet::Util::Log.close_all
Puppet::Util::Log.newdestination(Kept.new)

AS_TEXT = ARGV.delete('--text')
MANIFESTS = Puppet::Pops::Parser::EvaluatingParser.new
TEMPLATES = Puppet::Pops::Parser::EvaluatingParser::EvaluatingEppParser.new

def answer(name)
  text = File.read(name, encoding: 'utf-8')
  parser = name.end_with?('.epp') ? TEMPLATES : MANIFESTS
  Puppet[:tasks] = name.end_with?('.tasks.pp')
  LOGGED.clear
  begin
    model = parser.parse_string(text, name)
  rescue Puppet::Error => e
    words = e.respond_to?(:basic_message) ? e.basic_message : e.message
    return { error: { message: words.sub(/ \(file: .*/m, ''), line: e.line, column: e.pos }, logged: LOGGED }
  rescue StandardError => e # an error of its own platform, such as a bad regular expression
    return { error: { message: e.message, line: nil, column: nil }, logged: LOGGED }
  end
  begin
    tree = Puppet::Pops::Model::PNTransformer.transform(model)
    { tree: AS_TEXT ? tree.to_s : tree.to_data }
  rescue NoMethodError, RuntimeError
    { tree: nil }
  end
end

$stdin.each_line do |line|
  name = JSON.parse(line)
  puts JSON.generate({ file: name }.merge(answer(name)))
end
