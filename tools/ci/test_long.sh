#!/usr/bin/env bash
# The long tests, in the order in which they usually find something. Stops at the first failure.
#
#   FUZZ_SECONDS=N   seconds a fuzz target (60)
set -euo pipefail
cd "$(dirname "$0")/../.."
jobs=${JOBS:-$(tools/ci/jobs.sh)}

echo "test-long: address and undefined-behaviour sanitizers"
tools/ci/sanitize.sh asan
echo "test-long: thread sanitizer"
tools/ci/sanitize.sh tsan
echo "test-long: clang"
cmake --preset clang
cmake --build --preset clang --parallel "$jobs"
ctest --preset clang --parallel "$jobs"
tools/ci/same_bytes.py build/mcpjury build-clang/mcpjury
echo "test-long: 200 scans killed, on both engines"
MCPJURY_KILLS=${MCPJURY_KILLS:-200} python3 tests/store/nothing_lost.py build/mcpjury
echo "test-long: 2,000 servers graded while workers, nats-server and PostgreSQL are killed"
MCPJURY_FLEET_SERVERS=${MCPJURY_FLEET_SERVERS:-2000} python3 tests/fleet/nothing_lost.py build/mcpjury build/bench/population
echo "test-long: the package on a bare Debian"
make SKIP_SETUP=1 package
if ((EUID == 0)); then tools/ci/test_package.sh; else echo "test-long: not root: no bare Debian is made"; fi
echo "test-long: requests made from the OpenAPI document, many rounds"
MCPJURY_FUZZ_ROUNDS=100 MCPJURY_SEED="$RANDOM" /usr/bin/python3 tests/serve/bad_requests.py build/mcpjury
echo "test-long: fuzzing"
tools/ci/fuzz.sh "${FUZZ_SECONDS:-60}"
echo "test-long: all passed"
