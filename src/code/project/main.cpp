// analyse_folder DIR: the tools, facts and servers found in the code of a folder, as one JSON object.
//
// For the measurements of tests/source and bench; folders of dependencies are left out, nothing else is.
#include <algorithm>
#include <boost/json/serialize.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "code/project/project.h"

int main(int argc, char** argv) {
  namespace fs = std::filesystem;
  if (argc < 2) {
    std::cerr << "usage: analyse_folder DIR\n";
    return 64;
  }
  const fs::path root = argv[1];
  std::vector<std::string> paths;
  std::error_code error;
  for (fs::recursive_directory_iterator at(root, error), end; at != end; at.increment(error)) {
    if (error) break;
    const std::string name = at->path().filename().string();
    if (at->is_directory(error) && (name == "node_modules" || name == ".git")) at.disable_recursion_pending();
    if (at->is_regular_file(error) && !at->is_symlink(error))
      paths.push_back(fs::relative(at->path(), root).string());
  }
  std::sort(paths.begin(), paths.end());
  const auto read = [&](std::string_view path) -> std::optional<std::string> {
    std::ifstream in(root / path, std::ios::binary);
    if (!in || fs::file_size(root / path) > (8u << 20)) return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  const mcpjury::ProjectCode project = mcpjury::analyse_project(paths, read);
  mcpjury::JsonArray definitions(project.definitions.begin(), project.definitions.end());
  std::cout << boost::json::serialize(mcpjury::JsonObject{{"tools", project.tools},
                                                          {"definitions", std::move(definitions)},
                                                          {"facts", project.facts},
                                                          {"routes", project.routes},
                                                          {"embedded_servers", project.embedded_servers},
                                                          {"parsed", project.parsed},
                                                          {"skipped", project.skipped},
                                                          {"unresolved", project.unresolved},
                                                          {"cut", project.cut}})
            << "\n";
  return 0;
}
