#!/usr/bin/env bash
# How many compile jobs this machine bears: one a core, but no more than its free memory holds at
# about 1 GB a job.
set -euo pipefail
cores=$(nproc 2>/dev/null || echo 1)
free_kb=$(awk '/^MemAvailable:/ {print $2}' /proc/meminfo 2>/dev/null || true)
by_memory=$(( ${free_kb:-0} / 1048576 ))
jobs=$cores
if ((by_memory < jobs)); then jobs=$by_memory; fi
if ((jobs < 1)); then jobs=1; fi
echo "$jobs"
