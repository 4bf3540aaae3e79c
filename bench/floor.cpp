// The least a scanner of this kind can do: read the batch, parse each line with the same library and
// limits, walk to every string, run the same pattern database over it once. No findings, no grades.
#include <boost/json/monotonic_resource.hpp>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "base/json.h"
#include "catalog/catalog.h"
#include "detect/combos.h"
#include "detect/text_index.h"
#include "model/surface.h"

namespace {

using namespace mcpjury;

void scan_strings(const Json& value, PatternScanner& scanner, std::vector<PatternHit>& hits) {
  if (value.is_string()) {
    scanner.scan(view(value.get_string()), hits);
  } else if (value.is_object()) {
    for (const auto& member : value.get_object()) scan_strings(member.value(), scanner, hits);
  } else if (value.is_array()) {
    for (const Json& item : value.get_array()) scan_strings(item, scanner, hits);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::FILE* in = std::fopen(argv[1], "rb");
  if (!in) return 2;
  PatternScanner scanner(ComboTable::instance().patterns(PatternGroup::kProse));
  std::vector<PatternHit> hits;
  std::size_t total = 0;
  char* line = nullptr;
  std::size_t capacity = 0;
  std::vector<unsigned char> buffer(1u << 20);
  for (ssize_t length; (length = getline(&line, &capacity, in)) > 0;) {
    boost::json::monotonic_resource memory(buffer.data(), buffer.size());
    JsonReadOptions options;
    options.note_duplicate_keys = false;
    options.storage = &memory;
    Result<ParsedJson> parsed = parse_json({line, static_cast<std::size_t>(length)}, "line", options);
    if (!parsed) continue;
    hits.clear();
    scan_strings(parsed->value, scanner, hits);
    total += hits.size();
  }
  std::free(line);
  std::fclose(in);
  std::printf("%zu\n", total);
  return 0;
}
