// An evidence record from somebody else: read, written back, judged.
#include "model/evidence.h"

#include "check.h"
#include "judged.h"

using namespace mcpjury;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > fuzz::kMaxInput) return 0;
  const auto parsed = parse_json(fuzz::as_text(data, size), "input", {});
  if (!parsed) return 0;
  looks_like_evidence(parsed->value);
  auto evidence = evidence_from_json(parsed->value, "input");
  if (!evidence) {
    fuzz::check(!evidence.error().message.empty(), "a refusal has a message");
    return 0;
  }
  const std::string written = canonical_json(evidence_to_json(*evidence));
  const auto reread = fuzz::parse_own(written);
  fuzz::check(reread.ok(), "what is written is JSON");
  const auto again = evidence_from_json(reread->value, "written");
  fuzz::check(again.ok(), "what is written is read back");
  fuzz::check(canonical_json(evidence_to_json(*again)) == written, "and written the same");
  fuzz::check_judged(std::move(*evidence));
  return 0;
}
