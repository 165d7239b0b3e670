#!/usr/bin/env bash
# run.sh direct: the cases between SDK and SDK. run.sh gateway: the same and more through the gateway $SCHEMAGATE.
# run.sh sdks: both with the SDKs of other languages, which sdks/install.sh installs; SDKS="python go java" chooses.
# run.sh signatures: signed cards, between the SDK and $SCHEMAGATE.
# run.sh tokens: bearer tokens of oidc-provider and jose, before $SCHEMAGATE.
# run.sh credentials: what $SCHEMAGATE shows to agents, and the SDK's handler of credentials before it.
# run.sh login: people and programs that log in at oidc-provider, with $SCHEMAGATE as the command line and as the gateway.
set -euo pipefail
cd "$(dirname "$0")"
exec "$(bash ../node.sh)" --test --test-reporter=spec "$1.test.mjs"
