// broad-oauth-scope (AS-005): scopes named in a tool's metadata, never words of its prose or its schema.
#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "detect/sink.h"

namespace mcpjury {
namespace {

constexpr std::size_t kDeepest = 12;

bool has_word(std::string_view text, std::string_view word) {
  const auto letter = [](char c) { return c >= 'a' && c <= 'z'; };
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !letter(text[at - 1])) && (end == text.size() || !letter(text[end]))) return true;
  }
  return false;
}

// High: everything, or administration. Low: "…:write" and "repo", which the published rule also counts
// but which are the narrowest scope many services have for writing.
bool judge(std::string_view scope, Confidence& confidence) {
  static constexpr std::array<std::string_view, 11> kBroad = {
      "*",          "all",  "root",   "superuser", "full_access", "full-access",
      "fullaccess", "full", "manage", "sudo",      "owner"};
  const std::string text = ascii::lowered(scope.substr(0, 200));
  const bool wildcard = text.find('*') != std::string::npos;
  if (std::find(kBroad.begin(), kBroad.end(), text) != kBroad.end() || wildcard || has_word(text, "admin") ||
      text == "https://mail.google.com/" || text.ends_with("/auth/cloud-platform")) {
    // "read:*" reads everything but changes nothing.
    confidence = wildcard && has_word(text, "read") ? Confidence::kLow : Confidence::kHigh;
    return true;
  }
  if (text == "repo" || text.ends_with(":write")) {
    confidence = Confidence::kLow;
    return true;
  }
  return false;
}

bool scope_key(std::string_view key) {
  const std::string name = ascii::lowered(key.substr(0, 200));
  return name == "scope" || name == "scopes" || name == "oauth_scopes" || name == "oauthscopes" ||
         name == "required_scopes" || name == "requiredscopes" || name == "scopes_required" ||
         name == "scopes_supported";
}

class Walker {
 public:
  Walker(const DetectInput& input, FindingSink& sink, const SubjectUnit& subject)
      : input_(input), sink_(sink), subject_(subject) {}

  void walk(const Json& value, bool inside_scopes, std::size_t depth) {
    if (depth > kDeepest || ++visits_ > input_.limits.schema_visits) return;
    if (value.is_object()) {
      for (const auto& [name, member] : value.get_object()) {
        const std::string_view key(name.data(), name.size());
        // In an OpenAPI scopes object the scopes are the keys.
        if (inside_scopes && member.is_string()) check(key);
        walk(member, scope_key(key), depth + 1);
      }
    } else if (value.is_array()) {
      for (const Json& item : value.get_array()) walk(item, inside_scopes, depth + 1);
    } else if (inside_scopes && value.is_string()) {
      words(view(value.get_string()));
    }
  }

 private:
  // A challenge or token response joins scopes with blanks.
  void words(std::string_view text) {
    std::size_t begin = 0;
    while (begin < text.size()) {
      const std::size_t end = std::min(text.find_first_of(" ,", begin), text.size());
      if (end > begin) check(text.substr(begin, end - begin));
      begin = end + 1;
    }
  }

  void check(std::string_view scope) {
    static const std::uint16_t kBroad = detector_index("broad-oauth-scope");
    Confidence confidence = Confidence::kLow;
    if (judge(scope, confidence))
      sink_.add(kBroad, subject_, subject_.path, scope, confidence, {.detail = scope});
  }

  const DetectInput& input_;
  FindingSink& sink_;
  const SubjectUnit& subject_;
  std::size_t visits_ = 0;
};

}  // namespace

void detect_oauth_scopes(const DetectInput& input, FindingSink& sink) {
  for (std::size_t i = 0; i < input.surface.tools.size(); ++i) {
    for (const auto& [name, value] : *input.surface.tools[i].object) {
      const std::string_view key(name.data(), name.size());
      if (key == "name" || key == "title" || key == "description" || key == "inputSchema" ||
          key == "outputSchema" || key == "annotations" || key == "icons") {
        continue;
      }
      Walker(input, sink, input.text.tool(i)).walk(value, scope_key(key), 0);
    }
  }
}

}  // namespace mcpjury
