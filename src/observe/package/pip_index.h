// Which package index the user's own pip or uv asks. No address of an index is written into this program.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace mcpjury {

// index-url of the [global] or [download]/[install] section of a pip configuration file; empty when it sets
// none.
std::string index_in_pip_conf(std::string_view text);
// The default that `pip download --help` shows; empty when it shows none.
std::string index_in_pip_help(std::string_view text);

// PIP_INDEX_URL, UV_DEFAULT_INDEX, UV_INDEX_URL, pip's configuration files, and at last what pip's own help
// says. It may hold credentials: it is never shown. kNothingToGrade when nothing names one.
Result<std::string> pip_index();

}  // namespace mcpjury
