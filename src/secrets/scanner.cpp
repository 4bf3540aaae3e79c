#include "secrets/scanner.h"

#include <algorithm>

#include "base/sha256.h"
#include "secrets/allow.h"
#include "secrets/entropy.h"
#include "secrets/harmless.h"
#include "secrets/pack_parts.h"

namespace mcpjury {
namespace {

constexpr std::string_view kAllowSign = "gitleaks:allow";
constexpr std::size_t kMaxLine = 4096;  // of a line that allowlists look at, on either side of the match
constexpr std::size_t kTagDigits = 6;

re2::StringPiece piece(std::string_view text) { return {text.data(), text.size()}; }

// The lines the match stands on, clipped on both sides: a bundle may be one line of megabytes.
std::string_view lines_around(std::string_view text, std::size_t begin, std::size_t end) {
  const std::size_t low = begin > kMaxLine ? begin - kMaxLine : 0;
  std::size_t from = begin;
  while (from > low && text[from - 1] != '\n') --from;
  const std::size_t high = std::min(text.size(), end + kMaxLine);
  std::size_t to = end;
  while (to < high && text[to] != '\n') ++to;
  return text.substr(from, to - from);
}

class TextScan {
 public:
  TextScan(std::string_view path, std::string_view text, std::string_view commit)
      : path_(path), text_(text), commit_(commit) {}

  void try_rule(const SecretRule& rule, const std::vector<SecretAllow>& global) {
    if (rule.path && !re2::RE2::PartialMatch(piece(path_), *rule.path)) return;
    if (is_text_allowed(rule.allows, path_, commit_)) return;
    if (!rule.regex) {
      add(rule, {path_, commit_, path_, path_, path_}, 0, 0, global);
      return;
    }
    const int groups = std::min(rule.regex->NumberOfCapturingGroups(), 15);
    std::size_t at = 0;
    for (std::size_t count = 0; count < SecretScanner::kMaxMatches && at <= text_.size(); ++count) {
      re2::StringPiece found[16];
      if (!rule.regex->Match(piece(text_), at, text_.size(), re2::RE2::UNANCHORED, found, groups + 1)) return;
      const auto begin = static_cast<std::size_t>(found[0].data() - text_.data());
      const std::size_t end = begin + found[0].size();
      look(rule, found, groups, begin, end, global);
      if (found_.size() >= SecretScanner::kMaxFound) return;
      at = end > at ? end : at + 1;
    }
  }

  std::vector<FoundSecret> take() {
    // Stable: of equally confident rules the one that stands first in its pack is the more specific.
    std::stable_sort(found_.begin(), found_.end(), [](const FoundSecret& a, const FoundSecret& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.confidence > b.confidence;
    });
    std::vector<FoundSecret> out;
    for (FoundSecret& one : found_) {
      if (!out.empty() && one.begin < out.back().end) {
        if (one.confidence > out.back().confidence) out.back() = std::move(one);
        continue;
      }
      out.push_back(std::move(one));
    }
    number_lines(out);
    return out;
  }

 private:
  void look(const SecretRule& rule, const re2::StringPiece* found, int groups, std::size_t begin,
            std::size_t end, const std::vector<SecretAllow>& global) {
    std::string_view match = text_.substr(begin, end - begin);
    while (!match.empty() && match.front() == '\n') match.remove_prefix(1), ++begin;
    while (!match.empty() && match.back() == '\n') match.remove_suffix(1);
    std::string_view secret = match;
    if (rule.secret_group > 0) {
      if (rule.secret_group <= groups) secret = as_view(found[rule.secret_group]);
    } else {
      for (int group = 1; group <= groups; ++group) {
        if (found[group].empty()) continue;
        secret = as_view(found[group]);
        break;
      }
    }
    if (secret.empty()) return;
    const auto secret_at = static_cast<std::size_t>(secret.data() - text_.data());
    const std::string_view line = lines_around(text_, begin, begin + match.size());
    if (line.find(kAllowSign) != std::string_view::npos) return;
    add(rule, {path_, commit_, secret, match, line}, secret_at, secret_at + secret.size(), global);
  }

  static std::string_view as_view(const re2::StringPiece& text) { return {text.data(), text.size()}; }

  void add(const SecretRule& rule, const SecretMatch& match, std::size_t begin, std::size_t end,
           const std::vector<SecretAllow>& global) {
    const double entropy = shannon_entropy(match.secret);
    if (rule.entropy != 0 && entropy <= rule.entropy) return;
    if (is_match_allowed(global, rule.id, match) || is_match_allowed(rule.allows, rule.id, match)) return;
    if (rule.built_in && is_harmless(rule.kind, match)) return;
    found_.push_back({rule.id, rule.kind, 0, sha256_hex(match.secret).substr(0, kTagDigits), entropy,
                      rule.confidence, begin, end});
  }

  void number_lines(std::vector<FoundSecret>& found) const {
    std::uint32_t line = 1;
    std::size_t at = 0;
    for (FoundSecret& one : found) {
      for (; at < one.begin; ++at) line += text_[at] == '\n' ? 1 : 0;
      one.line = line;
    }
  }

  std::string_view path_, text_, commit_;
  std::vector<FoundSecret> found_;
};

}  // namespace

SecretScanner::SecretScanner(const SecretPack& pack) : pack_(pack) {
  if (pack.parts().prefilter) prefilter_ = std::make_unique<PatternScanner>(*pack.parts().prefilter);
}
SecretScanner::~SecretScanner() = default;

std::vector<FoundSecret> SecretScanner::scan(std::string_view path, std::string_view text,
                                             std::string_view commit) {
  const SecretPack::Parts& parts = pack_.parts();
  hits_.clear();
  if (prefilter_) prefilter_->scan(text, hits_);
  wanted_.assign(parts.rules.size(), 0);
  bool any = false;
  for (std::size_t i = 0; i < parts.rules.size(); ++i) {
    if (!parts.rules[i].always) continue;
    wanted_[i] = 1;
    any = true;
  }
  for (const PatternHit& hit : hits_) {
    for (const std::uint32_t rule : parts.keyword_rules[hit.pattern]) wanted_[rule] = 1;
    any = true;
  }
  if (!any || is_text_allowed(parts.allows, path, commit)) return {};
  TextScan scan(path, text, commit);
  for (std::size_t i = 0; i < parts.rules.size(); ++i) {
    if (wanted_[i] != 0) scan.try_rule(parts.rules[i], parts.allows);
  }
  return scan.take();
}

}  // namespace mcpjury
