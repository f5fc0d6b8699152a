#!/bin/sh
# Playwright's driver of a version, in a folder: its package, and the system's Node.js beside it. Nothing is done if it is there.
set -eu
version=$1
folder=$2

node=$(command -v node) || { echo "driver.sh: no node on the PATH, and the tests in a browser need one: install nodejs" >&2; exit 1; }
mkdir -p "$folder"
ln -sf "$node" "$folder/node"

if ! grep -q "\"version\": \"$version\"" "$folder/package/package.json" 2>/dev/null; then
    rm -rf "$folder/package"
    npm pack --silent --pack-destination "$folder" "playwright-core@$version" >/dev/null
    tar -xzf "$folder/playwright-core-$version.tgz" -C "$folder"
    rm "$folder/playwright-core-$version.tgz"
fi
