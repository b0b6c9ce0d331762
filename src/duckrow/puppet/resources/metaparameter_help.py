"""Help for the attributes that every resource type has, for `duckrow describe`."""

METAPARAMETER_HELP = {
    "noop": "Whether the resource is only looked at and never changed.",
    "schedule": "The schedule of the times at which the resource may be applied.",
    "audit": "Properties of which changes are reported, but not undone.",
    "loglevel": "The level at which changes of the resource are logged.",
    "alias": "Another name by which relationships can find the resource.",
    "tag": "Words by which the resource can be chosen.",
    "require": "Resources that come before this one.",
    "subscribe": "Resources that come before this one, and refresh it when they change.",
    "before": "Resources that come after this one.",
    "notify": "Resources that come after this one, and are refreshed when it changes.",
    "stage": "The part of the run that a class belongs to.",
}

NAME_HELP = "What the resource is called."
