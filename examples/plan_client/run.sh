#!/usr/bin/env bash
# run.sh PLAN_CLIENT_EXAMPLE WORKER_AGENT: starts two agents, has the program take a trip apart between them, checks the outcome.
set -euo pipefail
folder=$(mktemp -d)
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; rm -rf "$folder"' EXIT
declare -A url
for role in weather hotel; do
  "$2" --role "$role" --port 0 >"$folder/$role" 2>&1 &
  pids+=($!)
done
for role in weather hotel; do
  for _ in $(seq 600); do
    url[$role]=$(sed -n 's/^listening on //p' "$folder/$role")
    [[ -z "${url[$role]}" ]] || break
    sleep 0.1
  done
done
answer=$("$1" "${url[weather]}" "${url[hotel]}" Hangzhou)
echo "$answer"
grep -q '^Know the weather: completed$' <<<"$answer"
grep -q '^Have a room: completed$' <<<"$answer"
