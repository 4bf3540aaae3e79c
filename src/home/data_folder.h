// Where the program keeps what is the user's: advisories and history.
#pragma once

#include <string>

#include "base/result.h"

namespace mcpjury {

// `given`, else MCPJURY_DATA_DIR, else XDG_DATA_HOME/mcpjury, else ~/.local/share/mcpjury. kUsage when the
// environment names no folder at all.
Result<std::string> data_folder(const std::string& given = {});
// Makes the folder, for the user alone.
Status make_data_folder(const std::string& folder);

}  // namespace mcpjury
