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
echo "test-long: fuzzing"
tools/ci/fuzz.sh "${FUZZ_SECONDS:-60}"
echo "test-long: all passed"
