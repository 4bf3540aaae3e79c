#include "mcp/channel_options.h"

#include <algorithm>

#include "base/base64.h"
#include "mcp/method.h"

namespace mcpjury {

JsonObject dressed_params(const Frame& frame, Era era, const std::string& version,
                          const ChannelOptions& options) {
  JsonObject params = frame.params;
  if (era != Era::kModern) return params;
  Json& slot = params["_meta"];
  if (!slot.is_object()) slot = JsonObject();
  JsonObject& meta = slot.get_object();
  meta["io.modelcontextprotocol/protocolVersion"] = version;
  meta.emplace("io.modelcontextprotocol/clientCapabilities", JsonObject());
  meta.emplace("io.modelcontextprotocol/clientInfo",
               JsonObject{{"name", options.client_name}, {"version", options.client_version}});
  return params;
}

std::string header_value(std::string_view text) {
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c <= 0x7E; });
  const bool edges = !text.empty() && (text.front() == ' ' || text.back() == ' ');
  const bool looks_encoded = text.starts_with("=?base64?") && text.ends_with("?=");
  if (plain && !edges && !looks_encoded) return std::string(text);
  return "=?base64?" + base64_encode(text) + "?=";
}

bool is_visible_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x21 && c <= 0x7E; });
}

Frame cancelled_frame(std::int64_t id, std::string_view reason) {
  Frame frame;
  frame.method = name_of(Method::kCancelled);
  frame.params = {{"requestId", id}, {"reason", reason}};
  frame.notification = true;
  return frame;
}

}  // namespace mcpjury
