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

step() { printf '\n== %s\n' "$*"; }

root=$(mktemp -d) || exit 1
clean() {
    if [ -f "$root/srv/millpond/pid" ]; then kill "$(cat "$root/srv/millpond/pid")"; fi
    rm -rf "$root"
}
trap clean EXIT

step "1. Validate: every error at once, each with its location, in both languages."
show 0 duckrow validate --modulepath examples/puppet examples/puppet/pond examples/cfengine/ducks.cf
show 1 duckrow validate examples/puppet/row.pp examples/cfengine/broken.cf

step "2. Compile: classes run at once, bodies of defines wait in a queue."
show 0 duckrow compile --format none examples/puppet/ducks.pp
show 0 duckrow compile --node pond -e 'file { "/pond": ensure => directory } -> notify { "dug": }'

step "3. Apply, here to a temporary root directory: files, a templated configuration, accounts"
echo "   (only root can create them; other users see what would be created), a command, a process."
mkdir "$root/etc"
for file in passwd group shadow gshadow; do : >"$root/etc/$file"; done
pond() {
    expected=$1
    shift
    show "$expected" duckrow apply --root "$root" --modulepath examples/apply \
        --detailed-exitcodes "$@"
}
pond 2 -e "class { millpond: home => '$root' }"
step "4. Apply again: everything is as it should be, and nothing changes."
pond 0 -e "class { millpond: home => '$root' }"
step "5. Somebody changes a file: the next run restores it, and backs up what it replaces."
echo "honk" >"$root/etc/millpond/quackd.conf"
pond 2 --show-diff -e "class { millpond: home => '$root' }"
show 0 duckrow backup --state-dir "$root/var/lib/duckrow" list

step "6. A CFEngine policy: types of promises have their own order."
state="$root/state"
show 0 duckrow apply --state-dir "$state" examples/cfengine/ducks.cf

step "7. Both languages in one run, with one lock and one report: here a promise fails."
show 1 duckrow apply --state-dir "$state" examples/puppet/ducks.pp examples/cfengine/stuck.cf

step "8. The report: what changed, what failed, and why."
show 0 duckrow report --state-dir "$state" list
show 0 duckrow report --state-dir "$state" show

step "9. A module is tested both ways: specs written for rspec-puppet, and tests in Python; a policy"
echo "   is tested in simulation."
show 0 duckrow spec --format documentation examples/testing/feeder
show 0 python -m pytest -q -p no:cacheprovider examples/testing/feeder examples/testing/shore
