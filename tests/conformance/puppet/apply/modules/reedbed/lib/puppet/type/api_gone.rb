require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'api_gone',
  desc: 'A type without a provider.',
  attributes: {
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    text: { type: 'String', desc: 'A text.' },
  },
)
