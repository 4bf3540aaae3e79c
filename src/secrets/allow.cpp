#include "secrets/allow.h"

#include <algorithm>

#include "base/ascii.h"

namespace mcpjury {
namespace {

bool any_matches(const std::vector<SecretRegex>& regexes, std::string_view text) {
  return std::any_of(regexes.begin(), regexes.end(), [&](const SecretRegex& regex) {
    return re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *regex);
  });
}

// Collects the tests of one allowlist: AND asks all that are given, OR any.
class Judgement {
 public:
  void add(bool given, bool holds) {
    if (!given) return;
    any_ = any_ || holds;
    all_ = all_ && holds;
    some_ = true;
  }
  bool holds(bool all) const { return some_ && (all ? all_ : any_); }

 private:
  bool any_ = false, all_ = true, some_ = false;
};

bool names_commit(const SecretAllow& allow, std::string_view commit) {
  return !commit.empty() &&
         std::find(allow.text.commits.begin(), allow.text.commits.end(), commit) != allow.text.commits.end();
}

}  // namespace

bool is_text_allowed(const std::vector<SecretAllow>& allows, std::string_view path, std::string_view commit) {
  return std::any_of(allows.begin(), allows.end(), [&](const SecretAllow& allow) {
    const bool by_match = !allow.regexes.empty() || !allow.text.stopwords.empty();
    if (!allow.text.target_rules.empty() || (allow.text.all && by_match)) return false;
    Judgement judgement;
    judgement.add(!allow.text.commits.empty(), names_commit(allow, commit));
    judgement.add(!allow.paths.empty(), any_matches(allow.paths, path));
    return judgement.holds(allow.text.all);
  });
}

bool is_match_allowed(const std::vector<SecretAllow>& allows, std::string_view rule,
                      const SecretMatch& match) {
  return std::any_of(allows.begin(), allows.end(), [&](const SecretAllow& allow) {
    const auto& rules = allow.text.target_rules;
    if (!rules.empty() && std::find(rules.begin(), rules.end(), rule) == rules.end()) return false;
    Judgement judgement;
    judgement.add(!allow.text.commits.empty(), names_commit(allow, match.commit));
    judgement.add(!allow.paths.empty(), any_matches(allow.paths, match.path));
    const std::string_view target = allow.text.target == AllowTarget::kMatch  ? match.match
                                    : allow.text.target == AllowTarget::kLine ? match.line
                                                                              : match.secret;
    judgement.add(!allow.regexes.empty(), any_matches(allow.regexes, target));
    const std::string secret = ascii::lowered(match.secret);
    judgement.add(
        !allow.text.stopwords.empty(),
        std::any_of(allow.text.stopwords.begin(), allow.text.stopwords.end(),
                    [&](const std::string& word) { return secret.find(word) != std::string::npos; }));
    return judgement.holds(allow.text.all);
  });
}

}  // namespace mcpjury
