# frozen_string_literal: true

require 'spec_helper'

describe 'reeds::sounding' do
  let(:command) { ['/usr/bin/rope', 'lake'] }

  before do
    allow(File).to receive(:exist?).and_call_original
    allow(File).to receive(:exist?).with('/usr/bin/rope').and_return(true)
  end

  it 'gets what the stub returns' do
    allow(Puppet::Util::Execution).to receive(:execute).with(command, failonfail: true).and_return("3 m\n")
    is_expected.to run.with_params('lake').and_return('3 m')
  end

  it 'gets it again, from another stub' do
    expect(Puppet::Util::Execution).to receive(:execute).and_return("4 m\n").once
    is_expected.to run.with_params('lake').and_return('4 m')
  end

  it 'gets what a block returns' do
    allow(Puppet::Util::Execution).to receive(:execute) { |words, _| "#{words.last} #{command.size}" }
    is_expected.to run.with_params('lake').and_return('lake 2')
  end

  it 'gets the error of the stub' do
    allow(Puppet::Util::Execution).to receive(:execute).and_raise(Puppet::ExecutionFailure, 'torn')
    is_expected.to run.with_params('lake').and_return('unknown: torn')
  end

  it 'expects another result' do
    allow(Puppet::Util::Execution).to receive(:execute).and_return('3 m')
    is_expected.to run.with_params('lake').and_return('5 m')
  end

  it 'expects another number of calls' do
    expect(Puppet::Util::Execution).to receive(:execute).and_return('3 m').twice
    is_expected.to run.with_params('lake').and_return('3 m')
  end

  it 'has no rope' do
    allow(File).to receive(:exist?).with('/usr/bin/rope').and_return(false)
    is_expected.to run.with_params('lake').and_raise_error(Puppet::ParseError, 'no rope')
  end
end
