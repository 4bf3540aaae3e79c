// pin and verify: approving a tool surface in a lock file, and noticing that it is no longer that one.
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "base/escape.h"
#include "cli/cli.h"
#include "cli/live_options.h"
#include "cli/outputs.h"
#include "cli/store_choice.h"
#include "cli/terminal.h"
#include "model/prior_view.h"
#include "report/changes_text.h"
#include "scan/clock.h"
#include "scan/exit_policy.h"
#include "scan/live.h"
#include "scan/lock_file.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxLockBytes = 64u << 20;

// A lock file that is not there yet is an empty one where that is allowed.
Result<LockFile> load_lock(const std::string& path, bool may_be_missing) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    if (may_be_missing && errno == ENOENT) return LockFile{};
    return Error{ErrorCode::kUnreadable,
                 fmt::format("cannot open {}: {}{}", escape_terminal(path), std::strerror(errno),
                             errno == ENOENT ? "; mcpjury pin makes it" : "")};
  }
  std::string text;
  text.resize(kMaxLockBytes + 1);
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  if (text.size() > kMaxLockBytes) {
    return Error{ErrorCode::kLimit,
                 fmt::format("{}: larger than {} MiB", escape_terminal(path), kMaxLockBytes >> 20)};
  }
  return read_lock(text, path);
}

std::string id_of(const Evidence& evidence) {
  return evidence.target.id.empty() ? evidence.target.display : evidence.target.id;
}

// What is looked at: targets as they are written, and commands of local servers.
struct Looks {
  std::vector<std::string> targets;
  std::vector<std::vector<std::string>> commands;
  bool empty() const { return targets.empty() && commands.empty(); }
};

Looks looks_of(const CliOptions& options) {
  Looks looks{options.targets, {}};
  if (!options.local_command.empty()) looks.commands.push_back(options.local_command);
  return looks;
}

void look_at(const Looks& looks, const LiveOptions& live, const std::function<void(Result<Evidence>)>& then) {
  ScanOptions scan;
  scan.observed_at = current_time();
  observe_all(looks.targets, scan, live, [&](LookedAt looked) { then(std::move(looked.evidence)); });
  for (const auto& command : looks.commands) then(observe_command_line(command, scan, live));
}

// One approved server against what it shows now: 0, 1 on drift, 4 when it cannot be told.
int verify_one(const LockEntry& entry, Evidence evidence, const CliOptions& options, std::string& out) {
  const std::string shown = clip(escape_terminal(evidence.target.display), 120);
  add_pins(evidence, entry, options.lock_file);
  if (!evidence.seen(Facet::kPins)) {
    out += fmt::format("unknown    {}: {}\n", shown, escape_terminal(evidence.facet(Facet::kPins).reason));
    return 4;
  }
  const JsonObject* definition = evidence.facet(Facet::kDefinition).data.if_object();
  const Surface surface = definition != nullptr ? make_surface(*definition, Limits{}) : Surface{};
  const SurfaceDiff diff = compare_surfaces(prior_view(evidence).side, present_side(evidence, surface));
  if (!diff.not_comparable.empty() || !evidence.limits.empty()) {
    out += fmt::format("unknown    {}: {}\n", shown,
                       diff.not_comparable.empty() ? "only part of it was seen" : diff.not_comparable);
    return 4;
  }
  if (diff.unchanged()) {
    out +=
        fmt::format("unchanged  {}  ({} tools, approved {})\n", shown, entry.tools.size(), entry.approved_at);
    return 0;
  }
  out += fmt::format("CHANGED    {}  (approved {})\n", shown, entry.approved_at);
  if (!options.quiet) out += changes_text(diff, {.color = use_color(options.color)});
  return 1;
}

