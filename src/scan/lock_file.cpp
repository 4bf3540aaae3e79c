#include "scan/lock_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/canonical_json.h"
#include "base/escape.h"
#include "model/surface_identity.h"

namespace mcpjury {
namespace {

constexpr std::string_view kFormat = "mcpjury-lock/1";

Error broken(std::string_view name, std::string_view what) {
  return {ErrorCode::kNotJson,
          fmt::format("{}: not a lock file of mcpjury: {}", escape_terminal(name), what)};
}

JsonArray sorted_tools(const JsonArray& tools) {
  std::vector<std::pair<std::string, const Json*>> order;
  for (const Json& tool : tools) {
    const JsonObject* object = tool.if_object();
    if (object == nullptr) continue;
    order.emplace_back(std::string(find_string(*object, "name")) + '\n' + canonical_json(tool), &tool);
  }
  std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  JsonArray out;
  for (const auto& [key, tool] : order) out.push_back(*tool);
  return out;
}

SurfaceIdentity identity_of(const JsonObject& definition) {
  Limits limits;
  return surface_identity(make_surface(definition, limits), definition);
}

// What the entry says the surface is, without what stands beside the tools.
std::string surface_of_tools(const JsonArray& tools) {
  const JsonObject definition{{"tools", tools}};
  return identity_of(definition).surface_sha256;
}

Result<LockEntry> read_entry(const JsonObject& from, std::string_view id, std::string_view name) {
  LockEntry entry;
  entry.target = find_string(from, "target");
  if (const JsonArray* command = find_array(from, "command")) {
    for (const Json& word : *command) {
      if (!word.is_string()) return broken(name, fmt::format("{}: command", escape_terminal(id)));
      entry.command.emplace_back(view(word.get_string()));
    }
  }
  if (entry.target.empty() == entry.command.empty()) {
    return broken(name, fmt::format("{} needs a target or a command", escape_terminal(id)));
  }
  entry.approved_at = find_string(from, "approved_at");
  entry.approved_by = find_string(from, "approved_by");
  entry.reason = find_string(from, "reason");
  if (const JsonObject* server = find_object(from, "server")) {
    entry.server_name = find_string(*server, "name");
    entry.server_version = find_string(*server, "version");
  }
  entry.credential = find_string(from, "credential");
  entry.surface_sha256 = find_string(from, "surface_sha256");
  entry.rest_sha256 = find_string(from, "rest_sha256");
  entry.instructions = find_string(from, "instructions");
  const JsonArray* tools = find_array(from, "tools");
  if (tools == nullptr) return broken(name, fmt::format("{} has no tools", escape_terminal(id)));
  entry.tools = *tools;
  if (surface_of_tools(entry.tools) != entry.surface_sha256) {
    return Error{
        ErrorCode::kNotJson,
        fmt::format("{}: {}: surface_sha256 does not belong to the tools of the entry; it was edited by "
                    "hand. Approve the server anew: mcpjury pin",
                    escape_terminal(name), escape_terminal(id))};
  }
  return entry;
}

JsonObject entry_json(const LockEntry& entry) {
  JsonObject out;
  if (!entry.target.empty()) out["target"] = entry.target;
  if (!entry.command.empty()) out["command"] = JsonArray(entry.command.begin(), entry.command.end());
  out["approved_at"] = entry.approved_at;
  if (!entry.approved_by.empty()) out["approved_by"] = entry.approved_by;
  if (!entry.reason.empty()) out["reason"] = entry.reason;
  out["server"] = JsonObject{{"name", entry.server_name}, {"version", entry.server_version}};
  out["credential"] = entry.credential;
  out["surface_sha256"] = entry.surface_sha256;
  out["rest_sha256"] = entry.rest_sha256;
  if (!entry.instructions.empty()) out["instructions"] = entry.instructions;
  out["tools"] = entry.tools;
  return out;
}

}  // namespace

Result<LockFile> read_lock(std::string_view text, std::string_view name) {
  auto parsed = parse_json(text, name, {});
  if (!parsed) return parsed.error();
  const JsonObject* document = parsed->value.if_object();
  if (document == nullptr || find_string(*document, "lock") != kFormat) {
    return broken(name, fmt::format("\"lock\" is not \"{}\"", kFormat));
  }
  const JsonObject* servers = find_object(*document, "servers");
  if (servers == nullptr) return broken(name, "no servers");
  LockFile lock;
  for (const auto& member : *servers) {
    const std::string id(member.key().data(), member.key().size());
    const JsonObject* from = member.value().if_object();
    if (from == nullptr) return broken(name, fmt::format("{} is no object", escape_terminal(id)));
    auto entry = read_entry(*from, id, name);
    if (!entry) return entry.error();
    lock.servers.emplace(id, std::move(*entry));
  }
  return lock;
}

std::string write_lock(const LockFile& lock) {
  JsonObject servers;
  for (const auto& [id, entry] : lock.servers) servers[id] = entry_json(entry);
  return pretty_json(JsonObject{{"lock", kFormat}, {"servers", std::move(servers)}}) + "\n";
}

std::string credential_of(const Evidence& evidence) {
  const JsonObject* auth = evidence.facet(Facet::kAuth).data.if_object();
  const JsonObject* credential = auth != nullptr ? find_object(*auth, "credential") : nullptr;
  const std::string_view label = credential != nullptr ? find_string(*credential, "label") : "";
  return std::string(label.empty() ? "none" : label);
}

Result<LockEntry> approve(const Evidence& evidence, std::string approved_by, std::string reason) {
  const JsonObject* definition = evidence.facet(Facet::kDefinition).data.if_object();
  const JsonArray* tools = definition != nullptr ? find_array(*definition, "tools") : nullptr;
  if (tools == nullptr || tools->empty()) {
    return Error{ErrorCode::kNothingToGrade,
                 fmt::format("{}: no tools were listed, so there is nothing to approve",
                             escape_terminal(evidence.target.display))};
  }
  const Surface surface = make_surface(*definition, Limits{});
  if (surface.truncated || !evidence.limits.empty()) {
    return Error{ErrorCode::kNothingToGrade,
                 fmt::format("{}: only part of the tools was seen; half a surface cannot be approved",
                             escape_terminal(evidence.target.display))};
  }
  const SurfaceIdentity identity = surface_identity(surface, *definition);
  LockEntry entry;
  entry.target = evidence.target.display;
  entry.approved_at = evidence.observed_at;
  entry.approved_by = std::move(approved_by);
  entry.reason = std::move(reason);
  entry.server_name = surface.server_name;
  entry.server_version = surface.server_version;
  entry.credential = credential_of(evidence);
  entry.surface_sha256 = identity.surface_sha256;
  entry.rest_sha256 = identity.rest_sha256;
  entry.instructions = surface.instructions;
  entry.tools = sorted_tools(*tools);
  return entry;
}

void add_pins(Evidence& evidence, const LockEntry& entry, std::string_view file) {
  if (credential_of(evidence) != entry.credential) {
    evidence.facet(Facet::kPins) = {
        FacetState::kCouldNotSee,
        fmt::format("the approved surface was seen with credential \"{}\", this one with \"{}\"",
                    entry.credential, credential_of(evidence)),
        {}};
    return;
  }
  const JsonObject definition{{"tools", entry.tools}};
  JsonArray hashes;
  for (const ToolIdentity& tool : identity_of(definition).tools) {
    JsonObject item{{"name", tool.name}, {"sha256", tool.sha256}};
    if (!tool.description_sha256.empty()) item["description_sha256"] = tool.description_sha256;
    if (!tool.schema_sha256.empty()) item["schema_sha256"] = tool.schema_sha256;
    if (!tool.annotations_sha256.empty()) item["annotations_sha256"] = tool.annotations_sha256;
    hashes.push_back(std::move(item));
  }
  const JsonObject server{{"name", entry.server_name}, {"version", entry.server_version}};
  evidence.facet(Facet::kPins) = {FacetState::kSeen,
                                  {},
                                  JsonObject{{"file", file},
                                             {"approved_at", entry.approved_at},
                                             {"approved_by", entry.approved_by},
                                             {"reason", entry.reason},
                                             {"server", server},
                                             {"surface_sha256", entry.surface_sha256},
                                             {"rest_sha256", entry.rest_sha256},
                                             {"tool_count", entry.tools.size()},
                                             {"tools", std::move(hashes)}}};
  evidence.facet(Facet::kPriorSurface) = {FacetState::kSeen,
                                          {},
                                          JsonObject{{"baseline", "approved"},
                                                     {"observed_at", entry.approved_at},
                                                     {"credential", entry.credential},
                                                     {"server", server},
                                                     {"surface_sha256", entry.surface_sha256},
                                                     {"rest_sha256", entry.rest_sha256},
                                                     {"truncated", false},
                                                     {"tool_count", entry.tools.size()},
                                                     {"tools", entry.tools},
                                                     {"instructions", entry.instructions}}};
}

}  // namespace mcpjury
