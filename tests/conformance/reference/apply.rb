# Runs of `puppet apply`.
#
# stdin:  one run on each line, as a JSON array: the arguments, variables of the environment, and a process whose mount
#         namespace the run enters, or null
# stdout: one JSON array for each: the exit code and the output, stdout first
#
# Each run is a fork of this process, which has loaded Puppet already: loading is most of a short run.

require 'fiddle'
require 'json'
require 'tempfile'
require 'puppet'
require 'puppet/util/command_line'
require 'puppet/application/apply'
require 'puppet/configurer'

INT = Fiddle::TYPE_INT
SETNS = Fiddle::Function.new(Fiddle.dlopen(nil)['setns'], [INT, INT], INT)

def become(arguments, environment, namespace)
  ENV.update(environment)
  if namespace
    mounts = File.open("/proc/#{namespace}/ns/mnt")
    abort('cannot enter the mount namespace') unless SETNS.call(mounts.fileno, 0).zero?
  end
  Puppet::Util::CommandLine.new('puppet', ['apply', *arguments]).execute
end

def run(*words)
  outputs = [Tempfile.new, Tempfile.new]
  child = fork do
    $stdin.reopen('/dev/null')
    $stdout.reopen(outputs[0])
    $stderr.reopen(outputs[1])
    become(*words)
  end
  status = Process.wait2(child)[1]
  text = outputs.map { |file| File.read(file.path, encoding: 'UTF-8') }.join
  outputs.each(&:close!)
  [status.exitstatus, text.scrub]
end

$stdin.each_line do |line|
  puts JSON.generate(run(*JSON.parse(line)))
  $stdout.flush
end
