require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'api_maker',
  desc: 'A type whose provider makes resources, and can do nothing else.',
  features: ['custom_generate'],
  attributes: {
    ensure: { type: 'Enum[absent, present]', desc: 'There or not.', default: 'present' },
    name: { type: 'String', desc: 'The name.', behavior: :namevar },
    count: { type: 'Optional[Integer]', desc: 'A number.', behaviour: :parameter },
  },
)
