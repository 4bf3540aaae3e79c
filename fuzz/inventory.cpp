// Lock files and manifests of every format: the first byte selects the name, the rest is the file.
#include "packages/inventory.h"

#include <iterator>
#include <string>

#include "base/utf8.h"
#include "check.h"

using namespace mcpjury;

namespace {

// Seeds name these by their place: add at the end only.
constexpr std::string_view kPaths[] = {"package.json",
                                       "package-lock.json",
                                       "npm-shrinkwrap.json",
                                       "pnpm-lock.yaml",
                                       "yarn.lock",
                                       "go.mod",
                                       "go.sum",
                                       "requirements.txt",
                                       "pyproject.toml",
                                       "poetry.lock",
                                       "uv.lock",
                                       "Pipfile.lock",
                                       "pdm.lock",
                                       "Cargo.lock",
                                       "Cargo.toml",
                                       "pom.xml",
                                       "gradle.lockfile",
                                       "packages.lock.json",
                                       "Gemfile.lock",
                                       "composer.lock",
                                       "action.yml",
                                       ".github/workflows/ci.yml",
                                       "Dockerfile",
                                       "install.sh"};

void check_row(const PackageRow& row) {
  fuzz::check(!row.ecosystem.empty() && !row.name.empty(), "a row has a name");
  for (const std::string* text :
       {&row.name, &row.version, &row.resolved, &row.integrity, &row.licence, &row.group}) {
    fuzz::check(is_valid_utf8(*text), "a row is UTF-8");
  }
  fuzz::check(("/" + row.name + "/").find("/../") == std::string::npos, "a name is no way up");
  fuzz::check(row.parents.size() <= 20, "parents are bounded");
  fuzz::check(!row.range || !row.version.empty(), "a range has a text");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0 || size > fuzz::kMaxInput) return 0;
  // 'A' and on, so that seeds stay readable.
  const std::string_view path = kPaths[static_cast<std::uint8_t>(data[0] - 'A') % std::size(kPaths)];
  fuzz::check(is_inventory_file(path), "the name is known");
  const auto read = read_inventory(path, fuzz::as_text(data + 1, size - 1));
  if (!read) {
    fuzz::check(!read.error().message.empty(), "a refusal has a message");
    fuzz::check(read.error().message.find('\n') == std::string::npos, "a message is one line");
    return 0;
  }
  fuzz::check(!read->kind.empty() && read->rows.size() <= kMaxPackages, "what is read is bounded");
  for (const PackageRow& row : read->rows) check_row(row);
  for (const std::string& note : read->notes) {
    fuzz::check(is_valid_utf8(note) && note.find('\n') == std::string::npos, "a note is one line");
  }
  return 0;
}
