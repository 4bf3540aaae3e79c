#include "packages/cvss.h"

#include <algorithm>

#include "packages/cvss_vector.h"
#include "packages/version_text.h"

namespace mcpjury {
namespace cvss {
namespace {

constexpr std::size_t kMaxVectorText = 512;  // all metrics of version 4.0 need 200

bool has_word(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const std::size_t space = words.find(' ');
    if (words.substr(0, space) == word) return true;
    words.remove_prefix(space == std::string_view::npos ? words.size() : space + 1);
  }
  return false;
}

}  // namespace

std::optional<Vector> Vector::parse(std::string_view text, const Metric* metrics, std::size_t count) {
  Vector out;
  if (text.size() > kMaxVectorText) return std::nullopt;
  for (const auto part : versions::split(text, '/')) {
    const std::size_t colon = part.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    const std::string_view name = part.substr(0, colon), value = part.substr(colon + 1);
    const Metric* metric =
        std::find_if(metrics, metrics + count, [&](const Metric& known) { return known.name == name; });
    if (metric == metrics + count || value.empty() || !has_word(metric->values, value)) return std::nullopt;
    for (const auto& pair : out.pairs_) {
      if (pair.name == name) return std::nullopt;
    }
    out.pairs_.push_back({name, value == "ND" ? "X" : value});
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (metrics[i].required && !out.defines(metrics[i].name)) return std::nullopt;
  }
  return out;
}

std::string_view Vector::get(std::string_view name) const {
  for (const auto& pair : pairs_) {
    if (pair.name == name) return pair.value;
  }
  return "X";
}

std::string_view Vector::modified(std::string_view name) const {
  for (const auto& pair : pairs_) {
    if (pair.name.size() == name.size() + 1 && pair.name[0] == 'M' && pair.name.substr(1) == name &&
        pair.value != "X") {
      return pair.value;
    }
  }
  return get(name);
}

}  // namespace cvss

namespace {

std::string_view severity_of(int tenths, bool has_critical) {
  if (tenths == 0) return "none";
  if (tenths < 40) return "low";
  if (tenths < 70) return "medium";
  return has_critical && tenths >= 90 ? "critical" : "high";
}

}  // namespace

std::optional<CvssScore> cvss_score(std::string_view vector) {
  vector = versions::trim(vector);
  CvssScore out;
  std::optional<int> tenths;
  if (versions::take(vector, "CVSS:4.0/")) {
    out.version = "4.0";
    tenths = cvss::score_v4(vector);
  } else if (versions::take(vector, "CVSS:3.1/")) {
    out.version = "3.1";
    tenths = cvss::score_v3(vector, true);
  } else if (versions::take(vector, "CVSS:3.0/")) {
    out.version = "3.0";
    tenths = cvss::score_v3(vector, false);
  } else {
    // Version 2 vectors have no prefix and are often printed in parentheses.
    if (vector.size() > 2 && vector.front() == '(' && vector.back() == ')') {
      vector = vector.substr(1, vector.size() - 2);
    }
    versions::take(vector, "CVSS:2.0/");
    out.version = "2.0";
    tenths = cvss::score_v2(vector);
  }
  if (!tenths) return std::nullopt;
  out.tenths = *tenths;
  out.severity = severity_of(*tenths, out.version != "2.0");
  return out;
}

}  // namespace mcpjury
