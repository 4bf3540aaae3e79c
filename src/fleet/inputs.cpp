// What can be submitted besides a registry: lists, NDJSON, evidence records, client configurations.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/canonical_json.h"
#include "base/escape.h"
#include "fleet/submit.h"
#include "scan/configured.h"
#include "scan/scan.h"

namespace mcpjury {
namespace {

constexpr std::size_t kLineBytes = 4u << 20;
constexpr std::size_t kLines = 5'000'000;

// Calls `each` with every line that is not blank, its number first.
template <class Each>
Status each_line(const std::string& file, Each each) {
  std::ifstream in(file, std::ios::binary);
  if (!in)
    return Error{ErrorCode::kUnreadable, fmt::format("cannot read {}", clip(escape_terminal(file), 200))};
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    if (number > kLines || line.size() > kLineBytes) {
      return Error{ErrorCode::kLimit,
                   fmt::format("{}:{}: longer than the limit", clip(escape_terminal(file), 200), number)};
    }
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t'))
      line.pop_back();
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin != std::string::npos) each(number, std::string_view(line).substr(begin));
  }
  if (in.bad())
    return Error{ErrorCode::kUnreadable, fmt::format("cannot read {}", clip(escape_terminal(file), 200))};
  return Ok{};
}

}  // namespace

Result<Listed> list_of_file(const std::string& file) {
  Listed out;
  auto read = each_line(file, [&](std::size_t number, std::string_view line) {
    if (!line.starts_with("#")) list_target(line, fmt::format("line {}", number), out);
  });
  if (!read) return read.error();
  return out;
}

Result<Listed> list_of_ndjson(const std::string& file) {
  Listed out;
  auto read = each_line(file, [&](std::size_t number, std::string_view line) {
    const std::string name = fmt::format("line {}", number);
    auto parsed = parse_json(line, name, {});
    if (!parsed) return out.skip(name, "line", "not JSON");
    if (const auto* text = parsed->value.if_string()) return list_target(view(*text), name, out);
    const JsonObject* object = parsed->value.if_object();
    if (object == nullptr) return out.skip(name, "line", "neither an object nor a string");
    const std::string_view target = find_string(*object, "target"), url = find_string(*object, "url");
    if (!target.empty()) return list_target(target, name, out);
    if (!url.empty()) return list_target(url, name, out);
    list_registry_entry(parsed->value, out);
  });
  if (!read) return read.error();
  return out;
}

Result<Listed> list_of_records(const std::string& folder, FleetBook& book) {
  namespace fs = std::filesystem;
  std::error_code failed;
  std::vector<std::string> files;
  Listed out;
  for (fs::recursive_directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
    if (!it->is_regular_file(failed)) continue;
    if (it->path().extension() == ".json") {
      files.push_back(it->path().string());
    } else {
      out.skip(it->path().lexically_relative(folder).string(), "file", "its name does not end in .json");
    }
    if (files.size() + out.skipped.size() > kLines)
      return Error{ErrorCode::kLimit, "more records than the limit"};
  }
  if (failed) {
    return Error{ErrorCode::kUnreadable,
                 fmt::format("cannot read {}: {}", clip(escape_terminal(folder), 200), failed.message())};
  }
  std::sort(files.begin(), files.end());
  const ScanOptions options;
  for (const std::string& file : files) {
    const std::string name = fs::path(file).lexically_relative(folder).string();
    // Tool lists count as well: they become evidence here.
    auto evidence = observe_file(file, options);
    if (!evidence) {
      out.skip(name, "file", fmt::format("no record: {}", name_of(evidence.error().code)));
      continue;
    }
    FleetTarget target;
    target.kind = "record";
    target.name = clip(name, 300);
    target.input = evidence_sha256(*evidence);
    target.target = "record:" + (evidence->target.id.empty() ? target.input : evidence->target.id);
    if (auto kept = book.keep_input(target.input, canonical_json(evidence_to_json(*evidence))); !kept)
      return kept.error();
    out.add(target);
  }
  return out;
}

Result<Listed> list_of_clients() {
  std::vector<std::string> none;
  const ConfiguredTargets configured = find_configured(none, true);
  Listed out;
  for (const ConfiguredServer& server : configured.servers) list_configured(server, out);
  for (const std::string& message : configured.messages) out.skip("configuration", message, "not read whole");
  if (configured.servers.empty() && !configured.errors.empty()) return configured.errors.front();
  return out;
}

}  // namespace mcpjury
