# What Puppet answers to requests of agents for files.
#
# argument: a directory with confdir, vardir and code/environments
# stdin:  one request on each line, as JSON: {"method", "path", "query": {name: [values]}, "accept", "body"}
# stdout: one JSON object for each: {"status", "type", "body"}

require 'puppet'
require 'puppet/network/http'
require 'puppet/network/http/api/indirected_routes'
require 'puppet/file_serving/content'
require 'puppet/file_serving/metadata'
require 'puppet/file_bucket/file'
require 'json'
$stdout.set_encoding('UTF-8')

root = ARGV[0]
Puppet.initialize_settings([
  '--confdir', "#{root}/conf", '--vardir', "#{root}/var", '--codedir', "#{root}/code",
  '--basemodulepath', "#{root}/code/modules", '--fileserverconfig', "#{root}/conf/fileserver.conf"
])
Puppet.settings.preferred_run_mode = :server
Puppet::Util::Log.level = :emerg
Puppet::FileServing::Content.indirection.terminus_class = :file_server
Puppet::FileServing::Metadata.indirection.terminus_class = :file_server
Puppet::FileBucket::File.indirection.terminus_class = :file

# The reference takes modules in the order in which the file system lists them. Sorted, they come
# in the same order on every host.
module Sorted
  def children(path) = super.sort
end
Puppet::FileSystem.singleton_class.prepend(Sorted)

class Recorded
  include Puppet::Network::HTTP::Handler
  attr_reader :status, :type, :body

  def headers(request)
    { 'accept' => request['accept'] || '*/*', 'content-type' => 'application/octet-stream' }
  end

  def params(request)
    query = request['query'].map { |name, values| [name, values.size == 1 ? values[0] : values] }
    decode_params(query.to_h).merge(node: 'huey.pond.lab', ip: '127.0.0.1', authenticated: true)
  end

  def http_method(request) = request['method']
  def path(request) = request['path']
  def body(request = nil) = request ? request['body'].to_s : @body
  def client_cert(_request) = nil
  def set_content_type(_response, format) = @type = format

  def set_response(_response, body, status = 200)
    @body = body.respond_to?(:read) ? body.read : body
    @status = status
  end
end

class Quiet < Hash
end

loaders = Puppet::Environments::Directories.new("#{root}/code/environments", ["#{root}/code/modules"])
$stdin.each_line do |line|
  recorded = Recorded.new
  recorded.register([Puppet::Network::HTTP::API::IndirectedRoutes.routes])
  Puppet.override(environments: loaders) do
    recorded.process(JSON.parse(line), Quiet.new)
  end
  body = recorded.body.to_s.dup.force_encoding('UTF-8')
  puts JSON.generate('status' => recorded.status || 200, 'type' => recorded.type, 'body' => body)
end
