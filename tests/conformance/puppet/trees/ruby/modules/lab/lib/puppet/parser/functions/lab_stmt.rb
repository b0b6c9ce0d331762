module Puppet::Parser::Functions
  newfunction(:lab_stmt, :arity => 1) do |args|
    function_notice(["stmt #{args[0]}"])
    notice("direct")
    'ignored'
  end
end
