require "net/http"; require "socket"; require "uri"; require "resolv"; require "ipaddr"
out = []
port = ENV['HTTP_PORT'].to_i
uri = URI("http://127.0.0.1:#{port}/a.txt")
out << Net::HTTP.get(uri) << Net::HTTP.get_response(uri).code << Net::HTTP.get_response(URI("http://127.0.0.1:#{port}/nox")).class.name
r = Net::HTTP.start(uri.host, uri.port) { |h| h.request(Net::HTTP::Get.new(uri)) }
out << r.is_a?(Net::HTTPSuccess) << r.body << r['content-type'] << r.message
http = Net::HTTP.new('127.0.0.1', port); http.open_timeout = 3
out << http.get('/a.txt').body << (case http.get('/nox') when Net::HTTPSuccess then 1 when Net::HTTPNotFound then 2 end) << http.head('/a.txt').code
begin; Net::HTTP.get(URI('http://127.0.0.1:1/')); rescue Errno::ECONNREFUSED => e; out << e.message; end
begin; TCPSocket.new('127.0.0.1', 1); rescue SystemCallError => e; out << e.class.name << e.message; end
s = TCPSocket.new('127.0.0.1', port); s.close; out << s.closed?
begin; TCPSocket.new('nohost.invalid', 1); rescue SocketError => e; out << e.class.name; end
out << Resolv.getaddress('localhost').length.positive? << Socket.getservbyname('ssh') << IPAddr.new('10.0.0.1').to_s
begin; http.get('/nox').value; rescue Net::HTTPServerException, Net::HTTPClientException => e; out << e.message; end
out.map(&:inspect)
