"""Words about the resource type schedule."""

SUMMARY = "Names times at which resources may be looked after."

ATTRIBUTES = {
    "name": "What the schedule is called.",
    "range": "Times of day, such as 2:00 - 4:00.",
    "periodmatch": "Whether a period is counted from the last time or by the calendar.",
    "period": "How often: hourly, daily, weekly, monthly, never.",
    "repeat": "How often within one period.",
    "weekday": "Days of the week.",
}
