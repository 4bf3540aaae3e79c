#include "observe/config/read_config.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/redact.h"
#include "observe/config/config_document.h"
#include "observe/config/find_files.h"
#include "observe/config/server_entry.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kSmallFile = 1u << 20;

struct FileId {
  dev_t device = 0;
  ino_t number = 0;
  bool operator<(const FileId& other) const {
    return device != other.device ? device < other.device : number < other.number;
  }
};

struct OpenedText {
  std::string text;
  FileId id;
};

class OpenConfig {
 public:
  // Never waits: a pipe in the place of a file is refused, not read.
  explicit OpenConfig(const std::string& path)
      : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)), error_(errno) {}
  ~OpenConfig() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  OpenConfig(const OpenConfig&) = delete;
  OpenConfig& operator=(const OpenConfig&) = delete;
  int get() const { return descriptor_; }
  int error() const { return error_; }

 private:
  int descriptor_;
  int error_;
};

Error unreadable_file(const std::string& shown, std::string_view reason) {
  return {ErrorCode::kUnreadable, fmt::format("cannot read {}: {}", escape_terminal(shown), reason)};
}

bool is_absent(int number) { return number == ENOENT || number == ENOTDIR; }

// kNothingToGrade: there is no such file.
Result<OpenedText> read_opened(const std::string& path, const std::string& shown) {
  const OpenConfig file(path);
  if (file.get() < 0) {
    if (is_absent(file.error())) return Error{ErrorCode::kNothingToGrade, {}};
    return unreadable_file(shown,
                           file.error() == ELOOP ? "a loop of symbolic links" : std::strerror(file.error()));
  }
  struct stat facts {};
  if (::fstat(file.get(), &facts) != 0) return unreadable_file(shown, std::strerror(errno));
  if (!S_ISREG(facts.st_mode)) return unreadable_file(shown, "not a plain file");
  if (facts.st_size > static_cast<off_t>(kMaxConfigBytes))
    return Error{ErrorCode::kLimit, fmt::format("{}: larger than the limit of {} MiB for a configuration",
                                                escape_terminal(shown), kMaxConfigBytes >> 20)};
  OpenedText out;
  out.id = {facts.st_dev, facts.st_ino};
  out.text.resize(static_cast<std::size_t>(facts.st_size));
  std::size_t used = 0;
  while (used < out.text.size()) {
    const ssize_t got = ::read(file.get(), out.text.data() + used, out.text.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return unreadable_file(shown, std::strerror(errno));
    if (got == 0) break;
    used += static_cast<std::size_t>(got);
  }
  out.text.resize(used);
  return out;
}

bool is_below(std::string_view path, std::string_view folder) {
  return !folder.empty() && folder != "/" && path.size() > folder.size() && path.starts_with(folder) &&
         path[folder.size()] == '/';
}

// What the user would write, and no more of the machine than that.
std::string shown_path(const std::string& path, const Machine& machine) {
  if (is_below(path, machine.project)) return redact(path.substr(machine.project.size() + 1));
  if (is_below(path, machine.home)) return "~" + redact(path.substr(machine.home.size()));
  return redact(path);
}

std::string absolute(const std::string& path) {
  std::error_code failed;
  const std::filesystem::path full = std::filesystem::absolute(path, failed);
  return failed ? path : full.lexically_normal().string();
}

void take(ReadConfigs& all, ReadConfigs one) {
  for (ConfigProblem& problem : one.problems) all.problems.push_back(std::move(problem));
  for (ConfiguredServer& server : one.servers) {
    if (all.servers.size() == kMaxConfiguredServers) {
      if (all.problems.empty() || all.problems.back().message.find("limit of") == std::string::npos)
        all.problems.push_back(
            {fmt::format("more servers than the limit of {}; the rest is left out", kMaxConfiguredServers),
             true});
      return;
    }
    all.servers.push_back(std::move(server));
  }
}

// Settings without servers, and files of plugins that have none, are what most files are.
bool is_no_config(const Error& error) { return error.code == ErrorCode::kNothingToGrade; }

class ClientFiles {
 public:
  explicit ClientFiles(const Machine& machine) : machine_(machine) {}

  void add(const ClientPath& place) {
    ++out_.looked_for;
    const FoundFiles found = files_matching(place.path);
    if (found.truncated)
      out_.problems.push_back({fmt::format("{}: too many files to look at all of them",
                                           escape_terminal(shown_path(place.path, machine_))),
                               true});
    for (const std::string& path : found.files) read({place.client, place.scope, path});
  }
  ReadConfigs take_all() { return std::move(out_); }

 private:
  void read(const ClientPath& from) {
    if (const auto known = by_path_.find(from.path); known != by_path_.end())
      return another_reader(known->second, from);
    const std::string shown = shown_path(from.path, machine_);
    auto opened = read_opened(from.path, shown);
    if (!opened) {
      by_path_[from.path] = {};
      if (opened.error().code != ErrorCode::kNothingToGrade)
        out_.problems.push_back({opened.error().message, true});
      return;
    }
    // Two paths that lead to one file by links.
    if (const auto known = by_id_.find(opened->id); known != by_id_.end())
      return another_reader(known->second, from);
    out_.files.push_back(shown);
    const std::size_t begin = out_.servers.size();
    // A large file is only read when it can matter; a small one also to see whether it is whole.
    const bool small = opened->text.size() <= kSmallFile && !ascii::trimmed(opened->text).empty();
    if (small || may_be_config(from.path, opened->text)) {
      auto one = read_config_text(from, shown, opened->text);
      if (one) {
        take(out_, std::move(*one));
      } else if (!is_no_config(one.error())) {
        out_.problems.push_back({one.error().message, true});
      }
    }
    by_path_[from.path] = by_id_[opened->id] = {begin, out_.servers.size()};
  }

  struct Range {
    std::size_t begin = 0, end = 0;
  };
  void another_reader(const Range& range, const ClientPath& from) {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      auto& clients = out_.servers[i].clients;
      if (std::find(clients.begin(), clients.end(), from.client) == clients.end())
        clients.push_back(from.client);
    }
  }

  const Machine& machine_;
  ReadConfigs out_;
  std::map<std::string, Range> by_path_;
  std::map<FileId, Range> by_id_;
};

