#include "settings/settings.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <yaml-cpp/emitter.h>

#include <cerrno>
#include <cstring>

#include "base/escape.h"
#include "settings/shown_settings.h"
#include "settings/suppression_settings.h"

namespace mcpjury {
namespace {

void read_sections(SettingsMap& root, Settings& out) {
  if (auto scan = root.map("scan")) out.scan = read_scan_settings(*scan);
  if (auto serve = root.map("serve")) out.serve = read_serve_settings(*serve);
  if (auto fleet = root.map("fleet")) out.fleet = read_fleet_settings(*fleet);
  out.suppressions = read_suppressions(root.maps("suppressions"));
}

Error unreadable(const std::string& file, std::string_view reason) {
  return {ErrorCode::kUsage, fmt::format("cannot read {}: {}", escape_terminal(file), reason)};
}

Result<std::string> text_of(int descriptor, const std::string& file) {
  std::string out;
  char block[65536];
  for (;;) {
    const ssize_t got = ::read(descriptor, block, sizeof block);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return unreadable(file, std::strerror(errno));
    if (got == 0) return out;
    out.append(block, static_cast<std::size_t>(got));
    // One byte too many is enough for the parser to say so.
    if (out.size() > kMaxSettingsBytes) return out;
  }
}

void emit(YAML::Emitter& out, const Json& value) {
  if (const JsonObject* object = value.if_object()) {
    out << YAML::BeginMap;
    for (const auto& [key, member] : *object) {
      out << YAML::Key << std::string(key) << YAML::Value;
      emit(out, member);
    }
    out << YAML::EndMap;
  } else if (const JsonArray* array = value.if_array()) {
    out << YAML::BeginSeq;
    for (const Json& item : *array) emit(out, item);
    out << YAML::EndSeq;
  } else if (value.is_bool()) {
    out << value.get_bool();
  } else if (value.is_int64()) {
    out << value.get_int64();
  } else if (value.is_uint64()) {
    out << value.get_uint64();
  } else if (value.is_double()) {
    out << fmt::format("{}", value.get_double());
  } else if (value.is_string()) {
    out << YAML::DoubleQuoted << escape_terminal(view(value.get_string()));
  } else {
    out << YAML::Null;
  }
}

}  // namespace

Result<Settings> parse_settings(std::string_view text, const std::string& file) {
  auto node = parse_settings_yaml(text, file);
  if (!node) return node.error();
  SettingsFaults faults(file);
  SettingsMap root(*node, "", faults);
  Settings out;
  out.file = file;
  read_sections(root, out);
  root.done();
  if (!faults.empty()) return faults.error();
  return out;
}

Result<Settings> read_settings(const std::string& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (descriptor < 0) return unreadable(file, std::strerror(errno));
  auto text = text_of(descriptor, file);
  ::close(descriptor);
  if (!text) return text.error();
  return parse_settings(*text, file);
}

Result<Settings> read_settings_here() {
  const std::string file(kSettingsFile);
  struct stat found {};
  if (::lstat(file.c_str(), &found) != 0) {
    if (errno == ENOENT) return Settings{};
    return unreadable(file, std::strerror(errno));
  }
  // Nobody named it: a pipe of that name must not hold up a scan.
  if (::stat(file.c_str(), &found) != 0) return unreadable(file, std::strerror(errno));
  if (!S_ISREG(found.st_mode)) return unreadable(file, "not a file");
  return read_settings(file);
}

JsonObject settings_to_json(const Settings& settings) {
  JsonObject out;
  if (JsonObject scan = scan_settings_json(settings.scan); !scan.empty()) out["scan"] = std::move(scan);
  if (JsonObject serve = serve_settings_json(settings.serve); !serve.empty()) out["serve"] = std::move(serve);
  if (JsonObject fleet = fleet_settings_json(settings.fleet); !fleet.empty()) out["fleet"] = std::move(fleet);
  JsonArray suppressions;
  for (const Suppression& one : settings.suppressions) suppressions.push_back(suppression_json(one));
  if (!suppressions.empty()) out["suppressions"] = std::move(suppressions);
  // Each section shows no secret of its own accord; this is for what its owner did not think of.
  for (const std::string_view section : {"serve", "fleet"}) {
    if (Json* found = out.if_contains(section)) hide_logins(*found);
  }
  return out;
}

std::string settings_to_yaml(const JsonObject& settings) {
  if (settings.empty()) return "{}\n";
  YAML::Emitter out;
  emit(out, settings);
  return std::string(out.c_str(), out.size()) + "\n";
}

}  // namespace mcpjury
