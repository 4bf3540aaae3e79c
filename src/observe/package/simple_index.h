// A page of a Python package index: PEP 691 JSON, or PEP 503 HTML. Pure; hostile text, bounded.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace mcpjury {

struct IndexFile {
  std::string file_name;
  std::string url;      // absolute or relative, without the digest
  std::string sha256;   // hex; empty when the index gives none
  std::string version;  // of the file name, as PEP 440 writes it
  std::string uploaded_at;
  std::string provenance;         // PEP 740: address of the attestations; empty for none
  bool shows_provenance = false;  // the index has the member, perhaps null
  bool is_wheel = false, is_sdist = false, yanked = false;
  std::string yanked_reason;
};

inline constexpr std::size_t kMaxIndexFiles = 20'000;

std::optional<std::vector<IndexFile>> read_simple_json(std::string_view text);
std::vector<IndexFile> read_simple_html(std::string_view text);
// {version, wheel or sdist} of "name-1.0-py3-none-any.whl" and "name-1.0.tar.gz"; an empty version when it is
// neither.
void read_file_name(std::string_view project, IndexFile& file);
// The newest release: no pre-release while there is another, nothing yanked unless it is asked for by its
// number. Empty when there is none.
std::string choose_python_version(const std::vector<IndexFile>& files, std::string_view wanted);

}  // namespace mcpjury
