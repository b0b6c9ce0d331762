require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'api_bare',
  desc: 'A type without ensure, whose provider compares.',
  features: ['custom_insync'],
  attributes: {
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    text: { type: 'Optional[String]', desc: 'A text.' },
    count: { type: 'Optional[Integer]', desc: 'A number.' },
    needed: { type: 'Integer', desc: 'A parameter.', behaviour: :parameter },
  },
)
