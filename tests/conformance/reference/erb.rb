# What Ruby makes of templates of ERB with trim mode "-".
#
# stdin:  one template on each line, as a JSON string
# stdout: one JSON string for each: the text

require 'erb'
require 'json'
$stdout.set_encoding('UTF-8')
$VERBOSE = nil

def filled_in(template)
  ERB.new(template, trim_mode: '-').result(Object.new.instance_eval { binding })
end

$stdin.each_line { |line| puts JSON.generate(filled_in(JSON.parse(line))) }
