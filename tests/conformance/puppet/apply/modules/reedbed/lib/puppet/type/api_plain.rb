require 'puppet/resource_api'

Puppet::ResourceApi.register_type({
  name: 'api_plain',
  docs: 'A type with values of many types.',
  features: ['simple_get_filter', 'canonicalize'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'There or not.', default: 'present' },
    id: { type: 'Pattern[/\A\w+\Z/]', desc: 'The name.', behaviour: :namevar },
    must: { type: 'String', desc: 'A mandatory text.' },
    table: { type: 'Hash[String, Integer]', desc: 'A hash.', default: { 'a' => 1 } },
    shape: { type: 'Optional[Struct[{a => Integer, Optional[b] => String}]]', desc: 'A struct.' },
    ratio: { type: 'Optional[Float]', desc: 'A number.' },
    choice: { type: 'Optional[Variant[Integer, Enum[auto]]]', desc: 'A choice.' },
  },
  autobefore: { notify: ['$must', 'later'] },
})
