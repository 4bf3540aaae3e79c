#include "mcp/x_mcp_header.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "base/ascii.h"
#include "mcp/channel_options.h"

namespace mcpjury {
namespace {

constexpr std::string_view kAnnotation = "x-mcp-header";
constexpr std::size_t kMaxVisits = 20'000;
// Keywords whose value is a schema, an array of them, or an object of them. An annotation below is out of
// reach.
constexpr std::array<std::string_view, 8> kOneSchema = {
    "items", "not", "if", "then", "else", "additionalProperties", "contains", "propertyNames"};
constexpr std::array<std::string_view, 6> kManySchemas = {"oneOf",       "anyOf", "allOf",
                                                          "prefixItems", "items", "additionalItems"};
constexpr std::array<std::string_view, 4> kNamedSchemas = {"$defs", "definitions", "patternProperties",
                                                           "dependentSchemas"};

bool is_token(std::string_view text) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !text.empty() && text.size() <= 256 && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           kMarks.find(c) != std::string_view::npos;
  });
}

class Checker {
 public:
  // Depth is that of the message, which the JSON reader limits.
  void visit(const Json& node, bool root, bool reachable) {
    const JsonObject* schema = node.if_object();
    if (schema == nullptr || !fault_.empty() || ++visits_ > kMaxVisits) return;
    if (const Json* value = find(*schema, kAnnotation)) check(*schema, *value, !root && reachable);
    if (const JsonObject* properties = find_object(*schema, "properties")) {
      for (const auto& property : *properties) visit(property.value(), false, reachable);
    }
    for (const std::string_view key : kOneSchema) {
      if (const Json* inner = find(*schema, key)) visit(*inner, false, false);
    }
    for (const std::string_view key : kManySchemas) {
      const JsonArray* inner = find_array(*schema, key);
      if (inner == nullptr) continue;
      for (const Json& entry : *inner) visit(entry, false, false);
    }
    for (const std::string_view key : kNamedSchemas) {
      const JsonObject* inner = find_object(*schema, key);
      if (inner == nullptr) continue;
      for (const auto& entry : *inner) visit(entry.value(), false, false);
    }
  }
  std::string fault() && { return std::move(fault_); }

 private:
  void check(const JsonObject& schema, const Json& value, bool reachable) {
    const std::string_view name = value.is_string() ? view(value.get_string()) : std::string_view{};
    if (!is_token(name)) {
      fault_ = "the header name is no token";
    } else if (!reachable) {
      fault_ = "the annotation is not on a plain property";
    } else if (!mirrored_type(find(schema, "type"))) {
      fault_ = "the type is not string, integer or boolean";
    } else if (!names_.insert(ascii::lowered(name)).second) {
      fault_ = "the header name occurs twice";
    }
  }

  static bool mirrored_type(const Json* type) {
    if (type == nullptr || !type->is_string()) return false;
    const std::string_view name = view(type->get_string());
    return name == "string" || name == "integer" || name == "boolean";
  }

  std::set<std::string> names_;
  std::size_t visits_ = 0;
  std::string fault_;
};

}  // namespace

std::string x_mcp_header_fault(const JsonObject& tool) {
  const Json* schema = find(tool, "inputSchema");
  if (schema == nullptr) return {};
  Checker checker;
  checker.visit(*schema, true, true);
  return std::move(checker).fault();
}

}  // namespace mcpjury
