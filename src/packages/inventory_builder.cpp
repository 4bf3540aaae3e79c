#include "packages/inventory_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/escape.h"
#include "base/redact.h"
#include "base/utf8.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxNoteChars = 300;
constexpr std::size_t kMaxAddressBytes = 2'000;

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

std::string cut(std::string_view text, std::size_t bytes) {
  return std::string(text.substr(0, text.size() > bytes ? char_edge(text, bytes) : text.size()));
}

}  // namespace

bool is_usable_name(std::string_view name) {
  if (name.empty() || name.size() > kMaxNameBytes || !is_valid_utf8(name)) return false;
  if (has_control(name) || name.find_first_of(" \\\"'<>|`$;") != std::string_view::npos) return false;
  for (std::size_t at = 0; at <= name.size();) {
    const std::size_t end = std::min(name.find('/', at), name.size());
    const std::string_view part = name.substr(at, end - at);
    if (part.empty() || part == "." || part == "..") return false;
    at = end + 1;
  }
  return true;
}

bool is_fetch_address(std::string_view spec) {
  if (spec.find("://") != std::string_view::npos) return true;
  for (const std::string_view scheme : {"file:", "link:", "portal:", "workspace:", "git+", "git@", "github:",
                                        "gitlab:", "bitbucket:", "gist:", "patch:", "exec:", "./", "../"}) {
    if (spec.substr(0, scheme.size()) == scheme) return true;
  }
  return false;
}

std::string clean_address(std::string_view address) {
  std::string text = cut(address, kMaxAddressBytes);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  const std::size_t scheme = text.find("://");
  if (scheme != std::string::npos) {
    const std::size_t begin = scheme + 3;
    const std::size_t end = std::min(text.find_first_of("/?#", begin), text.size());
    const std::size_t at = text.rfind('@', end);
    // "git" is the user of every public ssh address and tells nothing.
    if (at != std::string::npos && at > begin && at < end && text.compare(begin, at - begin, "git") != 0) {
      text.erase(begin, at + 1 - begin);
    }
  }
  return redact(text);
}

Error inventory_error(ErrorCode code, std::string_view path, std::string_view reason, std::uint32_t line) {
  std::string text =
      line == 0 ? fmt::format("{}: {}", path, reason) : fmt::format("{}:{}: {}", path, line, reason);
  return {code, clip(escape_terminal(redact(text)), kMaxNoteChars)};
}

void InventoryBuilder::note(std::string_view text, std::uint32_t line) {
  if (inventory_.notes.size() >= kMaxNotes) {
    ++notes_left_out_;
    return;
  }
  // Cut first: redaction of a note that is as long as the file would be paid for every note.
  const std::string start = redact(cut(text, 2 * kMaxNoteChars));
  const std::string placed = line == 0 ? start : fmt::format("line {}: {}", line, start);
  inventory_.notes.push_back(clip(escape_terminal(placed), kMaxNoteChars));
}

std::size_t InventoryBuilder::add(PackageRow row) {
  if (!is_usable_name(row.name)) {
    note(fmt::format("left out, no package can have this name: {}", cut(row.name, 120)), row.line);
    return kNoRow;
  }
  if (has_control(row.version) || !is_valid_utf8(row.version)) {
    note(fmt::format("{}: version with control characters not taken", row.name), row.line);
    row.version.clear();
  }
  if (row.version.size() > kMaxVersionBytes) {
    note(fmt::format("{}: version longer than {} bytes not taken", row.name, kMaxVersionBytes), row.line);
    row.version.clear();
  }
  if (row.version.empty()) row.range = false;
  row.resolved = clean_address(row.resolved);
  row.integrity = cut(row.integrity, 300);
  row.licence = cut(row.licence, 200);
  row.group = cut(row.group, 100);
  std::string key = row.ecosystem + '\n' + row.name + '\n' + row.version + (row.range ? "\n~" : "");
  const auto found = places_.find(key);
  if (found != places_.end()) {
    merge(inventory_.rows[found->second], std::move(row));
    return found->second;
  }
  if (inventory_.rows.size() >= kMaxPackages) {
    if (!inventory_.truncated) note(fmt::format("more than {} packages; the rest is not read", kMaxPackages));
    inventory_.truncated = true;
    return kNoRow;
  }
  places_.emplace(std::move(key), inventory_.rows.size());
  inventory_.rows.push_back(std::move(row));
  return inventory_.rows.size() - 1;
}

void InventoryBuilder::merge(PackageRow& kept, PackageRow&& again) {
  if (kept.development && !again.development) kept.group = std::move(again.group);
  kept.direct = kept.direct || again.direct;
  kept.development = kept.development && again.development;
  kept.has_install_script = kept.has_install_script || again.has_install_script;
  if (kept.line == 0) kept.line = again.line;
  if (kept.resolved.empty()) kept.resolved = std::move(again.resolved);
  if (kept.licence.empty()) kept.licence = std::move(again.licence);
  // One version of an npm package has one archive; two hashes mean that somebody changed one of them.
  if (kept.ecosystem == "npm" && !again.integrity.empty() && !kept.integrity.empty() &&
      kept.integrity != again.integrity) {
    note(fmt::format("{} {} has two different integrity values", kept.name, kept.version), again.line);
  }
  if (kept.integrity.empty()) kept.integrity = std::move(again.integrity);
}

void InventoryBuilder::add_parent(std::size_t child, std::string_view parent) {
  if (child == kNoRow || !is_usable_name(parent)) return;
  auto& parents = inventory_.rows[child].parents;
  if (parents.size() >= kMaxParents) return;
  if (std::find(parents.begin(), parents.end(), parent) == parents.end()) parents.emplace_back(parent);
}

Inventory InventoryBuilder::take() {
  if (notes_left_out_ > 0) inventory_.notes.push_back(fmt::format("and {} more notes", notes_left_out_));
  return std::move(inventory_);
}

}  // namespace mcpjury
