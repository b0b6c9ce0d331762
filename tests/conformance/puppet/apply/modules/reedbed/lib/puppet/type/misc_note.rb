# Odds and ends.
Puppet::Type.newtype(:misc_note, self_refresh: false) do
  newparam(:name) do
    isnamevar
    munge { |v| v.downcase }
  end
  newparam(:secret) { sensitive true if respond_to?(:sensitive) }
  newproperty(:level) do
    newvalue(:low)
    newvalue(:high) do
      provider.level = :high
      :level_raised
    end
    newvalue(/^\d+$/) { |*| provider.level = resource[:level].to_i }
    defaultto { :low if resource[:name] == 'default' }
  end
  newproperty(:many, array_matching: :all) do
    munge { |v| v.is_a?(Hash) ? v.sort.to_h : v.to_s }
  end
  newproperty(:shown) do
    def change_to_s(is, should)
      raise 'cannot say' if should == 'silent'
      super
    end

    def sync
      provider.shown = should
      provider.debug 'synced'
    end
  end
  newproperty(:unset) do
    def should
      nil
    end
  end

  autorequire(:misc_note) { self[:name] == 'first' ? 'second' : [] }
  autosubscribe(:file) { [nil, "/nonexistent/#{self[:name]}"] }

  def pre_run_check
    raise Puppet::Error, 'cannot run' if self[:name] == 'never'
  end

  def refresh
    notice "refresh of #{self}"
  end
end
