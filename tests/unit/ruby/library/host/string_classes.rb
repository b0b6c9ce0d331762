# Strings of a class of their own, as the outputs of Puppet's commands are.
require 'json'

class Out < String
  attr_accessor :code
end

o = Out.new('1')
many = Out.new("1\nb")
out = []
out << (o == '1') << ('1' == o) << (case o when '1' then :y else :n end) << ['1'].include?(o)
out << { '1' => 2 }[o] << { o => 3 }['1'] << o.eql?('1') << '1'.eql?(o) << [o, '1'].uniq.size
out << (o <=> '2') << ['2', o].sort << [[o, 5]].assoc('1') << ['1'].index(o) << ['1'] - [o]
out << (o + 'x') << "x#{o}" << [o, '2'].join(',') << '%s' % o << o * 2 << Integer(o) << Float(o)
out << 'abc1'.include?(o) << 'a1b'.sub(o, 'z') << 'a1b'.split(o) << 'a1'.end_with?(o)
out << 'a1'.index(o) << 'a1'.delete(o) << '1'.casecmp?(o) << 'a1b'[o] << 'a1b'.partition(o)
out << many.split("\n") << many.lines << many.to_json << JSON.generate([many]) << JSON.parse(o)
out << many.gsub(/b/, 'c') << many.sub('b', o) << many.scan(/\w/) << (many =~ /b/)
out << File.join('a', o) << File.basename(Out.new('/x/y')) << 'ab'.tr(Out.new('a'), 'c')
changed = Out.new("ab\n")
changed.code = 7
changed.chomp!
out << changed.dup << changed.class << changed.code
changed << 'c'
changed.gsub!('b', 'x')
out << changed.dup << changed.class << changed.code
out << (changed + 'q').class
out.map(&:inspect)
