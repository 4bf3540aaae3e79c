// What a Python release says of itself: METADATA of a wheel, PKG-INFO of a source archive (core metadata, as
// mail headers). Pure but for reading the file; hostile text, bounded.
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"

namespace mcpjury {

// licence, repository, maintainers for provenance.package, from the text of the file.
JsonObject core_metadata(std::string_view text);
// The same from the file that lies in the unpacked folder; empty when there is none.
JsonObject python_metadata(const std::string& root);

}  // namespace mcpjury
