# frozen_string_literal: true

# Calls a block for each duck.
Puppet::Functions.create_function(:'pond::each_duck') do
  dispatch :each_duck do
    param 'Array[String]', :ducks
    block_param 'Callable[String]', :block
  end

  def each_duck(ducks)
    raise Puppet::ParseError, 'no ducks' if ducks.empty?

    ducks.map { |duck| yield(duck) }
  end
end
