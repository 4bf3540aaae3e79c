#include "code/typed/typed.h"

#include <utility>

#include "code/typed/sites.h"

namespace mcpjury {

ToolSite* add_tool(FileSummary& summary, ToolSite site) {
  bool named = site.name.value.is_string() && !site.name.value.as_string().empty();
  if (!named && site.name.reference.empty()) return nullptr;
  if (summary.tools.size() >= kMaxSitesInFile) {
    summary.cut = true;
    return nullptr;
  }
  summary.tools.push_back(std::move(site));
  return &summary.tools.back();
}

void add_constant(FileSummary& summary, std::string_view name, CodeValue value) {
  if (summary.constants.size() >= kMaxSitesInFile) {
    summary.cut = true;
    return;
  }
  Constant constant;
  constant.name = std::string(name);
  constant.value = std::move(value);
  constant.exported = true;
  summary.constants.push_back(std::move(constant));
}

JsonObject typed_schema(std::string_view type) { return JsonObject{{"type", type}}; }

void add_property(JsonObject& schema, std::string_view name, Json property, bool required) {
  if (!schema.contains("type")) schema["type"] = "object";
  if (!schema.contains("properties")) schema["properties"] = JsonObject();
  schema["properties"].as_object()[name] = std::move(property);
  if (!required) return;
  if (!schema.contains("required")) schema["required"] = JsonArray();
  schema["required"].as_array().emplace_back(name);
}

std::string snake_case(std::string_view name) {
  auto upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  auto lower = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  std::string out;
  for (std::size_t at = 0; at < name.size(); ++at) {
    bool word = at > 0 && upper(name[at]) &&
                (lower(name[at - 1]) || (upper(name[at - 1]) && at + 1 < name.size() && lower(name[at + 1])));
    if (word) out += '_';
    out += upper(name[at]) ? static_cast<char>(name[at] - 'A' + 'a') : name[at];
  }
  return out;
}

void read_typed_tools(const ParsedFile& file, FileSummary& summary) {
  CodeLanguage language = file.language();
  if (language == CodeLanguage::kPython || is_script(language)) return;
  Values values(file);
  // Strings that other files of the package may name.
  for (const auto& [name, node] : values.constants()) {
    CodeValue value = values.value(node);
    if (value.value.is_string()) add_constant(summary, name, std::move(value));
  }
  switch (language) {
    case CodeLanguage::kGo:
      return read_go_tools(values, summary);
    case CodeLanguage::kRust:
      return read_rust_tools(values, summary);
    case CodeLanguage::kJava:
      return read_java_tools(values, summary);
    case CodeLanguage::kCSharp:
      return read_csharp_tools(values, summary);
    case CodeLanguage::kKotlin:
      return read_kotlin_tools(values, summary);
    default:
      return;
  }
}

}  // namespace mcpjury
