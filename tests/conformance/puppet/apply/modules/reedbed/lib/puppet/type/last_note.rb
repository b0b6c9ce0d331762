# A resource that ends the run.
Puppet::Type.newtype(:last_note) do
  newparam(:name)
  newproperty(:ends) { newvalues(:yes, :no) }
end
