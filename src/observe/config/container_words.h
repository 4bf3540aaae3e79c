// Private to config: the image of a "docker run", whose options take values in two hundred ways.
#pragma once

#include <string>
#include <vector>

namespace mcpjury {

// Empty when the command runs no container, or when an option is not known: what follows it may be its value.
std::string container_image(const std::vector<std::string>& words);

}  // namespace mcpjury
