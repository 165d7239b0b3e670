# What the plays of plans share; they source it.
source "$(dirname "${BASH_SOURCE[0]}")/play.sh"

read_plan_options() {
  read_options 'keep free-ports build version' "$@"  # the ports are free ones anyway
  [[ -n "$build" ]] || prepare schemagate worker_agent
}

declare -A worker_pid

# start_workers PLAN ROLE...: an agent for each role, and $plan, the plan of the examples with their addresses in the
# order of its agents.
start_workers() {
  local role port=9101
  plan=$folder/$1.yaml
  cp "examples/plans/$1.yaml" "$plan"
  shift
  for role in "$@"; do
    start "$role" "$build/worker_agent" --role "$role" --port 0 --version "$version" --print-requests
    worker_pid[$role]=${pids[0]}
    sed -i "s|http://127.0.0.1:$port|$started|" "$plan"
    port=$((port + 1))
  done
  say "Three agents that know nothing of plans: $*"
}

stop_worker() {
  kill "${worker_pid[$1]}"
  wait "${worker_pid[$1]}" 2>/dev/null || true
}

# heard ROLE COUNT PATTERN FORBIDDEN: shows what the agent heard: that many messages, one of them with the first
# pattern, none with the second, of which it says that the agent never saw it.
heard() {
  local messages
  messages=$(sed -n 's/^received //p' "$folder/$1.log" | jq -r 'select(.params.message) | .params.message.parts[].text')
  printf '\n'
  say "All that the $1 agent has heard:"
  printf '%s\n' "$messages"
  local count
  count=$(sed -n 's/^received //p' "$folder/$1.log" | jq -r 'select(.params.message) | .params.message.messageId' | sort -u | wc -l)
  [[ $count == "$2" ]] || die "the $1 agent should have heard $2 messages, and heard $count"
  grep -Eq -- "$3" <<<"$messages" || die "the $1 agent should have heard \"$3\""
  ! sed -n 's/^received //p' "$folder/$1.log" | grep -Eiq -- "$4" || die "the $1 agent should not have heard \"$4\""
  printf '(in all that it was sent there is nothing of: %s)\n' "${4//|/, }"
}
