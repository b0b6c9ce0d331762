require 'puppet/provider/parsedfile'
Puppet::Type.type(:parsed_note).provide(:lines, parent: Puppet::Provider::ParsedFile, default_target: '/nonexistent/parsed', filetype: :flat) do
  text_line :comment, match: /^#/
  text_line :blank, match: /^\s*$/
  record_line :lines,
              fields: %w[name colour words],
              optional: %w[words],
              separator: ':',
              joiner: ':',
              absent: '-',
              post_parse: proc { |hash| hash[:words] = hash[:words].split(',') if hash[:words].is_a?(String) },
              pre_gen: proc { |hash| hash[:words] = hash[:words].join(',') if hash[:words].is_a?(Array) }

  def self.header
    "# made by reeds\n"
  end
end
