require_relative '../../../puppet_x/lab/rows'
require File.expand_path(File.dirname(__FILE__) + '/../../../puppet_x/lab/rows.rb')

Puppet::Functions.create_function(:'lab::library') do
  dispatch :library do
    repeated_param 'String', :ducks
  end

  def library(*ducks)
    PuppetX::Lab::LoudRow.new(ducks).song + PuppetX::Lab::Row.new(ducks).song('peep')
  end
end
