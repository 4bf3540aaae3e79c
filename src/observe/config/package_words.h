// Private to config: how package clients write what they fetch.
#pragma once

#include <string_view>

#include "observe/config/command_package.h"

namespace mcpjury {

// Each sets ecosystem, name, version or range, source, pinned.
void set_npm_package(std::string_view spec, CommandPackage& out);
void set_python_package(std::string_view spec, CommandPackage& out);
void set_nuget_package(std::string_view spec, std::string_view version, CommandPackage& out);
void set_go_package(std::string_view spec, CommandPackage& out);
void set_image(std::string_view reference, CommandPackage& out);

// A path of this machine: "./x", "/x", "~/x", "C:\x", "file:x".
bool is_local_path(std::string_view word);

}  // namespace mcpjury
