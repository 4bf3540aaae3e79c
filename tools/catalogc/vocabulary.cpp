#include "vocabulary.h"

#include <map>

namespace catalogc {

using mcpjury::Per;
using mcpjury::role_bit;
using mcpjury::RoleMask;
using mcpjury::Scope;
using mcpjury::TextRole;

std::optional<Per> per_from(const std::string& name) {
  if (name == "place") return Per::kPlace;
  if (name == "subject") return Per::kSubject;
  if (name == "server") return Per::kServer;
  return std::nullopt;
}

std::optional<Scope> scope_from(const std::string& name) {
  if (name == "sentence") return Scope::kSentence;
  if (name == "pair") return Scope::kPair;
  if (name == "field") return Scope::kField;
  if (name == "subject") return Scope::kSubject;
  return std::nullopt;
}

std::optional<RoleMask> roles_from(const std::string& names) {
  static const std::map<std::string, RoleMask> kRoles = [] {
    const auto bit = [](TextRole role) { return role_bit(role); };
    const auto sum = [](auto... masks) { return static_cast<RoleMask>((0 | ... | masks)); };
    std::map<std::string, RoleMask> roles = {
        {"name", bit(TextRole::kName)},
        {"title", bit(TextRole::kTitle)},
        {"description", bit(TextRole::kDescription)},
        {"param-name", bit(TextRole::kParamName)},
        {"param-text", bit(TextRole::kParamText)},
        {"schema-value", bit(TextRole::kSchemaValue)},
        {"output-text", bit(TextRole::kOutputText)},
        {"meta", bit(TextRole::kMeta)},
        {"instructions", bit(TextRole::kInstructions)},
        {"uri", bit(TextRole::kUri)},
        {"server-name", bit(TextRole::kServerName)},
    };
    roles["schema"] = sum(roles["param-text"], roles["schema-value"], roles["output-text"]);
    roles["prose"] =
        sum(roles["title"], roles["description"], roles["schema"], roles["meta"], roles["instructions"]);
    roles["names"] = sum(roles["name"], roles["param-name"]);
    roles["all"] = sum(roles["prose"], roles["names"], roles["uri"], roles["server-name"]);
    return roles;
  }();
  RoleMask mask = 0;
  std::size_t begin = 0;
  while (begin <= names.size()) {
    std::size_t end = names.find('+', begin);
    if (end == std::string::npos) end = names.size();
    const auto found = kRoles.find(names.substr(begin, end - begin));
    if (found == kRoles.end()) return std::nullopt;
    mask = static_cast<RoleMask>(mask | found->second);
    begin = end + 1;
  }
  return mask;
}

void split_atom(const std::string& atom, std::string& signal, std::string& roles) {
  const std::size_t at = atom.find('@');
  signal = atom.substr(0, at);
  roles = at == std::string::npos ? std::string() : atom.substr(at + 1);
}

}  // namespace catalogc
