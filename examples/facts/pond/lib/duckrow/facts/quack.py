"""The fact `quack`: what ducks say to the kernel of this host."""

from duckrow.facts.custom import fact


@fact
def quack(facts):
    return {"to": facts["kernel"]}


@fact("quack", confine={"kernel": ["Linux", "Hurd"]})
def quack_louder(facts):
    return {"to": facts["kernel"].upper()}
