#!/usr/bin/env bash
# Runs the agent with a Node that is new enough.
set -euo pipefail
cd "$(dirname "$0")"
exec "$(bash ../../tests/node.sh)" agent.mjs "$@"
