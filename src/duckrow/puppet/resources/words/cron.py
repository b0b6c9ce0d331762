"""Words about the resource type cron."""

SUMMARY = "Runs a command at given times, by the crontab of a user."

ATTRIBUTES = {
    "ensure": "Whether the job is in the crontab.",
    "command": "The command line that cron runs.",
    "special": "A word in place of the times: reboot, hourly, daily, weekly, monthly, yearly.",
    "minute": "Minutes from 0 to 59, as a number, range, step or list of them.",
    "hour": "Hours from 0 to 23.",
    "weekday": "Days of the week from 0 to 7, where 0 and 7 are Sunday, or their names.",
    "month": "Months from 1 to 12, or their names.",
    "monthday": "Days of the month from 1 to 31.",
    "environment": "Settings such as MAILTO=root that hold for this job.",
    "user": "Whose crontab the job is in; the one who runs the command if nothing is said.",
    "target": "Another word for user.",
    "name": "What the job is called, in a comment above it.",
}
