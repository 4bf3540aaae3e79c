// parse_json, canonical_json, pretty_json, walk_places: what is accepted comes back the same.
#include "base/json.h"

#include <string>

#include "base/canonical_json.h"
#include "base/places.h"
#include "check.h"

using namespace mcpjury;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > fuzz::kMaxInput) return 0;
  const std::string_view text = fuzz::as_text(data, size);
  const auto parsed = parse_json(text, "input", {});
  if (!parsed) {
    fuzz::check(!parsed.error().message.empty(), "a refusal has a message");
    fuzz::check(parsed.error().message.find('\n') == std::string::npos, "a message is one line");
    return 0;
  }
  const std::string canonical = canonical_json(parsed->value);
  const auto again = parse_json(canonical, "canonical", {});
  fuzz::check(again.ok(), "canonical JSON is JSON");
  fuzz::check(again->duplicate_keys.empty(), "canonical JSON has no key twice");
  fuzz::check(canonical_json(again->value) == canonical, "canonical JSON is a fixed point");
  const auto pretty = parse_json(pretty_json(parsed->value), "pretty", {});
  fuzz::check(pretty.ok() && canonical_json(pretty->value) == canonical, "laid-out JSON is the same value");

  std::uint32_t last = 1;
  walk_places(text, [&](std::string_view pointer, std::uint32_t line) {
    fuzz::check(line >= last, "places come in document order");
    last = line;
    if (parsed->duplicate_keys.empty()) {
      fuzz::check(resolve_pointer(parsed->value, pointer) != nullptr, "a place points to a value");
    }
  });
  return 0;
}
