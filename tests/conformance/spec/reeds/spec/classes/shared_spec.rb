# frozen_string_literal: true

require 'spec_helper'

shared_examples 'compiles', compile: true do
  it { is_expected.to compile }
end

shared_context 'high water', :flood, level: 'high' do
  let(:level) { 3 }
end

describe 'reeds' do
  it('is alone') { expect(respond_to?(:level)).to eq(false) }

  context 'with a symbol', :compile do
    it { is_expected.to contain_file('/etc/reeds') }

    context 'and inside' do
      it { is_expected.to have_file_resource_count(2) }
    end
  end

  context('with a value', compile: true) { it { is_expected.to contain_file('/etc/reeds') } }
  context('with another value', compile: false) { it { is_expected.to contain_file('/etc/reeds') } }
  context('with half of it', :flood) { it { expect(respond_to?(:level)).to eq(false) } }

  context 'with all of it', :flood, level: 'high' do
    it { expect(level).to eq(3) }
    it { expect(level).to eq(4) }
  end

  context 'by name' do
    it_behaves_like 'compiles'
  end
end