// Later scans are compared with what was approved, so the history keeps it too. The lock file is what counts:
// a history nobody named that cannot be written only warns.
int keep_approvals(const CliOptions& options, const std::map<std::string, LockEntry>& approved) {
  auto choice = store_of_scan(options);
  if (!choice) return complain(choice.error());
  if (!choice->on) return 0;
  const auto trouble = [&](const Error& error) {
    if (choice->named) return complain(error);
    complain(fmt::format("no history: {}; --no-store asks for none", error.message));
    return 0;
  };
  auto store = open_store(*choice, false);
  if (!store) return trouble(store.error());
  for (const auto& [id, entry] : approved) {
    ApprovalRow row;
    row.target_key = id;
    row.credential = entry.credential;
    row.approved_at = entry.approved_at;
    row.approved_by = entry.approved_by;
    row.reason = entry.reason;
    row.server_name = entry.server_name;
    row.server_version = entry.server_version;
    row.surface_sha256 = entry.surface_sha256;
    row.rest_sha256 = entry.rest_sha256;
    LockFile one;
    one.servers.emplace(id, entry);
    auto text = parse_json(write_lock(one), "the lock file", {});
    if (!text) return complain(text.error());
    row.entry = std::move(text->value);
    if (auto kept = (*store)->add_approval(row); !kept) return trouble(kept.error());
  }
  return 0;
}

}  // namespace

int pin_command(const CliOptions& options) {
  auto live = make_live_options(options);
  if (!live) return complain(live.error());
  const Looks looks = looks_of(options);
  if (looks.empty()) {
    complain("pin: no target; give a URL, a file, a folder or a command");
    return 2;
  }
  auto lock = load_lock(options.lock_file, true);
  if (!lock) return complain(lock.error());
  int code = 0;
  std::string out;
  std::map<std::string, LockEntry> approved;
  look_at(looks, *live, [&](Result<Evidence> evidence) {
    auto entry = evidence ? approve(*evidence, options.approved_by, options.reason)
                          : Result<LockEntry>(evidence.error());
    if (!entry) {
      code = worse_exit_code(code, complain(entry.error()));
      return;
    }
    if (!options.local_command.empty()) {
      entry->command = options.local_command;
      entry->target.clear();
    }
    out +=
        fmt::format("pinned     {}  ({} tools, {})\n", clip(escape_terminal(evidence->target.display), 120),
                    entry->tools.size(), entry->surface_sha256.substr(0, 12));
    if (!evidence->target.id.empty()) approved[evidence->target.id] = *entry;
    lock->servers[id_of(*evidence)] = std::move(*entry);
  });
  if (out.empty()) return code;
  if (auto written = write_file(options.lock_file, write_lock(*lock)); !written)
    return complain(written.error());
  if (!approved.empty()) code = worse_exit_code(code, keep_approvals(options, approved));
  return finish_with(out, code);
}

int verify_command(const CliOptions& options) {
  auto live = make_live_options(options);
  if (!live) return complain(live.error());
  auto lock = load_lock(options.lock_file, false);
  if (!lock) return complain(lock.error());
  Looks looks = looks_of(options);
  if (looks.empty()) {
    for (const auto& [id, entry] : lock->servers) {
      if (entry.command.empty()) {
        looks.targets.push_back(entry.target);
      } else {
        looks.commands.push_back(entry.command);
      }
    }
  }
  if (looks.empty()) {
    complain(fmt::format("{} approves no server", escape_terminal(options.lock_file)));
    return 3;
  }
  int code = 0;
  std::string out;
  look_at(looks, *live, [&](Result<Evidence> evidence) {
    if (!evidence) {
      code = worse_exit_code(code, complain(evidence.error()));
      return;
    }
    const auto entry = lock->servers.find(id_of(*evidence));
    if (entry == lock->servers.end()) {
      complain(fmt::format("{}: not approved in {}", escape_terminal(evidence->target.display),
                           escape_terminal(options.lock_file)));
      code = worse_exit_code(code, 1);
      return;
    }
    code = worse_exit_code(code, verify_one(entry->second, std::move(*evidence), options, out));
  });
  return finish_with(out, code);
}

}  // namespace mcpjury
