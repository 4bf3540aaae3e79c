#include "observe/local/landlock_rules.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <cstdint>

namespace mcpjury {
namespace {

// The whole attribute as of ABI 6; older kernels take a shorter one.
struct RulesetAttribute {
  std::uint64_t files = 0, network = 0, scoped = 0;
};
constexpr std::uint64_t kTruncate = 1u << 14;     // ABI 3
constexpr std::uint64_t kIoctlDevice = 1u << 15;  // ABI 5
constexpr std::uint64_t kAllNetwork = 3;          // ABI 4: bind and connect of TCP
constexpr std::uint64_t kAllScopes = 3;           // ABI 6: abstract Unix sockets, signals

constexpr std::uint64_t kReadFile = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE;
constexpr std::uint64_t kRead = kReadFile | LANDLOCK_ACCESS_FS_READ_DIR;

std::uint64_t file_bits(int abi) {
  std::uint64_t bits = (1u << 13) - 1;
  if (abi >= 2) bits |= LANDLOCK_ACCESS_FS_REFER;
  if (abi >= 3) bits |= kTruncate;
  if (abi >= 5) bits |= kIoctlDevice;
  return bits;
}

bool add_rule(int rules, int place, std::uint64_t bits) {
  landlock_path_beneath_attr rule{};
  rule.allowed_access = bits;
  rule.parent_fd = place;
  return syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
}

bool add_path(int rules, const std::string& path, std::uint64_t bits, std::uint64_t file_only) {
  const OwnedFd place(open(path.c_str(), O_PATH | O_CLOEXEC));
  struct stat facts {};
  if (!place.open() || fstat(place.get(), &facts) != 0) return true;
  // A rule for a file must not speak of folders.
  return add_rule(rules, place.get(), S_ISDIR(facts.st_mode) ? bits : bits & file_only);
}

}  // namespace

int landlock_abi() {
  const long abi = syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return abi > 0 ? static_cast<int>(abi) : 0;
}

Result<OwnedFd> make_landlock_rules(const LandlockPaths& paths) {
  const int abi = landlock_abi();
  RulesetAttribute attribute;
  attribute.files = file_bits(abi);
  std::size_t size = sizeof(std::uint64_t);
  if (abi >= 4) {
    attribute.network = kAllNetwork;
    size = 2 * sizeof(std::uint64_t);
  }
  if (abi >= 6) {
    attribute.scoped = kAllScopes;
    size = sizeof attribute;
  }
  OwnedFd rules(static_cast<int>(syscall(SYS_landlock_create_ruleset, &attribute, size, 0)));
  if (!rules.open()) return Error{ErrorCode::kRefused, "the kernel refused the Landlock rules"};
  const std::uint64_t file_only = kReadFile | LANDLOCK_ACCESS_FS_WRITE_FILE | kTruncate | kIoctlDevice;
  const std::uint64_t own = file_bits(abi) & ~(std::uint64_t{LANDLOCK_ACCESS_FS_MAKE_CHAR} |
                                               LANDLOCK_ACCESS_FS_MAKE_BLOCK | kIoctlDevice);
  const std::uint64_t device = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE;
  const auto add_all = [&](const std::vector<std::string>& list, std::uint64_t bits) {
    for (const std::string& path : list)
      if (!add_path(rules.get(), path, bits, file_only)) return false;
    return true;
  };
  if (!add_all(paths.readable, kRead) || !add_all(paths.writable, own) || !add_all(paths.devices, device))
    return Error{ErrorCode::kRefused, "the kernel refused a Landlock rule"};
  return rules;
}

bool enter_landlock(int rules) {
  const int own = open("/proc/self", O_PATH | O_CLOEXEC | O_DIRECTORY);
  if (own >= 0) {
    add_rule(rules, own, kRead & ~std::uint64_t{LANDLOCK_ACCESS_FS_EXECUTE});
    close(own);
  }
  return syscall(SYS_landlock_restrict_self, rules, 0) == 0;
}

}  // namespace mcpjury
