"""The rules of a server whose auth.conf is missing: those of the reference, in its notation."""

from __future__ import annotations

DEFAULT_AUTH_CONF = """\
# Who may ask what. The rules are tried by sort-order, then by name; the first that matches decides.
authorization: {
    version: 1
    rules: [
        # ---- a node and what is its own
        {
            match-request: {
                path: "^/puppet/v3/catalog/([^/]+)$", type: regex, method: [get, post]
            }
            allow: "$1"
            sort-order: 500
            name: "puppetlabs v3 catalog from agents"
        },
        {
            match-request: { path: "^/puppet/v3/node/([^/]+)$", type: regex, method: get }
            allow: "$1"
            sort-order: 500
            name: "puppetlabs node"
        },
        {
            match-request: { path: "^/puppet/v3/report/([^/]+)$", type: regex, method: put }
            allow: "$1"
            sort-order: 500
            name: "puppetlabs report"
        },
        {
            match-request: { path: "^/puppet/v3/facts/([^/]+)$", type: regex, method: put }
            allow: "$1"
            sort-order: 500
            name: "puppetlabs facts"
        },
        # ---- what every node may read
        {
            match-request: { path: "/puppet/v3/environments", type: path, method: get }
            allow: "*"
            sort-order: 500
            name: "puppetlabs environments"
        },
        {
            match-request: {
                path: "/puppet/v3/file_bucket_file", type: path, method: [get, head, post, put]
            }
            allow: "*"
            sort-order: 500
            name: "puppetlabs file bucket file"
        },
        {
            match-request: { path: "/puppet/v3/file_content", type: path, method: [get, post] }
            allow: "*"
            sort-order: 500
            name: "puppetlabs file content"
        },
        {
            match-request: { path: "/puppet/v3/file_metadata", type: path, method: [get, post] }
            allow: "*"
            sort-order: 500
            name: "puppetlabs file metadata"
        },
        {
            match-request: { path: "/puppet/v3/static_file_content", type: path, method: get }
            allow: "*"
            sort-order: 500
            name: "puppetlabs static file content"
        },
        {
            match-request: { path: "/puppet/v3/tasks", type: path }
            allow: "*"
            sort-order: 500
            name: "puppet tasks information"
        },
        {
            match-request: { path: "/puppet-ca/v1/expirations", type: path, method: get }
            allow: "*"
            sort-order: 500
            name: "puppetlabs CA cert and CRL expirations"
        },
        {
            match-request: { path: "/puppet-ca/v1/certificate_renewal", type: path, method: post }
            allow: "*"
            sort-order: 500
            name: "puppetlabs certificate renewal"
        },
        # ---- what a node needs before it has a certificate
        {
            match-request: { path: "/puppet-ca/v1/certificate/", type: path, method: get }
            allow-unauthenticated: true
            sort-order: 500
            name: "puppetlabs certificate"
        },
        {
            match-request: {
                path: "/puppet-ca/v1/certificate_revocation_list/ca", type: path, method: get
            }
            allow-unauthenticated: true
            sort-order: 500
            name: "puppetlabs crl"
        },
        {
            match-request: {
                path: "/puppet-ca/v1/certificate_request", type: path, method: [get, put]
            }
            allow-unauthenticated: true
            sort-order: 500
            name: "puppetlabs csr"
        },
        {
            match-request: { path: "/status/v1/services", type: path, method: get }
            allow-unauthenticated: true
            sort-order: 500
            name: "puppetlabs status service - full"
        },
        {
            match-request: { path: "/status/v1/simple", type: path, method: get }
            allow-unauthenticated: true
            sort-order: 500
            name: "puppetlabs status service - simple"
        },
        # ---- the certificate authority, for its command line
        {
            match-request: {
                path: "/puppet-ca/v1/certificate_status", type: path, method: [get, put, delete]
            }
            allow: { extensions: { pp_cli_auth: "true" } }
            sort-order: 500
            name: "puppetlabs cert status"
        },
        {
            match-request: {
                path: "^/puppet-ca/v1/certificate_revocation_list$", type: regex, method: put
            }
            allow: { extensions: { pp_cli_auth: "true" } }
            sort-order: 500
            name: "puppetlabs CRL update"
        },
        {
            match-request: { path: "/puppet-ca/v1/clean", type: path, method: put }
            allow: { extensions: { pp_cli_auth: "true" } }
            sort-order: 500
            name: "puppetlabs cert clean"
        },
        {
            match-request: { path: "/puppet-ca/v1/sign", type: path, method: post }
            allow: { extensions: { pp_cli_auth: "true" } }
            sort-order: 500
            name: "puppetlabs cert sign"
        },
        # ---- everything else
        {
            match-request: { path: "^/puppet/v4/catalog/?$", type: regex, method: post }
            deny: "*"
            sort-order: 500
            name: "puppetlabs v4 catalog for services"
        },
        {
            match-request: { path: "/", type: path }
            deny: "*"
            sort-order: 999
            name: "puppetlabs deny all"
        }
    ]
}
"""
