#!/usr/bin/env bash
# client_against.sh CLIENT AGENT...: starts the agent, sends it a fight with the client, checks the outcome.
set -euo pipefail
client=$1
shift
log=$(mktemp)
"$@" >"$log" 2>&1 &
agent=$!
trap 'kill "$agent" 2>/dev/null || true; rm -f "$log"' EXIT
for _ in $(seq 600); do
  url=$(sed -n 's/^listening on //p' "$log")
  [[ -z "$url" ]] || break
  kill -0 "$agent" || { cat "$log"; exit 1; }
  sleep 0.1
done
[[ -n "$url" ]] || { echo "the agent does not start:"; cat "$log"; exit 1; }
answer=$("$client" "$url/" Lion Tiger)
echo "$answer"
grep -q '^completed$' <<<"$answer"
grep -q '"winner":"Tiger"' <<<"$answer"
