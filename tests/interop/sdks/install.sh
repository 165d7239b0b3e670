#!/usr/bin/env bash
# install.sh [python|go|java]...: makes the programs of these SDKs, or of all, in build/sdks, from PyPI, the module proxy
# of Go and Maven Central, in the versions that the files here name. Wants python3 with venv, a JDK of 17 or newer and
# Maven; Go as go.sh finds it. What is there already is not fetched again.
set -euo pipefail
cd "$(dirname "$0")"
built=$(realpath ../../..)/build/sdks
mkdir -p "$built"

# is_made STAMP SOURCE...: nothing of the sources is newer.
is_made() { [[ -e "$1" && -z "$(find "${@:2}" -type f -newer "$1" -print -quit)" ]]; }

python() {
  local version venv
  for version in 0.3 1; do
    venv=$built/python-$version
    if is_made "$venv/made" "python/requirements-$version.txt"; then continue; fi
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --requirement "python/requirements-$version.txt"
    touch "$venv/made"
  done
}

go() {
  local compiler
  compiler=$(bash go.sh)
  mkdir -p "$built/go"
  (cd go && GOTOOLCHAIN=local GOFLAGS=-mod=readonly "$compiler" build -buildvcs=false -o "$built/go/" ./...)
}

java() {
  if is_made "$built/java/made" java; then return; fi
  mvn --quiet --batch-mode --no-transfer-progress -f java/pom.xml -Dbuilt="$built/java" package
  touch "$built/java/made"
}

if [[ $# -eq 0 ]]; then set -- python go java; fi
for family in "$@"; do "$family"; done
