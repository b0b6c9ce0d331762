# frozen_string_literal: true

require 'spec_helper'

describe 'pond::duck' do
  let(:title) { "donald's" }

  it { is_expected.to compile.with_all_deps }
  it { is_expected.to contain_notify("duck donald's").with_message('quack from 0') }

  context 'with params' do
    let(:title) { 'daisy' }
    let(:params) { { position: 2, sound: 'honk' } }

    it { is_expected.to contain_notify('duck daisy').with_message(%r{^honk from}) }
    it { is_expected.to contain_pond__duck('daisy').with_sound(/honk/).with_position('2') }
    it { is_expected.to contain_class('pond::row').that_comes_before('Notify[duck daisy]') }
    it { is_expected.to contain_notify('duck daisy').with_message(->(text) { text.end_with?('2') }) }
  end

  [['', 1], ['loud!', 1], [:undef, 2]].each do |sound, position|
    context "with #{sound.inspect}" do
      let(:params) { { sound: sound, position: position } }

      it { is_expected.to compile }
    end
  end
end
