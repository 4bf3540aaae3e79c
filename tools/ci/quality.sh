#!/usr/bin/env bash
# Precision and recall on the labelled corpora and on the source of published packages; fails when worse than the
# recorded figures. Options (--record, --misses, --alarms, --review) are those of tools/quality/quality.py.
# Packages are fetched once, with your own npm and pip, into MCPJURY_PACKAGES or build/quality-packages.
set -euo pipefail
cd "$(dirname "$0")/../.."
program=${MCPJURY_PROGRAM:-build/mcpjury}
if [ $# -eq 0 ]; then
  python3 tests/quality/secrets.py "$program"
  for part in code/flows/flow_facts code/project/analyse_folder; do
    [ -x "build/src/$part" ] || { echo "program absent: build/src/$part; build it first"; exit 1; }
  done
  python3 tests/quality/handler_code.py build/src/code/flows/flow_facts --minimum 0.98
  trainer=build/tools/judge_training/judge_trainer
  [ -x "$trainer" ] || { echo "program absent: $trainer; build it first"; exit 1; }
  python3 tests/quality/judges.py "$trainer" "$program"
  if command -v npm > /dev/null; then
    python3 tests/source/discovery.py --min-recall 0.90 --min-precision 0.83
    python3 tests/source/findings.py "$program"
  else
    echo "npm absent: the source of published packages was not measured"
  fi
fi
exec python3 tools/quality/quality.py "$program" "$@"
