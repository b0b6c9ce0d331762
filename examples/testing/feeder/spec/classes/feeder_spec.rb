# frozen_string_literal: true

require 'spec_helper'

describe 'feeder' do
  let(:facts) { { os: { family: 'Debian', name: 'Debian' } } }

  it { is_expected.to compile.with_all_deps }
  it { is_expected.to contain_file('/etc/default/feeder').with_mode('0640') }
  it { is_expected.to contain_file('/etc/default/feeder').that_notifies('Service[feeder]') }
  it { is_expected.not_to contain_file('/etc/feeder.crowd') }
end
