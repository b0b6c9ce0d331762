require 'erb'
out = []
x = 1
out << ERB.new("<%= x %>-<%= self.class %>").result(binding)
class Pond
  def initialize; @depth = 3; end
  def show(name, *rest, deep: false, &block)
    note = 'n'
    [1, 2].map { |i| ERB.new("<%= name %><%= rest %><%= deep %><%= note %><%= i %><%= @depth %><%= helper %>", trim_mode: '-').result(binding) }
  end
  def helper; 'h'; end
  def bind; inner = 5; binding; end
end
out << Pond.new.show('a', 7, deep: true)
b = Pond.new.bind
out << b.local_variable_get(:inner) << b.local_variables << b.local_variable_defined?(:inner) << b.local_variable_defined?(:x) << b.eval('inner + @depth') << eval('inner', b) << b.receiver.class
b.local_variable_set(:fresh, 9)
out << b.local_variable_get(:fresh) << b.eval('fresh + inner')
out << (begin; b.local_variable_get(:nothing); rescue NameError => e; e.class; end)
out << ERB.new("<%= a %><%= b %>").result_with_hash(a: 1, b: [2])
t = "<% if true %>\nx\n<% end %>\n<%= 1 %>\na <%= 2 %>\n <% y = 1 %>\n<%# c %>\nend"
['', '-', '<>', '>'].each { |mode| out << ERB.new(t, trim_mode: mode).result }
out << ERB.new("% 2.times do |i|\n<%= i %>\n% end\n%% text\n%\n % no\nlast", trim_mode: '%').result
out << ERB.new("% if true\n<% z = 1 %>\n<%= z %>\n% end\n", trim_mode: '%<>').result
out << ERB.new("% [1].each do |q|\n<%- if q -%>\n<%= q -%>\n<%- end -%>\n% end\n", trim_mode: '%-').result
out << "x".encode('UTF-16LE').bytes << "é".encode('UTF-16BE').bytes << "x".encode('UTF-16').bytes << "é".encode('ISO-8859-1').bytes << "€".encode(Encoding::Windows_1252).bytes
out << "\xE9t\xE9".encode('UTF-8', 'ISO-8859-1') << "éa".encode('US-ASCII', invalid: :replace, undef: :replace, replace: '?') << "aéb".encode('ASCII', undef: :replace)
out << (begin; "é".encode('US-ASCII'); rescue Encoding::UndefinedConversionError => e; e.message; end)
out << (begin; "é".encode('nothing'); rescue Encoding::ConverterNotFoundError => e; e.class; end)
out.map(&:inspect)
