require 'puppet/resource_api'

# Knows one resource, and says what it does.
class Puppet::Provider::ApiPlain::ApiPlain
  def initialize
    @all = { 'one' => { id: 'one', ensure: 'present', must: 'm', table: { 'a' => 1 } } }
  end

  def canonicalize(_context, resources)
    resources.each { |each| each[:must] = each[:must].strip if each[:must] }
  end

  def get(context, names)
    type = context.type
    features = [type.feature?('canonicalize'), type.feature?('supports_noop'), type.ensurable?]
    context.notice("get #{names.inspect} #{type.name} #{type.namevars.inspect} #{features} #{type.attributes.keys}")
    (names || @all.keys).map { |name| @all[name] || { id: name, ensure: 'absent' } }
  end

  def set(context, changes)
    changes.each do |name, change|
      is, should = change.values_at(:is, :should)
      if is[:ensure].to_s == 'absent'
        context.creating(name, message: 'Building') { context.notice(should.inspect) }
      else
        context.updating(name) { context.notice(is.inspect + should.inspect) }
        tell(context, name)
      end
    end
  end

  def tell(context, name)
    context.updated(name)
    context.processed(name, 1, 2)
    context.failing(name) { 1 }
    context.warning('a', 'b', 'c')
    context.err([], 'none')
  end
end
