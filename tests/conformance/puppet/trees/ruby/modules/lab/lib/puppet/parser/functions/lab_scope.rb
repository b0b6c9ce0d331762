Puppet::Parser::Functions::newfunction(:lab_scope, :type => :rvalue) do |args|
  return 'early' if args[0] == 'early'
  case args[0]
  when 'var' then lookupvar(args[1])
  when 'fn' then send("function_#{args[1]}", args[2])
  when 'cf' then call_function(args[1], args[2])
  when 'to_s' then to_s
  when 'raise' then raise Puppet::ParseError, 'oops'
  when 'self' then self.class.to_s
  when 'res' then resource.to_s + ' ' + resource.title.to_s + ' ' + resource.type.to_s
  when 'cat' then catalog.resource('Notify[x]').inspect
  when 'cat2' then compiler.catalog.resource('Notify', 'x')[:message]
  when 'env' then environment.to_s + compiler.environment.name.to_s
  when 'fr' then findresource('Notify[x]').to_s
  when 'undef' then :undef
  when 'nested' then { 'a' => [:undef, nil, :b] }
  when 'setvar' then setvar('made', [1,2]); lookupvar('made')
  when 'func' then Puppet::Parser::Functions.function(args[1].to_sym).to_s
  when 'known' then known_resource_types.hostclass(args[1]) ? 'yes' : 'no'
  end
end
