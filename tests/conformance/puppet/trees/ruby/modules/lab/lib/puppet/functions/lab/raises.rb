Puppet::Functions.create_function(:'lab::raises') do
  dispatch :go do
    param 'Integer', :n
  end
  def go(n)
    case n
    when 0 then raise 'plain'
    when 1 then raise ArgumentError, 'argument'
    when 2 then raise Puppet::ParseError, 'parse'
    when 3 then nil.foo
    when 4 then 1 / 0
    when 5 then raise Puppet::Error
    when 6 then [1, 2].fetch(9)
    when 7 then Integer('x')
    when 8 then undefined_thing
    when 9 then {}.fetch('a')
    when 10 then throw :x
    when 11 then fail Puppet::ParseError, "f #{n}"
    when 12 then go(12)
    when 13 then return :sym
    when 14 then { :a => :b, 'c' => nil, 1 => 1.5 }
    when 15 then raise NotImplementedError, 'ni'
    when 16 then foo(1)
    when 17 then 'a' + 1
    when 18 then [3, 'a'].sort
    when 19 then raise TypeError
    end
  end
end
