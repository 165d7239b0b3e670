#!/usr/bin/env bash
# Installs what the tests need, builds, and runs everything. Usage: bash tests/run.sh [STAGE...]
# Without arguments the stages of the list below run in its order; those on demand run when they are named. Prints one
# line per stage with its time and tests, the output of those that fail, and at the end "N passed, N failed"; ends
# with 0 only when nothing has failed. A test that passes only when it is run again is named, and counted beside them.
set -uo pipefail
cd "$(dirname "$0")/.."
source examples/packages.sh

STAGES=(packages format build test quickstart benchmark asan tsan)
# tidy: CI has no time left for its quarter of an hour of CPU; every room was clean on 2026-11-28.
# sdks: four minutes, and toolchains that nothing else needs. scan: two minutes.
ON_DEMAND=(tidy sdks scan)
TEST_PACKAGES=(
  libgtest-dev libgmock-dev libtest-json-schema-acceptance-perl ccache git curl jq python3 procps
  clang-format-19 clang-tidy-19 clang-19 libclang-rt-19-dev lld-19
  nginx-light libnginx-mod-stream haproxy openssl wrk
)
LOGS=build/test-logs
REPORT=$PWD/$LOGS/sanitizer  # of each process: this and its id
# Clones in different places share what was compiled before.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
JOBS=$(nproc)
# Many tests wait for time to pass.
TEST_JOBS=$((3 * JOBS))
passed=0
failed=0
flaky=0

# --- the stages ---

packages() {
  local wanted=("${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}")
  # A Node from elsewhere brings its own npm, and Debian's would replace it.
  command -v npm >/dev/null || wanted+=(nodejs npm)
  # RUNLEVEL keeps the packages from starting their own nginx and haproxy.
  RUNLEVEL=1 install_packages "${wanted[@]}" && echo "Node: $(bash tests/node.sh)"
}

format() { git ls-files '*.cc' '*.h' | xargs clang-format-19 --dry-run --Werror; }

# What is tested is what is shipped: the release, with its tests beside it.
build() { configure_with_tests && cmake --build --preset release -j "$JOBS"; }

# Everything but the benchmark, which wants the machine for itself.
test() { configure_with_tests && run_tests --test-dir build/release -LE '^benchmark$'; }

# A release is configured without tests where nobody asks for them, as the next stage does.
configure_with_tests() { cmake --preset release -DSCHEMAGATE_TESTS=ON -DCMAKE_COMPILE_WARNING_AS_ERROR=ON; }

# What a new user runs. Its build finds all that it wants in the stage `build`.
quickstart() { bash examples/quickstart.sh --free-ports; }

# That it runs; no figure is asserted.
benchmark() { python3 -B tests/benchmark/run.py build/release/schemagate --quick; }

