require 'pathname'; require 'csv'; require 'logger'; require 'strscan'; require 'forwardable'; require 'singleton'; require 'benchmark'; require 'stringio'; require 'tmpdir'
out = []
x = Pathname.new('/etc/foo/bar.txt')
out << x.basename.to_s << x.dirname.to_s << x.extname << (x + '../baz').to_s << x.parent.parent.to_s << x.absolute? << (Pathname.new('a') + 'b').to_s << Pathname.new('a/../b//c').cleanpath.to_s
out << (x == Pathname.new('/etc/foo/bar.txt')) << x.inspect << x.join('a', 'b').to_s << Pathname.new('/etc').directory? << Pathname.new('/etc').children.first.class.to_s << x.exist? << Pathname.new('/a/b').relative_path_from(Pathname.new('/a/c/d')).to_s << x.sub_ext('.rb').to_s
out << File.join(x.dirname, 'q') << "#{x}" << File.exist?(Pathname.new('/etc/passwd')) << (Pathname.new('/usr') / 'bin').to_s << Pathname.new('/etc/../etc/passwd').realpath.to_s << Pathname.new('/').root?
Dir.mktmpdir { |d| q = Pathname.new(d) + 'f'; q.write("a\nb\n"); out << q.read << q.readlines << q.file? << q.size; q.delete; out << q.exist?; (Pathname.new(d) + 'x/y').mkpath; out << (Pathname.new(d) + 'x').children.map { |c| c.basename.to_s } ; out << Dir.glob(Pathname.new(d) + '*').size }
out << CSV.parse("a,b\n1,\"x,y\"\n") << CSV.parse("a;b\n", col_sep: ';') << CSV.parse("n,v\nq,1\n", headers: true).map(&:to_h) << CSV.parse_line("1,2,3") << CSV.generate { |c| c << [1, 'a b', nil, 'q,"r"'] } << ['a', 'b c'].to_csv
io = StringIO.new; l = Logger.new(io); l.level = Logger::WARN; l.info('x'); l.warn('y'); out << io.string.sub(/\[.*?\]/, '[]') << l.debug? << l.error?
l.formatter = proc { |s, t, p, m| "#{s}:#{m}\n" }; l.error { 'blk' }; out << io.string.lines.last
s = StringScanner.new('test string 12'); out << s.scan(/\w+/) << s.scan(/\w+/) << s.scan(/\s+/) << s.check(/\w+/) << s.scan_until(/\d/) << s.rest << s.pos << s.eos? << s.matched << s.skip(/\d/) << s.eos?
class Sing; include Singleton; attr_reader :v; def initialize; @v = 3; end; end
out << Sing.instance.v << Sing.instance.equal?(Sing.instance)
class Fw; extend Forwardable; def_delegators :@a, :size, :first; def_delegator :@a, :last, :final; def initialize; @a = [1, 2, 3]; end; end
out << Fw.new.size << Fw.new.first << Fw.new.final
out << Thread.new { 4 + 1 }.value << Mutex.new.synchronize { 7 } << (Benchmark.realtime { 1 } < 5)
q = Queue.new; q << 1; q.push(2); out << q.pop << q.size
begin; Thread.new { raise 'boom' }.tap { |t| t.report_on_exception = false rescue nil }.join; rescue => e; out << e.message; end
out << RbConfig::CONFIG['host_os'] << Errno::EACCES.new.message << (begin; raise Errno::ENOENT, '/x'; rescue SystemCallError => e; e.message; end)
out << Class.new(Sing).instance.equal?(Sing.instance) << (begin; Sing.new; rescue NoMethodError => e; e.message; end) << (begin; Sing.instance.dup; rescue TypeError => e; e.message; end)
out.map(&:inspect)
