#!/bin/sh
# A package module that notes where it is run.
echo "$1 in ${PWD##*/}" >> "${CFENGINE_TEST_OVERRIDE_WORKDIR:?}/asked"
case "$1" in
  supports-api-version) echo 1 ;;
  get-package-data) printf 'PackageType=repo\nName=x\n' ;;
  list-installed) printf 'Name=x\nVersion=1\nArchitecture=any\n' ;;
esac
