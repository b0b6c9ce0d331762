"""Every setting by name, with its kind and its default, in the order in which they are listed.

    flag    true or false
    number  a whole number
    time    a length of time: 30m, 5y, a number of seconds, or unlimited
    list    words with commas between them
    text    anything; $name in it stands for another setting
    none    text that is not set
    host    text that depends on the machine (see `host_default`)

Names and defaults are those of Puppet 8; the last ones are our own.
"""

from __future__ import annotations

from duckrow.puppet.world import DIRECTORY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.world import World

TABLE = """
confdir host
codedir host
vardir host
logdir host
log_level text notice
disable_warnings list
merge_dependency_warnings flag false
strict text error
disable_i18n flag true
priority none
trace flag false
puppet_trace flag false
profile flag false
versioned_environment_dirs flag false
static_catalogs flag true
settings_catalog flag true
strict_environment_mode flag false
autoflush flag true
syslogfacility text daemon
statedir text $vardir/state
rundir host
genconfig flag false
genmanifest flag false
configprint text
color text ansi
mkusers flag false
manage_internal_file_permissions flag true
onetime flag false
path text none
libdir text $vardir/lib
environment text production
environmentpath text $codedir/environments
use_last_environment flag true
always_retry_plugins flag true
diff_args text -u
diff text diff
show_diff flag false
daemonize flag true
maximum_uid number 4294967290
route_file text $confdir/routes.yaml
node_terminus text plain
node_cache_terminus none
data_binding_terminus text hiera
hiera_config text $confdir/hiera.yaml
binder_config none
catalog_terminus text compiler
catalog_cache_terminus none
facts_terminus text facter
trusted_external_command none
default_file_terminus text rest
http_proxy_host text none
http_proxy_port number 3128
http_proxy_user text none
http_proxy_password text none
no_proxy text localhost, 127.0.0.1
http_keepalive_timeout time 4s
http_debug flag false
http_connect_timeout time 2m
http_read_timeout time 10m
http_user_agent text duckrow
filetimeout time 15s
environment_timeout time 0
environment_data_provider none
prerun_command text
postrun_command text
freeze_main flag false
preview_outputdir text $vardir/preview
location_trusted flag false
module_repository text https://forgeapi.puppet.com
module_working_dir text $vardir/puppet-module
forge_authorization none
module_groups none
certname host
dns_alt_names text
csr_attributes text $confdir/csr_attributes.yaml
certdir text $ssldir/certs
ssldir host
ssl_lockfile text $ssldir/ssl.lock
publickeydir text $ssldir/public_keys
requestdir text $ssldir/certificate_requests
privatekeydir text $ssldir/private_keys
privatedir text $ssldir/private
passfile text $privatedir/password
hostcsr text $requestdir/$certname.pem
hostcert text $certdir/$certname.pem
hostprivkey text $privatekeydir/$certname.pem
hostpubkey text $publickeydir/$certname.pem
localcacert text $certdir/ca.pem
ca_fingerprint none
ssl_trust_store none
hostcrl text $ssldir/crl.pem
certificate_revocation text chain
ciphers text
key_type text rsa
named_curve text prime256v1
digest_algorithm text sha256
supported_checksum_types list sha256,sha384,sha512,sha224,md5
logdest none
ca_name text Puppet CA: $certname
cadir text $confdir/puppetserver/ca
cacert text $cadir/ca_crt.pem
cakey text $cadir/ca_key.pem
capub text $cadir/ca_pub.pem
cacrl text $cadir/ca_crl.pem
csrdir text $cadir/requests
signeddir text $cadir/signed
serial text $cadir/serial
autosign text $confdir/autosign.conf
allow_duplicate_certs flag false
ca_ttl time 5y
crl_refresh_interval none
keylength number 4096
cert_inventory text $cadir/inventory.txt
config_file_name text puppet.conf
config text $confdir/${config_file_name}
pidfile text $rundir/${run_mode}.pid
sourceaddress none
manifest none
modulepath text
config_version text
user text puppet
group text puppet
default_manifest text ./manifests
disable_per_environment_manifest flag false
code text
masterport number 8140
serverport number $masterport
bucketdir text $vardir/bucket
trusted_oid_mapping_file text $confdir/custom_trusted_oid_mapping.yaml
basemodulepath text $codedir/modules:/opt/puppetlabs/puppet/modules:/usr/share/puppet/modules
vendormoduledir text /usr/share/puppet/vendor_modules
ssl_client_header text HTTP_X_CLIENT_DN
ssl_client_verify_header text HTTP_X_CLIENT_VERIFY
yamldir text $vardir/yaml
server_datadir text $vardir/server_data
reports text store
exclude_unchanged_resources flag true
reportdir text $vardir/reports
reporturl text http://localhost:3000/reports/upload
fileserverconfig text $confdir/fileserver.conf
devicedir text $vardir/devices
deviceconfig text $confdir/device.conf
node_name_value text $certname
node_name_fact text
statefile text $statedir/state.yaml
statettl time 32d
transactionstorefile text $statedir/transactionstore.yaml
clientyamldir text $vardir/client_yaml
client_datadir text $vardir/client_data
write_catalog_summary flag true
classfile text $statedir/classes.txt
resourcefile text $statedir/resources.txt
puppetdlog text $logdir/puppetd.log
deviceconfdir text $confdir/devices
server text puppet
server_list list
use_srv_records flag false
srv_domain none
http_extra_headers list
ignoreschedules flag false
default_schedules flag true
noop flag false
runinterval time 30m
runtimeout time 1h
ca_server text $server
ca_port number $serverport
preferred_serialization_format text json
agent_catalog_run_lockfile text $statedir/agent_catalog_run.lock
agent_disabled_lockfile text $statedir/agent_disabled.lock
usecacheonfailure flag true
include_legacy_facts flag false
fact_name_length_soft_limit number 2560
fact_value_length_soft_limit number 4096
top_level_facts_soft_limit number 512
number_of_facts_soft_limit number 2048
payload_soft_limit number 16777216
use_cached_catalog flag false
ignoremissingtypes flag false
splaylimit time $runinterval
splay flag false
clientbucketdir text $vardir/clientbucket
report_server text $server
report_port number $serverport
report flag true
report_include_system_store flag false
resubmit_facts flag false
publicdir host
lastrunfile text $publicdir/last_run_summary.yaml
lastrunreport text $statedir/last_run_report.yaml
graph flag false
graphdir text $statedir/graphs
waitforcert time 2m
maxwaitforcert time unlimited
waitforlock time 0
maxwaitforlock time 1m
plugindest text $libdir
pluginsource text puppet:///plugins
pluginfactdest text $vardir/facts.d
pluginfactsource text puppet:///pluginfacts
localedest text $vardir/locales
localesource text puppet:///locales
pluginsync flag true
pluginsignore text .svn CVS .git .hg
ignore_plugin_errors flag false
factpath text $vardir/lib/facter:$vardir/facts
tags text
skip_tags text
evaltrace flag false
preprocess_deferred flag true
summarize flag false
external_nodes text none
ldapssl flag false
ldaptls flag false
ldapserver text ldap
ldapport number 389
ldapstring text (&(objectclass=puppetClient)(cn=%s))
ldapclassattrs text puppetclass
ldapstackedattrs text puppetvar
ldapattrs text all
ldapparentattr text parentnode
ldapuser text
ldappassword text
ldapbase text
storeconfigs flag false
storeconfigs_backend text puppetdb
max_errors number 10
max_warnings number 10
max_deprecations number 10
strict_variables flag true
tasks flag false
document_all flag false
rich_data flag true
dialect text puppet
most_resources number 200000
longest_compile time 10m
strict_cycles flag false
"""


