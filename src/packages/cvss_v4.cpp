#include <algorithm>
#include <array>
#include <iterator>

#include "packages/cvss_vector.h"

namespace mcpjury::cvss {
namespace {

constexpr Metric kV4Metrics[] = {
    {"AV", "N A L P", true}, {"AC", "L H", true},   {"AT", "N P", true},   {"PR", "N L H", true},
    {"UI", "N P A", true},   {"VC", "H L N", true}, {"VI", "H L N", true}, {"VA", "H L N", true},
    {"SC", "H L N", true},   {"SI", "H L N", true}, {"SA", "H L N", true}, {"E", "X A P U"},
    {"CR", "X H M L"},       {"IR", "X H M L"},     {"AR", "X H M L"},     {"MAV", "X N A L P"},
    {"MAC", "X L H"},        {"MAT", "X N P"},      {"MPR", "X N L H"},    {"MUI", "X N P A"},
    {"MVC", "X H L N"},      {"MVI", "X H L N"},    {"MVA", "X H L N"},    {"MSC", "X H L N"},
    {"MSI", "X S H L N"},    {"MSA", "X S H L N"},  {"S", "X N P"},        {"AU", "X N Y"},
    {"R", "X A U I"},        {"V", "X D C"},        {"RE", "X L M H"},     {"U", "X Clear Green Amber Red"},
};

// Every metric as its distance from the worst value, in steps of severity (section 8.2 of the specification).
struct Levels {
  int av, pr, ui, ac, at, vc, vi, va, sc, si, sa, cr, ir, ar, e;
};

// The place of the value in the list, worst first. What is not defined is taken as the worst.
int level(std::string_view worst_first, std::string_view value) {
  const std::size_t at = worst_first.find(value);
  return at == std::string_view::npos ? 0 : static_cast<int>(at);
}

Levels levels_of(const Vector& v) {
  const auto of = [&](std::string_view name, std::string_view order) {
    return level(order, v.modified(name));
  };
  Levels out{};
  out.av = of("AV", "NALP");
  out.pr = of("PR", "NLH");
  out.ui = of("UI", "NPA");
  out.ac = of("AC", "LH");
  out.at = of("AT", "NP");
  out.vc = of("VC", "HLN");
  out.vi = of("VI", "HLN");
  out.va = of("VA", "HLN");
  out.sc = of("SC", "SHLN");
  out.si = of("SI", "SHLN");
  out.sa = of("SA", "SHLN");
  out.cr = of("CR", "HML");
  out.ir = of("IR", "HML");
  out.ar = of("AR", "HML");
  out.e = of("E", "APU");
  return out;
}

struct MacroVector {
  int eq1, eq2, eq3, eq4, eq5, eq6;
  int tenths() const { return macro_vector_tenths(eq1, eq2, eq3, eq4, eq5, eq6); }
};

// Tables 24 to 29.
MacroVector macro_vector_of(const Levels& l) {
  MacroVector out{};
  const bool all_worst = l.av == 0 && l.pr == 0 && l.ui == 0;
  const bool one_worst = l.av == 0 || l.pr == 0 || l.ui == 0;
  out.eq1 = all_worst ? 0 : one_worst && l.av != 3 ? 1 : 2;
  out.eq2 = l.ac == 0 && l.at == 0 ? 0 : 1;
  out.eq3 = l.vc == 0 && l.vi == 0 ? 0 : l.vc == 0 || l.vi == 0 || l.va == 0 ? 1 : 2;
  out.eq4 = l.si == 0 || l.sa == 0 ? 0 : l.sc == 1 || l.si == 1 || l.sa == 1 ? 1 : 2;
  out.eq5 = l.e;
  out.eq6 = (l.cr == 0 && l.vc == 0) || (l.ir == 0 && l.vi == 0) || (l.ar == 0 && l.va == 0) ? 0 : 1;
  return out;
}

// The distance from the first of the worst vectors of the set that is nowhere better than this one.
template <std::size_t N>
int distance(const std::array<int, N>& levels, std::initializer_list<std::array<int, N>> worst) {
  for (const auto& candidate : worst) {
    int sum = 0;
    bool above = true;
    for (std::size_t i = 0; i < N; ++i) {
      above = above && levels[i] >= candidate[i];
      sum += levels[i] - candidate[i];
    }
    if (above) return sum;
  }
  return 0;
}

int distance_eq1(const Levels& l, int eq1) {
  const std::array<int, 3> at = {l.av, l.pr, l.ui};
  if (eq1 == 0) return distance<3>(at, {{0, 0, 0}});
  if (eq1 == 1) return distance<3>(at, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  return distance<3>(at, {{3, 0, 0}, {1, 1, 1}});
}

int distance_eq2(const Levels& l, int eq2) {
  const std::array<int, 2> at = {l.ac, l.at};
  return eq2 == 0 ? distance<2>(at, {{0, 0}}) : distance<2>(at, {{1, 0}, {0, 1}});
}

int distance_eq3_eq6(const Levels& l, int eq3, int eq6) {
  const std::array<int, 6> at = {l.vc, l.vi, l.va, l.cr, l.ir, l.ar};
  if (eq3 == 0 && eq6 == 0) return distance<6>(at, {{0, 0, 0, 0, 0, 0}});
  if (eq3 == 0) return distance<6>(at, {{0, 0, 1, 1, 1, 0}, {0, 0, 0, 1, 1, 1}});
  if (eq3 == 1 && eq6 == 0) return distance<6>(at, {{1, 0, 0, 0, 0, 0}, {0, 1, 0, 0, 0, 0}});
  if (eq3 == 1) {
    return distance<6>(
        at,
        {{1, 0, 1, 0, 1, 0}, {1, 0, 0, 0, 1, 1}, {0, 1, 0, 1, 0, 1}, {0, 1, 1, 1, 0, 0}, {1, 1, 0, 0, 0, 1}});
  }
  return distance<6>(at, {{1, 1, 1, 0, 0, 0}});
}

int distance_eq4(const Levels& l, int eq4) {
  const std::array<int, 3> at = {l.sc, l.si, l.sa};
  if (eq4 == 0) return distance<3>(at, {{1, 0, 0}});
  if (eq4 == 1) return distance<3>(at, {{1, 1, 1}});
  return distance<3>(at, {{2, 2, 2}});
}

// The best score that is one step lower in EQ3 and EQ6 taken together, or -1.
int lower_eq3_eq6(MacroVector macro) {
  MacroVector other = macro;
  if (macro.eq3 == 1 && macro.eq6 == 0) {
    ++macro.eq6;
    return macro.tenths();
  }
  ++macro.eq3;
  if (macro.eq3 == 1 && macro.eq6 == 0) {
    ++other.eq6;
    return std::max(macro.tenths(), other.tenths());
  }
  return macro.tenths();
}

// Section 8.2: the score of the MacroVector less the mean share of the way to the next lower ones. All in
// whole numbers, over the least common multiple of the depths, so that halves are exact.
int interpolated(const Levels& l, const MacroVector& macro) {
  static constexpr int kDepth1[] = {1, 4, 5}, kDepth2[] = {1, 2}, kDepth4[] = {6, 5, 4};
  static constexpr int kDepth36[3][2] = {{7, 6}, {8, 8}, {10, 10}};
  static constexpr int kCommon = 840;
  const int value = macro.tenths();
  int sum = 0, count = 0;
  const auto add = [&](int lower, int steps, int depth) {
    if (lower < 0 || lower > value) return;
    ++count;
    sum += (value - lower) * steps * (kCommon / depth);
  };
  const auto& m = macro;
  add(macro_vector_tenths(m.eq1 + 1, m.eq2, m.eq3, m.eq4, m.eq5, m.eq6), distance_eq1(l, m.eq1),
      kDepth1[m.eq1]);
  add(macro_vector_tenths(m.eq1, m.eq2 + 1, m.eq3, m.eq4, m.eq5, m.eq6), distance_eq2(l, m.eq2),
      kDepth2[m.eq2]);
  add(lower_eq3_eq6(m), distance_eq3_eq6(l, m.eq3, m.eq6), kDepth36[m.eq3][m.eq6]);
  add(macro_vector_tenths(m.eq1, m.eq2, m.eq3, m.eq4 + 1, m.eq5, m.eq6), distance_eq4(l, m.eq4),
      kDepth4[m.eq4]);
  add(macro_vector_tenths(m.eq1, m.eq2, m.eq3, m.eq4, m.eq5 + 1, m.eq6), 0, 1);
  if (count == 0) return value;
  const int whole = kCommon * count;
  return std::clamp((2 * (value * whole - sum) + whole) / (2 * whole), 0, 100);
}

}  // namespace

std::optional<int> score_v4(std::string_view text) {
  const auto vector = Vector::parse(text, kV4Metrics, std::size(kV4Metrics));
  if (!vector) return std::nullopt;
  const Levels l = levels_of(*vector);
  const bool no_impact = l.vc == 2 && l.vi == 2 && l.va == 2 && l.sc == 3 && l.si == 3 && l.sa == 3;
  if (no_impact) return 0;
  return interpolated(l, macro_vector_of(l));
}

}  // namespace mcpjury::cvss
