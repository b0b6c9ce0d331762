# frozen_string_literal: true

require 'spec_helper'

shared_examples 'a pond' do |depth|
  it { is_expected.to compile.with_all_deps }
  it { is_expected.to contain_file('/etc/pond/pond.conf').with_content(%r{^depth = #{depth}$}) }
end

describe 'pond' do
  on_supported_os.each do |os, os_facts|
    context "on #{os}" do
      let(:facts) { os_facts }

      it_behaves_like 'a pond', 2

      it { is_expected.to contain_class('pond') }
      it { is_expected.to create_package('pond').with_ensure('installed') }
      it { is_expected.to contain_file('/etc/pond').with(ensure: 'directory', mode: '0755') }
      it { is_expected.to contain_file('/etc/pond').with_mode('0700') }
      it { is_expected.to contain_file('/etc/pond').only_with(ensure: 'directory', mode: '0755') }
      it { is_expected.to contain_file('/etc/pond').only_with(ensure: 'directory') }
      it { is_expected.to contain_file('/etc/pond').without_content }
      it { is_expected.to contain_file('/etc/pond').without(%w[content owner]) }
      it { is_expected.to contain_file('/etc/pond').without_mode }
      it { is_expected.not_to contain_file('/etc/pond/secret') }
      it { is_expected.not_to contain_file('/etc/pond') }
      it { is_expected.to contain_file('/etc/pond/pond.conf').that_requires('Package[pond]') }
      it { is_expected.to contain_file('/etc/pond/pond.conf').that_requires('File[/etc/pond]') }
      it { is_expected.to contain_file('/etc/pond/pond.conf').that_notifies('Service[pond]') }
      it { is_expected.to contain_file('/etc/pond').that_notifies('Service[pond]') }
      it { is_expected.to contain_service('pond').that_subscribes_to('File[/etc/pond/pond.conf]') }
      it { is_expected.to contain_package('pond').that_comes_before('File[/etc/pond/pond.conf]') }
      it { is_expected.to contain_package('pond').that_comes_before('Service[pond]') }
      it { is_expected.to contain_service('pond').that_comes_before('Package[pond]') }
      it { is_expected.to contain_pond__duck('mallard').with_position(0) }
      it { is_expected.to have_pond__duck_resource_count(1) }
      it { is_expected.to have_file_resource_count(2) }
      it { is_expected.to have_class_count(2) }
      it { is_expected.to have_class_count(3) }
      it { is_expected.to have_resource_count(7) }

      case os_facts[:os]['family']
      when 'RedHat'
        it { is_expected.to contain_package('pond').with_name('pond-el') }
      else
        it { is_expected.to contain_package('pond').with_name('pond') }
      end

      it 'knows the facts' do
        expect(facts[:season]).to eq('spring')
        expect(catalogue.resource('file', '/etc/pond')[:mode]).to eq('0755')
        expect(catalogue.resources.map(&:ref)).to include('Service[pond]')
      end

      context 'with params' do
        let(:params) { { depth: 5, ducks: %w[teal eider] } }

        it_behaves_like 'a pond', 5
        it { is_expected.to contain_pond__duck('eider').with('position' => 1, 'sound' => nil) }
        it { is_expected.to contain_notify('duck teal').that_comes_before('Notify[end of the row]') }

        context 'and a secret' do
          let(:params) { super().merge(secret: sensitive('deep')) }

          it { is_expected.to contain_file('/etc/pond/secret').with_content(sensitive('deep')) }
          it { is_expected.to contain_file('/etc/pond/secret').with_content('deep') }
          it_behaves_like 'a pond', 5
        end
      end

      context 'with a wrong depth' do
        let(:params) { { depth: 0 } }

        it { is_expected.to compile.and_raise_error(%r{expects an Integer\[1\] value}) }
        it { is_expected.to compile }
        it { is_expected.not_to compile }
        it { is_expected.to raise_error(Puppet::Error, %r{depth}) }
        it { expect { catalogue }.to raise_error(%r{depth}) }
      end

      context 'when frozen' do
        let(:params) { { frozen: true } }

        it { is_expected.to compile.and_raise_error(%r{the pond at depth 2 is frozen}) }
        it { is_expected.to compile.and_raise_error(%r{is melting}) }
      end
    end
  end

  context 'with other inputs' do
    let(:facts) { { os: { 'family' => 'Debian' }, networking: { 'fqdn' => 'x' } } }
    let(:node) { 'duck.example.com' }
    let(:trusted_facts) { { 'role' => 'lake' } }
    let(:pre_condition) { 'notify { "before": message => "${facts[weather]} ${trusted[extensions][role]}" }' }
    let(:post_condition) { 'notify { "after": }' }

    it { is_expected.to contain_notify('before').with_message('calm lake') }
    it { is_expected.to contain_notify('after') }
    it { is_expected.to contain_file('/etc/pond/pond.conf').with_content(%r{name = duck.example.com}) }
    it { expect(exported_resources).to contain_notify('pond of duck.example.com') }
    it { is_expected.not_to contain_notify('pond of duck.example.com') }
  end
end
