require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'api_note',
  docs: <<-EOS,
    A note in a file of its own.
  EOS
  features: ['simple_get_filter'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether there is a note.', default: 'present' },
    path: { type: 'String', desc: 'The file.', behaviour: :namevar },
    colour: { type: 'Optional[Enum[green, brown]]', desc: 'The colour.' },
    depth: { type: 'Optional[Integer[0, 9]]', desc: 'The depth.' },
    wet: { type: 'Boolean', desc: 'Whether it is wet.', default: false },
    words: { type: 'Optional[Array[String]]', desc: 'Words.' },
    secret: { type: 'Optional[Sensitive[String]]', desc: 'A secret.' },
    seed: { type: 'Optional[String]', desc: 'Where it comes from.', behaviour: :init_only },
    size: { type: 'Optional[Integer]', desc: 'Its size.', behaviour: :read_only },
    trouble: { type: 'Optional[String]', desc: 'What goes wrong.', behavior: :parameter },
  },
  autorequire: { file: '$trouble' },
)
