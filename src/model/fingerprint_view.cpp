#include "model/fingerprint_view.h"

namespace mcpjury {
namespace {

std::uint32_t count_in(const JsonObject& object, std::string_view key) {
  const Json* value = find(object, key);
  if (value == nullptr) return 0;
  if (value->is_uint64()) return static_cast<std::uint32_t>(value->get_uint64());
  return value->is_int64() && value->get_int64() > 0 ? static_cast<std::uint32_t>(value->get_int64()) : 0;
}

bool flag_in(const JsonObject& object, std::string_view key) {
  const Json* value = find(object, key);
  return value != nullptr && value->is_bool() && value->get_bool();
}

template <class Visit>
void for_each_object(const JsonObject& object, std::string_view key, Visit visit) {
  const JsonArray* list = find_array(object, key);
  if (list == nullptr) return;
  for (const Json& item : *list) {
    if (const JsonObject* entry = item.if_object()) visit(*entry);
  }
}

void read_servers(const JsonObject& data, std::vector<OtherServer>& out) {
  const JsonArray* list = find_array(data, "servers");
  if (list == nullptr) return;
  for (const Json& item : *list) {
    OtherServer& server = out.emplace_back();  // also for what is no object: others count by position
    const JsonObject* entry = item.if_object();
    if (entry == nullptr) continue;
    server.key = find_string(*entry, "key");
    server.name = find_string(*entry, "name");
    server.publisher = find_string(*entry, "publisher");
    server.host = find_string(*entry, "host");
    server.first_seen = find_string(*entry, "first_seen");
    server.related = find_string(*entry, "related");
    server.together = find_string(*entry, "scope") == "together";
    server.tools = count_in(*entry, "tools");
    server.shared_tools = count_in(*entry, "shared_tools");
  }
}

void read_tools(const JsonObject& data, std::string_view key, const std::vector<OtherServer>& servers,
                std::vector<SeenTool>& out) {
  for_each_object(data, key, [&](const JsonObject& entry) {
    SeenTool seen;
    seen.tool = find_string(entry, "tool");
    seen.first_seen = find_string(entry, "first_seen");
    seen.publishers = count_in(entry, "publishers");
    for_each_object(entry, "others", [&](const JsonObject& other) {
      const std::uint32_t index = count_in(other, "server");
      if (find(other, "server") == nullptr || index >= servers.size()) return;
      seen.others.push_back({&servers[index], index, find_string(other, "tool"),
                             find_string(other, "first_seen"), find_string(other, "match") == "near",
                             flag_in(other, "same_description")});
    });
    if (!seen.others.empty()) out.push_back(std::move(seen));
  });
}

}  // namespace

void read_fingerprints(const Evidence& evidence, FingerprintView& out) {
  if (!evidence.seen(Facet::kFingerprints)) return;
  out.data = evidence.facet(Facet::kFingerprints).data.if_object();
  if (out.data == nullptr) return;
  out.publisher = find_string(*out.data, "publisher");
  out.first_seen = find_string(*out.data, "first_seen");
  read_servers(*out.data, out.servers);
  read_tools(*out.data, "names", out.servers, out.names);
  read_tools(*out.data, "entries", out.servers, out.descriptions);
  for_each_object(*out.data, "hosts", [&](const JsonObject& entry) {
    const std::uint32_t index = count_in(entry, "server");
    if (find(entry, "server") == nullptr || index >= out.servers.size()) return;
    out.hosts.push_back({&out.servers[index], index, count_in(entry, "edits"), find_string(entry, "match"),
                         find_string(entry, "label"), find_string(entry, "other_label"),
                         flag_in(entry, "platform")});
  });
}

}  // namespace mcpjury
