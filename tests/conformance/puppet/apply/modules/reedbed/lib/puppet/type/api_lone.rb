require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'api_lone',
  desc: 'A type without properties.',
  features: ['custom_insync'],
  attributes: {
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    force: { type: 'Boolean', desc: 'A parameter.', behaviour: :parameter, default: false },
  },
)
