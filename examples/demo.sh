#!/bin/sh
# Run duckrow on the examples beside this file. Needs `duckrow` on the PATH.

cd "$(dirname "$0")/.." || exit 1

# Print a command, run it, and check its exit code.
show() {
    expected=$1
    shift
    printf '\n$'
    for word; do
        case $word in
            *\'*) printf ' "%s"' "$word" ;;
            *[!A-Za-z0-9_./=-]*) printf " '%s'" "$word" ;;
            *) printf ' %s' "$word" ;;
        esac
    done
    echo
    "$@" 2>&1
    code=$?
    if [ "$code" -ne "$expected" ]; then
        echo "demo: expected exit code $expected, got $code" >&2
        exit 1
    fi
}

echo "A valid module: manifests, a type alias and a template."
show 0 duckrow validate --modulepath examples/puppet examples/puppet/pond

echo
echo "A broken manifest: every error at once, each with its location."
show 1 duckrow validate examples/puppet/broken.pp

echo
echo "A string that never ends, for people and for programs."
show 1 duckrow validate examples/puppet/unclosed.pp
show 1 duckrow --log-format json validate examples/puppet/unclosed.pp

echo
echo "The tree of a manifest, as text and as JSON."
show 0 duckrow dump --pretty examples/puppet/pond/types/depth.pp
# The dollar sign belongs to Puppet.
# shellcheck disable=SC2016
show 0 duckrow dump --format json -e '$ducks.map |$d| { upcase($d) }'

echo
echo "A catalog: classes run at once, bodies of defines wait."
show 0 duckrow compile --format none examples/puppet/ducks.pp
show 0 duckrow compile --modulepath examples/puppet -e 'class { pond: depth => 2 }' --node pond

echo
echo "A host, here a temporary root directory: files, a templated configuration, accounts"
echo "(only root can create them; other users see what would be created), a command and a running"
echo "process. The first run changes things."
root=$(mktemp -d) || exit 1
clean() {
    if [ -f "$root/srv/millpond/pid" ]; then kill "$(cat "$root/srv/millpond/pid")"; fi
    rm -rf "$root"
}
trap clean EXIT
mkdir "$root/etc"
for file in passwd group shadow gshadow; do : >"$root/etc/$file"; done
pond() {
    expected=$1
    shift
    show "$expected" duckrow apply --root "$root" --modulepath examples/apply \
        --detailed-exitcodes "$@"
}
pond 2 -e "class { millpond: home => '$root' }"
echo
echo "The second run finds everything as it should be, and changes nothing."
pond 0 -e "class { millpond: home => '$root' }"
echo
echo "Another duck: the configuration changes, and the process starts anew."
pond 2 --show-diff -e "class { millpond: home => '$root', ducks => ['Teal', 'Eider'] }"
echo
echo "Somebody else changes a file: --noop reports it, the next run restores it and backs up what it"
echo "replaces."
echo "honk" >"$root/etc/millpond/quackd.conf"
pond 0 --noop -e "class { millpond: home => '$root', ducks => ['Teal', 'Eider'] }"
pond 2 -e "class { millpond: home => '$root', ducks => ['Teal', 'Eider'] }"
show 0 duckrow backup --state-dir "$root/var/lib/duckrow" list

echo
echo "A CFEngine policy: checked, run, and run again. Types of promises have their own order."
work="$root/cfengine"
show 0 duckrow promises -w "$work" -cf ./examples/cfengine/ducks.cf
show 0 duckrow agent -w "$work" -KIf ./examples/cfengine/ducks.cf
show 0 duckrow agent -w "$work" -KIf ./examples/cfengine/ducks.cf
