# frozen_string_literal: true

require 'spec_helper'

describe 'pond::loud' do
  it { is_expected.not_to be_nil }
  it { is_expected.to run.with_params('quack').and_return('QUACK!') }
  it { is_expected.to run.with_params('quack', 3).and_return(%r{!!!$}) }
  it { is_expected.to run.with_params('quack', 2).and_return('QUACK!') }
  it { is_expected.to run.with_params('quack', 4).and_raise_error(ArgumentError, %r{Integer\[1, 3\]}) }
  it { is_expected.to run.with_params.and_raise_error(ArgumentError) }
  it { is_expected.to run.with_params('QUACK') }
end