# sanitized PRESET OPTION PATTERN TARGET...: builds these targets, of a folder all of its own, and runs the tests that
# ctest's -L or -R finds by the pattern.
sanitized() {
  local preset=$1 option=$2 pattern=$3 target targets=()
  shift 3
  for target in "$@"; do
    if [[ $target != */* ]]; then targets+=("$target"); fi
    if [[ -e $target/CMakeLists.txt ]]; then targets+=("$target/all"); fi
  done
  cmake --preset "$preset" -DSCHEMAGATE_EXAMPLES=OFF &&
    cmake --build --preset "$preset" -j "$JOBS" --target "${targets[@]}" &&
    run_tests --preset "$preset" "$option" "$pattern"
}

asan() {
  ASAN_OPTIONS=detect_stack_use_after_return=1:log_path=$REPORT UBSAN_OPTIONS=print_stacktrace=1:log_path=$REPORT \
    sanitized asan -L '^(unit|integration|fuzz|conformance|interop)$' \
    schemagate tests/unit/*/* tests/integration tests/integration/* tests/fuzz tests/conformance
}

# The rooms that have threads, the validator that they share, and the gateway as a part of the tests' own process. What
# runs on one core (agents, the front) is under threads there. The program as a process of its own is asan's: to build
# and play it here, too, takes CI past its 40 minutes.
tsan() {
  TSAN_OPTIONS=halt_on_error=1:log_path=$REPORT sanitized tsan \
    -R '^(json_schema_test\.threads|(a2a|gateway|client|integration)_.*_test\.[0-3])$' \
    tests/unit/a2a/client tests/unit/extension/json_schema tests/unit/gateway/{net,push,store,task} tests/integration/*
}

# clang-tidy over what is not a test; a second run checks only what has changed.
tidy() {
  cmake --preset tidy && cmake --build build/tidy --target gateway_commit &&
    python3 -B tests/architecture/tidy.py build/tidy
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

# run_tests ARGUMENTS OF CTEST...: a few tests that fail beside others are run again alone, for what depends on how busy
# the machine is. What a sanitizer reports and what crashes stands: these may come by chance, too, and are none.
run_tests() {
  local first=$LOGS/first-run.log
  rm -f "$REPORT".*
  ctest "$@" -j "$TEST_JOBS" --no-tests=error | tee "$first" && return
  cat "$REPORT".* 2>/dev/null && return 1
  may_be_chance "$first" && echo '--- again, alone' && ctest "$@" --rerun-failed
}

# may_be_chance LOG: at most three tests, each of which failed by its own words.
may_be_chance() {
  local failures
  failures=$(sed -n '/^The following tests FAILED:/,$p' "$1" | grep -E '^\s+[0-9]+ - ')
  [[ $(wc -l <<<"$failures") -le 3 ]] && ! grep -qvE '\((Failed|Timeout)\)$' <<<"$failures" &&
    ! grep -qE 'Sanitizer:|runtime error:' "$1"
}

# Counts ctest's tests one by one and says how many they were; every other stage counts as one.
count() {
  local code=$1 log=$2 first bad total
  first=$(sed -n 's/.* \([0-9]*\) tests\{0,1\} failed out of \([0-9]*\).*/\1/p' "$log" | head -n 1)
  bad=$(sed -n 's/.* \([0-9]*\) tests\{0,1\} failed out of \([0-9]*\).*/\1/p' "$log" | tail -n 1)
  total=$(sed -n 's/.* \([0-9]*\) tests\{0,1\} failed out of \([0-9]*\).*/\2/p' "$log" | head -n 1)
  if [[ -n "$total" && ( $code == 0 || $bad != 0 ) ]]; then
    passed=$((passed + total - bad)) failed=$((failed + bad)) flaky=$((flaky + first - bad))
    printf '  %d tests' "$total"
    [[ $first == "$bad" ]] || printf ', %d passed only when run again, alone' $((first - bad))
  elif [[ $code == 0 ]]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
  fi
}

# The output of the first tests that failed, and what a compiler complained of.
what_failed() {
  awk '/\*\*\*/ { left = 40 } /^ +Start |^[0-9]+\/[0-9]+ .* Passed/ { left = 0 } left-- > 0 || /error:|warning:/' "$1" |
    sed 's/\.\.\.\.*/.../' | head -n 120
}

run_stage() {
  local name=$1 log=$LOGS/$1.log begin=$SECONDS code=0
  printf '%-12s' "$name"
  "$name" >"$log" 2>&1 </dev/null || code=$?
  printf '%s %4d s' "$([[ $code == 0 ]] && echo 'passed' || echo 'FAILED')" $((SECONDS - begin))
  count "$code" "$log"
  printf '\n'
  if [[ $code != 0 ]] || grep -q '^--- again, alone' "$log"; then what_failed "$log"; fi
  if [[ $code != 0 ]]; then
    echo "--- the end of $log"
    tail -n 30 "$log" | sed 's/\.\.\.\.*/.../'
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
printf '%d passed, %d failed' "$passed" "$failed"
[[ $flaky == 0 ]] || printf ' (%d of the passed only when run again)' "$flaky"
echo
[[ $failed == 0 ]]
