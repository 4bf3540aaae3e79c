#!/usr/bin/env bash
# Runs every libFuzzer target (build-fuzz/fuzz/fuzz_*) for some seconds, from its corpus in the tree
# (fuzz/corpus/<name>) when there is one. New inputs go to build-fuzz/; a crash is left there.
#
#   tools/ci/fuzz.sh [SECONDS a target, 60]
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-60}
if [[ ! -f fuzz/CMakeLists.txt ]]; then
  echo "fuzz: no targets in the tree yet"
  exit 0
fi
cmake --preset fuzz
cmake --build --preset fuzz --parallel "${JOBS:-$(tools/ci/jobs.sh)}"

count=0
for target in build-fuzz/fuzz/fuzz_*; do
  [[ -f $target && -x $target ]] || continue
  name=${target##*/fuzz_}
  found=build-fuzz/found/$name
  mkdir -p "$found"
  inputs=("$found")
  [[ -d fuzz/corpus/$name ]] && inputs+=("fuzz/corpus/$name")
  options=(-max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1
           -artifact_prefix="build-fuzz/crash-$name-")
  [[ -f fuzz/$name.dict ]] && options+=(-dict="fuzz/$name.dict")
  echo "fuzz: $name, $seconds s"
  "$target" "${options[@]}" "${inputs[@]}" 2>"build-fuzz/$name.log" || {
    tail -n 60 "build-fuzz/$name.log"
    echo "fuzz: $name FAILED; the input is build-fuzz/crash-$name-*" >&2
    exit 1
  }
  grep -E '^stat::number_of_executed_units' "build-fuzz/$name.log" || true
  count=$((count + 1))
done
if ((count == 0)); then
  echo "fuzz: fuzz/CMakeLists.txt built no build-fuzz/fuzz/fuzz_* program" >&2
  exit 1
fi
echo "fuzz: $count targets, no crash"
