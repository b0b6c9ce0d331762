"""Words about the resource type service."""

SUMMARY = "Starts, stops and enables services."

ATTRIBUTES = {
    "ensure": "Whether it runs: running or stopped.",
    "enable": "Whether it starts with the system: true, false, manual, mask or delayed.",
    "logonaccount": "Who it runs as, on Windows.",
    "flags": "Words that the service is started with, where the system keeps such.",
    "logonpassword": "The password of logonaccount.",
    "binary": "The program, for services without a script.",
    "hasstatus": "Whether its script can tell whether it runs.",
    "name": "The name of the service, if it is not the title.",
    "path": "Where scripts of services are looked for.",
    "pattern": "What its process is called in the table of processes.",
    "restart": "A command that restarts it.",
    "start": "A command that starts it.",
    "status": "A command that succeeds while it runs.",
    "stop": "A command that stops it.",
    "control": "The variable that controls it, on HP-UX.",
    "hasrestart": "Whether its script can restart it.",
    "manifest": "A file that describes it, on Solaris.",
    "timeout": "Seconds that starting and stopping may take.",
}
