# frozen_string_literal: true

require 'spec_helper'

RSpec::Matchers.define :swim_with do |*ducks|
  def row(count)
    "a row of #{count}"
  end

  match do |actual|
    @all = ducks + Array(@others)
    @all.all? { |each| actual.include?(each) }
  end

  chain :and_with do |*others|
    @others = others
  end

  failure_message { |actual| "#{row(actual.size)} has not #{@all.inspect}" }
  failure_message_when_negated { |actual| "#{row(actual.size)} has #{@all.inspect}" }
end

RSpec::Matchers.define :be_wet do |_|
  match { |actual| expect(actual).to eq('wet') }
  match_when_negated { |actual| actual == 'dry' }
  description { 'be full of water' }
end

RSpec::Matchers.define :be_deep do
  match(notify_expectation_failures: true) { |actual| expect(actual).to be > depth }
  chain(:within, :most, :least)
  failure_message { "#{actual} is not #{expected} within #{most}" }
end

RSpec::Matchers.define :sink do
  supports_block_expectations
  match { |block| block.call == 'sunk' }
end

RSpec::Matchers.define :have_mode do |mode|
  match { |actual| actual.call.resource('file', '/etc/reeds')[:mode] == mode }
end

RSpec::Matchers.define_negated_matcher :swim_without, :swim_with
RSpec::Matchers.alias_matcher :be_damp, :be_wet

def caught
  yield
rescue RSpec::Expectations::ExpectationNotMetError => e
  e.message
end

describe 'reeds' do
  let(:depth) { 3 }

  it { is_expected.to have_mode('0755') }
  it { is_expected.to have_mode('0700') }
  it { is_expected.to contain_file('/etc/reeds').with_mode(be_wet) }

  it { expect(%w[a b]).to swim_with('a') }
  it { expect(%w[a b]).to swim_with('a', 'b') }
  it { expect(%w[a b]).to swim_with('a').and_with('b') }
  it { expect(%w[a b]).to swim_with('a').and_with('c') }
  it { expect(%w[a b]).not_to swim_with('a') }
  it { expect(%w[a b]).to swim_without('c') }
  it { expect(%w[a b]).to swim_without('b') }
  it { expect(%w[a b]).to all(swim_with('a')) }
  it { expect('wet').to be_wet }
  it { expect('wet').to be_damp }
  it { expect('moist').to be_wet }
  it { expect('moist').not_to be_wet }
  it { expect('dry').not_to be_wet }
  it { expect([1, 'wet']).to match([1, be_wet]) }
  it { expect([1, 'wet']).to include(be_wet) }
  it { expect(4).to be_deep }
  it { expect(2).to be_deep }
  it { expect(2).not_to be_deep }
  it { expect(4).to be_deep.within(1, 2) }
  it { expect { 'wet' }.to be_wet }
  it { expect { 'sunk' }.to sink }
  it { expect { 'afloat' }.to sink }
  it('says why') { expect(caught { expect(%w[a]).to swim_with('b') }).to eq('a row of 1 has not ["b"]') }
  it('says why not') { expect(caught { expect(%w[b]).not_to swim_with('b') }).to eq('a row of 1 has ["b"]') }
  it('says it in RSpec\'s words') { expect(caught { expect('a').to be_wet }).to eq('expected "a" to be full of water') }
end

describe 'reeds without facts' do
  let(:facts) { nil }

  it { is_expected.to compile }
  it { expect { catalogue }.to raise_error(TypeError) }
end
