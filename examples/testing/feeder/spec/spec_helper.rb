# frozen_string_literal: true

require 'puppetlabs_spec_helper/module_spec_helper'