// Which clients read this very file.
void set_clients(const std::string& path, const Machine& machine, ReadConfigs& read) {
  for (const ClientPath& place : client_paths(machine)) {
    if (place.path.find('*') != std::string::npos || place.path != path) continue;
    for (ConfiguredServer& server : read.servers) {
      server.clients.push_back(place.client);
      server.scope = place.scope;
    }
  }
}

}  // namespace

bool may_be_config(std::string_view name, std::string_view text) {
  if (config_format(name) == ConfigFormat::kJson) {
    const bool starts = text.find("\"command\"") != std::string_view::npos ||
                        text.find("rl\"") != std::string_view::npos ||
                        text.find("\"uri\"") != std::string_view::npos ||
                        text.find("\"transport\"") != std::string_view::npos;
    const bool place =
        text.find("ervers\"") != std::string_view::npos || text.find("\"mcp") != std::string_view::npos;
    return starts || place;
  }
  return text.find("mcp") != std::string_view::npos || text.find("ervers") != std::string_view::npos;
}

Result<ReadConfigs> read_config_text(const ClientPath& from, const std::string& shown,
                                     std::string_view text) {
  auto document = read_config_document(shown, text);
  if (!document) return document.error();
  const ServerEntries entries = find_server_entries(document->value);
  if (!entries.recognised) return Error{ErrorCode::kNothingToGrade, {}};
  ReadConfigs out;
  for (std::string& note : document->notes) out.problems.push_back({std::move(note), false});
  for (const std::string& note : entries.notes)
    out.problems.push_back({fmt::format("{}: {}", escape_terminal(shown), note), true});
  if (entries.truncated)
    out.problems.push_back({fmt::format("{}: more servers than the limit of {}; the rest is left out",
                                        escape_terminal(shown), kMaxConfiguredServers),
                            true});
  for (const ServerEntry& entry : entries.servers) {
    ConfiguredServer server = read_server_entry(entry);
    if (!from.client.empty()) server.clients.push_back(from.client);
    server.scope = from.scope;
    server.path = from.path;
    server.file = shown;
    server.line = document->line_of(entry.pointer);
    out.servers.push_back(std::move(server));
  }
  add_common_approval(document->value, out.servers);
  out.files.push_back(shown);
  return out;
}

ReadConfigs read_client_configs(const Machine& machine) {
  ClientFiles files(machine);
  for (const ClientPath& place : client_paths(machine)) files.add(place);
  return files.take_all();
}

Result<ReadConfigs> read_config_file(const std::string& path, const Machine& machine) {
  const std::string full = absolute(path);
  auto opened = read_opened(full, path);
  if (!opened) return opened.error();
  if (!may_be_config(path, opened->text)) return Error{ErrorCode::kNothingToGrade, {}};
  auto read = read_config_text({{}, "file", full}, redact(path), opened->text);
  if (!read) return read.error();
  set_clients(full, machine, *read);
  read->looked_for = 1;
  return read;
}

}  // namespace mcpjury
