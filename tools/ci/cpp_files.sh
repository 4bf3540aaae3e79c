#!/usr/bin/env bash
# Prints every C++ file of the tree that people wrote, one a line, in a fixed order.
set -euo pipefail
cd "$(dirname "$0")/../.."
for folder in src tests bench fuzz tools; do
  if [[ -d $folder ]]; then find "$folder" -name node_modules -prune -o -type f \( -name '*.cpp' -o -name '*.h' \) -print; fi
done | LC_ALL=C sort
