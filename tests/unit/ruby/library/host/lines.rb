# Lines of files: their ends, separators and limits, and where a file is afterwards.
require 'tmpdir'; require 'stringio'
out = []
Dir.mktmpdir('duck') do |d|
  f = File.join(d, 'u')
  File.write(f, "a\r\nb\n\n\nc\rd")
  out << File.readlines(f) << File.readlines(f, chomp: true) << File.foreach(f, chomp: true).to_a
  out << File.readlines(f, '') << File.readlines(f, '', chomp: true) << File.readlines(f, nil, chomp: true)
  out << File.readlines(f, 'b', chomp: true) << File.readlines(f, 2) << File.readlines(f, 2, chomp: true)
  File.open(f) { |h| out << h.gets(chomp: true) << h.readlines(chomp: true) << h.lineno << h.eof? << h.readlines << h.gets }
  File.open(f) { |h| h.each_line(chomp: true) { |line| break if line == 'b' }; out << h.lineno << h.readlines << h.lineno }
  File.write(f, ''); out << File.readlines(f) << File.readlines(f, chomp: true)
end
out << StringIO.new("a\r\nb\r").each_line(chomp: true).to_a << StringIO.new("a\n").readlines
out.map(&:inspect)
