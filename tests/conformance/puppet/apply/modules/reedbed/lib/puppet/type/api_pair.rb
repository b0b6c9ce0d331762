require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'api_pair',
  desc: 'A note with two names.',
  features: ['canonicalize', 'supports_noop'],
  title_patterns: [
    { pattern: %r{^(?<bank>.*[^/])/(?<reed>.*)$}, desc: 'Both names.' },
    { pattern: %r{^(?<reed>.*)$}, desc: 'One name.' },
  ],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether there is one.', default: 'present' },
    bank: { type: 'String', desc: 'The first name.', behaviour: :namevar, default: 'left' },
    reed: { type: 'String', desc: 'The second name.', behaviour: :namevar },
    colour: { type: 'Optional[String]', desc: 'The colour.' },
    force: { type: 'Boolean', desc: 'A parameter.', behaviour: :parameter, default: true },
  },
)
