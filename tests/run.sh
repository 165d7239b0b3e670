#!/usr/bin/env bash
# Installs what the tests need, builds, and runs everything. Usage: bash tests/run.sh [STAGE...]
# Without arguments the stages of the list below run in its order; those on demand run when they are named. Prints one
# line per stage with its time and tests, the output of those that fail, and at the end "N passed, N failed"; ends
# with 0 only when nothing has failed.
set -uo pipefail
cd "$(dirname "$0")/.."
source examples/packages.sh

STAGES=(packages format build test quickstart benchmark asan tsan)
# tidy: not clean in every room yet. sdks: four minutes, and toolchains that nothing else needs. scan: two minutes.
ON_DEMAND=(tidy sdks scan)
TEST_PACKAGES=(
  libgtest-dev libgmock-dev libtest-json-schema-acceptance-perl ccache git curl jq python3 procps
  clang-format-19 clang-tidy-19 clang-19 libclang-rt-19-dev lld-19
  nginx-light libnginx-mod-stream haproxy openssl wrk
)
LOGS=build/test-logs
# Clones in different places share what was compiled before.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
JOBS=$(nproc)
# Many tests wait for time to pass.
TEST_JOBS=$((3 * JOBS))
passed=0
failed=0

# --- the stages ---

packages() {
  local wanted=("${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}")
  # A Node from elsewhere brings its own npm, and Debian's would replace it.
  command -v npm >/dev/null || wanted+=(nodejs npm)
  # RUNLEVEL keeps the packages from starting their own nginx and haproxy.
  RUNLEVEL=1 install_packages "${wanted[@]}" && echo "Node: $(bash tests/node.sh)"
}

format() { git ls-files '*.cc' '*.h' | xargs clang-format-19 --dry-run --Werror; }

build() { cmake --preset dev && cmake --build --preset dev -j "$JOBS"; }

# Everything but the benchmark, which wants the machine and a release build for itself.
test() { ctest --preset dev -j "$TEST_JOBS" -LE '^benchmark$' --no-tests=error; }

# What a new user runs, with its own release build.
quickstart() { bash examples/quickstart.sh --free-ports; }

# That it runs; no figure is asserted.
benchmark() { python3 -B tests/benchmark/run.py build/release/schemagate --quick; }

# sanitized PRESET LABELS FOLDER...: builds the tests of these folders and runs those with these labels.
sanitized() {
  local preset=$1 labels=$2 folder targets=(schemagate)
  shift 2
  for folder in "$@"; do
    if [[ -e $folder/CMakeLists.txt ]]; then targets+=("$folder/all"); fi
  done
  cmake --preset "$preset" -DSCHEMAGATE_EXAMPLES=OFF &&
    cmake --build --preset "$preset" -j "$JOBS" --target "${targets[@]}" &&
    ctest --preset "$preset" -j "$TEST_JOBS" -L "$labels" --no-tests=error
}

asan() {
  ASAN_OPTIONS=detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1 \
    sanitized asan '^(unit|integration|fuzz|conformance)$' \
    tests/unit/*/* tests/integration tests/integration/* tests/fuzz tests/conformance
}

# The rooms that have threads, and the validator that they share. What runs on one core (agents, the front) is under
# threads in the integration tests.
tsan() {
  TSAN_OPTIONS=halt_on_error=1 sanitized tsan '^(unit|integration)$' \
    tests/unit/a2a/client tests/unit/extension/json_schema tests/unit/gateway/{net,push,store,task} \
    tests/integration tests/integration/*
}

# clang-tidy over what is not a test; a second run checks only what has changed.
tidy() {
  if [[ .clang-tidy -nt build/tidy/CMakeCache.txt ]]; then rm -rf build/tidy; fi
  cmake --preset tidy && cmake --build --preset tidy -j "$JOBS" -- -k 0
}

# The SDKs of other languages, as clients and as agents. Installs what of their toolchains is not on PATH: python3-venv,
# default-jdk-headless (Java 17) and maven from Debian; Go 1.25 from Go's module proxy (tests/interop/sdks/go.sh: Debian's
# Go is too old for a2a-go). The SDKs come from PyPI, the module proxy and Maven Central, in the versions pinned there.
sdks() {
  local wanted=()
  python3 -c 'import venv, ensurepip, sys; sys.exit(sys.version_info < (3, 11))' || wanted+=(python3 python3-venv)
  [[ "$(javac -version 2>&1)" =~ ^javac\ ([0-9]+) ]] && ((BASH_REMATCH[1] >= 17)) || wanted+=(default-jdk-headless)
  command -v mvn || wanted+=(maven)
  install_packages "${wanted[@]}" &&
    cmake --preset dev && cmake --build --preset dev -j "$JOBS" --target schemagate &&
    bash tests/node_modules.sh tests/interop && bash tests/interop/sdks/install.sh &&
    SCHEMAGATE=$PWD/build/dev/schemagate bash tests/interop/run.sh sdks
}

# What scanners find at a listener with TLS. Their versions are Debian's: testssl.sh 3.0.8, sslscan 2.0.7.
scan() {
  install_packages testssl.sh sslscan &&
    cmake --preset dev && cmake --build --preset dev -j "$JOBS" --target schemagate &&
    python3 -B tests/integration/tls_scan.py build/dev/schemagate
}

# --- running them ---

# Counts ctest's tests one by one and says how many they were; every other stage counts as one.
count() {
  local code=$1 log=$2 bad total
  bad=$(sed -n 's/.* \([0-9]*\) tests\{0,1\} failed out of \([0-9]*\).*/\1/p' "$log" | tail -n 1)
  total=$(sed -n 's/.* \([0-9]*\) tests\{0,1\} failed out of \([0-9]*\).*/\2/p' "$log" | tail -n 1)
  if [[ -n "$total" && ( $code == 0 || $bad != 0 ) ]]; then
    passed=$((passed + total - bad)) failed=$((failed + bad))
    printf '  %d tests' "$total"
  elif [[ $code == 0 ]]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
  fi
}

run_stage() {
  local name=$1 log=$LOGS/$1.log begin=$SECONDS code=0
  printf '%-12s' "$name"
  "$name" >"$log" 2>&1 </dev/null || code=$?
  printf '%s %4d s' "$([[ $code == 0 ]] && echo 'passed' || echo 'FAILED')" $((SECONDS - begin))
  count "$code" "$log"
  printf '\n'
  if [[ $code != 0 ]]; then
    grep -E 'FAILED|\*\*\*Failed|error:|warning:' "$log" | head -n 60
    echo "--- the end of $log"
    tail -n 60 "$log"
  fi
  return "$code"
}

mkdir -p "$LOGS"
export CTEST_OUTPUT_ON_FAILURE=1
for stage in "${@:-${STAGES[@]}}"; do
  if [[ " ${STAGES[*]} ${ON_DEMAND[*]} " != *" $stage "* ]]; then
    echo "there is no stage $stage; there are: ${STAGES[*]} ${ON_DEMAND[*]}" >&2
    exit 2
  fi
done
for stage in "${@:-${STAGES[@]}}"; do
  run_stage "$stage" || {
    # Without packages or a build the rest would only repeat the same failure.
    if [[ $stage == packages || $stage == build ]]; then echo "the later stages were not run"; break; fi
  }
done
echo "$passed passed, $failed failed"
[[ $failed == 0 ]]
