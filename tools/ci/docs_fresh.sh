#!/usr/bin/env bash
# Generates the pages of docs/ and the files of methodology/ into a scratch folder and compares them with
# those in the tree. A file the generator no longer writes, in a folder it owns wholly, is also stale.
set -euo pipefail
cd "$(dirname "$0")/../.."
generator=build/mcpjury_docs
if [[ ! -x $generator ]]; then
  echo "docs: $generator is not built; run make all" >&2
  exit 1
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$generator" "$scratch/docs" >/dev/null
"$generator" --published "$scratch/methodology" >/dev/null

stale=0
while IFS= read -r page; do
  if ! diff -u -N --label "$page (in the tree)" --label "$page (generated)" "$page" "$scratch/$page"; then stale=1; fi
done < <(cd "$scratch" && find . -type f -printf '%P\n' | LC_ALL=C sort)
while IFS= read -r page; do
  if [[ ! -e $scratch/$page ]]; then echo "$page: no longer generated; remove it"; stale=1; fi
done < <(find docs/rules docs/methodologies docs/engines methodology -type f 2>/dev/null | LC_ALL=C sort)

if ((stale)); then
  echo "docs: stale; run make docs and commit the result" >&2
  exit 1
fi
