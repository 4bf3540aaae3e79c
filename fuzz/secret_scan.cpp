// The rules built in over any bytes: the first line is the path, the rest the text.
#include <memory>
#include <string>

#include "check.h"
#include "secrets/scanner.h"

using namespace mcpjury;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const SecretPack kPack = std::move(*default_secret_pack());
  static SecretScanner scanner(kPack);
  if (size > fuzz::kMaxInput) return 0;
  const std::string_view whole = fuzz::as_text(data, size);
  const std::size_t end = std::min(whole.find('\n'), whole.size());
  const std::string_view text = whole.substr(std::min(end + 1, whole.size()));
  std::size_t last = 0;
  std::uint32_t line = 0;
  const auto found = scanner.scan(whole.substr(0, end), text);
  fuzz::check(found.size() <= SecretScanner::kMaxFound, "what is found is bounded");
  for (const FoundSecret& one : found) {
    fuzz::check(one.begin >= last && one.begin < one.end && one.end <= text.size(), "places are in order");
    fuzz::check(one.line >= line && one.line >= 1, "lines are in order");
    fuzz::check(one.tag.size() == 6 && !one.kind.empty(), "a tag and a kind");
    last = one.end;
    line = one.line;
  }
  return 0;
}
