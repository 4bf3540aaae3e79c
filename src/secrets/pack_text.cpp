#include "secrets/pack_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/json.h"
#include "packages/toml.h"
#include "secrets/pack.h"

namespace mcpjury {
namespace {

// gitleaks reads its files through viper, which does not look at the case of keys.
const Json* member(const JsonObject& object, std::string_view name) {
  for (const auto& entry : object) {
    if (ascii::lowered({entry.key().data(), entry.key().size()}) == name) return &entry.value();
  }
  return nullptr;
}

// One reader a file; the first fault is kept and the rest is read without effect.
class PackReader {
 public:
  explicit PackReader(std::string_view name) : name_(name) {}

  Result<PackText> read(std::string_view text) {
    auto toml = read_toml(name_, text);
    if (!toml) return toml.error();
    const JsonObject* root = toml->if_object();
    if (root == nullptr) return fault("no table");
    PackText pack;
    if (const Json* extend = member(*root, "extend")) read_extend(*extend, pack);
    where_ = "allowlist";
    read_allows(*root, pack.allows);
    if (const Json* rules = member(*root, "rules")) read_rules(*rules, pack);
    if (failed_) return error_;
    if (pack.rules.empty() && !pack.extends_default && pack.extends_path.empty())
      return fault("the pack has no rules");
    return pack;
  }

 private:
  Error fault(std::string_view reason) const {
    return {ErrorCode::kUsage, escape_terminal(fmt::format("{}: {}", name_, clip(reason, 300)))};
  }
  void fail(std::string_view reason) {
    if (failed_) return;
    failed_ = true;
    error_ = fault(fmt::format("{}: {}", where_, reason));
  }

  std::string text(const JsonObject& object, std::string_view key) {
    const Json* value = member(object, key);
    if (value == nullptr) return {};
    if (!value->is_string()) {
      fail(fmt::format("{} is no text", key));
      return {};
    }
    std::string out(view(value->get_string()));
    if (out.size() > kMaxSecretRegexBytes) fail(fmt::format("{} is longer than the limit", key));
    return out;
  }

  std::vector<std::string> texts(const JsonObject& object, std::string_view key, bool lowered) {
    std::vector<std::string> out;
    const Json* value = member(object, key);
    if (value == nullptr) return out;
    const JsonArray* list = value->if_array();
    if (list == nullptr) {
      fail(fmt::format("{} is no list", key));
      return out;
    }
    if (list->size() > kMaxSecretListEntries) fail(fmt::format("{} has too many entries", key));
    for (const Json& entry : *list) {
      if (failed_) break;
      const auto* one = entry.if_string();
      if (one == nullptr || one->size() > kMaxSecretRegexBytes) {
        fail(fmt::format("{} has an entry that is no text, or too long", key));
        break;
      }
      out.push_back(lowered ? ascii::lowered(view(*one)) : std::string(view(*one)));
    }
    return out;
  }

  double number(const JsonObject& object, std::string_view key) {
    const Json* value = member(object, key);
    if (value == nullptr) return 0;
    if (!value->is_number() || !(value->to_number<double>() >= 0) || value->to_number<double>() > 1000) {
      fail(fmt::format("{} is no number from 0 to 1000", key));
      return 0;
    }
    return value->to_number<double>();
  }

  void read_extend(const Json& value, PackText& pack) {
    where_ = "extend";
    const JsonObject* extend = value.if_object();
    if (extend == nullptr) return fail("no table");
    const Json* use_default = member(*extend, "usedefault");
    pack.extends_default = use_default != nullptr && use_default->is_bool() && use_default->get_bool();
    if (pack.extends_default)
      pack.notes.emplace_back("[extend] useDefault takes the rules built into this program");
    pack.extends_path = text(*extend, "path");
    if (!text(*extend, "url").empty()) fail("url is refused: a pack fetches nothing");
    pack.disabled = texts(*extend, "disabledrules", false);
  }

  void read_allows(const JsonObject& object, std::vector<AllowText>& out) {
    if (const Json* one = member(object, "allowlist")) read_allow(*one, out);
    const Json* list = member(object, "allowlists");
    if (list == nullptr) return;
    if (!list->is_array()) return fail("allowlists is no list");
    if (list->get_array().size() > kMaxSecretAllowlists) return fail("too many allowlists");
    for (const Json& one : list->get_array()) read_allow(one, out);
  }

