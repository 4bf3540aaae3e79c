// The steps that packages, archives and repositories share. Private to this folder.
#pragma once

#include <optional>
#include <string>

#include "observe/archive/safe_folder.h"
#include "observe/package/package.h"

namespace mcpjury {

// observe_source() over an unpacked folder, with what the archive held and every limit that was met.
Result<Evidence> look_at_unpacked(const SafeFolder& folder, const std::string& root,
                                  const PackageOptions& options);
// A JSON object that lies in the folder; nothing when it is no such file.
std::optional<JsonObject> json_file(const std::string& root, std::string_view path);
// A bundle's manifest.json becomes part of the definition, its start command a launch.
void take_bundle_manifest(const std::string& root, Evidence& evidence);

}  // namespace mcpjury
