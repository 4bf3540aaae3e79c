#!/usr/bin/env bash
# The one step of action.yml: finds or builds the program, scans, writes annotations, the job summary, SARIF and
# the JSON report, and ends with the exit code of the scan.
set -euo pipefail

say() { printf 'mcpjury action: %s\n' "$*" >&2; }

program=${INPUT_PROGRAM:-}
if [[ -z $program ]]; then program=$(command -v mcpjury || true); fi
if [[ -z $program ]]; then
  say "no mcpjury on PATH: building it from ${GITHUB_ACTION_PATH:?}"
  make -C "$GITHUB_ACTION_PATH" build >&2
  program=$GITHUB_ACTION_PATH/build/mcpjury
fi
if ! "$program" --version >&2; then
  say "$program does not run"
  exit 2
fi

# lines NAME TEXT: the lines of TEXT that are not blank, as an array.
lines() {
  local -n into=$1
  local line
  into=()
  while IFS= read -r line; do
    line=${line%$'\r'}
    if [[ $line == *[![:space:]]* ]]; then into+=("$line"); fi
  done <<<"$2"
}
lines targets "${INPUT_TARGETS:-.}"
lines more "${INPUT_ARGS:-}"

sarif=${INPUT_SARIF:-mcpjury.sarif} report=${INPUT_REPORT:-mcpjury.json}
words=(scan -o github -o "sarif=$sarif" -o "json=$report" --no-store)
if [[ -n ${GITHUB_STEP_SUMMARY:-} ]]; then
  summary=$(mktemp)
  trap 'rm -f "$summary"' EXIT
  words+=(-o "markdown=$summary")
fi
if [[ -n ${INPUT_FAIL_ON:-} ]]; then words+=(--fail-on "$INPUT_FAIL_ON"); fi
if [[ -n ${INPUT_CONFIG:-} ]]; then words+=(--config "$INPUT_CONFIG"); fi
if [[ -n ${INPUT_BASELINE:-} ]]; then words+=(--baseline "$INPUT_BASELINE"); fi
if [[ -n ${INPUT_METHODOLOGY:-} ]]; then words+=(--methodology "$INPUT_METHODOLOGY"); fi
if [[ -n ${INPUT_STRICTNESS:-} ]]; then words+=(--strictness "$INPUT_STRICTNESS"); fi

code=0
"$program" "${words[@]}" "${more[@]}" "${targets[@]}" || code=$?

if [[ -n ${summary:-} && -s $summary ]]; then cat "$summary" >>"$GITHUB_STEP_SUMMARY"; fi
if [[ -n ${GITHUB_OUTPUT:-} ]]; then
  # A name with a line break in it could set outputs of its own.
  printf 'exit-code=%s\nsarif=%s\nreport=%s\n' "$code" "${sarif//[$'\r\n']/}" "${report//[$'\r\n']/}" >>"$GITHUB_OUTPUT"
fi
case $code in
  0) ;;
  1) say "the threshold (${INPUT_FAIL_ON:-of mcpjury.yaml}) is reached; see the annotations, or mcpjury.yaml to accept a finding" ;;
  3) say "there was nothing to grade: is the target an MCP server, a tool list, a configuration or source?" ;;
  4) say "the scan is incomplete; the job summary tells what was not seen" ;;
  *) say "mcpjury ended with $code" ;;
esac
exit "$code"
