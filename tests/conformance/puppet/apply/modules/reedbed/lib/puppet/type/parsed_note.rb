# Lines of files.
Puppet::Type.newtype(:parsed_note) do
  ensurable
  newparam(:name, namevar: true) {}
  newproperty(:colour) {}
  newproperty(:words, array_matching: :all) {}
  newproperty(:target) { defaultto { '/nonexistent/parsed' } }
end
