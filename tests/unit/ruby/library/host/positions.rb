# encoding: utf-8
require 'tmpdir'; require 'tempfile'
out = []
Dir.mktmpdir('duck') do |d|
  f = File.join(d, 'u')
  File.write(f, "éa\nb"); File.open(f, 'r+') { |h| h.seek(2); h.write('X') }; out << File.read(f)
  File.open(f) { |h| out << h.gets << h.pos << h.read(1) << h.eof? }
  File.open(f, 'rb') { |h| out << h.read(1).bytes << h.pos << h.read.bytes; h.seek(-2, IO::SEEK_END); out << h.read << h.pos }
  File.write(f, 'a' * 10)
  File.open(f, 'r+') { |h| system("echo more >> #{f}"); h.write('é') }; out << File.read(f)
  File.open(f, 'r+') { |h| h.gets; h.rewind; h.write("new\n"); h.truncate(h.pos) }; out << File.read(f)
  File.open(f, 'a') { |h| h.write('x'); h.flush; system("echo y >> #{f}"); h.write('z') }; out << File.read(f)
  File.open(f, 'w') { |h| h.write('x'); h.flush; File.rename(f, "#{f}2"); h.write('z') }; out << File.exist?(f) << File.read("#{f}2")
  File.open(f, 'w') { |h| h.seek(3); h.write('z') }; out << File.read(f)
  File.write(f, 'abcdef'); File.write(f, 'XY', 2); out << File.read(f); File.truncate(f, 3); out << File.read(f)
  File.open(f, File::WRONLY | File::CREAT) { |h| h.write('q') }; out << File.read(f)
  File.open(f, 'r+') { |h| h.read(1); h.write('1'); h.seek(0); out << h.read }
  File.open(f, 'a+') { |h| h.write('end'); h.rewind; out << h.read }
  File.open(f, 'w') do |a|
    out << a.flock(File::LOCK_EX | File::LOCK_NB)
    File.open(f) { |b| out << b.flock(File::LOCK_EX | File::LOCK_NB) << b.flock(File::LOCK_SH | File::LOCK_NB) }
    out << system("flock -n #{f} true")
    out << a.flock(File::LOCK_UN) << system("flock -n #{f} true")
  end
  File.write(f, 'old')
  File.open(f, 'r+') { |h| h.read; h.rewind; File.write(f, 'new one'); h.flock(File::LOCK_EX); out << h.read }
  File.open(d) { |h| out << h.flock(File::LOCK_SH) }
end
File.open('/dev/urandom', 'rb') { |h| out << h.read(16).bytesize << h.read(3).bytesize }
File.open('/dev/zero') { |h| out << h.read(2).bytes }
out << File.read('/dev/zero', 2).bytes << File.open('/dev/null', 'w') { |h| h.write('abc') } << File.open('/dev/null') { |h| h.read(1) }
out.map(&:inspect)
