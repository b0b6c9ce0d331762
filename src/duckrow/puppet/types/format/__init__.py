"""Values as strings.

convert.to_string(value, formats)     the result of String.new(value, formats)
interpolated.interpolated(value)      the text of "${value}" and notice(value)
"""
