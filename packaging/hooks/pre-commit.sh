#!/usr/bin/env bash
# For pre-commit: scans the client configurations that are about to be committed. Reads only: nothing is
# started, contacted or kept. A file that holds no server (exit 3) does not stop a commit.
set -euo pipefail

program=${MCPJURY:-$(command -v mcpjury || true)}
if [[ -z $program ]]; then
  echo "mcpjury is not installed: install the .deb, or name it in the variable MCPJURY" >&2
  exit 2
fi
code=0
"$program" scan --no-store --offline "$@" || code=$?
if ((code == 3)); then exit 0; fi
if ((code == 1)); then
  echo "A finding can be accepted with a reason and an end date in mcpjury.yaml." >&2
fi
exit "$code"
