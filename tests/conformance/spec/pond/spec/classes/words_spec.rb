# frozen_string_literal: true

require 'spec_helper'

RSpec.shared_context 'with a count' do
  let(:count) { 3 }
  before(:each) { @seen = [count] }
end

describe 'pond::row' do
  include_context 'with a count'

  let(:value) { [count, 'three'] }
  let!(:early) { count + 1 }
  subject(:number) { count }

  before(:all) { @all = 'all' }
  after(:each) { @seen = nil }

  it('sees hooks') { expect([@seen, @all, early]).to eq([[3], 'all', 4]) }
  it { is_expected.to eq(3) }
  it { is_expected.to be > 2 }
  it { is_expected.to be_between(1, 2) }
  it { expect(number).to be_a(Integer).and be_odd }
  it { expect(value).to include(3) }
  it { expect(value).to match_array(['three', 3]) }
  it { expect(value).to contain_exactly('three', a_kind_of(Integer)) }
  it { expect(value).not_to be_empty }
  it { expect(value).to all(be_truthy) }
  it { expect('duck row').to match(%r{row\z}) & start_with('duck') }
  it { expect({ a: 1, b: 2 }).to include(a: 1) }
  it { expect({ a: 1 }).to have_key(:b) }
  it { expect(nil).to be_nil }
  it { expect { raise ArgumentError, 'wet' }.to raise_error(ArgumentError, 'wet') }
  it { expect { 1 }.to raise_error(StandardError) }
  it { expect { 1 }.not_to raise_error }
  it { expect(far('pond')).to eq('far pond') }
  it('compares') { expect(number).to eq(4) }
  it 'is not yet written'
  xit('is skipped') { raise 'never' }
  it('is pending', pending: 'a reason') { expect(1).to eq(2) }
  it('is skipped inside') { skip 'later' }

  context 'inside' do
    let(:count) { super() + 7 }

    it { is_expected.to eq(10) }
    it { expect(value).to eq([10, 'three']) }

    around(:each) do |example|
      @around = true
      example.run
    end

    it { expect(@around).to be(true) }
  end

  describe 'doubles' do
    let(:duck) { double('duck', quack: 'loud') }

    it { expect(duck.quack).to eq('loud') }
    it { expect { duck.swim }.to raise_error(%r{unexpected message}) }
  end
end
