#!/usr/bin/env bash
# Every check of `make lint`, all of them run even when one fails, with a closing line for each.
# Needs a finished build (generated headers, the docs generator).
set -euo pipefail
cd "$(dirname "$0")/../.."
failed=()

# step NAME COMMAND…
step() {
  local name=$1 start=$SECONDS
  shift
  if "$@"; then
    echo "lint: $name: ok ($((SECONDS - start)) s)"
  else
    echo "lint: $name: FAILED ($((SECONDS - start)) s)"
    failed+=("$name")
  fi
}

check_format() {
  tools/ci/cpp_files.sh | xargs -r clang-format-14 --dry-run -Werror
}

check_scripts() {
  local script bad=0
  while IFS= read -r script; do
    bash -n "$script" || bad=1
    [[ -x $script ]] || { echo "$script: is not executable"; bad=1; }
  done < <(find tools packaging tests .ci -name node_modules -prune -o -type f \( -name '*.sh' -o -path .ci/run \) -print)
  find tools tests bench -name node_modules -prune -o -type f -name '*.py' -print0 |
    xargs -0 python3 -c 'import ast, sys; [ast.parse(open(name, encoding="utf-8").read(), name) for name in sys.argv[1:]]' || bad=1
  return $bad
}

step format check_format
step scripts check_scripts
step text python3 tools/ci/check_text.py
step docs tools/ci/docs_fresh.sh
step tidy python3 tools/ci/tidy.py

if ((${#failed[@]})); then
  echo "lint: failed: ${failed[*]}"
  exit 1
fi
echo "lint: all clean"
