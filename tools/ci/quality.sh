#!/usr/bin/env bash
# Precision and recall on the labelled corpora; fails when worse than the recorded figures.
# Options (--record, --misses, --alarms, --review) are those of tools/quality/quality.py.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || python3 tests/quality/secrets.py "${MCPJURY_PROGRAM:-build/mcpjury}"
exec python3 tools/quality/quality.py "${MCPJURY_PROGRAM:-build/mcpjury}" "$@"
