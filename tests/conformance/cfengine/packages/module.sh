#!/bin/sh
# A package module; its option is the file that is its database.
lines=$(cat)
database=$(echo "$lines" | sed -n 's/^options=//p')
name=$(echo "$lines" | sed -n 's/^Name=//p;s/^File=//p')
version=$(echo "$lines" | sed -n 's/^Version=//p')
arch=$(echo "$lines" | sed -n 's/^Architecture=//p')

remove() {
    sed "/^Name=$1\$/,+2d" "$database" > "$database.new"
    mv "$database.new" "$database"
}

case $1 in
    supports-api-version) echo 1 ;;
    get-package-data)
        case $name in
            /*) printf 'PackageType=file\nName=%s\nVersion=9\nArchitecture=x\n' "$(basename "$name" .pkg)" ;;
            unknown) echo ErrorMessage=no such package ;;
            *) printf 'PackageType=repo\nName=%s\n' "$name" ;;
        esac ;;
    list-installed) cat "$database" ;;
    list-updates*) printf 'Name=old\nVersion=2.0\nArchitecture=x\n' ;;
    repo-install | file-install)
        case $name in
            refused) echo ErrorMessage=refused; exit 0 ;;
            forgotten) exit 0 ;;
            broken) exit 3 ;;
        esac
        name=$(basename "$name" .pkg)
        remove "$name"
        printf 'Name=%s\nVersion=%s\nArchitecture=%s\n' "$name" "${version:-9}" "${arch:-x}" >> "$database" ;;
    remove) remove "$name" ;;
esac
