// The methods our client can say. Calling a tool is not among them, on purpose: the type cannot express it.
#pragma once

#include <cstdint>
#include <string_view>

namespace mcpjury {

enum class Method : std::uint8_t {
  kInitialize,
  kInitialized,  // notification
  kDiscover,
  kListTools,
  kListPrompts,
  kListResources,
  kListTemplates,
  kReadResource,
  kCancelled,  // notification
};
std::string_view name_of(Method method);  // "initialize", "tools/list", …

}  // namespace mcpjury
