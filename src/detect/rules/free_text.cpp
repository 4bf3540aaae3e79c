// free-text-command-input: strings without bounds that a handler runs, or a model obeys.
#include "detect/rules/subject_help.h"
#include "detect/uri_facts.h"

namespace mcpjury {
namespace {

constexpr std::int64_t kShortEnough = 200;

enum class Use { kNone, kRun, kObeyed, kPerhaps };

// Most names differ in length from all of these.
Use use_of(std::string_view name) {
  switch (name.size()) {
    case 3:
      return equal_ignore_case(name, "sql") ? Use::kRun : Use::kNone;
    case 5:
      return equal_ignore_case(name, "query") ? Use::kPerhaps : Use::kNone;
    case 6:
      return equal_ignore_case(name, "prompt") ? Use::kObeyed : Use::kNone;
    case 7:
      return equal_ignore_case(name, "command")   ? Use::kRun
             : equal_ignore_case(name, "message") ? Use::kPerhaps
                                                  : Use::kNone;
    case 11:
      return equal_ignore_case(name, "instruction") ? Use::kObeyed : Use::kNone;
    default:
      return Use::kNone;
  }
}

// A string without enum, pattern or a small maximum; also as one branch of anyOf or oneOf, the way
// optional parameters are written by some libraries.
bool free_string(const JsonObject& schema, int depth) {
  if (schema.contains("enum") || schema.contains("const") || schema.contains("pattern")) return false;
  if (const Json* length = find(schema, "maxLength")) {
    if (length->is_int64() && length->get_int64() <= kShortEnough) return false;
  }
  const Json* type = find(schema, "type");
  if (type && type->is_string()) return view(type->get_string()) == "string";
  if (type && type->is_array()) {
    for (const Json& item : type->get_array()) {
      if (item.is_string() && view(item.get_string()) == "string") return true;
    }
    return false;
  }
  if (depth > 0) return false;
  for (const char* key : {"anyOf", "oneOf"}) {
    const JsonArray* branches = find_array(schema, key);
    if (!branches) continue;
    for (const Json& branch : *branches) {
      if (branch.is_object() && free_string(branch.get_object(), depth + 1)) return true;
    }
  }
  return false;
}

}  // namespace

void detect_free_text(const DetectInput& input, FindingSink& sink) {
  static const std::uint16_t kFreeText = detector_index("free-text-command-input");
  for (std::size_t i = 0; i < input.surface.tools.size(); ++i) {
    const SubjectUnit& subject = input.text.tool(i);
    for (std::uint32_t p = subject.first_property; p < subject.first_property + subject.properties; ++p) {
      const PropertyInfo& property = input.text.properties[p];
      if (property.output || !property.schema) continue;
      const Use use = use_of(property.name);
      if (use == Use::kNone || !free_string(*property.schema, 0)) continue;
      Confidence confidence = use == Use::kRun ? Confidence::kHigh : Confidence::kMedium;
      // Search words and messages to be read are not run by anybody.
      const bool reads = input.tools[i].tool_class == ToolClass::kRead ||
                         input.surface.tools[i].annotations.read_only.value_or(false);
      if (use == Use::kPerhaps && reads) confidence = Confidence::kLow;
      sink.add(kFreeText, subject, property.path, property.name, confidence, {.detail = property.name});
    }
  }
}

}  // namespace mcpjury
