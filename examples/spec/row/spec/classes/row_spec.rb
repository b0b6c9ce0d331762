# frozen_string_literal: true

require 'spec_helper'

describe 'row' do
  it { is_expected.to compile.with_all_deps }
  it { is_expected.to contain_file('/etc/row.conf').that_requires('Package[row]') }

  context 'with five ducks' do
    let(:params) { { ducks: 5 } }

    it { is_expected.to contain_file('/etc/row.conf').with_content("ducks = 5\n") }
    it('is an odd row') { expect(catalogue.resource('class', 'row')[:ducks]).to eq(6) }
    it('is seen by others') { expect(Puppet::Util::Execution).to receive(:execute) }
  end
end
