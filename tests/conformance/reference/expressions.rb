# What Ruby makes of expressions, with the libraries that the arguments name.
#
# stdin:  one expression on each line, as a JSON string
# stdout: one JSON array for each: ["=", inspected value] or ["!", class of the error, message]

require 'json'
require 'timeout'
$stdout.set_encoding('UTF-8')
$VERBOSE = nil
ARGV.each { |name| require name }
ARGV.clear

def scrubbed(text)
  text.dup.force_encoding('UTF-8').scrub('?')
end

def said(expression)
  $~ = nil
  ['=', scrubbed(Timeout.timeout(5) { eval(expression).inspect })] # rubocop:disable Security/Eval
rescue StandardError, ScriptError, UncaughtThrowError => e
  ['!', e.class.name, scrubbed(e.message).lines.first.to_s.chomp]
end

$stdin.each_line { |line| puts JSON.generate(said(JSON.parse(line))) }
