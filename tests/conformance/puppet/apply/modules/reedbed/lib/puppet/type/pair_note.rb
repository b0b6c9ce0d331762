# Two attributes name a note, and a title holds both.
Puppet::Type.newtype(:pair_note) do
  def self.title_patterns
    upcase = ->(x) { x.upcase }
    [
      [%r{^(\w+)/(\w+)$}, [[:shelf], [:book, upcase]]],
      [/^(\w+)$/, [[:book]]],
    ]
  end

  newparam(:shelf, namevar: true) { defaultto 'top' }
  newparam(:book) { isnamevar }
  newproperty(:pages) {}
end
