// Writes what is generated from the catalogue: mcpjury_docs DIR the pages of docs/,
// mcpjury_docs --published DIR the files of methodology/. Writes only files that differ; removes none.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

#include "pages.h"

namespace {

namespace fs = std::filesystem;

bool write_page(const fs::path& path, const std::string& text) {
  std::ostringstream old;
  if (std::ifstream in(path, std::ios::binary); in) old << in.rdbuf();
  if (old.str() == text) return true;
  std::error_code failed;
  fs::create_directories(path.parent_path(), failed);
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  if (!out) std::fprintf(stderr, "mcpjury_docs: cannot write %s\n", path.c_str());
  return static_cast<bool>(out);
}

}  // namespace

int main(int argc, char** argv) {
  const bool published = argc == 3 && std::string_view(argv[1]) == "--published";
  if (!published && (argc != 2 || argv[1][0] == '-' || argv[1][0] == '\0')) {
    std::fputs("usage: mcpjury_docs DIR | mcpjury_docs --published DIR\n", stderr);
    return 2;
  }
  const fs::path folder = argv[argc - 1];
  const auto pages = published ? mcpjury::docs::published_files() : mcpjury::docs::all_pages();
  bool good = true;
  for (const auto& [name, text] : pages) good = write_page(folder / name, text) && good;
  if (good) std::printf("%zu files in %s\n", pages.size(), folder.c_str());
  return good ? 0 : 1;
}
