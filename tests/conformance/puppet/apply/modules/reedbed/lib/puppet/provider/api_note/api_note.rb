require 'json'
require 'puppet/resource_api/simple_provider'

# Notes as JSON, each in the file that is its name.
class Puppet::Provider::ApiNote::ApiNote < Puppet::ResourceApi::SimpleProvider
  def get(context, names = nil)
    context.debug("reading #{names.inspect}")
    (names || []).select { |path| File.exist?(path) }.map { |path| read(path) }
  end

  def create(context, name, should)
    context.notice("creating #{name} as #{should.reject { |key, _| key == :secret }.inspect}")
    raise 'the pond is frozen' if should[:trouble] == 'frozen'
    write(name, should)
  end

  def update(context, name, should)
    context.warning(name, "a change of #{should.keys.join(' ')}")
    write(name, should)
  end

  def delete(context, name)
    context.info("deleting #{name}")
    File.delete(name)
  end

  private

  def read(path)
    data = JSON.parse(File.read(path))
    found = { path: path, ensure: 'present', size: data.size }
    data.each { |key, value| found[key.to_sym] = value }
    found[:secret] = Puppet::Pops::Types::PSensitiveType::Sensitive.new(found[:secret]) if found[:secret]
    found
  end

  def write(path, should)
    data = should.reject { |key, _| [:ensure, :path, :trouble].include?(key) }
    data[:secret] = data[:secret].unwrap if data[:secret]
    File.write(path, JSON.generate(data))
  end
end
