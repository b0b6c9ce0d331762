# frozen_string_literal: true

require 'puppetlabs_spec_helper/module_spec_helper'
require 'rspec-puppet-facts'

include RspecPuppetFacts

add_custom_fact :season, 'spring'

RSpec.configure do |c|
  c.default_facts = { 'weather' => 'calm' }
  c.before(:each) { Puppet.settings[:strict_variables] = true }
end

def far(place)
  "far #{place}"
end
