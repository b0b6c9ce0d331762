require 'deep_merge'; require 'resolv'; require 'socket'; require 'digest'; require 'tmpdir'; require 'monitor'; require 'open-uri'; require 'net/ftp'
out = []
a = { 'x' => [1, 2], 'y' => { 'p' => 1, 'q' => 'old' }, 'z' => 'plain' }
out << a.deep_merge!({ 'x' => [2, 3], 'y' => { 'q' => 'new', 'r' => nil }, 'z' => [9], 'n' => { 'm' => [1] } }) << a
out << { 'z' => 'plain', 'l' => [1] }.deep_merge({ 'z' => [9], 'l' => [2], 'k' => 3 })
out << { 'x' => %w[1 3], 'y' => 'a', 'z' => [1, 2] }.ko_deep_merge!({ 'x' => ['--1', '2'], 'y' => '--', 'z' => '--' })
out << DeepMerge.deep_merge!({ 'a' => [{ 'b' => 1 }] }, { 'a' => [{ 'c' => 2 }, { 'd' => 3 }] }, { merge_hash_arrays: true })
out << DeepMerge.deep_merge!({ 'a' => [3, 1] }, { 'a' => [2] }, { sort_merged_arrays: true })
out << DeepMerge.deep_merge!({ 'a' => [3, 1] }, { 'a' => [2] }, { overwrite_arrays: true })
out << DeepMerge.deep_merge!({ 'a' => ['1,2', '3'] }, { 'a' => ['4', '5,6'] }, { unpack_arrays: ',' })
out << DeepMerge.deep_merge!({ 'a' => 'x' }, { 'a' => [1] }, { extend_existing_arrays: true })
begin; DeepMerge.deep_merge!({}, {}, knockout_prefix: ''); rescue DeepMerge::InvalidParameter => e; out << e.message; end
out << Resolv::DNS::Resource::IN::A.name << Resolv.new.getaddresses('127.0.0.1') << Resolv.getaddress('127.0.0.1')
out << Socket.getaddrinfo('127.0.0.1', 80, Socket::AF_INET, Socket::SOCK_STREAM) << Socket.ip_address_list.any?(&:ipv4_loopback?) << Socket.ip_address_list.find(&:ipv4_loopback?).ip_address
out << Digest::SHA2.new.update('a').hexdigest << Digest::SHA2.new(512).hexdigest('a') << Digest::SHA2.hexdigest('a')
out << File::ALT_SEPARATOR << defined?(File::ALT_SEPARATOR) << :a.intern << :a.to_sym.to_s
out << Dir::Tmpname.create(['ab', '.c'], '/var/tmp') { |path| File.basename(path).start_with?('ab') }.end_with?('.c')
n = 0
out << Dir::Tmpname.create('ab') { |_| n += 1; raise Errno::EEXIST if n < 3 }.start_with?(Dir.tmpdir) << n
class Guarded; include MonitorMixin; def initialize; mon_initialize; end; def go; synchronize { 5 }; end; end
out << Guarded.new.go << OpenURI::HTTPError.ancestors.include?(StandardError) << Net::FTPPermError.ancestors.include?(Net::FTPError)
out << defined?(Bundler) << defined?(WIN32OLE) << Object.const_defined?(:WIN32OLE) << Object.const_defined?('WIN32OLE::Error') << defined?(ObjectSpace) << (defined?(PTY) ? 1 : 0)
out.map(&:inspect)
