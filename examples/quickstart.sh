#!/usr/bin/env bash
# Builds Schemagate, puts it in front of an example agent and plays the fight comparison: every answer that a
# declared schema gives. Usage: bash examples/quickstart.sh [--keep] [--free-ports] [--build FOLDER]
#   --keep          leaves the agent (port 9001) and the gateway (8080) running
#   --free-ports    takes free ports instead
#   --build FOLDER  takes the programs of that build instead of making a release build
source "$(dirname "$0")/play.sh"
read_options 'keep free-ports build' "$@"

start_servers() {
  local agent_port gateway_port agent_url
  agent_port=$(port 9001)
  gateway_port=$(port 8080)
  start agent "$build/fight_agent" --port "$agent_port" --slow-ms 30000
  agent_url=$started
  start_gateway gateway examples/gateway.yaml "$agent_url" "$gateway_port"
  url=$started/fight
  wait_for_card "$url"
  say "The agent listens on $agent_url and knows nothing of schemas; the gateway serves it at $url"
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
  play '8. Plain text still reaches the agent: schemas are an offer, unless the configuration says accept: [schemas].' \
    0 'Tiger' "$schemagate" send "$url" 'Lion vs Tiger'
  play '9. The same without any tool of ours: A2A 0.3 over curl, as the extension writes it.' \
    0 '"mimeType": ?"application/json;schema=fightResponse"' \
    curl -sS "$url" -H 'Content-Type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{"kind":"message","messageId":1,"role":"user","parts":[{"kind":"data","data":{"a":"100 duck sized horses","b":"1 horse sized duck"},"metadata":{"mimeType":"application/json;schema=fightComparison"}}]}}}'
}

[[ -n "$build" ]] || prepare schemagate fight_agent
start_servers
play_all
finish "$keep"
