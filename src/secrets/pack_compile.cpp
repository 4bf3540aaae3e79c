#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/escape.h"
#include "secrets/pack_parts.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxKeywordBytes = 200;
constexpr std::size_t kMaxKeywords = 20'000;

// Go reads (?<name>…) since 1.22; the library here only (?P<name>…).
std::string with_named_groups(std::string_view regex) {
  std::string out;
  bool in_class = false;
  for (std::size_t i = 0; i < regex.size(); ++i) {
    const char c = regex[i];
    out.push_back(c);
    if (c == '\\' && i + 1 < regex.size()) {
      out.push_back(regex[++i]);
    } else if (c == '[') {
      in_class = true;
    } else if (c == ']') {
      in_class = false;
    } else if (c == '(' && !in_class && regex.substr(i, 3) == "(?<") {
      out += "?P<";
      i += 2;
    }
  }
  return out;
}

// A literal in the language of the prefilter.
std::string quoted(std::string_view word) {
  std::string out;
  for (const char c : word) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (plain) {
      out.push_back(c);
    } else {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

class Compiler {
 public:
  explicit Compiler(std::string_view name) : name_(name) {}

  Result<SecretPack> compile(PackText&& pack) {
    auto parts = std::make_unique<SecretPack::Parts>();
    parts->name = name_;
    for (std::string& note : pack.notes) parts->notes.push_back(escape_terminal(note));
    if (pack.rules.size() > kMaxSecretRules) return fault(ErrorCode::kLimit, "more rules than the limit");
    where_ = "allowlist";
    compile_allows(std::move(pack.allows), parts->allows);
    for (RuleText& rule : pack.rules) {
      where_ = fmt::format("rule {}", clip(rule.id, 100));
      // A rule that only serves composite rules of others reports nothing.
      if (!rule.skip_report) compile_rule(std::move(rule), *parts);
      if (failed_) break;
    }
    if (!failed_) compile_keywords(*parts);
    if (failed_) return error_;
    return SecretPack(std::move(parts));
  }

 private:
  Error fault(ErrorCode code, std::string_view reason) const {
    return {code, escape_terminal(fmt::format("{}: {}", name_, clip(reason, 400)))};
  }
  void fail(ErrorCode code, std::string_view reason) {
    if (failed_) return;
    failed_ = true;
    error_ = fault(code, fmt::format("{}: {}", where_, reason));
  }

  SecretRegex regex(const std::string& text) {
    if (failed_) return nullptr;
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(kSecretRegexMemory);
    auto compiled = std::make_unique<re2::RE2>(with_named_groups(text), options);
    if (!compiled->ok()) {
      const bool large = compiled->error_code() == re2::RE2::ErrorPatternTooLarge;
      fail(large ? ErrorCode::kLimit : ErrorCode::kUsage,
           fmt::format("the expression is refused: {}", compiled->error()));
      return nullptr;
    }
    program_ += static_cast<std::size_t>(std::max(compiled->ProgramSize(), 0));
    if (program_ > kMaxSecretProgram) fail(ErrorCode::kLimit, "the expressions together are too large");
    return compiled;
  }

  void compile_allows(std::vector<AllowText>&& from, std::vector<SecretAllow>& to) {
    for (AllowText& text : from) {
      SecretAllow allow;
      for (const std::string& one : text.regexes) allow.regexes.push_back(regex(one));
      for (const std::string& one : text.paths) allow.paths.push_back(regex(one));
      text.regexes.clear();
      text.paths.clear();
      allow.text = std::move(text);
      if (failed_) return;
      to.push_back(std::move(allow));
    }
  }

  void compile_rule(RuleText&& text, SecretPack::Parts& parts) {
    SecretRule rule;
    rule.id = escape_terminal(text.id);
    rule.kind = rule.id;
    for (const std::string& tag : text.tags) {
      if (tag.starts_with("kind:") && tag.size() < 80) rule.kind = escape_terminal(tag.substr(5));
      if (tag == "confidence:high") rule.confidence = Confidence::kHigh;
      if (tag == "confidence:low") rule.confidence = Confidence::kLow;
    }
    if (text.regex.empty() && text.path.empty()) return fail(ErrorCode::kUsage, "neither regex nor path");
    if (!text.regex.empty()) rule.regex = regex(text.regex);
    if (!text.path.empty()) rule.path = regex(text.path);
    if (failed_) return;
    const int groups = rule.regex ? rule.regex->NumberOfCapturingGroups() : 0;
    rule.secret_group = static_cast<int>(text.secret_group);
    if (rule.secret_group > groups)
      return fail(ErrorCode::kUsage, fmt::format("secretGroup is {} and the expression has {} groups",
                                                 rule.secret_group, groups));
    rule.entropy = text.entropy;
    rule.built_in = text.built_in;
    compile_allows(std::move(text.allows), rule.allows);
    if (failed_) return;
    rule.always = rule.regex == nullptr || text.keywords.empty();
    for (const std::string& keyword : text.keywords) {
      if (keyword.size() > kMaxKeywordBytes) return fail(ErrorCode::kLimit, "a keyword is too long");
      if (keyword.empty()) rule.always = true;
    }
    if (!rule.always) {
      const auto index = static_cast<std::uint32_t>(parts.rules.size());
      for (std::string& keyword : text.keywords) by_keyword_[std::move(keyword)].push_back(index);
    }
    parts.rules.push_back(std::move(rule));
  }

  void compile_keywords(SecretPack::Parts& parts) {
    where_ = "keywords";
    if (by_keyword_.size() > kMaxKeywords) return fail(ErrorCode::kLimit, "more than the limit");
    for (auto& [keyword, rules] : by_keyword_) {
      parts.keywords.push_back(quoted(keyword));
      parts.keyword_rules.push_back(std::move(rules));
    }
    if (parts.keywords.empty()) return;
    std::vector<PatternSource> sources;
    for (const std::string& expression : parts.keywords) sources.push_back({expression, false, false});
    auto set = PatternSet::load(std::move(sources), {});
    if (!set) return fail(ErrorCode::kUsage, set.error().message);
    parts.prefilter = std::move(*set);
  }

  std::string_view name_;
  std::string where_;
  bool failed_ = false;
  Error error_;
  std::size_t program_ = 0;
  std::map<std::string, std::vector<std::uint32_t>> by_keyword_;  // ordered: chosen keys cannot slow it
};

}  // namespace

Result<SecretPack> compile_secret_pack(PackText pack, std::string_view name) {
  return Compiler(name).compile(std::move(pack));
}

}  // namespace mcpjury
