#!/bin/sh
# A package module that answers oddly, by the name of the package it is asked about.
input=$(cat)
name=$(printf '%s\n' "$input" | sed -n 's/^File=//p; s/^Name=//p' | head -n 1)
options=$(printf '%s\n' "$input" | sed -n 's/^options=//p' | tr '\n' ' ')
database=${CFENGINE_TEST_OVERRIDE_WORKDIR:?}/odd
mkdir -p "$database"
case "$1" in
  supports-api-version)
    echo 1
    ;;
  get-package-data)
    case "$name" in
      dies) exit 3 ;;
      killed) kill -9 $$ ;;
      garbage) printf 'what\nis=this\nName\n' ;;
      nameless) echo PackageType=repo ;;
      unknown_type) printf 'PackageType=wheel\nName=unknown_type\n' ;;
      twice) printf 'PackageType=repo\nName=twice\nName=thrice\n' ;;
      missing) echo 'ErrorMessage=cannot find it' ;;
      with_version) printf 'PackageType=repo\nName=with_version\nVersion=9\n' ;;
      optioned) printf 'PackageType=repo\nName=optioned_%s\n' "${options% }" ;;
      *) printf 'PackageType=repo\nName=%s\n' "$name" ;;
    esac
    ;;
  list-installed)
    for each in "$database"/*; do
      [ -f "$each" ] || continue
      printf 'Name=%s\nVersion=1.0\nArchitecture=any\n' "${each##*/}"
    done
    [ -f "$database/broken_list" ] && printf 'Name=half\nVersion=1\nnonsense\n'
    ;;
  list-updates*)
    printf 'Name=late\nVersion=2.0\nArchitecture=any\nName=late\nVersion=2.0\nArchitecture=other\n'
    ;;
  repo-install)
    case "$name" in
      refused) echo 'ErrorMessage=no such package' ;;
      not_done) ;;
      fails) exit 1 ;;
      chatty) echo hello; : > "$database/$name" ;;
      *) : > "$database/$name" ;;
    esac
    ;;
  remove)
    [ "$name" = sticky ] || rm "$database/$name"
    ;;
esac
exit 0
