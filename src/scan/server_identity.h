// Who a server is, as far as its evidence says: what others of it are compared by. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/evidence.h"
#include "model/surface.h"
#include "store/store.h"

namespace mcpjury {

// At most so many tools of one server are compared with those of others.
inline constexpr std::size_t kMaxComparedTools = 5'000;

// The publisher is the site of a remote server's host, the scope or the name of a package, the owner of a
// repository; empty for a bare tool list: what a server says of itself proves nothing. `key` and the times
// are the caller's.
ServerRow server_identity(const Evidence& evidence, const Surface& surface);
std::vector<ToolRow> compared_tools(const Surface& surface);

// Why two servers are of one hand: "package", "repository", "publisher"; empty when nothing says so.
std::string_view related_by(const ServerRow& left, const ServerRow& right);

}  // namespace mcpjury
