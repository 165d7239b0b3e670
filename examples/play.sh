# What the plays share; they source it. A play starts servers, shows each command before it runs it and checks the answer.
set -euo pipefail
cd "$(dirname "$0")/.."
source examples/packages.sh

bold='' plain=''
if [[ -t 1 ]]; then bold=$(tput bold 2>/dev/null || true) plain=$(tput sgr0 2>/dev/null || true); fi
say() { printf '%s%s%s\n' "$bold" "$*" "$plain"; }
die() { printf '%s: %s\n' "$(basename "$0" .sh)" "$*" >&2; exit 1; }

# --- options ---

keep=false
# The ports of the files and of README.md, so that its commands work while the servers are up; --free-ports takes others.
free_ports=false
build=
version=1.0
mapper=rules

# read_options "NAME..." ARGUMENT...: sets the options above; only the named ones are taken. Others are named, with the play's usage.
read_options() {
  local taken=" $1 "
  shift
  while [[ $# -gt 0 ]]; do
    [[ "$1" == --* && "$taken" == *" ${1#--} "* ]] || usage "$1"
    case "$1" in
      --keep) keep=true ;;
      --free-ports) free_ports=true ;;
      *)
        [[ $# -gt 1 && -n "$2" ]] || die "$1 needs a value"
        printf -v "${1#--}" %s "$2"
        shift
        ;;
    esac
    shift
  done
}

# usage OPTION: that it is none, and what the head of the play says, from its first line on. --help is only an answer.
usage() {
  case "$1" in
    --help | -h) ;;
    *) printf '%s: no option: %s\n' "$(basename "$0" .sh)" "$1" >&2 ;;
  esac
  sed -n '2,/^[^#]/s/^# //p' "examples/$(basename "$0")"
  exit 2
}

# --- build ---

# prepare TARGET...: a release build of these in $build.
prepare() {
  install_packages "${BUILD_PACKAGES[@]}" curl jq
  build=build/release
  say "Building the release in $build (the first time takes some minutes, later some seconds)"
  local log=$build/examples-build.log
  mkdir -p "$build"
  if ! { cmake --preset release && NINJA_STATUS='[%f of %t] ' cmake --build --preset release --target "$@"; } 2>&1 |
    tee "$log" | progress; then
    tail -n 40 "$log" >&2
    die "the build failed; all of its output is in $log"
  fi
}

# How far ninja is: one line that moves on a terminal, else a line for each tenth.
progress() {
  local line step told=-1
  while IFS= read -r line; do
    [[ "$line" =~ ^\[([0-9]+)\ of\ ([0-9]+)\] ]] || continue
    step=$((BASH_REMATCH[1] * 10 / BASH_REMATCH[2]))
    if [[ -t 1 ]]; then
      printf '\r  %s of %s steps ' "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}"
    elif [[ $step != "$told" ]]; then
      printf '  %s of %s steps\n' "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}"
    fi
    told=$step
  done
  if [[ -t 1 && $told != -1 ]]; then printf '\n'; fi
}

# --- servers ---

# runs FILE: whether a server runs that the line in it, "kill PID...; rm -r FOLDER", would end.
runs() {
  local pid
  for pid in $(sed 's/^kill \([0-9 ]*\);.*/\1/' "$1"); do
    if kill -0 "$pid" 2>/dev/null; then return; fi
  done
  return 1
}

# port NUMBER: that port, or 0 for a free one. Ends the play where somebody else listens there.
port() {
  if $free_ports; then echo 0; return; fi
  if (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; then
    local earlier='' file
    for file in "${TMPDIR:-/tmp}"/schemagate-*/end; do
      if [[ -e "$file" ]] && runs "$file"; then earlier+=$'\n'"  $(cat "$file")"; fi
    done
    die "port $1 is taken by another program.${earlier:+ To end what --keep has left running:$earlier
}
Or run it again with --free-ports (README's commands name the usual ones)."
  fi
  echo "$1"
}

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
    started=$(sed -n 's/.*listening on \(https\{0,1\}:[^ ]*\).*/\1/p' "$log" | head -n 1)
    if [[ -n "$started" ]]; then return; fi
    kill -0 "${pids[0]}" 2>/dev/null || break
    sleep 0.1
  done
  cat "$log" >&2
  die "the $name did not start"
}

# start_gateway NAME FILE AGENT_URL PORT: with that configuration, in front of that agent, on that port (0: a free one).
start_gateway() {
  local config=$folder/$1.yaml
  sed -e "s|^listen:.*|listen: 127.0.0.1:${4:-0}|" -e '/^public_url:/d' -e "s|http://127.0.0.1:900[0-9]|$3|" \
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

# Shows a command so that it can be pasted. The words | and > are the shell's.
shown() {
  local word line=''
  for word in "$@"; do
    [[ "$word" =~ ^[A-Za-z0-9_./:=@-]+$ || "$word" == ['|>'] ]] || word="'${word//\'/\'\\\'\'}'"
    line+=" $word"
  done
  printf '$%s\n' "$line"
}

# What is JSON in one line, in many.
readable() {
  local text
  if [[ "$1" == [{[]* && "$1" != *$'\n'* ]] && text=$(jq . <<<"$1" 2>/dev/null); then
    printf '%s\n' "$text"
  else
    printf '%s\n' "$1"
  fi
}

answers=()  # what the next commands read, a line each

# play TITLE EXIT_CODE PATTERN COMMAND...: runs the command, shows its answer in $answer, checks code and pattern.
play() {
  local title=$1 expected=$2 pattern=$3 code=0
  shift 3
  printf '\n'
  say "$title"
  if [[ ${#answers[@]} == 0 ]]; then
    shown "$@"
    answer=$("$@" 2>&1 </dev/null) || code=$?
  else
    shown printf '%s\n' "${answers[@]}" '|' "$@"
    answer=$(printf '%s\n' "${answers[@]}" | "$@" 2>&1) || code=$?
  fi
  readable "$answer"
  [[ $code == "$expected" ]] || die "exit code $code instead of $expected: $title"
  grep -Eq -- "$pattern" <<<"$answer" || die "nothing in the answer matches \"$pattern\": $title"
}

# finish KEEP: says how it went; leaves the servers running when KEEP is true.
finish() {
  printf '\n'
  if $1; then
    trap - EXIT
    disown -a
    echo "kill ${pids[*]}; rm -r $folder" >"$folder/end"
    say "All answers were as they should be. The servers are left running; their files and logs are in $folder"
    echo "To call the program by its name: export PATH=$(cd "$build" && pwd):\$PATH"
    echo "To end the servers: $(cat "$folder/end")"
  else
    say 'All answers were as they should be. With --keep the servers stay up, for the commands of README.md.'
  fi
}
