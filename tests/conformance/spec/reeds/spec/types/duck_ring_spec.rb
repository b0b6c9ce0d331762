# frozen_string_literal: true

require 'spec_helper'

describe 'duck_ring' do
  let(:title) { '17' }

  it { is_expected.to be_valid_type }
  it { is_expected.to be_valid_type.with_provider(:hand) }
  it { is_expected.to be_valid_type.with_provider(:machine) }
  it { is_expected.to be_valid_type.with_properties(%i[ensure colour]).with_properties('width') }
  it { is_expected.to be_valid_type.with_properties(%i[ensure tool]) }
  it { is_expected.to be_valid_type.with_parameters(%i[name tool provider loglevel]) }
  it { is_expected.to be_valid_type.with_parameters(:colour) }
  it { is_expected.to be_valid_type.with_features(:colours) }
  it { is_expected.to be_valid_type.with_features(%i[colours sizes]) }
  it { is_expected.to be_valid_type.with_set_attributes(colour: 'red', width: '3') }
  it { is_expected.to be_valid_type.with_set_attributes(colour: 'green') }
  it { is_expected.to be_valid_type.with_set_attributes(weight: 3) }
  it { is_expected.not_to be_valid_type.with_properties(:weight) }
  it { is_expected.to be_valid_type.with_defaults(width: 3) }

  context 'with params' do
    let(:params) { { colour: 'green' } }

    it { is_expected.to be_valid_type }
    it { is_expected.to be_valid_type.with_provider(:hand) }
    it { is_expected.to be_valid_type.with_provider(:hand).with_set_attributes(colour: 'blue') }
  end
end

describe 'duck_feather' do
  let(:title) { 'white' }

  it { is_expected.to be_valid_type }
  it { is_expected.to be_valid_type.with_properties(:colour) }
end
