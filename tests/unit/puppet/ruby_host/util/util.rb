out = []
require 'tmpdir'; require 'fileutils'; require 'puppet/util/inifile'; require 'puppet/util/diff'; require 'puppet/util/checksums'; require 'puppet/util/symbolic_file_mode'
Dir.mktmpdir do |d|
  f = File.join(d, 'a.ini')
  File.write(f, "# top\n[one]\na=1\n  more\nb = 2\n\n[two]\n;x\nc=3\n")
  c = Puppet::Util::IniConfig::File.new
  c.read(f)
  out << c.get_section('one')['a'] << c['two']['c'] << c.include?('nox')
  c['one']['b'] = '9'; c['two']['new'] = 'q'; c.add_section('three', f)['z'] = '1'
  c.store
  out << File.read(f)
  names = []; c.each_section { |s| names << s.name }; out << names
  c['one'].destroy = true; c.store; out << File.read(f)
  File.write(f, "x=1\n")
  begin; Puppet::Util::IniConfig::File.new.read(f); rescue => e; out << e.class.name << e.message; end
  begin; Puppet::Util::IniConfig::File.new.read(File.join(d, 'nox')); rescue => e; out << e.message.sub(d, ''); end
  Puppet::Util.replace_file(f, 0600) { |h| h.puts 'new' }; out << File.read(f) << format('%o', File.stat(f).mode)
  g = File.join(d, 'g'); Puppet::Util.replace_file(g, 0600) { |h| h.puts 'new' }; out << format('%o', File.stat(g).mode)
  Puppet::FileSystem.replace_file(g, 0644) { |h| h.write 'x' }; out << Puppet::FileSystem.read(g) << format('%o', File.stat(g).mode)
  out << Puppet::FileSystem.exist?(g) << Puppet::FileSystem.basename_string(g) << Puppet::FileSystem.dir_exist?(g) << Puppet::FileSystem.pathname(g).class.name << Puppet::FileSystem.executable?(g)
  Puppet::FileSystem.mkpath(File.join(d, 'p/q')); out << File.directory?(File.join(d, 'p/q'))
  Puppet::FileSystem.symlink(g, File.join(d, 'l')); out << Puppet::FileSystem.symlink?(File.join(d, 'l')) << (Puppet::FileSystem.readlink(File.join(d, 'l')) == g)
  Puppet::FileSystem.unlink(g); out << File.exist?(g)
  Puppet::FileSystem.open(g, 0640, 'w') { |h| h.puts 'o' }; out << format('%o', File.stat(g).mode)
end
out << Puppet::Util.which('sh') << Puppet::Util.which('nox_cmd') << Puppet::Util.absolute_path?('/a') << Puppet::Util.absolute_path?('a')
out << Puppet::Util.symbolizehash({ 'a' => 1, 'b' => { 'c' => 2 } }) << Puppet::Util.uri_encode('/a b?c=d e') << Puppet::Util.path_to_uri('/a b').to_s << Puppet::Util.withenv('A' => '1') { `echo $A` }
out << Puppet::Util::Package.versioncmp('1.2', '1.10') << Puppet::Util::Platform.windows? << Puppet.version << Puppet.features.posix? << Puppet.run_mode.name
out << Puppet::Util::Json.load('{"a": [1]}') << Puppet::Util::Json.dump({ 'a' => nil }) << Puppet::Util::Yaml.safe_load("a: 1\n")
class Sums; include Puppet::Util::Checksums; end
s = Sums.new
out << s.send(:md5, 'x') << s.send(:sha256lite, 'y' * 600) << s.send(:sumtype, '{md5}abc') << s.send(:sumdata, '{md5}abc') << s.send(:checksum?, '{md5}abc')
class Modes; include Puppet::Util::SymbolicFileMode; end
m = Modes.new
out << m.symbolic_mode_to_int('u=rwx,g=rx,o=') << m.symbolic_mode_to_int('g+w', 0644) << m.valid_symbolic_mode?('u+q') << m.normalize_symbolic_mode('0644') << m.display_mode('644')
out << Puppet::Util.uid('root') << Puppet::Util.uid('nox_user') << Puppet::Util.gid(0) << Puppet::Util.uid('0') << Puppet::Util::POSIX.groups_of('root').class
out.map(&:inspect)
