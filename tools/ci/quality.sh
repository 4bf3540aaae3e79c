#!/usr/bin/env bash
# Precision and recall on the labelled corpora; fails when worse than the recorded figures.
set -euo pipefail
cd "$(dirname "$0")/../.."
exec python3 tools/quality/quality.py build/mcpjury "$@"
