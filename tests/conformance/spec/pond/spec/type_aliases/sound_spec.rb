# frozen_string_literal: true

require 'spec_helper'

describe 'Pond::Sound' do
  it { is_expected.to allow_value('quack') }
  it { is_expected.to allow_values('quack', 'honk') }
  it { is_expected.to allow_values('quack', 'Honk') }
  it { is_expected.not_to allow_value('LOUD') }
  it { is_expected.not_to allow_value(nil) }
  it { is_expected.not_to allow_values(1, :undef, ['quack'], { 'a' => 'b' }) }
end
