#!/usr/bin/env bash
# Builds everything under one sanitizer preset and runs every test there.
#
#   tools/ci/sanitize.sh asan|tsan|dev
set -euo pipefail
cd "$(dirname "$0")/../.."
preset=${1:?usage: tools/ci/sanitize.sh PRESET}
jobs=${JOBS:-$(tools/ci/jobs.sh)}
cmake --preset "$preset"
cmake --build --preset "$preset" --parallel "$jobs"
ctest --preset "$preset" --parallel "$jobs"
