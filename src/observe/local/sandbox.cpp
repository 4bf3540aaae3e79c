#include "observe/local/sandbox.h"

#include <unistd.h>

#include "observe/local/landlock_rules.h"

namespace mcpjury {
namespace {

std::vector<std::string> with_home(const Confinement& what) {
  std::vector<std::string> environment{"HOME=" + what.scratch + "/home", "TMPDIR=" + what.scratch + "/tmp"};
  for (const auto& [name, value] : what.environment) environment.push_back(name + "=" + value);
  return environment;
}

}  // namespace

std::string_view name_of(SandboxKind kind) {
  switch (kind) {
    case SandboxKind::kBubblewrap:
      return "bubblewrap+seccomp";
    case SandboxKind::kLandlock:
      return "landlock+seccomp";
    case SandboxKind::kNone:
      return "none";
  }
  return "none";
}

SandboxKind best_sandbox() {
  if (bubblewrap_works()) return SandboxKind::kBubblewrap;
  return landlock_works() ? SandboxKind::kLandlock : SandboxKind::kNone;
}

bool landlock_works() { return landlock_abi() >= 1; }

// /etc/ssl has a folder of private keys, which root's children could read; certificates are enough.
std::vector<std::string> system_paths() {
  std::vector<std::string> paths;
  for (const char* path : {"/usr",
                           "/bin",
                           "/sbin",
                           "/lib",
                           "/lib32",
                           "/lib64",
                           "/libx32",
                           "/etc/alternatives",
                           "/etc/ld.so.cache",
                           "/etc/ld.so.conf",
                           "/etc/ld.so.conf.d",
                           "/etc/ssl/certs",
                           "/etc/ssl/openssl.cnf",
                           "/etc/ca-certificates",
                           "/etc/pki/ca-trust",
                           "/etc/pki/tls/certs",
                           "/etc/localtime",
                           "/etc/timezone",
                           "/etc/mime.types",
                           "/etc/os-release"})
    if (access(path, F_OK) == 0) paths.emplace_back(path);
  return paths;
}

Result<ChildSpec> confine(SandboxKind kind, const Confinement& what) {
  switch (kind) {
    case SandboxKind::kBubblewrap:
      return confine_bubblewrap(what);
    case SandboxKind::kLandlock:
      return confine_landlock(what);
    case SandboxKind::kNone:
      break;
  }
  return confine_nothing(what);
}

Result<ChildSpec> confine_landlock(const Confinement& what) {
  LandlockPaths paths;
  paths.readable = system_paths();
  // Users and services by name; files of /proc that name no process.
  for (const char* path :
       {"/etc/passwd", "/etc/group", "/etc/nsswitch.conf", "/etc/hosts", "/proc/meminfo", "/proc/cpuinfo",
        "/proc/stat", "/proc/version", "/proc/filesystems", "/proc/loadavg", "/proc/uptime", "/proc/sys/vm",
        "/proc/sys/kernel", "/dev/random", "/dev/urandom"})
    paths.readable.emplace_back(path);
  paths.readable.insert(paths.readable.end(), what.readable.begin(), what.readable.end());
  paths.writable = {what.scratch + "/home", what.scratch + "/tmp"};
  paths.devices = {"/dev/null", "/dev/zero", "/dev/full"};
  Result<OwnedFd> rules = make_landlock_rules(paths);
  if (!rules) return rules.error();
  Result<BpfProgram> common = common_filter(), gaps = landlock_gap_filter(landlock_abi());
  Result<BpfProgram> heard = no_socket_filter(true), unheard = no_socket_filter(false);
  for (const Result<BpfProgram>* one : {&common, &gaps, &heard, &unheard})
    if (!*one) return one->error();
  ChildSpec spec;
  spec.argv = what.argv;
  spec.environment = with_home(what);
  spec.working_dir = what.working_dir.empty() ? what.scratch + "/home" : what.working_dir;
  spec.drop_capabilities = geteuid() == 0;
  spec.landlock = std::move(*rules);
  spec.filters = {std::move(*common), std::move(*gaps)};
  spec.filter_heard = std::move(*heard);
  spec.filter_unheard = std::move(*unheard);
  return spec;
}

Result<ChildSpec> confine_nothing(const Confinement& what) {
  ChildSpec spec;
  spec.argv = what.argv;
  spec.environment = with_home(what);
  spec.working_dir = what.working_dir.empty() ? what.scratch + "/home" : what.working_dir;
  return spec;
}

}  // namespace mcpjury
