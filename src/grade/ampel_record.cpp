#include "grade/ampel_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/canonical_json.h"
#include "base/escape.h"
#include "base/sha256.h"
#include "catalog/catalog.h"
#include "grade/ampel_score.h"
#include "model/live_view.h"
#include "model/record_hash.h"

namespace mcpjury {
namespace {

constexpr std::string_view kSchema = "mcpjury/scan-record/1";
constexpr std::size_t kMaxWrong = 50;

std::optional<EngineState> state_from(std::string_view name) {
  constexpr std::string_view kNames[] = {"ok", "no_data", "not_applicable", "error", "timeout", "disabled"};
  for (std::size_t i = 0; i < std::size(kNames); ++i) {
    if (kNames[i] == name) return static_cast<EngineState>(i);
  }
  return std::nullopt;
}

// ---- raw output -> the number that is normalised; nothing when the raw part does not hold it.

std::optional<std::int64_t> worst_cvss(const JsonObject& raw) {
  const JsonArray* findings = find_array(raw, "findings");
  if (findings == nullptr) return std::nullopt;
  std::int64_t worst = 0;
  for (const Json& item : *findings) {
    const JsonObject* finding = item.if_object();
    if (finding == nullptr) return std::nullopt;
    std::optional<std::int64_t> tenths = find_number(*finding, "cvss_tenths");
    if (!tenths) {
      constexpr std::int64_t kByWord[] = {0, 1, 40, 70, 90};
      const auto word = severity_from(find_string(*finding, "severity"));
      if (!word) return std::nullopt;
      tenths = kByWord[static_cast<std::size_t>(*word)];
    }
    if (*tenths < 0 || *tenths > 100) return std::nullopt;
    worst = std::max(worst, *tenths);
  }
  return worst;
}

std::optional<std::int64_t> length(const JsonObject& raw, std::string_view list) {
  const JsonArray* entries = find_array(raw, list);
  if (entries == nullptr) return std::nullopt;
  return static_cast<std::int64_t>(entries->size());
}

std::optional<std::int64_t> share_passed(const JsonObject& raw) {
  if (const auto stated = find_number(raw, "percent_tenths")) return stated;
  const JsonArray* checks = find_array(raw, "checks");
  if (checks == nullptr || checks->empty()) return std::nullopt;
  std::int64_t passed = 0;
  for (const Json& item : *checks) {
    const JsonObject* check = item.if_object();
    if (check != nullptr && find_flag(*check, "passed") == true) ++passed;
  }
  return passed * 1000 / static_cast<std::int64_t>(checks->size());
}

std::optional<std::int64_t> raw_number(std::string_view normaliser, const JsonObject& raw) {
  if (normaliser == "cvss") return worst_cvss(raw);
  if (normaliser == "count") return length(raw, "counted");
  if (normaliser == "percent") return share_passed(raw);
  if (normaliser == "level") return find_number(raw, "slsa_level");
  if (normaliser != "boolean") return std::nullopt;
  if (const auto matches = length(raw, "matches")) return *matches == 0 ? 1 : 0;
  const auto pass = find_flag(raw, "pass");
  return pass ? std::optional<std::int64_t>(*pass ? 1 : 0) : std::nullopt;
}

class Checker {
 public:
  explicit Checker(const JsonObject& record) : record_(record), ampel_(methodology("ampel")) {}

  RecordCheck run() {
    versions();
    engines();
    ampel_score(out_.recomputed);
    numbers();
    const std::string stated(find_string(record_, "record_sha256"));
    if (stated != record_sha256(record_)) wrong("record_sha256 is not the hash of this record");
    return std::move(out_);
  }

 private:
  void wrong(std::string text) {
    if (out_.wrong.size() < kMaxWrong) out_.wrong.push_back(std::move(text));
  }

  void versions() {
    const JsonObject* method = find_object(record_, "method");
    const std::string_view version = method == nullptr ? "" : find_string(*method, "version");
    if (version != ampel_.version) {
      out_.notes.push_back(fmt::format("made with version {} of the methodology; this program has {}",
                                       escape_terminal(clip(version, 40)), ampel_.version));
    }
  }

