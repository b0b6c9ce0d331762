# Notes that are read in one step and written in another.
Puppet::Type.newtype(:stored_note) do
  ensurable do
    defaultvalues
    defaultto :present
  end

  newparam(:name, namevar: true) {}
  newparam(:file) { defaultto '/nonexistent/notes' }

  newproperty(:colour) do
    newvalues(:green, :brown, /^#[0-9a-f]{6}$/)
    defaultto :green
  end

  newproperty(:age) do
    munge { |v| Integer(v) }
  end
end
