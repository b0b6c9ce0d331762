"""Words about the resource type mailalias."""

SUMMARY = "Looks after a name in the mail aliases and who gets its mail."

ATTRIBUTES = {
    "ensure": "Whether there is an alias of that name.",
    "recipient": "Who gets the mail.",
    "file": "A file that lists the recipients.",
    "target": "The file of the aliases; /etc/aliases if nothing is said.",
    "name": "The alias.",
}
