# frozen_string_literal: true

require 'spec_helper'

describe 'pond::each_duck' do
  it { is_expected.to run.with_params(%w[a b]).with_lambda { |x| "#{x}!" }.and_return(%w[a! b!]) }
  it { is_expected.to run.with_params([]).with_lambda { |x| x }.and_raise_error(Puppet::ParseError, 'no ducks') }
  it { is_expected.to run.with_params([]).with_lambda { |x| x }.and_raise_error(ArgumentError) }
  it { is_expected.to run.with_params(%w[a]) }
end
