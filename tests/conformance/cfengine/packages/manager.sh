#!/bin/sh
# A package manager: it lists what it was told to, and does as if.
case $1 in
    list) printf 'one 1.0 x\ntwo 2.0 x\nthree 3.0 x\nfour 4.0 x\nfive 5.0 x\nsix 6.0 x\n' ;;
    blocks) printf 'Name: m1\nVersion: 2\n\nName: m3\nVersion: 1\n' ;;
    *bad*) echo failing; exit 4 ;;
    *) case "$*" in *bad*) echo failing; exit 4 ;; esac; echo "done $*" ;;
esac