  void read_allow(const Json& value, std::vector<AllowText>& out) {
    const JsonObject* object = value.if_object();
    if (object == nullptr) return fail("an allowlist is no table");
    AllowText allow;
    allow.regexes = texts(*object, "regexes", false);
    allow.paths = texts(*object, "paths", false);
    allow.stopwords = texts(*object, "stopwords", true);
    allow.commits = texts(*object, "commits", true);
    allow.target_rules = texts(*object, "targetrules", false);
    const std::string condition = ascii::lowered(text(*object, "condition"));
    if (condition == "and" || condition == "&&") {
      allow.all = true;
    } else if (!condition.empty() && condition != "or" && condition != "||") {
      fail("condition of an allowlist is neither AND nor OR");
    }
    const std::string target = ascii::lowered(text(*object, "regextarget"));
    if (target == "match") {
      allow.target = AllowTarget::kMatch;
    } else if (target == "line") {
      allow.target = AllowTarget::kLine;
    } else if (!target.empty() && target != "secret") {
      fail("regexTarget is none of secret, match, line");
    }
    if (allow.regexes.empty() && allow.paths.empty() && allow.stopwords.empty() && allow.commits.empty())
      fail("an allowlist allows nothing");
    out.push_back(std::move(allow));
  }

  void read_rules(const Json& value, PackText& pack) {
    where_ = "rules";
    const JsonArray* rules = value.if_array();
    if (rules == nullptr) return fail("no list of tables");
    if (rules->size() > kMaxSecretRules) return fail("more rules than the limit");
    std::size_t index = 0;
    for (const Json& one : *rules) {
      where_ = fmt::format("rule {}", ++index);
      const JsonObject* object = one.if_object();
      if (object == nullptr) return fail("no table");
      RuleText rule = read_rule(*object);
      if (failed_) return;
      const auto same = std::find_if(pack.rules.begin(), pack.rules.end(),
                                     [&](const RuleText& known) { return known.id == rule.id; });
      if (same != pack.rules.end()) {
        pack.notes.push_back(fmt::format("rule {} stands twice, the later is used", clip(rule.id, 100)));
        *same = std::move(rule);
      } else {
        pack.rules.push_back(std::move(rule));
      }
    }
  }

  RuleText read_rule(const JsonObject& object) {
    RuleText rule;
    rule.id = text(object, "id");
    if (rule.id.empty()) fail("has no id");
    if (rule.id.size() > 200) fail("its id is longer than 200 bytes");
    where_ = fmt::format("rule {}", clip(rule.id, 100));
    rule.description = text(object, "description");
    rule.regex = text(object, "regex");
    rule.path = text(object, "path");
    rule.secret_group = static_cast<std::uint32_t>(number(object, "secretgroup"));
    rule.entropy = number(object, "entropy");
    rule.keywords = texts(object, "keywords", true);
    rule.tags = texts(object, "tags", false);
    if (const Json* skip = member(object, "skipreport"))
      rule.skip_report = skip->is_bool() && skip->get_bool();
    if (member(object, "required") != nullptr)
      fail("needs other rules beside it (required), which is not supported");
    read_allows(object, rule.allows);
    return rule;
  }

  std::string_view name_;
  std::string where_;
  bool failed_ = false;
  Error error_;
};

template <class T>
void append(std::vector<T>& to, std::vector<T>&& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

}  // namespace

Result<PackText> read_pack_text(std::string_view text, std::string_view name) {
  return PackReader(name).read(text);
}

void extend_pack(PackText& pack, PackText base) {
  std::vector<RuleText> rules;
  for (RuleText& rule : base.rules) {
    if (std::find(pack.disabled.begin(), pack.disabled.end(), rule.id) != pack.disabled.end()) continue;
    const auto own = std::find_if(pack.rules.begin(), pack.rules.end(),
                                  [&](const RuleText& one) { return one.id == rule.id; });
    if (own != pack.rules.end()) {
      if (!own->description.empty()) rule.description = std::move(own->description);
      if (!own->regex.empty()) {
        rule.regex = std::move(own->regex);
        rule.built_in = false;
      }
      if (!own->path.empty()) rule.path = std::move(own->path);
      if (own->entropy != 0) rule.entropy = own->entropy;
      if (own->secret_group != 0) rule.secret_group = own->secret_group;
      append(rule.keywords, std::move(own->keywords));
      append(rule.tags, std::move(own->tags));
      append(rule.allows, std::move(own->allows));
      pack.rules.erase(own);
    }
    rules.push_back(std::move(rule));
  }
  append(rules, std::move(pack.rules));
  pack.rules = std::move(rules);
  append(pack.allows, std::move(base.allows));
  append(pack.notes, std::move(base.notes));
}

}  // namespace mcpjury
