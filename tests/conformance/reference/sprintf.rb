# What Ruby makes of templates of sprintf, the way the reference's function calls it.
#
# stdin:  one JSON array on each line: [template, [values]]
# stdout: one JSON array for each: ["=", text] or ["!", message]

require 'json'
$stdout.set_encoding('UTF-8')
$VERBOSE = nil

def filled(template, values)
  sprintf(template, *values)
rescue KeyError
  raise unless values.size == 1 && values[0].is_a?(Hash)

  sprintf(template, values[0].transform_keys { |key| key.is_a?(String) ? key.to_sym : key })
end

$stdin.each_line do |line|
  said = begin
    ['=', filled(*JSON.parse(line, allow_nan: true))]
  rescue StandardError => e
    ['!', e.message.lines.first.chomp]
  end
  puts JSON.generate(said)
end
