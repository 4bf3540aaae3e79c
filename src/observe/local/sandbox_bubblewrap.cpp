// The bubblewrap sandbox: namespaces of its own, a root that holds only what is named, no network device but
// loopback, home and temp in memory.
#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <string_view>

#include "observe/local/sandbox.h"

namespace mcpjury {
namespace {

constexpr const char* kHome = "/tmp/home";
constexpr const char* kScratchBytes = "268435456";

std::string find_bubblewrap() {
  for (const char* path : {"/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap"})
    if (access(path, X_OK) == 0) return path;
  return {};
}

void add(std::vector<std::string>& argv, std::initializer_list<std::string> words) {
  argv.insert(argv.end(), words);
}

void add_namespaces(std::vector<std::string>& argv) {
  add(argv, {"--unshare-all", "--die-with-parent", "--new-session", "--hostname", "sandbox"});
  if (geteuid() == 0) add(argv, {"--cap-drop", "ALL"});
}

// On a merged /usr the old names are links; bubblewrap binds what a link points to, which would do, but a
// program that looks must see what it knows.
void add_system(std::vector<std::string>& argv) {
  for (const std::string& path : system_paths()) {
    std::array<char, 256> target{};
    const ssize_t size = readlink(path.c_str(), target.data(), target.size() - 1);
    if (size > 0 && path.rfind("/etc/", 0) != 0)
      add(argv, {"--symlink", std::string(target.data(), static_cast<std::size_t>(size)), path});
    else
      add(argv, {"--ro-bind", path, path});
  }
}

// Bytes that bubblewrap reads from a descriptor which only it has.
bool add_bytes(ChildSpec& spec, const char* option, std::string_view bytes) {
  OwnedFd memory(memfd_create("sandbox", MFD_CLOEXEC));
  // Numbered above 2 unless this program was started without its standard streams.
  if (memory.get() <= 2) memory = OwnedFd(fcntl(memory.get(), F_DUPFD_CLOEXEC, 3));
  if (write(memory.get(), bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) return false;
  lseek(memory.get(), 0, SEEK_SET);
  add(spec.argv, {option, std::to_string(memory.get())});
  spec.inherited.push_back(std::move(memory));
  return true;
}

bool add_file(ChildSpec& spec, const std::string& content, const char* path) {
  if (!add_bytes(spec, "--ro-bind-data", content)) return false;
  spec.argv.emplace_back(path);
  return true;
}

// Programs ask who they are: without an entry some end at once.
bool add_accounts(ChildSpec& spec) {
  const std::string user = std::to_string(getuid()), group = std::to_string(getgid());
  return add_file(spec, "user:x:" + user + ":" + group + "::" + kHome + ":/bin/sh\n", "/etc/passwd") &&
         add_file(spec, "user:x:" + group + ":\n", "/etc/group") &&
         add_file(spec, "passwd: files\ngroup: files\nhosts: files dns\n", "/etc/nsswitch.conf") &&
         add_file(spec, "127.0.0.1 localhost\n::1 localhost\n", "/etc/hosts");
}

// Not as plain arguments, which every user of the machine can read; and not as bubblewrap's own environment,
// where LD_PRELOAD would take effect outside of the sandbox.
bool add_environment(ChildSpec& spec, const Confinement& what) {
  std::string words;
  const auto set = [&words](const std::string& name, const std::string& value) {
    for (const std::string& word : {std::string("--setenv"), name, value}) words.append(word).push_back('\0');
  };
  words.append("--clearenv").push_back('\0');
  set("HOME", kHome);
  set("TMPDIR", "/tmp");
  for (const auto& [name, value] : what.environment) set(name, value);
  return add_bytes(spec, "--args", words);
}

}  // namespace

bool bubblewrap_works() {
  const std::string program = find_bubblewrap();
  if (program.empty()) return false;
  std::vector<std::string> words{program};
  add_namespaces(words);
  add_system(words);
  add(words, {"--proc", "/proc", "--dev", "/dev", "--size", kScratchBytes, "--tmpfs", "/tmp", "--",
              "/usr/bin/true"});
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  std::array<char*, 1> environment{nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int stream : {0, 1, 2})
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
  pid_t child = 0;
  const int code = posix_spawn(&child, program.c_str(), &actions, nullptr, argv.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  if (code != 0) return false;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

Result<ChildSpec> confine_bubblewrap(const Confinement& what) {
  const Error no_sandbox{ErrorCode::kRefused, "the sandbox could not be made"};
  Result<BpfProgram> common = common_filter(), watching = watch_network_filter();
  if (!common) return common.error();
  ChildSpec spec;
  spec.wrapped = true;
  spec.argv.push_back(find_bubblewrap());
  if (spec.argv[0].empty()) return no_sandbox;
  add_namespaces(spec.argv);
  add_system(spec.argv);
  const std::string_view filter(reinterpret_cast<const char*>(common->data()),
                                common->size() * sizeof(sock_filter));
  if (!add_accounts(spec) || !add_bytes(spec, "--seccomp", filter) || !add_environment(spec, what))
    return no_sandbox;
  add(spec.argv,
      {"--proc", "/proc", "--dev", "/dev", "--size", kScratchBytes, "--tmpfs", "/tmp", "--dir", kHome});
  // Behind the scratch folder, because packages may stand under /tmp; shorter ones first, because a folder
  // bound later hides what was bound inside it.
  std::vector<std::string> readable = what.readable;
  std::sort(readable.begin(), readable.end());
  for (const std::string& path : readable) add(spec.argv, {"--ro-bind-try", path, path});
  add(spec.argv, {"--remount-ro", "/", "--chdir", what.working_dir.empty() ? kHome : what.working_dir});
  add(spec.argv, {"--"});
  spec.argv.insert(spec.argv.end(), what.argv.begin(), what.argv.end());
  if (watching) spec.filter_heard = std::move(*watching);
  return spec;
}

}  // namespace mcpjury
