# What the terminus of PuppetDB asks a store, and gives it, when Puppet compiles programs.
#
# stdin:  one job a line, as for programs.rb, with `store`: rows, the resources in the store;
#         answers, pairs of a query and its answer; perhaps error, the status and text of all answers
# stdout: one result a line, as of programs.rb, with `requests`: what came to the store, in order
#
# It needs the files of puppet and of puppet-terminus-puppetdb in one directory; without the package
# installed, RUBYLIB names such a directory.

require_relative 'compiled_programs'
require 'cgi'
require 'puppet/util/puppetdb'
require 'puppet/util/puppetdb/http'
require 'puppet/indirector/catalog/puppetdb'
require 'puppet/indirector/resource/puppetdb'

Response = Struct.new(:code, :reason, :body) do
  def success?
    code < 300
  end

  def [](_header); end
end

# A store of rows in the place of the network.
class Rows
  attr_reader :requests

  def initialize(given)
    @given = given
    @requests = []
  end

  def get(uri, **)
    query = JSON.parse(CGI.unescape(uri.query.delete_prefix('query=')))
    note('resources', query)
    answer(@given['rows'].select { |row| fits?(query, row) })
  end

  def post(uri, body, **)
    data = JSON.parse(body)
    return take(uri, data) if uri.path == '/pdb/cmd/v1'

    note('query', data['query'])
    found = @given['answers'].find { |query, _| query == data['query'] }
    answer(found ? found.last : [])
  end

  private

  def take(uri, payload)
    fields = CGI.parse(uri.query).transform_values(&:last)
    note("#{fields['command']} #{fields['version']}", payload)
    Response.new(200, 'OK', '{"uuid": "1"}')
  end

  # Equal questions of several rounds count once.
  def note(name, content)
    @requests << [name, content] unless @requests.include?([name, content])
  end

  def answer(data)
    status, text = @given['error']
    status ? Response.new(status, 'Bad Request', text) : Response.new(200, 'OK', JSON.generate(data))
  end

  def fits?(query, row)
    operator, *parts = query
    case operator
    when 'and' then parts.all? { |each| fits?(each, row) }
    when 'or' then parts.any? { |each| fits?(each, row) }
    when 'not' then !fits?(parts.first, row)
    else equal?(parts.first, parts.last, row)
    end
  end

  def equal?(field, value, row)
    return (row['parameters'] || {})[field.last] == value if field.is_a?(Array)
    return (row['tags'] || []).include?(value) if field == 'tag'

    { 'exported' => true }.merge(row)[field] == value
  end
end

Puppet::Util::Puppetdb::Http.define_singleton_method(:action) do |path, _mode, &request|
  request.call($rows, URI("https://store.lab:8081#{path}"), nil)
end

Puppet::Resource.indirection.terminus_class = :puppetdb
TERMINUS = Puppet::Resource::Catalog.indirection.terminus(:puppetdb)
$stdout.sync = true
$stdin.each_line do |line|
  job = JSON.parse(line)
  job['settings']['storeconfigs'] = job['settings']['storeconfigs'] == 'true'
  $rows = Rows.new(job['store'])
  result = run(job) do |catalog, environment|
    TERMINUS.save(Puppet::Indirector::Request.new(:catalog, :save, catalog.name, catalog, environment: environment))
  end
  puts JSON.generate(result.merge(requests: $rows.requests))
end
