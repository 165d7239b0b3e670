#!/usr/bin/env bash
# Builds Schemagate and plays what an operator on the open Internet needs: https on both sides with certificates of a CA
# that is made for the play, tokens of an issuer on this machine, two clients with different rights, and a key and a
# certificate that are replaced while requests go on.
# Usage: bash examples/secure.sh [--keep] [--free-ports] [--build FOLDER]
#   --keep          leaves the agent (port 9443), the issuer (9444) and the gateway (8443) running
#   --free-ports    takes free ports instead
#   --build FOLDER  takes the programs of that build instead of making a release build
source "$(dirname "$0")/play.sh"
read_options 'keep free-ports build' "$@"
tls=$folder/tls

# --- certificates ---

make_ca() {
  mkdir "$tls"
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj '/CN=CA of this play' \
    -keyout "$tls/ca.key" -out "$tls/ca.pem" 2>/dev/null || die 'openssl made no CA'
}

# issue NAME: a key and a certificate for localhost, which take the place of earlier ones.
issue() {
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$1" \
    -addext 'subjectAltName=DNS:localhost,IP:127.0.0.1' -keyout "$tls/new.key" -out "$tls/new.csr" 2>/dev/null &&
    openssl x509 -req -in "$tls/new.csr" -CA "$tls/ca.pem" -CAkey "$tls/ca.key" -days 1 -copy_extensions copy \
      -out "$tls/new.pem" 2>/dev/null || die "openssl made no certificate for the $1"
  mv "$tls/new.key" "$tls/$1.key"
  mv "$tls/new.pem" "$tls/$1.pem"
}

# The serial number of the certificate that the gateway shows.
shown_serial() {
  openssl s_client -connect "${url#https://}" -servername localhost -CAfile "$tls/ca.pem" </dev/null 2>/dev/null |
    openssl x509 -noout -serial
}

# --- servers ---

