// A saved tool list through the whole program: observe, detect, grade, every format.
#include "observe/files/tool_list.h"

#include <string>

#include "check.h"
#include "judged.h"

using namespace mcpjury;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > fuzz::kMaxInput) return 0;
  const std::string_view text = fuzz::as_text(data, size);
  auto parsed = parse_json(text, "input", {});
  if (!parsed) return 0;
  const Json document = parsed->value;
  auto evidence = observe_tool_list(std::move(*parsed), text, {"tools.json", ""}, "2026-01-01T00:00:00Z", {});
  if (!evidence) {
    fuzz::check(!evidence.error().message.empty(), "a refusal has a message");
    return 0;
  }
  const Json record = evidence_to_json(*evidence);
  auto replayed = evidence_from_json(record, "record");
  fuzz::check(replayed.ok(), "our own record is read back");
  fuzz::check(evidence_sha256(*replayed) == evidence_sha256(*evidence), "a record keeps its hash");
  const auto report = fuzz::check_judged(std::move(*evidence));
  for (const Finding& finding : report->findings) {
    fuzz::check(resolve_pointer(document, finding.pointer) != nullptr, "a finding points into the document");
  }
  return 0;
}
