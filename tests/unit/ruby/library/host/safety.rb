require 'fileutils'; require 'open3'; require 'tmpdir'; require 'digest'
out = []
# The id of a command that has ended is never that of another process.
ids = [spawn('true')]
Process.wait(ids[0]); out << $?.success? << ($?.pid == ids[0])
begin; Process.kill('TERM', ids[0]); rescue Errno::ESRCH => e; out << e.class.name; end
begin; Process.wait(ids[0]); rescue Errno::ECHILD => e; out << e.message; end
ids << spawn('exit 3'); pid, status = Process.wait2(ids[1]); out << (pid == ids[1]) << status.exitstatus
`true`; ids << $?.pid; system('true'); ids << $?.pid
Open3.popen3('true') { |_, o, _, t| o.read; ids << t.pid; out << (t.value.pid == t.pid) }
begin; Process.kill('KILL', ids[-1]); rescue Errno::ESRCH => e; out << e.class.name; end
ids << Open3.capture2e('true')[1].pid
IO.popen('true') { |io| ids << io.pid }
out << Process.detach(spawn('exit 4')).value.exitstatus
out << ids.uniq.length << ids.min.between?(0, 1)
Dir.mktmpdir('duck') do |d|
  target, link = File.join(d, 'target'), File.join(d, 'link')
  File.symlink(target, link)
  [File::WRONLY | File::CREAT | File::EXCL, 'wx', File::WRONLY | File::CREAT | File::NOFOLLOW, File::RDONLY | File::NOFOLLOW].each do |mode|
    begin; File.open(link, mode) { |f| f.write('x') }; rescue SystemCallError => e; out << e.class.name << e.message.sub(d, ''); end
  end
  out << File.exist?(target)
  File.open(target, File::WRONLY | File::CREAT | File::EXCL, 0600) { |f| f.write('x') }
  out << File.read(target) << format('%o', File.stat(target).mode)
  File.open(target, File::RDWR | File::NOFOLLOW) { |f| f.write('y') }; out << File.read(link)
  %w[rm rm_f rm_r rm_rf].each { |name| FileUtils.send(name, target, noop: true) }
  FileUtils.mkdir_p(File.join(d, 'n'), noop: true); FileUtils.touch(File.join(d, 'n'), noop: true)
  FileUtils.mv(target, File.join(d, 'n'), noop: true); FileUtils.cp(target, File.join(d, 'n'), noop: true)
  FileUtils.ln_s(target, File.join(d, 'n'), noop: true); FileUtils.chmod(0777, target, noop: true)
  out << Dir.children(d).sort << format('%o', File.stat(target).mode)
  FileUtils.mkdir_p(File.join(d, 'm/n/o'), mode: 0700); out << %w[m m/n m/n/o].map { |n| format('%o', File.stat(File.join(d, n)).mode) }
  ['g=u', 'u+rw-x', 'a=,u=rwx', 'o+X', 'ug+rwx,o=g-w', '+x', 'u=rwxs,go='].each { |m| File.chmod(0700, target); FileUtils.chmod(m, target); out << format('%o', File.stat(target).mode) }
  ['z+r', 'u+q', 'u'].each { |m| begin; FileUtils.chmod(m, target); rescue ArgumentError => e; out << e.message; end }
end
begin; sleep(-1); rescue ArgumentError => e; out << e.message; end
begin; IO.popen([]); rescue ArgumentError => e; out << e.message; end
Dir.mktmpdir('duck') do |d|
  File.write(File.join(d, 'a'), 'quack')
  out << Digest::MD5.file(File.join(d, 'a')).hexdigest << Digest::SHA256.new.file(File.join(d, 'a')).to_s
  begin; Digest::SHA1.file(File.join(d, 'b')); rescue Errno::ENOENT => e; out << e.message.sub(d, ''); end
end
out.map(&:inspect)
