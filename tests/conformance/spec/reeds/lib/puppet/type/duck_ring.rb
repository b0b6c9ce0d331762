# frozen_string_literal: true

Puppet::Type.newtype(:duck_ring) do
  @doc = 'A ring at the leg of a duck.'

  feature :colours, 'The ring may have a colour.'

  ensurable

  newparam(:name, namevar: true) { desc 'The number of the ring.' }
  newparam(:tool) { desc 'What the ring is put on with.' }

  newproperty(:colour, required_features: [:colours]) do
    desc 'The colour of the ring.'
    newvalues(:red, :blue)
  end
  newproperty(:width) do
    desc 'The width in millimetres.'
    munge { |value| Integer(value) }
  end
end
