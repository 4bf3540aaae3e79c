#include "mcp/method.h"

namespace mcpjury {

std::string_view name_of(Method method) {
  switch (method) {
    case Method::kInitialize:
      return "initialize";
    case Method::kInitialized:
      return "notifications/initialized";
    case Method::kDiscover:
      return "server/discover";
    case Method::kListTools:
      return "tools/list";
    case Method::kListPrompts:
      return "prompts/list";
    case Method::kListResources:
      return "resources/list";
    case Method::kListTemplates:
      return "resources/templates/list";
    case Method::kReadResource:
      return "resources/read";
    case Method::kCancelled:
      return "notifications/cancelled";
  }
  return "";
}

}  // namespace mcpjury