  void engines() {
    const JsonArray* list = find_array(record_, "engines");
    std::size_t wanted = 0;
    for (const MethodologyRule& rule : ampel_.rules) wanted += rule.weight > 0 ? 1 : 0;
    if (list == nullptr || list->size() != wanted)
      return wrong(fmt::format("it does not have the {} engines", wanted));
    std::size_t at = 0;
    for (const MethodologyRule& rule : ampel_.rules) {
      if (rule.weight <= 0) continue;
      const JsonObject* entry = (*list)[at++].if_object();
      if (entry == nullptr || find_string(*entry, "id") != rule.id) {
        wrong(fmt::format("engine {} is not {}", at, rule.id));
        continue;
      }
      engine(rule, *entry);
    }
  }

  void engine(const MethodologyRule& rule, const JsonObject& entry) {
    const auto complain = [&](std::string_view what) { wrong(fmt::format("{}: {}", rule.id, what)); };
    if (find_number(entry, "weight_bp") != rule.weight) complain("the weight is not the published one");
    if (find_string(entry, "normaliser") != rule.normaliser) complain("the normaliser is another one");
    AmpelEngine& engine = out_.recomputed.engines.emplace_back();
    engine.id = rule.id;
    engine.family = rule.category;
    engine.weight_bp = rule.weight;
    engine.normaliser = rule.normaliser;
    const auto state = state_from(find_string(entry, "state"));
    if (!state) complain("the state is none of the six");
    engine.state = state.value_or(EngineState::kError);
    criticals(rule, entry);
    if (engine.state != EngineState::kOk) return;
    const Json* raw = find(entry, "raw");
    const JsonObject* object = raw == nullptr ? nullptr : raw->if_object();
    const auto number = object == nullptr ? std::nullopt : raw_number(rule.normaliser, *object);
    if (!number) {
      engine.state = EngineState::kError;
      return complain("the raw output does not hold what is normalised");
    }
    if (find_string(entry, "raw_sha256") != sha256_hex(canonical_json(*raw)))
      complain("raw_sha256 is not the hash of the raw output");
    engine.raw = *number;
    engine.sub_score = ampel_sub_score(rule.normaliser, *number);
    if (find_number(entry, "sub_score") != engine.sub_score) {
      complain(fmt::format("the sub-score is {}.{} by its raw output", engine.sub_score / 10,
                           engine.sub_score % 10));
    }
  }

  void criticals(const MethodologyRule& engine, const JsonObject& entry) {
    const JsonArray* list = find_array(entry, "critical");
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
      const JsonObject* critical = (*list)[i].if_object();
      const MethodologyRule* rule =
          critical == nullptr ? nullptr : find_rule(ampel_, find_string(*critical, "rule"));
      if (rule == nullptr || rule->category != "critical") {
        wrong(fmt::format("{}: a critical finding names no critical rule", engine.id));
        continue;
      }
      out_.recomputed.criticals.push_back(
          {rule->id, {}, engine.id, std::string(find_string(*critical, "proof"))});
    }
  }

  void number(std::string_view key, std::optional<int> mine) {
    const Json* value = find(record_, key);
    const bool stated_none = value == nullptr || value->is_null();
    const auto stated = stated_none ? std::nullopt : find_number(record_, key);
    const bool same = mine ? stated && *stated == *mine : stated_none;
    if (!same) wrong(fmt::format("{} is {} by the raw parts", key, mine ? std::to_string(*mine) : "none"));
  }

  void numbers() {
    const AmpelResult& mine = out_.recomputed;
    number("coverage_bp", mine.coverage_bp);
    number("score", mine.score);
    number("score_low", mine.low);
    number("score_high", mine.high);
    number("score_before_floor", mine.score_before_floor);
    if (find_string(record_, "light") != mine.light)
      wrong(fmt::format("the light is {} by the raw parts", mine.light));
    if (find_flag(record_, "unproven").value_or(false) != mine.unproven) wrong("unproven is wrong");
  }

  const JsonObject& record_;
  const Methodology& ampel_;
  RecordCheck out_;
};

}  // namespace

bool looks_like_record(const Json& document) {
  const JsonObject* object = document.if_object();
  return object != nullptr && find_string(*object, "schema").starts_with("mcpjury/scan-record/");
}

Result<RecordCheck> check_record(const Json& document) {
  const JsonObject* object = document.if_object();
  if (object == nullptr || find_string(*object, "schema") != kSchema)
    return Error{ErrorCode::kNothingToGrade, "not a scan record of a version this program knows"};
  return Checker(*object).run();
}

}  // namespace mcpjury