def _read() -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for row in TABLE.strip().splitlines():
        name, kind, default = f"{row}  ".split(" ", 2)
        found[name] = kind, default.strip()
    return found


KNOWN = _read()  # kind and default by name
# Settings that Puppet does not have.
OURS = frozenset(("dialect", "longest_compile", "most_resources", "strict_cycles"))


def is_path(name: str) -> bool:
    """Return whether a setting is a file, a directory or a list of directories."""
    kind, default = KNOWN.get(name, ("", ""))
    if kind == "host":
        return name != "certname"
    return name == "modulepath" or ("/" in default and default.startswith(("$", "/")))


def host_default(name: str, world: World) -> str:
    """Return a default that depends on the host and on the user.

    Puppet's own packages use /etc/puppetlabs, Debian's use /etc/puppet; a user who is not root has
    everything below the home directory.
    """
    if name == "certname":
        return world.host_name().lower()
    home = world.user_home()
    if home is not None:
        return f"{home}/.puppetlabs/{_AT_HOME[name]}"
    is_debian = world.kind("/etc/puppet") == DIRECTORY != world.kind("/etc/puppetlabs")
    return (_DEBIAN if is_debian else _PUPPETLABS)[name]


_AT_HOME = {
    "codedir": "etc/code",
    "confdir": "etc/puppet",
    "logdir": "var/log",
    "publicdir": "opt/puppet/public",
    "rundir": "var/run",
    "ssldir": "etc/puppet/ssl",
    "vardir": "opt/puppet/cache",
}
_PUPPETLABS = {
    "codedir": "/etc/puppetlabs/code",
    "confdir": "/etc/puppetlabs/puppet",
    "logdir": "/var/log/puppetlabs/puppet",
    "publicdir": "/opt/puppetlabs/puppet/public",
    "rundir": "/var/run/puppetlabs",
    "ssldir": "/etc/puppetlabs/puppet/ssl",
    "vardir": "/opt/puppetlabs/puppet/cache",
}
_DEBIAN = {
    "codedir": "/etc/puppet/code",
    "confdir": "/etc/puppet",
    "logdir": "/var/log/puppet",
    "publicdir": "/var/cache/puppet/public",
    "rundir": "/run/puppet",
    "ssldir": "/var/lib/puppet/ssl",
    "vardir": "/var/cache/puppet",
}
