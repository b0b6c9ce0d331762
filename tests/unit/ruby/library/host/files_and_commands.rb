require 'fileutils'; require 'open3'; require 'tempfile'; require 'etc'; require 'timeout'; require 'stringio'; require 'tmpdir'
out = []
Dir.mktmpdir('duck') do |d|
  f = File.join(d, 'a.txt')
  out << File.write(f, "one\ntwo\n")
  File.open(f, 'a') { |h| h.puts 'three', ['four', nil] }
  out << File.read(f)
  out << File.readlines(f, chomp: true)
  out << File.open(f) { |h| [h.gets, h.readline, h.eof?, h.read, h.eof?] }
  out << File.foreach(f).to_a.length
  File.open(f, 'r+') { |h| h.read(3); h.write('XX') }
  out << File.read(f)
  File.open(f, 'w', 0600) { |h| h << 'x' << "\n"; h.print 'y'; h.printf('%03d', 7) }
  out << File.read(f) << format('%o', File.stat(f).mode)
  File.chmod(0644, f); out << format('%o', File.stat(f).mode)
  File.symlink(f, File.join(d, 'l')); out << File.symlink?(File.join(d, 'l')) << (File.readlink(File.join(d,'l')) == f) << (File.realpath(File.join(d,'l')) == File.realpath(f))
  FileUtils.mkdir_p(File.join(d, 'p/q/r')); FileUtils.touch(File.join(d, 'p/q/r/t.rb')); FileUtils.touch(File.join(d,'p/.h'))
  Dir.chdir(d) { out << Dir.glob('**/*.rb') << Dir.glob('*').sort << Dir['p/{q,x}/*'] << File.exist?('a.txt') << `pwd`.chomp.end_with?(File.basename(d)) }
  out << Dir.entries(d).sort << Dir.children(File.join(d,'p')).sort << Dir.exist?(d) << Dir.empty?(File.join(d,'p/q'))
  FileUtils.cp(f, File.join(d, 'b')); FileUtils.mv(File.join(d,'b'), File.join(d,'c')); out << File.exist?(File.join(d,'c')) << File.size(File.join(d,'c'))
  FileUtils.cp_r(File.join(d,'p'), File.join(d,'pp')); out << Dir.glob(File.join(d,'pp/**/*')).map { |x| x.sub(d, '') }
  FileUtils.rm_rf(File.join(d,'p')); out << Dir.exist?(File.join(d,'p'))
  begin; File.delete(File.join(d,'nox')); rescue Errno::ENOENT => e; out << e.message.sub(d, ''); end
  begin; File.read('/nox'); rescue => e; out << e.class.to_s << e.message; end
  begin; Dir.mkdir(d); rescue SystemCallError => e; out << e.class.name << e.message.sub(d,''); end
  t = Tempfile.new('foo'); t.write('hello'); t.close; out << File.read(t.path) << (t.path =~ /foo/ ? 1 : 0); t.unlink; out << t.path
  Tempfile.open(['a', '.txt']) { |x| x.puts 'q'; x.flush; out << File.read(x.path) << x.path.end_with?('.txt') }
end
out << `echo hi` << $?.exitstatus << $?.success? << system('exit 3') << $?.exitstatus << system('nox_cmd')
begin; `nox_cmd a`; rescue Errno::ENOENT => e; out << e.message; end
out << Open3.capture3('cat; echo err >&2; exit 2', stdin_data: 'in')[0,2] << Open3.capture2e('echo a; echo b >&2')[0]
out << Open3.capture3('echo', 'a b', '$X')[0]
out << IO.popen(['echo', 'x y']).read << IO.popen('cat', 'r+') { |io| io.write('abc'); io.close_write; io.read }
Open3.popen3('sort') { |i, o, e, t| i.puts 'b', 'a'; i.close; out << o.read << t.value.exitstatus }
out << Etc.getpwnam('root').dir << Etc.getgrgid(0).name << Etc.getpwuid(0).name
begin; Etc.getpwnam('nox'); rescue ArgumentError => e; out << e.message; end
out << Etc.confstr(Etc::CS_PATH); begin; Etc.confstr(99_999); rescue SystemCallError => e; out << e.class.name << e.message; end
begin; Timeout.timeout(0.2) { sleep 5 }; rescue Timeout::Error => e; out << e.message << e.class.name; end
begin; Timeout.timeout(0.2) { `sleep 5` }; rescue Timeout::Error => e; out << e.message; end
s = StringIO.new("a\nb\n"); out << s.gets << s.read << s.eof?; s = StringIO.new; s.puts 'x'; s << 'y'; out << s.string
ENV['DUCK'] = 'q'; out << ENV['DUCK'] << `echo $DUCK` << ENV.fetch('NOX', 'd') << ENV.key?('DUCK'); ENV.delete('DUCK'); out << ENV['DUCK']
e = ENV.to_hash; ENV.clear; out << ENV.empty?; ENV.update(e); out << ENV.key?('PATH')
out << File.expand_path('~bin/x') << File.expand_path('../b', '/a/c') << File.executable?('/bin/sh') << File.executable?('/etc/passwd') << File.stat('/etc').directory? << File.mtime('/etc').is_a?(Time)
out << system('true') << Errno::ENOENT.new('x').message << (Process.clock_gettime(Process::CLOCK_MONOTONIC) > 0)
out.map(&:inspect)
