// Where the index of advisories lies.
#pragma once

#include <string>

#include "base/result.h"

namespace mcpjury {

// `given`, else MCPJURY_DATA_DIR, else XDG_DATA_HOME/mcpjury, else ~/.local/share/mcpjury. kUsage when the
// environment names no folder at all.
Result<std::string> data_folder(const std::string& given = {});
// The file in that folder.
std::string feed_database(const std::string& folder);
// Makes the folder, for the user alone.
Status make_data_folder(const std::string& folder);

}  // namespace mcpjury
