#!/usr/bin/env bash
# Installs what packaging/debian-packages.txt names and this machine lacks. Says what it does before it does it.
# Never removes a package: a conflict ends the set-up with a message.
#
#   tools/setup.sh           install what is missing to build and run
#   tools/setup.sh --tests   what only the tests need: packaging/debian-packages-test.txt (a browser) and the npm
#                            packages of tests/package-lock.json (real servers, conformance suite)
#   tools/setup.sh --list    print what is missing, install nothing
set -euo pipefail
cd "$(dirname "$0")/.."

list=packaging/debian-packages.txt
if [[ ${1:-} == --tests ]]; then list=packaging/debian-packages-test.txt; fi
mapfile -t wanted < <(sed -e 's/#.*//' -e 's/[[:space:]]//g' -e '/^$/d' "$list")

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "set-up: this machine has no apt. The build is made for Debian 12; it needs the counterparts of:" >&2
  printf '  %s\n' "${wanted[@]}" >&2
  echo "Install them your way, then run make with SKIP_SETUP=1." >&2
  exit 1
fi

missing=()
for package in "${wanted[@]}"; do
  state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  [[ $state == installed ]] || missing+=("$package")
done

if [[ ${1:-} == --list ]]; then
  if ((${#missing[@]})); then printf '%s\n' "${missing[@]}"; fi
  exit 0
fi

# as_root COMMAND…: as we are when root, else through sudo.
as_root() {
  if ((EUID == 0)); then env DEBIAN_FRONTEND=noninteractive "$@" </dev/null
  else sudo env DEBIAN_FRONTEND=noninteractive "$@"; fi
}

# install_missing PACKAGE…
install_missing() {
  echo "set-up: ${#} of ${#wanted[@]} Debian packages are missing: $*"
  if ((EUID != 0)) && ! command -v sudo >/dev/null; then
    echo "set-up: installing them needs root, and there is no sudo here. As root, run:" >&2
    echo "  apt-get update && apt-get install --no-install-recommends $*" >&2
    exit 1
  fi
  echo "set-up: installing them with apt-get (once)"
  as_root apt-get update -q || echo "set-up: the package index could not be refreshed; trying with the one at hand" >&2
  if ! as_root apt-get install -y -q --no-install-recommends --no-remove "$@"; then
    echo "set-up: apt-get could not install these packages; its message stands above." >&2
    echo "If it names packages to be removed (another Boost, Hyperscan): we never remove anything; decide that yourself." >&2
    exit 1
  fi
}

# npm_ci FOLDER: what its lock file names. npm only fetches; nothing of the packages runs (--ignore-scripts).
npm_ci() {
  if ! command -v npm >/dev/null; then
    echo "set-up: there is no npm here; installing Debian's"
    install_missing npm
  fi
  echo "set-up: installing the npm packages of $1/package-lock.json (npm ci --ignore-scripts)"
  (cd "$1" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
}

# The parsing runtime and the grammars, as C sources that the build compiles.
install_grammars() {
  if npm_ci packaging/grammars; then return; fi
  echo "set-up: npm could not fetch the grammars; the program cannot be built without them" >&2
  exit 1
}

# What the pages of the service are bundled with.
install_web() {
  if npm_ci web; then return; fi
  echo "set-up: npm could not fetch the packages of the pages; the program cannot be built without them" >&2
  exit 1
}

# Real MCP servers, the official conformance suite with the Node it needs, an independent client. Without them
# the tests that ask for them say so.
install_test_packages() {
  npm_ci tests || echo "set-up: npm could not; the tests against real servers say that they did not run" >&2
}

if ((${#missing[@]})); then
  install_missing "${missing[@]}"
else
  echo "set-up: all ${#wanted[@]} Debian packages of $list are installed"
fi
if [[ ${1:-} == --tests ]]; then
  install_test_packages
  exit 0
fi
install_grammars
install_web
