// Two scan records of one target, engine by engine.
#include <fmt/format.h>

#include "base/canonical_json.h"
#include "base/escape.h"
#include "grade/ampel_record.h"
#include "model/live_view.h"

namespace mcpjury {
namespace {

std::string shown(const Json* value) {
  if (value == nullptr || value->is_null()) return "none";
  if (const auto* text = value->if_string()) return escape_terminal(clip({text->data(), text->size()}, 60));
  return clip(canonical_json(*value), 60);
}

std::string tenths(const Json* value) {
  if (value == nullptr || !value->is_int64()) return "none";
  return fmt::format("{}.{}", value->get_int64() / 10, value->get_int64() % 10);
}

std::string said(const JsonObject& engine) {
  const std::string state = escape_terminal(clip(find_string(engine, "state"), 20));
  return state == "ok" ? fmt::format("ok {}", tenths(find(engine, "sub_score"))) : state;
}

const JsonObject* engine_named(const JsonObject& record, std::string_view id) {
  const JsonArray* engines = find_array(record, "engines");
  for (std::size_t i = 0; engines != nullptr && i < engines->size(); ++i) {
    const JsonObject* engine = (*engines)[i].if_object();
    if (engine != nullptr && find_string(*engine, "id") == id) return engine;
  }
  return nullptr;
}

bool same_value(const Json* a, const Json* b) {
  if (a == nullptr || b == nullptr) return a == b;
  return canonical_json(*a) == canonical_json(*b);
}

std::string reason_of(const JsonObject& before, const JsonObject& now) {
  if (!same_value(find(before, "state"), find(now, "state"))) return "the state changed";
  if (!same_value(find(before, "sub_score"), find(now, "sub_score"))) return "the sub-score changed";
  if (!same_value(find(before, "critical"), find(now, "critical"))) return "the critical findings changed";
  if (!same_value(find(before, "raw_sha256"), find(now, "raw_sha256"))) return "the raw output changed";
  return {};
}

void compare_member(const JsonObject& before, const JsonObject& now, std::string_view part,
                    std::string_view member, std::vector<std::string>& out) {
  const JsonObject* a = find_object(before, part);
  const JsonObject* b = find_object(now, part);
  const Json* x = a == nullptr ? nullptr : find(*a, member);
  const Json* y = b == nullptr ? nullptr : find(*b, member);
  if (!same_value(x, y)) out.push_back(fmt::format("{} {}: {}, now {}", part, member, shown(x), shown(y)));
}

}  // namespace

RecordDifference compare_records(const JsonObject& before, const JsonObject& now) {
  RecordDifference out;
  for (const auto& [part, member] :
       std::initializer_list<std::pair<std::string_view, std::string_view>>{{"method", "version"},
                                                                            {"method", "strictness"},
                                                                            {"method", "weights_sha256"},
                                                                            {"scanner", "version"},
                                                                            {"scanner", "build"},
                                                                            {"target", "sha"},
                                                                            {"target", "digest"}}) {
    compare_member(before, now, part, member, out.versions);
  }
  const JsonArray* engines = find_array(before, "engines");
  bool packs = false, feeds = false;
  for (std::size_t i = 0; engines != nullptr && i < engines->size(); ++i) {
    const JsonObject* old = (*engines)[i].if_object();
    if (old == nullptr) continue;
    const std::string_view id = find_string(*old, "id");
    EngineDifference difference{escape_terminal(clip(id, 60)), said(*old), "missing",
                                "the engine is missing"};
    if (const JsonObject* fresh = engine_named(now, id)) {
      difference.now = said(*fresh);
      difference.why = reason_of(*old, *fresh);
      packs = packs || !same_value(find(*old, "rule_pack"), find(*fresh, "rule_pack"));
      feeds = feeds || !same_value(find(*old, "feed"), find(*fresh, "feed"));
    }
    out.same = out.same && difference.why.empty();
    out.engines.push_back(std::move(difference));
  }
  if (packs) out.versions.push_back("the catalogue of rules is another one");
  if (feeds) out.versions.push_back("the advisory feeds are others");
  out.score_before = tenths(find(before, "score"));
  out.score_now = tenths(find(now, "score"));
  out.same = out.same && out.score_before == out.score_now;
  return out;
}

}  // namespace mcpjury
