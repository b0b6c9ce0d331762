"""Ruby's dates and times: the calendar, zones, strftime and strptime."""
