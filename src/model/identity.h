// The words of a server's name that can be looked for in the names of its host and certificate.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mcpjury {

// Lower case, split at everything that is no ASCII letter or digit, without words shorter than three and
// without mcp, server, service, api, the and official. At most 32: a name is short or it is no name.
std::vector<std::string> identity_tokens(std::string_view server_name);

}  // namespace mcpjury
