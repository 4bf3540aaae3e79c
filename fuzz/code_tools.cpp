// Any bytes as a source file: the first byte picks the language, the rest is read for imports and run for
// tools.
#include <boost/json/serialize.hpp>
#include <string>

#include "check.h"
#include "code/interpret/discover.h"
#include "code/parsed_file.h"
#include "code/scripts/scripts.h"
#include "code/summary_json.h"

using namespace mcpjury;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0 || size > fuzz::kMaxInput) return 0;
  const std::string_view whole = fuzz::as_text(data, size);
  static constexpr const char* kPaths[] = {"a.js", "a.ts", "a.tsx", "a.py"};
  const std::string path = kPaths[data[0] % 4];
  const Result<ParsedFile> file = ParsedFile::parse(path, *code_language(path), std::string(whole.substr(1)));
  if (!file.ok()) return 0;
  FileSummary summary;
  summary.path = path;
  read_script_tools(*file, summary);
  const JsonObject written = summary_to_json(summary);
  const Result<FileSummary> read = summary_from_json(written);
  fuzz::check(read.ok() && summary_to_json(*read) == written, "a summary survives its JSON");
  const Discovery found = discover_tools({&*file}, {path});
  for (const FoundTool& tool : found.tools) {
    fuzz::check(!find_string(tool.definition, "name").empty(), "a tool has a name");
    fuzz::check(tool.file.empty() || tool.file == path, "a tool stands in a file that was given");
  }
  const Discovery again = discover_tools({&*file}, {path});
  fuzz::check(again.tools.size() == found.tools.size(), "the same file gives the same tools");
  return 0;
}
