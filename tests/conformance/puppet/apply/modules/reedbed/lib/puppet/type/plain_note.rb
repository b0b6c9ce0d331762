# A key and a value in a file: checks, conversions, messages.
Puppet::Type.newtype(:plain_note) do
  @doc = 'A note in a file.'

  ensurable

  newparam(:name, namevar: true) do
    desc 'The key.'
    validate { |v| raise ArgumentError, "#{v} is no key" unless v =~ /\A[a-z]\w*\z/ }
  end

  newparam(:file) do
    isrequired
    validate { |v| raise Puppet::Error, 'file must be absolute' unless Puppet::Util.absolute_path?(v) }
  end

  newparam(:loud, boolean: true, parent: Puppet::Parameter::Boolean) do
    defaultto false
  end

  newparam(:style) do
    newvalues(:plain, :fancy, /^x\d+$/)
    aliasvalue(:simple, :plain)
    defaultto { resource.loud? ? :fancy : :plain }
  end

  newparam(:broken) do
    validate { |v| v.no_such_method if v == 'check' }
    munge { |v| v == 'convert' ? v.no_such_method : v }
  end

  newproperty(:text) do
    munge { |v| v.to_s.strip }
    unmunge { |v| v.upcase == v ? v.downcase : v }
  end

  newproperty(:size) do
    validate { |v| fail("size #{v.inspect} is too large") if v.to_i > 100 }
    munge { |v| Integer(v) }
  end

  newproperty(:words, array_matching: :all) do
    def insync?(is)
      is.sort == should.sort
    end

    def change_to_s(from, to)
      "words changed from #{from.inspect} to #{to.inspect}"
    end
  end

  newproperty(:choice) do
    newvalues(:one, :two)
    def is_to_s(value)
      "<#{value}>"
    end

    def should_to_s(value)
      "<<#{value}>>"
    end
  end

  newproperty(:failing) do
    def insync?(is)
      raise Puppet::Error, 'cannot compare' if should == 'compare'
      super
    end
  end

  autorequire(:file) { File.dirname(self[:file]) }

  validate do
    raise Puppet::Error, 'text is needed' if self[:ensure] == :present && self[:text].nil?
    self.fail 'one and loud' if self[:choice] == :one && loud?
  end

  def refresh
    provider.refreshed
  end
end