start_servers() {
  local agent_port issuer_port gateway_port config=$folder/gateway.yaml
  agent_port=$(port 9443)
  issuer_port=$(port 9444)
  gateway_port=$(port 8443)
  start agent "$build/fight_agent" --port "$agent_port" --cert "$tls/agent.pem" --key "$tls/agent.key" \
    --client-ca "$tls/ca.pem" --print-requests
  agent_port=${started##*:}
  start issuer "$build/token_issuer" --port "$issuer_port" --client alice:alice-secret:promoter --client bob:bob-secret:visitor
  issuer=$started
  cp examples/secure/*.json "$folder"
  # A gateway on a free port names that port in its card when public_url is left out.
  sed -e "s|:8443|:$gateway_port|" -e "s|:9443|:$agent_port|" -e "s|http://127.0.0.1:9444|$issuer|" \
    -e "s|[./]*/agent_cards|$PWD/agent_cards|" \
    examples/secure/gateway.yaml >"$config"
  if $free_ports; then sed -i '/^public_url:/d' "$config"; fi
  start gateway "$build/schemagate" serve --config "$config"
  url=https://localhost:${started##*:}
  fight=$url/fight
  for _ in $(seq 100); do
    if curl -fs --cacert "$tls/ca.pem" -o /dev/null "$fight/.well-known/agent-card.json"; then return; fi
    sleep 0.1
  done
  cat "$folder"/*.log >&2
  die 'the gateway publishes no card'
}

# get_token CLIENT: a new one, in CLIENT.token.
get_token() {
  (umask 077 && curl -fsS -u "$1:$1-secret" -d grant_type=client_credentials "$issuer/token" |
    jq -r .access_token >"$folder/$1.token")
}

# as CLIENT VERB...: the command line with that client's token, in $command.
as() {
  local client=$1
  shift
  command=("$build/schemagate" "$@" --token-file "$folder/$client.token")
}

# --- requests that go on meanwhile ---

readonly FIGHT='{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"%s","role":"ROLE_USER","parts":[{"data":{"a":"Lion","b":"Tiger"},"mediaType":"application/json;schema=fightComparison"}]}}}'

# Until there is a file `enough`: each request with a token of its own, over a connection of its own, to the agent and
# back.
send_requests() {
  local sent=0 failed=0 token answer
  while [[ ! -e $folder/enough ]]; do
    sent=$((sent + 1))
    token=$(curl -fsS -u bob:bob-secret -d grant_type=client_credentials "$issuer/token" | jq -r .access_token) || token=none
    # shellcheck disable=SC2059  # the text is ours
    answer=$(curl -sS --cacert "$tls/ca.pem" -H "Authorization: Bearer $token" -H 'A2A-Version: 1.0' \
      -H 'Content-Type: application/json' -d "$(printf "$FIGHT" "loop-$sent")" "$fight" 2>&1) || answer+=' curl failed'
    if [[ $answer != *TASK_STATE_COMPLETED* ]]; then
      failed=$((failed + 1))
      printf '%s\n' "$answer" >>"$folder/failed"
    fi
  done
  echo "$sent requests, $failed failed" >"$folder/requests"
}

# wait_for WHAT COMMAND...
wait_for() {
  local what=$1
  shift
  for _ in $(seq 300); do
    if "$@"; then return; fi
    sleep 0.1
  done
  cat "$folder"/*.log >&2
  die "$what did not come about"
}
keys_were_read() { [[ $(sed -n 's/^keys were read: //p' "$folder/issuer.log" | tail -n 1) == "$1" ]]; }
shows_another_certificate() { [[ $(shown_serial) != "$1" ]]; }
requests_were_counted() { [[ -e $folder/requests ]]; }

# rotate: the next step of the issuer, shown.
rotate() { play "$1" 0 "$2" curl -sS -d '' "$issuer/rotation"; }

replace_under_load() {
  local serial old_token
  printf '\n'
  say '9. Meanwhile: requests go on, one after the other, each with a new token over a new connection.'
  send_requests &
  local requests=$!
  pids=("$requests" "${pids[@]}")
  serial=$(shown_serial)
  issue gateway
  wait_for 'another certificate' shows_another_certificate "$serial"
  play '   A new certificate is put in the place of the old one. Within a second or so new connections get it.' \
    0 certificates_reloaded grep -h certificates_reloaded "$folder/gateway.log"
  rotate '   The issuer publishes a second key ...' 'key-2 is published'
  wait_for 'reading of the new key' keys_were_read 'key-1, key-2'
  get_token bob
  old_token=$(<"$folder/bob.token")
  rotate '   ... and signs with it once the gateway has read it ...' 'key-2 signs'
  sleep 2
  rotate '   ... and takes the old one away.' 'key-1 is published no more'
  wait_for 'reading of the key that is left' keys_were_read 'key-2'
  sleep 1
  touch "$folder/enough"
  wait_for 'the end of the requests' requests_were_counted
  wait "$requests" 2>/dev/null || true
  pids=("${pids[@]:1}")
  printf '\n'
  say '   What came of the requests:'
  cat "$folder/requests"
  grep -Eq '^[1-9][0-9]* requests, 0 failed$' "$folder/requests" || { cat "$folder/failed" "$folder/gateway.log" >&2; die 'requests failed'; }
  play '   A token that the old key has signed is worth nothing now.' 0 '^401$' \
    curl -sS --cacert "$tls/ca.pem" -o /dev/null -w '%{http_code}\n' -H "Authorization: Bearer $old_token" "$fight/tasks"
}

# --- the play ---

play_all() {
  local schema=(--schema fightComparison) pair='{"a":"Lion","b":"Tiger"}' title='{"a":"Lion","b":"Tiger","belt":"Savannah"}' task
  printf '\n'
  say 'The command line trusts the CA of this play from here on:'
  shown export "SCHEMAGATE_CA=$tls/ca.pem"
  export SCHEMAGATE_CA=$tls/ca.pem
  play '1. Nobody in particular gets nothing: the card says what it takes to be let in ...' \
    2 'asks for a token' "$build/schemagate" send "$fight" "${schema[@]}" --data "$pair"
  play '   ... and so does the answer to a request that comes without.' \
    0 'HTTP/1.1 401' curl -sS -i --cacert "$tls/ca.pem" "$fight/tasks"
  play '   Whoever does not know the CA is warned: this could be anybody.' \
    3 'unknown issuer' env -u SCHEMAGATE_CA "$build/schemagate" card "$fight"

  printf '\n'
  say '2. Two clients log in at the issuer: alice is a promoter, bob a visitor.'
  shown curl -u alice:alice-secret -d grant_type=client_credentials "$issuer/token" '|' jq -r .access_token '>' "$folder/alice.token"
  get_token alice
  get_token bob

  as alice send "$fight" --schema titleFight --data "$title" -o json
  play '3. Alice may use every skill, and sees all of the answer.' 0 'private scale' "${command[@]}"
  task=$(jq -r '(.task // .).id' <<<"$answer")
  as bob send "$fight" "${schema[@]}" --data "$pair"
  play '4. Bob may compare. Why somebody wins is not for him: a field is masked.' 0 '"explanation": ?"\*\*\*"' "${command[@]}"
  as bob send "$fight" --schema titleFight --data "$title"
  play '5. A title fight is a skill that no rule allows him. The agent does not hear of it.' 1 'titleFight' "${command[@]}"
  as bob send "$fight" 'Lion vs Tiger'
  play '6. What names no skill is taken from nobody.' 1 'STRUCTURED_INPUT_REQUIRED' "${command[@]}"
  as bob task get "$fight" "$task"
  play "7. Alice's task is nothing that bob could tell from a task that does not exist." 1 'TASK_NOT_FOUND' "${command[@]}"
  heard
  replace_under_load
  no_secrets
}

# What reached the agent: nothing of the tokens, and nothing that was refused.
heard() {
  printf '\n'
  say '8. What the agent has heard, over https, from the one client whose certificate it takes:'
  sed -n 's/^received //p' "$folder/agent.log" | jq -c '.params.message.parts'
  ! grep -q 'vs Tiger' "$folder/agent.log" || die 'the agent has heard what was refused'
}

no_secrets() {
  local token
  for token in "$folder"/*.token; do
    ! grep -qF "$(cut -d . -f 3 "$token")" "$folder"/*.log || die 'a token is in a log'
  done
  printf '\n'
  say '10. No token is in any log.'
}

[[ -n "$build" ]] || prepare schemagate fight_agent token_issuer
install_packages openssl curl jq
make_ca
for name in agent gateway caller; do issue "$name"; done
say "A CA for this play, and certificates for agent and gateway, by openssl: $tls"
start_servers
say "The agent listens on https and wants a client certificate; the issuer is $issuer; the gateway serves $fight"
play_all
finish "$keep"
