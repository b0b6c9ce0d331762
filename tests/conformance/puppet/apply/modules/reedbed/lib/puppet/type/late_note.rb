# A type whose only provider works once another resource has made a file.
Puppet::Type.newtype(:late_note) do
  newparam(:name, namevar: true) {}
  newproperty(:text) {}
end
