// A CVSS vector taken apart, and the formulas of each version over it. Pure. Private to packages.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace mcpjury::cvss {

// One metric of a version: its name, its values between spaces, and whether a vector must have it.
struct Metric {
  std::string_view name;
  std::string_view values;
  bool required = false;
};

class Vector {
 public:
  // Nothing when a metric is unknown, twice there or missing, or a value is none of its metric.
  static std::optional<Vector> parse(std::string_view text, const Metric* metrics, std::size_t count);

  // The value, or "X" when the vector does not say. "ND", the word of version 2 for it, is "X" too.
  std::string_view get(std::string_view name) const;
  // The modified metric ("M" and the name) where it is defined, else the metric itself.
  std::string_view modified(std::string_view name) const;
  bool defines(std::string_view name) const { return get(name) != "X"; }

 private:
  struct Pair {
    std::string_view name, value;
  };
  std::vector<Pair> pairs_;
};

// Tenths of a point. The text has no "CVSS:x.y/" in front any more.
std::optional<int> score_v2(std::string_view text);
std::optional<int> score_v3(std::string_view text, bool minor_1);
std::optional<int> score_v4(std::string_view text);

// Score of a MacroVector in tenths, -1 where the specification has none. Each digit is 0 to 2.
int macro_vector_tenths(int eq1, int eq2, int eq3, int eq4, int eq5, int eq6);

}  // namespace mcpjury::cvss
