# What the installed Puppet makes of whole programs.
#
# stdin:  one job a line, as JSON: id, code or manifest, and perhaps node, facts, modulepath,
#         environment_dir, settings, classes, parameters
# stdout: one result a line, as JSON: id, ok, catalog, virtual, error, logs
#
# See compiled_programs.rb.

require_relative 'compiled_programs'

$stdout.sync = true
$stdin.each_line { |line| puts JSON.generate(run(JSON.parse(line))) }
