Puppet::Type.type(:misc_note).provide(:kept) do
  mk_resource_methods
  @kept = {}
  class << self
    attr_reader :kept
  end

  def self.post_resource_eval
    Puppet.notice "at the end: #{kept.sort.map { |k, v| "#{k}=#{v}" }.join(' ')}"
  end

  def level=(value)
    self.class.kept["#{name}.level"] = value.inspect
  end

  def many
    name == 'array' ? %w[a b] : :absent
  end

  def many=(value)
    self.class.kept["#{name}.many"] = value.inspect
  end

  def shown=(value)
    self.class.kept["#{name}.shown"] = value.inspect
  end
end
