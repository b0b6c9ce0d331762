module Puppet::Parser::Functions
  newfunction(:lab_other) do |args|
  end
end
