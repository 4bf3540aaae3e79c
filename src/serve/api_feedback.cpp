// What people say of findings: wrong, missed, right. Append only.
#include <algorithm>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/one_of.h"
#include "base/redact.h"
#include "scan/clock.h"
#include "serve/api_scans.h"
#include "serve/read_json.h"

namespace mcpjury {

HttpdResponse post_feedback(ApiCall& call) {
  constexpr std::size_t kMostNote = 2'000;
  auto parsed = read_json(call.request.body, "body", 8);
  if (!parsed) return fault_answer(call, 400, "not_json", clip(parsed.error().message, 300));
  const JsonObject* body = parsed->value.if_object();
  if (body == nullptr) return fault_answer(call, 400, "bad_request", "the body is a JSON object");
  for (const auto& member : *body) {
    const std::string_view name(member.key().data(), member.key().size());
    if (name != "kind" && name != "note")
      return fault_answer(call, 400, "bad_request", "known members: kind, note");
  }
  const std::string_view kind = find_string(*body, "kind");
  if (!one_of(kind, {"false_positive", "false_negative", "confirmed"})) {
    return fault_answer(call, 400, "bad_request", "kind is false_positive, false_negative or confirmed");
  }
  const Json* note = find(*body, "note");
  if (note != nullptr && !note->is_null() && (!note->is_string() || note->get_string().size() > kMostNote)) {
    return fault_answer(call, 400, "bad_request", "note is a text of at most 2,000 bytes");
  }
  const std::string& id = call.values[0];
  const bool hash = id.size() >= 8 && id.size() <= 128 &&
                    std::all_of(id.begin(), id.end(), [](char c) { return ascii::is_hex(c); });
  if (!hash) return not_found(call, "no kept scan has such a finding");
  auto known = call.store->finding(id);
  if (!known) {
    if (known.error().code == ErrorCode::kNothingToGrade)
      return not_found(call, "no kept scan has such a finding");
    return store_failed(call, known.error());
  }
  auto added = call.store->add_feedback({current_time(), id, known->detector, known->target_key,
                                         std::string(kind), redact(find_string(*body, "note"))});
  if (!added) return store_failed(call, added.error());
  return data_answer(
      call, JsonObject{{"id", std::to_string(*added)}, {"detector", known->detector}, {"kind", kind}}, 201);
}

HttpdResponse get_feedback(ApiCall& call) {
  auto counts = call.store->feedback_counts();
  if (!counts) return store_failed(call, counts.error());
  JsonArray out;
  for (const FeedbackCount& count : *counts) {
    out.push_back(JsonObject{{"detector", count.detector},
                             {"false_positive", count.false_positive},
                             {"false_negative", count.false_negative},
                             {"confirmed", count.confirmed}});
  }
  return data_answer(call, std::move(out));
}

}  // namespace mcpjury
