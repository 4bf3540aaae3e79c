#include "detect/tool_class.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "text/tokens.h"

namespace mcpjury {
namespace {

const std::unordered_map<std::string_view, Verb>& verbs() {
  static const std::unordered_map<std::string_view, Verb> kVerbs = [] {
    std::unordered_map<std::string_view, Verb> table;
    const auto add = [&](Verb verb, std::initializer_list<std::string_view> words) {
      for (std::string_view word : words) table.emplace(word, verb);
    };
    add(Verb::kDelete,
        {"delete", "drop", "remove", "purge", "wipe", "destroy", "truncate", "erase", "uninstall", "revoke",
         "cancel", "terminate", "kill", "unpublish", "deregister", "del", "rm"});
    add(Verb::kSend, {"send", "publish", "broadcast", "reply", "forward", "notify", "tweet"});
    add(Verb::kMoney, {"transfer", "pay", "charge", "refund", "withdraw"});
    add(Verb::kRun, {"execute", "exec", "run", "eval", "evaluate", "invoke"});
    add(Verb::kWrite,
        {"create", "update", "add",    "insert", "set",     "put",    "patch",   "edit",   "write",  "upload",
         "rename", "move",   "import", "enable", "disable", "append", "replace", "upsert", "save",   "modify",
         "assign", "merge",  "push",   "commit", "install", "deploy", "store",   "copy",   "archive"});
    add(Verb::kRead,
        {"list",     "get",      "search",  "read",    "fetch",   "find",      "query",     "describe",
         "show",     "count",    "lookup",  "check",   "view",    "inspect",   "retrieve",  "browse",
         "preview",  "validate", "verify",  "analyze", "analyse", "summarize", "calculate", "compute",
         "compare",  "explain",  "suggest", "status",  "resolve", "lint",      "parse",     "export",
         "download", "monitor",  "watch",   "ping",    "whoami"});
    return table;
  }();
  return kVerbs;
}

ToolClass coarse(Verb verb) {
  switch (verb) {
    case Verb::kDelete:
    case Verb::kSend:
    case Verb::kMoney:
      return ToolClass::kDestructive;
    case Verb::kRun:
      return ToolClass::kDestructive;
    case Verb::kWrite:
      return ToolClass::kWrite;
    case Verb::kRead:
      return ToolClass::kRead;
    case Verb::kNone:
      break;
  }
  return ToolClass::kUnknown;
}

// The first word that is a verb says what the tool does: "get_send_status" reads, "droplet-list"
// lists. Two verbs joined by and/or count with the stronger one.
Verb main_verb(std::string_view words) {
  Verb first = Verb::kNone;
  bool joined = false;
  std::size_t begin = 0;
  while (begin < words.size()) {
    std::size_t end = words.find(' ', begin);
    if (end == std::string_view::npos) end = words.size();
    const std::string_view word = words.substr(begin, end - begin);
    begin = end + 1;
    const Verb verb = verb_of(word);
    if (first == Verb::kNone) {
      first = verb;
    } else if (joined && verb != Verb::kNone && coarse(verb) > coarse(first)) {
      return verb;
    }
    joined = word == "and" || word == "or";
  }
  return first;
}

Verb verb_of_name(std::string_view name) {
  std::string words;
  append_name_words(words, name);
  return main_verb(words);
}

// The first word of a description is its verb as a rule: "Deletes a file", "List all …".
Verb verb_of_description(std::string_view description) {
  std::string word;
  for (char c : description.substr(0, 40)) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z') {
      word += static_cast<char>(byte | 0x20);
    } else if (!word.empty()) {
      break;
    }
  }
  Verb verb = verb_of(word);
  if (verb == Verb::kNone && word.size() > 3 && word.back() == 's') {
    word.pop_back();
    verb = verb_of(word);
    if (verb == Verb::kNone && word.back() == 'e')
      verb = verb_of(std::string_view(word).substr(0, word.size() - 1));
  }
  return verb;
}

}  // namespace

Verb verb_of(std::string_view word) {
  const auto found = verbs().find(word);
  return found == verbs().end() ? Verb::kNone : found->second;
}

ToolClass class_of(std::string_view name, std::string_view description) {
  Verb verb = verb_of_name(name);
  if (verb == Verb::kNone) verb = verb_of_description(description);
  return coarse(verb);
}

std::vector<ToolFacts> class_tools(const Surface& surface, const TextIndex& text) {
  std::vector<ToolFacts> facts(surface.tools.size());
  std::string words;
  for (std::size_t i = 0; i < surface.tools.size(); ++i) {
    const ToolView& tool = surface.tools[i];
    ToolFacts& fact = facts[i];
    words.clear();
    append_name_words(words, tool.name);
    Verb verb = main_verb(words);
    if (verb == Verb::kNone) verb = verb_of_description(tool.description);
    fact.verb_in_name = main_verb(words) != Verb::kNone;
    fact.tool_class = coarse(verb);
    fact.deletes = verb == Verb::kDelete;
    fact.writes = verb == Verb::kWrite;
    fact.financial = verb == Verb::kMoney;
    fact.sends = verb == Verb::kSend;
    const SubjectUnit& unit = text.tool(i);
    bool typed = true;
    for (std::uint32_t p = unit.first_property; p < unit.first_property + unit.properties; ++p) {
      const PropertyInfo& property = text.properties[p];
      if (property.output || property.depth > 0) continue;
      ++fact.properties;
      const bool has_type =
          property.schema && (property.schema->contains("type") || property.schema->contains("$ref") ||
                              property.schema->contains("anyOf") || property.schema->contains("oneOf") ||
                              property.schema->contains("allOf") || property.schema->contains("enum") ||
                              property.schema->contains("const"));
      typed = typed && has_type;
      if (property.schema && !find_string(*property.schema, "description").empty())
        ++fact.described_properties;
    }
    const bool closed = tool.input_schema && [&] {
      const Json* additional = find(*tool.input_schema, "additionalProperties");
      return additional && additional->is_bool() && !additional->get_bool();
    }();
    fact.has_schema =
        tool.input_schema && (fact.properties > 0 || closed || tool.input_schema->contains("$ref") ||
                              tool.input_schema->contains("anyOf") || tool.input_schema->contains("oneOf"));
    fact.typed_properties = tool.input_schema && typed;
  }
  return facts;
}

}  // namespace mcpjury
