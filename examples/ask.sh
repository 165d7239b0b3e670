#!/usr/bin/env bash
# Builds Schemagate, puts it in front of two agents that know nothing of schemas, and asks them in plain words: a flight
# is booked and a photo retouched.
# Usage: bash examples/ask.sh [--keep] [--free-ports] [--build FOLDER] [--version 0.3|1.0] [--mapper rules|llm]
#   --keep             leaves agents (ports 9002, 9003) and gateways (8082, 8083) running
#   --free-ports       takes free ports instead
#   --build FOLDER     takes the programs of that build instead of making a release build
#   --version VERSION  of A2A that the agents speak (1.0)
#   --mapper MAPPER    who makes data of words: rules (default), or the model that SCHEMAGATE_LLM_URL,
#                      SCHEMAGATE_LLM_MODEL and SCHEMAGATE_LLM_KEY name; what a model makes of them is shown, not checked
source "$(dirname "$0")/play.sh"
read_options 'keep free-ports build version mapper' "$@"

start_servers() {
  local ports=() each
  for each in 9002 8082 9003 8083; do
    each=$(port "$each")
    ports+=("$each")
  done
  start flight "$build/flight_agent" --port "${ports[0]}" --version "$version" --today 2026-04-30 --print-requests
  start_gateway flight_gateway examples/flight_booking/gateway.yaml "$started" "${ports[1]}"
  flight=$started/flight
  start photo "$build/photo_agent" --port "${ports[2]}" --version "$version" --print-requests
  start_gateway photo_gateway examples/photo_retouch/gateway.yaml "$started" "${ports[3]}"
  photo=$started/photo
  wait_for_card "$flight"
  wait_for_card "$photo"
  registry=$folder/registry.json
  echo "{\"agents\": [\"$flight\", \"$photo\"]}" >"$registry"
  say "Two agents that know nothing of schemas, behind $flight and $photo; the registry names both"
}

# heard AGENT PAYLOAD: shows the data of the last message that reached the agent; the rules make exactly that of it.
heard() {
  local data
  data=$(sed -n 's/^received //p' "$folder/$1.log" | tail -n 1 | jq -c '[.params.message.parts[] | select(has("data")).data]')
  printf '\n'
  say "What the $1 agent heard:"
  printf '%s\n' "$data"
  [[ $mapper == rules ]] || return 0
  jq -e --argjson payload "$2" '. == [$payload]' <<<"$data" >/dev/null || die "the $1 agent should have heard $2"
}

play_all() {
  local schemagate=$build/schemagate ask
  ask=("$schemagate" ask --mapper "$mapper" --registry "$registry" --today 2026-04-30)
  play '1. Plain words become data for the agent that suits. What a key holds, how sure that is and why, is shown before it is sent.' \
    0 'CA1234' "${ask[@]}" --yes \
    'Book me a flight from Beijing to Shanghai next Monday, business class, and I prefer a window seat.'
  heard flight '{"origin":"PEK","destination":"SHA","departure_date":"2026-05-04","cabin_class":"business","passenger_count":1,"other":"window seat"}'
  play '2. The same client, another agent, and a photo that goes along. The template wants fine wishes about the eyes under "other": they go there in words, and the agent says what it did not do.' \
    0 'retouched-portrait.png' "${ask[@]}" --yes --file examples/photo_retouch/portrait.png \
    'Please retouch this photo: smooth the skin, whiten teeth, make the background blurry, and add a vintage filter. Also, I want my eyes to look bigger.'
  heard photo '{"skin_smoothing":7,"teeth_whitening":true,"background_blur":true,"filter_style":"vintage","eye_enlargement":false,"other":"increase eye size proportionally"}'
  answers=('next Monday' y)
  play '3. What was not said is asked for, not guessed. At a terminal you type the answers.' \
    0 'departure_date\? ' "${ask[@]}" --interactive 'Book me a flight from Beijing to Shanghai, business class.'
  answers=()
  play '   Where nobody can be asked, nothing is sent.' \
    2 'departure_date' "${ask[@]}" --yes 'Book me a flight from Beijing to Shanghai, business class.'
  play '4. Nobody here makes coffee.' \
    2 'no agent .*sure to be meant' "${ask[@]}" --yes 'Help me order a large iced latte.'
  play '5. Behind it: the template, as the agent publishes it ...' \
    0 '"schema_id": ?"flight_booking_v1"' curl -sS "$flight/schemaTemplates/flight_booking"
  play '6. ... and data that anybody may send. What breaks a rule does not reach the agent.' \
    0 'passenger_count' \
    curl -sS "$flight" -H 'Content-Type: application/json' -H 'A2A-Version: 1.0' -d '{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m-1","role":"ROLE_USER","parts":[{"data":{"schema_id":"flight_booking_v1","payload":{"origin":"PEK","destination":"SHA","departure_date":"2026-05-04","passenger_count":12}}}]}}}'
}

[[ -n "$build" ]] || prepare schemagate flight_agent photo_agent
start_servers
play_all
finish "$keep"
