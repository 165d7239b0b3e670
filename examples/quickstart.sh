#!/usr/bin/env bash
# Builds Schemagate, puts it in front of an example agent and plays the fight comparison: every answer that a
# declared schema gives. Usage: bash examples/quickstart.sh [--keep] [--build FOLDER]
#   --keep          leaves the agent and the gateway running
#   --build FOLDER  takes the programs of that build instead of making a release build
set -euo pipefail
cd "$(dirname "$0")/.."
source examples/packages.sh

build=
keep=false
while [[ $# -gt 0 ]]; do
  case "$1" in
    --keep) keep=true ;;
    --build) build=${2:?--build needs a folder}; shift ;;
    *) sed -n '2,5s/^# //p' "$0"; exit 2 ;;
  esac
  shift
done

bold='' plain=''
if [[ -t 1 ]]; then bold=$(tput bold 2>/dev/null || true) plain=$(tput sgr0 2>/dev/null || true); fi
say() { printf '%s%s%s\n' "$bold" "$*" "$plain"; }
die() { printf 'quickstart: %s\n' "$*" >&2; exit 1; }

prepare() {
  install_packages "${BUILD_PACKAGES[@]}" curl jq
  build=build/release
  say "Building the release in $build (the first time takes a few minutes)"
  local log=$build/quickstart-build.log
  mkdir -p "$build"
  if ! { cmake --preset release && cmake --build --preset release --target schemagate fight_agent; } >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    die "the build failed; all of its output is in $log"
  fi
}

# --- the two servers ---

folder=$(mktemp -d "${TMPDIR:-/tmp}/schemagate-quickstart.XXXXXX")
agent_pid='' gateway_pid=''
clean_up() {
  local pid
  for pid in $gateway_pid $agent_pid; do
    kill "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
  rm -rf "$folder"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

# wait_for NAME PID: prints the URL that the server of that name says it listens on.
wait_for() {
  local url
  for _ in $(seq 200); do
    url=$(sed -n 's/.*listening on \(http:[^ ]*\).*/\1/p' "$folder/$1.log" | head -n 1)
    if [[ -n "$url" ]]; then echo "$url"; return; fi
    kill -0 "$2" 2>/dev/null || break
    sleep 0.1
  done
  cat "$folder/$1.log" >&2
  die "the $1 did not start"
}

# wait_for_card URL: until the gateway has the agent's card and publishes its own.
wait_for_card() {
  for _ in $(seq 100); do
    if curl -fs -o "$folder/card.json" "$1/.well-known/agent-card.json"; then return; fi
    sleep 0.1
  done
  cat "$folder/gateway.log" >&2
  die "the gateway publishes no card at $1"
}

start_servers() {
  "$build/fight_agent" --port 0 --slow-ms 30000 >"$folder/agent.log" 2>&1 &
  agent_pid=$!
  local agent_url
  agent_url=$(wait_for agent "$agent_pid")
  sed -e 's|^listen:.*|listen: 127.0.0.1:0|' -e '/^public_url:/d' -e "s|http://127.0.0.1:9001|$agent_url|" \
    -e "s|\.\./agent_cards|$PWD/agent_cards|" examples/gateway.yaml >"$folder/gateway.yaml"
  "$build/schemagate" serve --config "$folder/gateway.yaml" >"$folder/gateway.log" 2>&1 &
  gateway_pid=$!
  url=$(wait_for gateway "$gateway_pid")/fight
  wait_for_card "$url"
  say "The agent listens on $agent_url and knows nothing of schemas; the gateway serves it at $url"
}

# --- the play ---

# Shows a command so that it can be pasted.
shown() {
  local word line=''
  for word in "$@"; do
    [[ "$word" =~ ^[A-Za-z0-9_./:=@-]+$ ]] || word="'${word//\'/\'\\\'\'}'"
    line+=" $word"
  done
  printf '$%s\n' "$line"
}

# play TITLE EXIT_CODE PATTERN COMMAND...: runs the command, shows its answer in $answer, checks code and pattern.
play() {
  local title=$1 expected=$2 pattern=$3 code=0
  shift 3
  printf '\n'
  say "$title"
  shown "$@"
  answer=$("$@" 2>&1) || code=$?
  printf '%s\n' "$answer"
  [[ $code == "$expected" ]] || die "exit code $code instead of $expected: $title"
  grep -Eq -- "$pattern" <<<"$answer" || die "nothing in the answer matches \"$pattern\": $title"
}

play_all() {
  local schemagate=$build/schemagate schema=(--schema fightComparison) task
  play '1. The card declares the schemas and which skill takes and gives them.' \
    0 'application/json;schema=fightComparison' "$schemagate" card "$url"
  play '2. Valid data becomes a task; what the agent says in plain text comes back as typed data.' \
    0 'fightResponse' "$schemagate" send "$url" "${schema[@]}" --data '{"a":"Lion","b":"Tiger"}'
  play '3. Invalid data is refused before the agent hears of it, with the place of the mistake.' \
    1 'data\.b' "$schemagate" send "$url" "${schema[@]}" --data '{"a":"Lion"}'
  play '4. A schema that the card does not declare is refused.' \
    1 'nope' "$schemagate" send "$url" --schema nope --data '{"a":"Lion","b":"Tiger"}'
  play '5. A fight that takes its time: --no-wait returns the running task.' \
    0 '"id"' "$schemagate" send "$url" "${schema[@]}" --data '{"a":"slow","b":"Tiger"}' --no-wait -o json
  task=$(jq -r '(.task // .).id' <<<"$answer")
  play '6. Structured input to a running task is refused: the task stays as it is.' \
    1 'running' "$schemagate" send "$url" "${schema[@]}" --data '{"a":"Lion","b":"Tiger"}' --task "$task"
  play '7. The running task can be canceled.' \
    0 '[Cc]anceled' "$schemagate" task cancel "$url" "$task"
  play '8. Plain text still reaches the agent; schemas are an offer.' \
    0 'Tiger' "$schemagate" send "$url" 'Lion vs Tiger'
  play '9. The same without any tool of ours: A2A 0.3 over curl, as the extension writes it.' \
    0 '"mimeType": ?"application/json;schema=fightResponse"' \
    curl -sS "$url" -H 'Content-Type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{"kind":"message","messageId":1,"role":"user","parts":[{"kind":"data","data":{"a":"100 duck sized horses","b":"1 horse sized duck"},"metadata":{"mimeType":"application/json;schema=fightComparison"}}]}}}'
}

finish() {
  printf '\n'
  if $keep; then
    trap - EXIT
    disown -a
    say "Both servers are left running. The configuration and their logs are in $folder"
    echo "To end them: kill $gateway_pid $agent_pid; rm -r $folder"
  else
    say 'All answers were as they should be. With --keep both servers stay up.'
  fi
}

[[ -n "$build" ]] || prepare
start_servers
play_all
finish
