# Features, several providers, a choice among them.
Puppet::Type.newtype(:featured_note) do
  feature :colours, 'Can be coloured.'
  feature :sizes, 'Can have a size.', methods: [:size, :size=]

  newparam(:name, namevar: true) {}
  newproperty(:colour, required_features: :colours) {}
  newproperty(:size, required_features: [:sizes]) {}
  newproperty(:level) do
    newvalue(:low) { provider.set_level('low') }
    newvalue(:high, event: :level_rose, required_features: :colours) { provider.set_level('high') }
    def retrieve
      provider.current
    end
  end
end
