# frozen_string_literal: true

require 'spec_helper'

describe 'reeds::shore' do
  context 'with another main class' do
    let(:pre_condition) { 'class reeds { notify { "other reeds": } } include reeds' }

    it { is_expected.to compile }
    it { is_expected.to contain_notify('other reeds') }
    it { is_expected.to contain_notify('the shore') }
    it { is_expected.not_to contain_file('/etc/reeds') }
  end

  context 'with the main class' do
    let(:pre_condition) { 'include reeds' }

    it { is_expected.to contain_file('/etc/reeds') }
  end

  context 'with a class that has no file of its own' do
    let(:pre_condition) { 'include reeds::bank' }

    it { is_expected.to contain_notify('the bank') }
  end

  context 'with another main class, and a class that has no file of its own' do
    let(:pre_condition) { 'class reeds { } include reeds include reeds::bank' }

    it { is_expected.to compile }
  end

  context 'with an unknown class' do
    let(:pre_condition) { 'include reeds::deep::water' }

    it { is_expected.to compile.and_raise_error(%r{Could not find class ::reeds::deep::water}) }
  end
end

describe 'reeds::shore' do
  # The outer matcher describes the example.
  it { expect { expect(catalogue).to contain_notify('the lake') }.to raise_error(%r{the lake}) }
  it { expect { is_expected.to contain_notify('the lake') }.not_to raise_error }
end
