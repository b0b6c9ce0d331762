# Parse many manifests with the installed Puppet, several times over, in one process.
#
# stdin: file names, one a line. Arguments: how many rounds.
# stdout: for each round the seconds of CPU time spent in the parser.

require 'puppet'
require 'puppet/pops'

Puppet.initialize_settings(['--confdir', '/nonexistent', '--vardir', '/nonexistent'])
texts = $stdin.read.split("\n").map { |name| [name, File.read(name, encoding: 'utf-8')] }
parser = Puppet::Pops::Parser::Parser.new
Integer(ARGV.fetch(0, '1')).times do
  began = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
  texts.each do |name, text|
    begin
      parser.parse_string(text, name)
    rescue Puppet::Error
      nil # a file that is refused costs time as well
    end
  end
  puts Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - began
  $stdout.flush
end
