Puppet::Functions.create_function(:'lab::caller') do
  dispatch :go do
    param 'String', :f
    repeated_param 'Any', :args
  end
  def go(f, *args)
    begin
      call_function(f, *args)
    rescue ArgumentError => e
      "AE #{e.message}"
    rescue Puppet::ParseError => e
      "PE #{e.message}"
    rescue StandardError => e
      "SE #{e.class}"
    end
  end
end
