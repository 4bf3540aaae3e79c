#!/usr/bin/env bash
# Installs the .deb of `make package` into a Debian that has nothing but its base system, and runs it there.
# Needs root and debootstrap; the mirror is the one this machine's apt uses.
#
#   tools/ci/test_package.sh [FOLDER]   FOLDER: where the system is made; removed at the end
set -euo pipefail
cd "$(dirname "$0")/../.."

deb=$(ls -t build/package/*.deb 2>/dev/null | head -1 || true)
[[ -n $deb ]] || { echo "test_package: no .deb in build/package; run make package first" >&2; exit 1; }
((EUID == 0)) || { echo "test_package: needs root for debootstrap and chroot" >&2; exit 1; }
# shellcheck source=/dev/null
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
mirror=$(apt-cache policy | awk -v s="$suite/main" '$2 ~ /^https?:/ && $3 == s {print $2; exit}')
[[ -n $mirror ]] || { echo "test_package: apt names no mirror of $suite" >&2; exit 1; }

root=${1:-$(mktemp -d)}
mkdir -p "$root"
trap 'rm -rf --one-file-system "$root"' EXIT
echo "test_package: a bare $suite in $root"
debootstrap --variant=minbase "$suite" "$root" "$mirror" >"$root.log" 2>&1 || { tail -5 "$root.log" >&2; exit 1; }
rm -f "$root.log"

cp "$deb" "$root/mcpjury.deb"
cp examples/notes-poisoned.json "$root/"
inside() { chroot "$root" env -i PATH=/usr/bin:/bin HOME=/ LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
cp /etc/resolv.conf "$root/etc/resolv.conf"
inside apt-get -qq update
inside apt-get -qq install -y --no-install-recommends /mcpjury.deb >/dev/null
inside dpkg -s mcpjury | grep -E '^(Status|Version)'
inside mcpjury --version
missing=$(inside ldd /usr/bin/mcpjury | grep 'not found' || true)
[[ -z $missing ]] || { echo "$missing" >&2; exit 1; }
code=0
inside mcpjury scan /notes-poisoned.json --fail-on malice -o text -o json=/report.json || code=$?
[[ $code == 1 ]] || { echo "test_package: exit code $code, not 1" >&2; exit 1; }
inside mcpjury convert /report.json -o sarif=/report.sarif
# The second scan knows the first: history works there too.
inside mcpjury scan -q /notes-poisoned.json
inside mcpjury history
inside mcpjury config --config /usr/share/doc/mcpjury/examples/mcpjury.yaml >/dev/null
inside bash -c 'source /usr/share/bash-completion/completions/mcpjury; complete -p mcpjury' >/dev/null
inside apt-get -qq purge -y mcpjury >/dev/null
if [[ -e $root/usr/bin/mcpjury ]]; then echo "test_package: purge left the program behind" >&2; exit 1; fi
echo "test_package: installed, ran and was removed on a bare $suite"
