#include "observe/config/container_words.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

// Long options of docker and podman that stand alone; every other one takes a value.
constexpr std::array kAlone = {"--detach"sv,
                               "--disable-content-trust"sv,
                               "--help"sv,
                               "--init"sv,
                               "--interactive"sv,
                               "--no-healthcheck"sv,
                               "--oom-kill-disable"sv,
                               "--privileged"sv,
                               "--publish-all"sv,
                               "--quiet"sv,
                               "--read-only"sv,
                               "--rm"sv,
                               "--sig-proxy"sv,
                               "--tty"sv,
                               "--use-api-socket"sv,
                               "--env-host"sv,
                               "--http-proxy"sv,
                               "--no-hosts"sv,
                               "--no-hostname"sv,
                               "--replace"sv,
                               "--rmi"sv,
                               "--tls-verify"sv,
                               "--unsetenv-all"sv,
                               "--read-only-tmpfs"sv,
                               "--debug"sv,
                               "--tls"sv,
                               "--tlsverify"sv};
constexpr std::array kWithValue = {"--add-host"sv,
                                   "--annotation"sv,
                                   "--attach"sv,
                                   "--blkio-weight"sv,
                                   "--blkio-weight-device"sv,
                                   "--cap-add"sv,
                                   "--cap-drop"sv,
                                   "--cgroup-parent"sv,
                                   "--cgroupns"sv,
                                   "--cidfile"sv,
                                   "--config"sv,
                                   "--context"sv,
                                   "--cpu-period"sv,
                                   "--cpu-quota"sv,
                                   "--cpu-rt-period"sv,
                                   "--cpu-rt-runtime"sv,
                                   "--cpu-shares"sv,
                                   "--cpus"sv,
                                   "--cpuset-cpus"sv,
                                   "--cpuset-mems"sv,
                                   "--detach-keys"sv,
                                   "--device"sv,
                                   "--device-cgroup-rule"sv,
                                   "--device-read-bps"sv,
                                   "--device-read-iops"sv,
                                   "--device-write-bps"sv,
                                   "--device-write-iops"sv,
                                   "--dns"sv,
                                   "--dns-option"sv,
                                   "--dns-opt"sv,
                                   "--dns-search"sv,
                                   "--domainname"sv,
                                   "--entrypoint"sv,
                                   "--env"sv,
                                   "--env-file"sv,
                                   "--env-merge"sv,
                                   "--expose"sv,
                                   "--gpus"sv,
                                   "--group-add"sv,
                                   "--health-cmd"sv,
                                   "--health-interval"sv,
                                   "--health-retries"sv,
                                   "--health-start-interval"sv,
                                   "--health-start-period"sv,
                                   "--health-timeout"sv,
                                   "--host"sv,
                                   "--hostname"sv,
                                   "--hostuser"sv,
                                   "--image-volume"sv,
                                   "--ip"sv,
                                   "--ip6"sv,
                                   "--ipc"sv,
                                   "--isolation"sv,
                                   "--label"sv,
                                   "--label-file"sv,
                                   "--link"sv,
                                   "--link-local-ip"sv,
                                   "--log-driver"sv,
                                   "--log-level"sv,
                                   "--log-opt"sv,
                                   "--mac-address"sv,
                                   "--memory"sv,
                                   "--memory-reservation"sv,
                                   "--memory-swap"sv,
                                   "--memory-swappiness"sv,
                                   "--mount"sv,
                                   "--name"sv,
                                   "--net"sv,
                                   "--net-alias"sv,
                                   "--network"sv,
                                   "--network-alias"sv,
                                   "--oom-score-adj"sv,
                                   "--passwd-entry"sv,
                                   "--pid"sv,
                                   "--pids-limit"sv,
                                   "--platform"sv,
                                   "--pod"sv,
                                   "--publish"sv,
                                   "--pull"sv,
                                   "--restart"sv,
                                   "--runtime"sv,
                                   "--sdnotify"sv,
                                   "--secret"sv,
                                   "--security-opt"sv,
                                   "--shm-size"sv,
                                   "--stop-signal"sv,
                                   "--stop-timeout"sv,
                                   "--storage-opt"sv,
                                   "--sysctl"sv,
                                   "--systemd"sv,
                                   "--timeout"sv,
                                   "--tmpfs"sv,
                                   "--tz"sv,
                                   "--ulimit"sv,
                                   "--umask"sv,
                                   "--unsetenv"sv,
                                   "--user"sv,
                                   "--userns"sv,
                                   "--uts"sv,
                                   "--variant"sv,
                                   "--volume"sv,
                                   "--volume-driver"sv,
                                   "--volumes-from"sv,
                                   "--workdir"sv,
                                   "--arch"sv,
                                   "--os"sv,
                                   "--authfile"sv,
                                   "--tlscacert"sv,
                                   "--tlscert"sv,
                                   "--tlskey"sv,
                                   "--root"sv,
                                   "--runroot"sv,
                                   "--connection"sv,
                                   "--url"sv};
// Of the short ones: -i -t -d -P -q -D -l stand alone; these take a value.
constexpr std::string_view kShortWithValue = "aceHhlmpuvw";
constexpr std::string_view kShortAlone = "itdPqD";

template <std::size_t N>
bool is_in_list(const std::array<std::string_view, N>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

enum class Next { kNothing, kValue, kUnknown };

// Whether the word behind this option belongs to it.
Next behind_option(std::string_view word) {
  if (word.starts_with("--")) {
    if (word.find('=') != std::string_view::npos || is_in_list(kAlone, word)) return Next::kNothing;
    return is_in_list(kWithValue, word) ? Next::kValue : Next::kUnknown;
  }
  for (std::size_t i = 1; i < word.size(); ++i) {
    if (kShortAlone.find(word[i]) != std::string_view::npos) continue;
    if (kShortWithValue.find(word[i]) == std::string_view::npos) return Next::kUnknown;
    return i + 1 == word.size() ? Next::kValue : Next::kNothing;
  }
  return Next::kNothing;
}

// The first word that is no option; the number of words when there is none or it cannot be told.
std::size_t skip_options(const std::vector<std::string>& words, std::size_t at) {
  for (; at < words.size() && words[at].size() > 1 && words[at][0] == '-'; ++at) {
    if (words[at] == "--") return at + 1;
    const Next next = behind_option(words[at]);
    if (next == Next::kUnknown) return words.size();
    if (next == Next::kValue) ++at;
  }
  return at;
}

}  // namespace

std::string container_image(const std::vector<std::string>& words) {
  std::size_t at = skip_options(words, 1);
  if (at < words.size() && words[at] == "container") ++at;
  if (at >= words.size() || (words[at] != "run" && words[at] != "create")) return {};
  at = skip_options(words, at + 1);
  return at < words.size() ? words[at] : std::string();
}

}  // namespace mcpjury
