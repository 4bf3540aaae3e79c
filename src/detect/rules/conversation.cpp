// How the conversation went: time, transport, capabilities that do not answer, session ids, the active probe.
#include <fmt/format.h>

#include "detect/rules/facet_help.h"
#include "model/live_view.h"

namespace mcpjury {
namespace {

constexpr std::int64_t kProbeMilliseconds = 15'000;
constexpr std::int64_t kSessionBits = 128;

// A wall is no broken promise: what is behind it may well answer.
bool refused_for_want_of_credentials(const JsonObject& walk) {
  const JsonObject* error = find_object(walk, "error");
  const std::int64_t status = error == nullptr ? 0 : find_number(*error, "http_status").value_or(0);
  return status == 401 || status == 403;
}

void check_capabilities(const ProtocolView& seen, const FacetReporter& report) {
  if (seen.capabilities == nullptr) return;
  for (const std::string_view name : {"tools", "resources", "prompts"}) {
    if (find_object(*seen.capabilities, name) == nullptr) continue;
    const JsonObject* walk = seen.list(name);
    if (walk == nullptr) continue;
    const std::string_view state = find_string(*walk, "state");
    if ((state != "error" && state != "not_supported") || refused_for_want_of_credentials(*walk)) continue;
    static const std::uint16_t kSilent = detector_index("capability-does-not-answer");
    report.add(kSilent, fmt::format("/lists/{}", name), {}, name);
  }
}

void check_session(const ProtocolView& seen, const FacetReporter& report) {
  if (seen.session == nullptr || !find_flag(*seen.session, "given").value_or(false)) return;
  static const std::uint16_t kGuessable = detector_index("guessable-session-id");
  const auto bits = find_number(*seen.session, "bits");
  if (find_flag(*seen.session, "visible_ascii") == false) {
    report.add(kGuessable, "/session/visible_ascii", {}, "it holds characters that are not visible ASCII");
  } else if (bits && *bits < kSessionBits) {
    report.add(kGuessable, "/session/bits", {},
               fmt::format("it has room for {} bits, 128 are asked for", *bits));
  } else if (find_flag(*seen.session, "distinct") == false) {
    report.add(kGuessable, "/session/distinct", {}, "two sessions got the same one");
  }
}

void check_active_probe(const ProtocolView& seen, const FacetReporter& report) {
  for (std::size_t i = 0; seen.calls != nullptr && i < seen.calls->size(); ++i) {
    const JsonObject* call = (*seen.calls)[i].if_object();
    if (call == nullptr || find_string(*call, "outcome") != "rejected_compliant_input") continue;
    static const std::uint16_t kRejected = detector_index("rejects-conforming-input");
    report.add(kRejected, fmt::format("/active_probe/calls/{}", i), {}, find_string(*call, "tool"));
  }
}

}  // namespace

void detect_conversation(const DetectInput& input, FindingSink& sink) {
  const ProtocolView seen = protocol_view(input.evidence);
  if (seen.data == nullptr) return;
  const FacetReporter report(input, sink, Facet::kProtocol);
  if (seen.duration_ms && *seen.duration_ms >= kProbeMilliseconds) {
    static const std::uint16_t kSlow = detector_index("slow-conversation");
    report.add(kSlow, "/duration_ms", {}, fmt::format("{} ms", *seen.duration_ms));
  }
  if (seen.wire == "http_sse") {
    static const std::uint16_t kSse = detector_index("deprecated-sse-transport");
    report.add(kSse, "/wire", seen.wire);
  }
  check_capabilities(seen, report);
  check_session(seen, report);
  check_active_probe(seen, report);
}

}  // namespace mcpjury
