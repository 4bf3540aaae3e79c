#include "scan/definition_order.h"

#include <algorithm>
#include <vector>

namespace mcpjury {
namespace {

using Member = boost::json::key_value_pair;

std::string_view key_of(const Member& member) { return {member.key().data(), member.key().size()}; }

// Recurses as deep as parse_json() allows.
void sort_members(Json& value) {
  if (JsonArray* array = value.if_array()) {
    for (Json& item : *array) sort_members(item);
    return;
  }
  JsonObject* object = value.if_object();
  if (object == nullptr) return;
  for (Member& member : *object) sort_members(member.value());
  const auto before = [](const Member& a, const Member& b) { return key_of(a) < key_of(b); };
  if (std::is_sorted(object->begin(), object->end(), before)) return;
  std::vector<Member*> members;
  members.reserve(object->size());
  for (Member& member : *object) members.push_back(&member);
  std::sort(members.begin(), members.end(), [&](const Member* a, const Member* b) { return before(*a, *b); });
  JsonObject sorted(object->storage());
  sorted.reserve(object->size());
  for (Member* member : members) sorted.emplace(member->key(), std::move(member->value()));
  *object = std::move(sorted);
}

}  // namespace

void order_definition(Evidence& evidence) {
  FacetRecord& facet = evidence.facet(Facet::kDefinition);
  if (facet.state != FacetState::kSeen) facet.data = nullptr;
  sort_members(facet.data);
}

}  // namespace mcpjury
