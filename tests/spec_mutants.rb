# Judges mutants of a module with the real rspec-puppet: spec_mutants.py runs it.
#
#   ruby spec_mutants.rb QUESTIONS.json ANSWERS.json
#
# Libraries are loaded once; each mutant is judged in a process of its own.

require 'json'
require 'puppet'
require 'rspec/core'
require 'rspec-puppet'
require 'rspec-puppet-facts'

questions = JSON.parse(File.read(ARGV[0]))
# Providers of some types read facts of this host while they are loaded.
%i[service package user group exec file cron].each { |name| Puppet::Type.type(name) }

judge = lambda do
  child = fork do
    $stdout.reopen(File::NULL)
    $stderr.reopen(File::NULL)
    code = RSpec::Core::Runner.run(['--fail-fast', *questions['specs']])
    exit!(code.zero? ? 0 : 1)
  end
  Process.wait(child)
  $?.exitstatus.zero? ? 'survives' : 'killed'
end

answers = [judge.call]
questions['mutants'].each do |mutant|
  original = File.read(mutant['file'])
  File.write(mutant['file'], mutant['text'])
  answers << judge.call
ensure
  File.write(mutant['file'], original)
end
File.write(ARGV[1], JSON.generate(answers))
