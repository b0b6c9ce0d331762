require 'json'
require 'puppet/resource_api/simple_provider'

# Pairs in one file.
class Puppet::Provider::ApiPair::ApiPair < Puppet::ResourceApi::SimpleProvider
  FILE = '/srv/pairs.json'.freeze

  def canonicalize(_context, resources)
    resources.each { |each| each[:colour] = each[:colour].downcase if each[:colour] }
  end

  def get(_context)
    pairs.map do |title, colour|
      bank, reed = title.split('/')
      { title: title, bank: bank, reed: reed, ensure: 'present', colour: colour }
    end
  end

  def set(context, changes, noop: false)
    changes.each do |name, change|
      context.notice("#{name.inspect} noop #{noop} force #{change[:should][:force]}")
    end
    super(context, changes)
  end

  def create(context, name, should)
    context.notice("create #{name.inspect}")
    store(name, should[:colour])
  end

  def update(context, name, should)
    context.notice("update #{name.inspect} #{should[:colour]}")
    store(name, should[:colour])
  end

  def delete(context, name)
    context.notice("delete #{name.inspect}")
    left = pairs
    left.delete("#{name[:bank]}/#{name[:reed]}")
    File.write(FILE, JSON.generate(left))
  end

  def pairs
    File.exist?(FILE) ? JSON.parse(File.read(FILE)) : {}
  end

  def store(name, colour)
    File.write(FILE, JSON.generate(pairs.merge("#{name[:bank]}/#{name[:reed]}" => colour)))
  end
end
