# frozen_string_literal: true

require 'spec_helper'
require 'hocon'

def with_facts(base, **more)
  base.merge(more)
end

describe 'pond::where' do
  include PuppetlabsSpec::Files

  after(:each) { PuppetlabsSpec::Files.cleanup }

  it { is_expected.to contain_notify('in rp_env, foo.example.com') }

  context 'with keywords that are texts' do
    let(:facts) { with_facts({ networking: { 'fqdn' => 'a' } }, 'networking' => { 'fqdn' => 'b' }) }

    it { is_expected.to contain_notify('in rp_env, b') }
  end

  context 'in an environment' do
    let(:environment) { 'spring' }
    let(:node) { 'lake.example.com' }

    it { is_expected.to contain_notify('in spring, lake.example.com') }
  end

  context 'with names besides titles' do
    let(:pre_condition) do
      "package { 'duck': name => 'mallard' }
       file { '/tmp/pond': alias => 'nest' }"
    end

    it { is_expected.to contain_package('duck').with_name('mallard') }
    it { is_expected.not_to contain_package('mallard') }
    it { is_expected.to contain_file('nest') }
    it { is_expected.to contain_file('/tmp/pond/') }
  end

  context 'with a secret' do
    let(:pre_condition) { "file { '/tmp/secret': content => Sensitive('wet') }" }

    it { is_expected.to contain_file('/tmp/secret').with_content(sensitive('wet')) }
    it { expect(catalogue.resource('File[/tmp/secret]')[:content]).to eq('wet') }
  end

  it('expects a failure') { expect { expect(1).to eq(2) }.to raise_error(%r{expected: 2}) }
  it('expects another error') { expect { expect(1).to eq(2) }.to raise_error(StandardError) }
  it('names files') { expect([File.exist?(tmpfilename('duck')), File.directory?(tmpdir('duck'))]).to eq([false, true]) }
  it('reads hocon') { expect(Hocon.parse('a { b : [1, x] }')['a']['b']).to eq([1, 'x']) }
end
