#include "settings/suppression_settings.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "base/nearest.h"
#include "catalog/catalog.h"
#include "catalog/rule_ids.h"

namespace mcpjury {
namespace {

constexpr std::size_t kFingerprintLength = 32;

bool is_published_rule(std::string_view id) {
  return std::any_of(catalog().methodologies.begin(), catalog().methodologies.end(),
                     [&](const Methodology& method) { return find_rule(method, id) != nullptr; });
}

bool is_fingerprint(std::string_view text) {
  return text.size() == kFingerprintLength &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// A day that exists: one more than the last of February would otherwise hold for ever after by accident.
bool is_day(std::string_view text) {
  const auto digits = [&](std::size_t from, std::size_t count) {
    return text.substr(from, count).find_first_not_of("0123456789") == std::string_view::npos;
  };
  if (text.size() != 10 || text[4] != '-' || text[7] != '-' || !digits(0, 4) || !digits(5, 2) ||
      !digits(8, 2))
    return false;
  const auto number = [&](std::size_t from, std::size_t count) {
    int out = 0;
    for (const char c : text.substr(from, count)) out = out * 10 + (c - '0');
    return out;
  };
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const int year = number(0, 4), month = number(5, 2), day = number(8, 2);
  if (month < 1 || month > 12 || day < 1) return false;
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return day <= kDays[month - 1] + (month == 2 && leap ? 1 : 0);
}

void check_rule(SettingsMap& map, Suppression& out) {
  if (out.rule.empty()) return;
  out.detectors = detectors_of_rule(out.rule);
  if (!out.detectors.empty()) return;
  if (is_published_rule(out.rule))
    return map.fault("rule", fmt::format("{} rests on no finding, so none can be suppressed", out.rule));
  const auto near = nearest_names(out.rule, all_rule_ids(), 1);
  map.fault("rule",
            fmt::format("{} is no known rule; {}", clip(out.rule, 60),
                        near.empty() ? "see mcpjury rules" : fmt::format("did you mean {}?", near[0])));
}

Suppression read_suppression(SettingsMap& map) {
  Suppression out;
  const SettingsPlace place = map.place();
  out.place = fmt::format("{}:{}:{}", map.faults().file(), place.line, place.column);
  out.rule = map.required_text("rule");
  check_rule(map, out);
  out.fingerprint = map.text("fingerprint").value_or("");
  if (!out.fingerprint.empty() && !is_fingerprint(out.fingerprint))
    map.fault("fingerprint", "must be the 32 hexadecimal digits that a report gives for the finding");
  out.subject = map.text("subject").value_or("");
  out.pointer = map.text("pointer").value_or("");
  out.target = map.text("target").value_or("");
  if (!map.has("fingerprint") && !map.has("subject") && !map.has("pointer") && !map.has("target")) {
    map.faults().add(place, fmt::format("{} says not where: give fingerprint, subject, pointer or target; "
                                        "subject: \"*\" is everywhere",
                                        map.name()));
  }
  out.reason = map.required_text("reason");
  out.expires = map.required_text("expires");
  if (!out.expires.empty() && !is_day(out.expires)) map.fault("expires", "must be a day, such as 2027-06-30");
  out.owner = map.text("owner").value_or("");
  map.done();
  return out;
}

}  // namespace

std::vector<std::uint16_t> detectors_of_rule(std::string_view id) {
  std::vector<std::uint16_t> out;
  if (const Detector* detector = find_detector(id)) return {static_cast<std::uint16_t>(index_of(*detector))};
  for (const Methodology& method : catalog().methodologies) {
    if (&methodology(method.id) != &method) continue;
    const MethodologyRule* rule = find_rule(method, id);
    if (rule == nullptr) continue;
    for (const RuleRow& row : rule->rows) out.insert(out.end(), row.detectors.begin(), row.detectors.end());
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::vector<Suppression> read_suppressions(std::vector<SettingsMap> maps) {
  std::vector<Suppression> out;
  for (SettingsMap& map : maps) {
    if (out.size() == kMaxSuppressions) {
      map.faults().add(map.place(), fmt::format("more than {} suppressions", kMaxSuppressions));
      break;
    }
    out.push_back(read_suppression(map));
  }
  return out;
}

JsonObject suppression_json(const Suppression& suppression) {
  JsonObject out{{"rule", suppression.rule}};
  const auto put = [&](std::string_view key, const std::string& value) {
    if (!value.empty()) out[key] = value;
  };
  put("fingerprint", suppression.fingerprint);
  put("subject", suppression.subject);
  put("pointer", suppression.pointer);
  put("target", suppression.target);
  put("reason", suppression.reason);
  put("expires", suppression.expires);
  put("owner", suppression.owner);
  return out;
}

}  // namespace mcpjury
