"""The page of the fleet: what nodes did, why, and what differs; it changes nothing.

    endpoint        from the path of a request to a view
    settings, access    who may look
    asking          queries of the store, and pages of rows
    html, layout, parts     HTML that escapes by itself, the frame, and what views share
    overview, nodes, node, runs, run, compare, facts, search, events, certificates    the views
    policies, policy_run    the views of runs of CFEngine policies

A view is a function from a `Visit` to HTML. All that it shows comes from queries of the store or
from the authority, and each list has pages: a fleet has 10,000 nodes.
"""
