module Puppet::Parser::Functions
  newfunction(:lab_old, :type => :rvalue, :arity => -2, :doc => 'x') do |args|
    args.map { |a| a.inspect }.join('|')
  end
end
