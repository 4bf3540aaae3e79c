#include "param_headers.h"

#include <boost/json/serialize.hpp>

#include "mcp/channel_options.h"

namespace mcpjury {
namespace {

constexpr int kMaxDepth = 16;

void gather(const JsonObject& schema, const JsonObject& arguments, int depth, std::vector<HttpHeader>& out) {
  const JsonObject* properties = find_object(schema, "properties");
  if (properties == nullptr || depth == kMaxDepth) return;
  for (const auto& member : *properties) {
    const JsonObject* property = member.value().if_object();
    const Json* value = arguments.if_contains(member.key());
    if (property == nullptr || value == nullptr || value->is_null()) continue;
    if (const JsonObject* inner = value->if_object()) {
      gather(*property, *inner, depth + 1, out);
      continue;
    }
    const std::string_view name = find_string(*property, "x-mcp-header");
    if (name.empty() || value->is_structured()) continue;
    const auto* text = value->if_string();
    out.push_back({"Mcp-Param-" + std::string(name),
                   text != nullptr ? header_value(view(*text)) : boost::json::serialize(*value)});
  }
}

}  // namespace

std::vector<HttpHeader> param_headers(const JsonObject& input_schema, const JsonObject& arguments) {
  std::vector<HttpHeader> out;
  gather(input_schema, arguments, 0, out);
  return out;
}

}  // namespace mcpjury
