// Any bytes as the configuration of a client: the first line is the name of the file, which chooses the
// format. What is read becomes evidence that fits the schema, and no value of a variable stands in it.
#include <string>

#include "base/canonical_json.h"
#include "check.h"
#include "observe/config/configured_evidence.h"
#include "observe/config/read_config.h"

using namespace mcpjury;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static ConfigSecrets secrets;
  if (size > fuzz::kMaxInput) return 0;
  const std::string_view whole = fuzz::as_text(data, size);
  const std::size_t end = std::min(whole.find('\n'), whole.size());
  const std::string name(whole.substr(0, end));
  const std::string_view text = whole.substr(std::min(end + 1, whole.size()));
  auto read = read_config_text({"cursor", "user", "/u/" + name}, "config", text);
  if (name.ends_with(".toml") || name.ends_with(".yaml"))
    read = read_config_text({"cursor", "user", "/u/" + name}, name.ends_with(".toml") ? "c.toml" : "c.yaml",
                            text);
  if (!read) return 0;
  std::vector<Evidence> evidence;
  for (const ConfiguredServer& server : read->servers) {
    if (evidence.size() == 50) break;
    evidence.push_back(configured_evidence(server, secrets, "2026-01-01T00:00:00Z"));
  }
  read->servers.resize(evidence.size());
  add_same_names(read->servers, evidence);
  for (const Evidence& one : evidence) {
    const auto again = evidence_from_json(evidence_to_json(one), "record");
    fuzz::check(again.ok(), "the evidence fits its schema");
    fuzz::check(evidence_sha256(*again) == evidence_sha256(one), "the evidence is read as it was written");
  }
  return 0;
}
