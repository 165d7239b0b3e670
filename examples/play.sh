# What the plays share; they source it. A play starts servers, shows each command before it runs it and checks the answer.
set -euo pipefail
cd "$(dirname "$0")/.."
source examples/packages.sh

bold='' plain=''
if [[ -t 1 ]]; then bold=$(tput bold 2>/dev/null || true) plain=$(tput sgr0 2>/dev/null || true); fi
say() { printf '%s%s%s\n' "$bold" "$*" "$plain"; }
die() { printf '%s: %s\n' "$(basename "$0" .sh)" "$*" >&2; exit 1; }

# prepare TARGET...: a release build of these in $build.
prepare() {
  install_packages "${BUILD_PACKAGES[@]}" curl jq
  build=build/release
  say "Building the release in $build (the first time takes a few minutes)"
  local log=$build/examples-build.log
  mkdir -p "$build"
  if ! { cmake --preset release && cmake --build --preset release --target "$@"; } >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    die "the build failed; all of its output is in $log"
  fi
}

# --- servers ---

folder=$(mktemp -d "${TMPDIR:-/tmp}/schemagate-$(basename "$0" .sh).XXXXXX")
pids=()
clean_up() {
  local pid
  for pid in "${pids[@]}"; do
    kill "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
  rm -rf "$folder"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

# start NAME COMMAND...: sets $started to the URL that the server says it listens on. Its output goes to NAME.log.
start() {
  local name=$1 log=$folder/$1.log
  shift
  : >"$log"  # read before the server has opened it
  "$@" >>"$log" 2>&1 &
  pids=("$!" "${pids[@]}")
  for _ in $(seq 200); do
    started=$(sed -n 's/.*listening on \(http:[^ ]*\).*/\1/p' "$log" | head -n 1)
    if [[ -n "$started" ]]; then return; fi
    kill -0 "${pids[0]}" 2>/dev/null || break
    sleep 0.1
  done
  cat "$log" >&2
  die "the $name did not start"
}

# start_gateway NAME FILE AGENT_URL: with that configuration, in front of that agent, on a free port.
start_gateway() {
  local config=$folder/$1.yaml
  sed -e 's|^listen:.*|listen: 127.0.0.1:0|' -e '/^public_url:/d' -e "s|http://127.0.0.1:900[0-9]|$3|" \
    -e "s|[./]*/agent_cards|$PWD/agent_cards|" "$2" >"$config"
  start "$1" "$build/schemagate" serve --config "$config"
}

# wait_for_card URL: until a gateway has its agent's card and publishes its own.
wait_for_card() {
  for _ in $(seq 100); do
    if curl -fs -o /dev/null "$1/.well-known/agent-card.json"; then return; fi
    sleep 0.1
  done
  cat "$folder"/*.log >&2
  die "the gateway publishes no card at $1"
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

# finish KEEP: says how it went; leaves the servers running when KEEP is true.
finish() {
  printf '\n'
  if $1; then
    trap - EXIT
    disown -a
    say "The servers are left running. Their configuration and logs are in $folder"
    echo "To end them: kill ${pids[*]}; rm -r $folder"
  else
    say 'All answers were as they should be. With --keep the servers stay up.'
  fi
}
