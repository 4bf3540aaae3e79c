#include <algorithm>
#include <utility>

#include "packages/composer_version.h"
#include "packages/version_schemes.h"
#include "packages/version_text.h"

namespace mcpjury::versions {
namespace {

using Part = ComposerVersion::Part;

constexpr std::string_view kEndlessNumber = "9999999";  // what "x" stands for in "2.1.x-dev"

std::string_view without_flags(std::string_view text) {
  text = trim(text);
  if (const std::size_t as = text.find(" as "); as != std::string_view::npos) text = trim(text.substr(0, as));
  const std::size_t at = text.rfind('@');
  if (at != std::string_view::npos) {
    const std::string flag = lower(text.substr(at + 1));
    if (flag == "stable" || flag == "rc" || flag == "beta" || flag == "alpha" || flag == "dev") {
      text = text.substr(0, at);
    }
  }
  if (const std::size_t plus = text.find('+'); plus != std::string_view::npos) text = text.substr(0, plus);
  return text;
}

// [._-]? (stable|beta|b|RC|alpha|a|patch|pl|p) numbers? [.-]?dev?  and nothing behind it.
bool read_modifier(std::string_view text, ComposerVersion& out) {
  static constexpr std::pair<std::string_view, Stability> kWords[] = {
      {"stable", Stability::kNumber}, {"alpha", Stability::kAlpha}, {"patch", Stability::kPatch},
      {"beta", Stability::kBeta},     {"rc", Stability::kRc},       {"pl", Stability::kPatch},
      {"a", Stability::kAlpha},       {"b", Stability::kBeta},      {"p", Stability::kPatch}};
  if (text.empty()) return true;
  if (text.front() == '.' || text.front() == '_' || text.front() == '-') text.remove_prefix(1);
  for (const auto& [word, stability] : kWords) {
    if (!take_lower(text, word)) continue;
    out.suffixed = true;
    if (stability != Stability::kNumber) out.parts.push_back({stability, ""});
    for (;;) {
      std::string_view rest = text;
      if (!rest.empty() && (rest.front() == '.' || rest.front() == '-')) rest.remove_prefix(1);
      const std::string_view digits = take_digits(rest);
      if (digits.empty()) break;
      if (stability != Stability::kNumber) out.parts.push_back({Stability::kNumber, normal_number(digits)});
      text = rest;
    }
    break;
  }
  if (text.empty()) return out.suffixed;
  if (out.suffixed && (text.front() == '.' || text.front() == '-')) text.remove_prefix(1);
  if (!take_lower(text, "dev") || !text.empty()) return false;
  out.suffixed = true;
  out.parts.push_back({Stability::kDev, ""});
  return true;
}

void fill(ComposerVersion& version, std::string_view number) {
  for (std::size_t i = version.parts.size(); i < 4; ++i) {
    version.parts.push_back({Stability::kNumber, std::string(number)});
  }
}

std::optional<ComposerVersion> parse_classical(std::string_view text) {
  ComposerVersion out;
  for (;;) {
    const std::string_view digits = take_digits(text);
    // A longer first number is a date.
    if (digits.empty() || (out.given == 0 && digits.size() > 5)) return std::nullopt;
    out.parts.push_back({Stability::kNumber, normal_number(digits)});
    ++out.given;
    if (out.given == 4 || text.size() < 2 || text[0] != '.' || !is_digit(text[1])) break;
    text.remove_prefix(1);
  }
  fill(out, "0");
  if (!read_modifier(text, out)) return std::nullopt;
  return out;
}

// "20100102", "2010-01-02", "2010.01.02.5": the numbers as they are grouped.
std::optional<ComposerVersion> parse_date(std::string_view text) {
  ComposerVersion out;
  for (;;) {
    const std::string_view digits = take_digits(text);
    if (digits.empty() || out.parts.size() == 8) return std::nullopt;
    if (out.parts.empty() && (digits.size() < 4 || digits.size() > 19)) return std::nullopt;
    if (!out.parts.empty() && digits.size() > 3) return std::nullopt;
    out.parts.push_back({Stability::kNumber, normal_number(digits)});
    const bool more =
        text.size() > 1 && (text[0] == '.' || text[0] == ':' || text[0] == '-') && is_digit(text[1]);
    if (!more) break;
    text.remove_prefix(1);
  }
  out.given = out.parts.size();
  if (!read_modifier(text, out)) return std::nullopt;
  return out;
}

// "2.1.x-dev", "2.x-dev": a branch that has a place in the order, after all its releases.
std::optional<ComposerVersion> parse_branch(std::string_view text) {
  const std::string name = lower(text);
  std::string_view rest = name;
  if (!rest.ends_with("dev")) return std::nullopt;
  rest.remove_suffix(3);
  if (rest.ends_with('-') || rest.ends_with('.')) rest.remove_suffix(1);
  ComposerVersion out;
  const auto parts = split(rest, '.');
  if (parts.size() > 4 || !all_digits(parts.front())) return std::nullopt;
  for (const auto part : parts) {
    const bool wildcard = part == "x" || part == "*";
    if (!wildcard && !all_digits(part)) return std::nullopt;
    out.parts.push_back({Stability::kNumber, wildcard ? std::string(kEndlessNumber) : normal_number(part)});
    out.given += wildcard ? 0 : 1;
  }
  fill(out, kEndlessNumber);
  out.parts.push_back({Stability::kDev, ""});
  out.suffixed = true;
  return out;
}

}  // namespace

std::optional<ComposerVersion> parse_composer(std::string_view text) {
  text = without_flags(text);
  take_lower(text, "v");
  if (auto version = parse_classical(text)) return version;
  if (auto version = parse_date(text)) return version;
  return parse_branch(text);
}

int compare_composer(const ComposerVersion& a, const ComposerVersion& b) {
  const std::size_t shorter = std::min(a.parts.size(), b.parts.size());
  for (std::size_t i = 0; i < shorter; ++i) {
    const Part &l = a.parts[i], &r = b.parts[i];
    if (l.kind != r.kind) return l.kind < r.kind ? -1 : 1;
    const int order = l.kind == Stability::kNumber ? compare_numbers(l.number, r.number) : 0;
    if (order != 0) return order;
  }
  if (a.parts.size() == b.parts.size()) return 0;
  // A further number makes it newer, and so does a patch level; every other word makes it older.
  const bool a_longer = a.parts.size() > b.parts.size();
  const bool newer = (a_longer ? a : b).parts[shorter].kind >= Stability::kNumber;
  return newer == a_longer ? 1 : -1;
}

ComposerVersion lowest_of(ComposerVersion version) {
  version.parts.push_back({Stability::kDev, ""});
  return version;
}

ComposerVersion series_bound(const ComposerVersion& version, std::size_t position, bool increase) {
  ComposerVersion out;
  for (std::size_t i = 0; i < 4; ++i) {
    const bool kept = i < position && i < version.parts.size() && version.parts[i].kind == Stability::kNumber;
    out.parts.push_back({Stability::kNumber, kept ? version.parts[i].number : "0"});
  }
  if (increase) out.parts[position - 1].number = next_number(out.parts[position - 1].number);
  return lowest_of(std::move(out));
}

Comparison compare_packagist(std::string_view a, std::string_view b) {
  const auto left = parse_composer(a), right = parse_composer(b);
  if (!left || !right) return std::nullopt;
  return compare_composer(*left, *right);
}

}  // namespace mcpjury::versions
