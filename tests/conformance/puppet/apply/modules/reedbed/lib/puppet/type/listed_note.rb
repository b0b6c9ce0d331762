require 'puppet/property/list'
require 'puppet/property/ordered_list'
require 'puppet/property/keyvalue'
require 'puppet/property/boolean'
# Properties that are lists, pairs and booleans.
Puppet::Type.newtype(:listed_note) do
  newparam(:name, namevar: true) {}
  newparam(:membership) do
    newvalues(:inclusive, :minimum)
    defaultto :minimum
  end
  newparam(:pair_membership) do
    newvalues(:inclusive, :minimum)
    defaultto :minimum
  end
  newproperty(:members, parent: Puppet::Property::List) {}
  newproperty(:steps, parent: Puppet::Property::OrderedList) {}
  newproperty(:pairs, parent: Puppet::Property::KeyValue) do
    def membership
      :pair_membership
    end
  end
  newproperty(:on, boolean: true, parent: Puppet::Property::Boolean) {}
end
