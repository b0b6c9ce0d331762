# frozen_string_literal: true

require 'spec_helper'

describe 'lake.example.com' do
  let(:pre_condition) { 'node "lake.example.com" { notify { $facts["networking"]["fqdn"]: } } node default { fail("wrong node") }' }

  it { is_expected.to compile }
  it { is_expected.to contain_notify('lake.example.com') }
end
