"""Everything about connections: TLS, limits, requests and their answers.

Only `web` and `limits` know the web framework; endpoints see a Request and return an Answer
(`exchange`). An endpoint is found by its path (`routes`); what the paths below /puppet/v3
share is in `v3`.
"""
