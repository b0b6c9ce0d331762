# Commands of providers.
Puppet::Type.newtype(:command_note) do
  newparam(:name, namevar: true) {}
  newparam(:argument) {}
  newproperty(:result) {}
end
