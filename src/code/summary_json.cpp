#include "code/summary_json.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace mcpjury {
namespace {

constexpr std::size_t kMaxSteps = 200;      // of one function
constexpr std::size_t kMaxThrough = 12;     // of one step
constexpr std::size_t kMaxMembers = 2'000;  // of one list of names

// Cuts before a character that would be left incomplete; whoever reads it as JSON wants whole UTF-8.
std::string_view bounded(std::string_view text) {
  if (text.size() <= kMaxCodeText) return text;
  std::size_t end = kMaxCodeText;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u) --end;
  return text.substr(0, end);
}

void put(JsonObject& object, std::string_view key, std::string_view text) {
  if (!text.empty()) object[key] = bounded(text);
}
void put(JsonObject& object, std::string_view key, std::uint32_t number) {
  if (number != 0) object[key] = number;
}
void put(JsonObject& object, std::string_view key, bool value) {
  if (value) object[key] = true;
}
void put(JsonObject& object, std::string_view key, const std::vector<std::string>& names, std::size_t limit) {
  if (names.empty()) return;
  JsonArray array;
  for (const std::string& name : names) {
    if (array.size() == limit) break;
    array.emplace_back(bounded(name));
  }
  object[key] = std::move(array);
}

void put(JsonObject& object, std::string_view key, const CodeValue& value) {
  if (!value.known() && value.reference.empty()) return;
  JsonObject written;
  if (value.known()) written["v"] = value.value;
  put(written, "r", value.reference);
  object[key] = std::move(written);
}

JsonObject write(const ToolSite& site) {
  JsonObject object;
  put(object, "name", site.name);
  put(object, "title", site.title);
  put(object, "description", site.description);
  put(object, "input", site.input_schema);
  put(object, "output", site.output_schema);
  put(object, "annotations", site.annotations);
  put(object, "form", site.form);
  put(object, "line", site.line);
  put(object, "handler", site.handler);
  put(object, "handler_line", site.handler_line);
  put(object, "needs_list", site.needs_list);
  return object;
}

JsonObject write(const Constant& constant) {
  JsonObject object;
  put(object, "name", constant.name);
  put(object, "value", constant.value);
  JsonArray tools;
  for (const ToolSite& site : constant.tools) {
    if (tools.size() == kMaxSitesInFile) break;
    tools.emplace_back(write(site));
  }
  if (!tools.empty()) object["tools"] = std::move(tools);
  put(object, "members", constant.members, kMaxMembers);
  put(object, "exported", constant.exported);
  return object;
}

JsonObject write(const Import& import) {
  JsonObject object;
  put(object, "local", import.local);
  put(object, "imported", import.imported);
  put(object, "module", import.module);
  return object;
}

JsonObject write(const CodeFact& fact) {
  JsonObject object;
  put(object, "fact", fact.fact);
  put(object, "symbol", fact.symbol);
  put(object, "tool", fact.tool);
  put(object, "snippet", fact.snippet);
  put(object, "cwe", fact.cwe);
  put(object, "severity", fact.severity);
  put(object, "confidence", fact.confidence);
  put(object, "line", fact.line);
  put(object, "column", fact.column);
  put(object, "path", fact.source_to_sink, kMaxThrough);
  return object;
}

JsonObject write(const Route& route) {
  JsonObject object;
  put(object, "method", route.method);
  put(object, "path", route.path);
  put(object, "handler", route.handler);
  put(object, "authenticated", route.authenticated);
  put(object, "line", route.line);
  return object;
}

JsonObject write(const EmbeddedServer& server) {
  JsonObject object;
  put(object, "sdk", server.sdk);
  put(object, "line", server.line);
  return object;
}

JsonObject write(const FunctionFlow::Step& step) {
  JsonObject object;
  put(object, "parameter", step.parameter);
  put(object, "member", step.member);
  put(object, "kind", step.kind);
  put(object, "target", step.target);
  put(object, "module", step.module);
  put(object, "shape", step.shape);
  put(object, "argument", step.argument);
  put(object, "argument_member", step.argument_member);
  put(object, "symbol", step.symbol);
  put(object, "snippet", step.snippet);
  put(object, "cwe", step.cwe);
  put(object, "severity", step.severity);
  put(object, "confidence", step.confidence);
  put(object, "line", step.line);
  put(object, "through", step.through, kMaxThrough);
  return object;
}

JsonObject write(const FunctionFlow& function) {
  JsonObject object;
  put(object, "name", function.name);
  put(object, "line", function.line);
  put(object, "exported", function.exported);
  put(object, "handler", function.handler);
  put(object, "parameters", function.parameters, kMaxThrough);
  put(object, "tool", function.tool);
  JsonArray steps;
  for (const FunctionFlow::Step& step : function.steps) {
    if (steps.size() == kMaxSteps) break;
    steps.emplace_back(write(step));
  }
  if (!steps.empty()) object["steps"] = std::move(steps);
  return object;
}

template <class T>
void put_all(JsonObject& object, std::string_view key, const std::vector<T>& items, std::size_t limit) {
  if (items.empty()) return;
  JsonArray array;
  array.reserve(std::min(items.size(), limit));
  for (const T& item : items) {
    if (array.size() == limit) {
      object["cut"] = true;
      break;
    }
    array.emplace_back(write(item));
  }
  object[key] = std::move(array);
}

std::string get_text(const JsonObject& object, std::string_view key) {
  return std::string(bounded(find_string(object, key)));
}
std::uint32_t get_number(const JsonObject& object, std::string_view key) {
  const Json* value = find(object, key);
  if (value == nullptr) return 0;
  if (value->is_int64() && value->get_int64() >= 0 && value->get_int64() <= UINT32_MAX) {
    return static_cast<std::uint32_t>(value->get_int64());
  }
  if (value->is_uint64() && value->get_uint64() <= UINT32_MAX) {
    return static_cast<std::uint32_t>(value->get_uint64());
  }
  return 0;
}
bool get_flag(const JsonObject& object, std::string_view key) {
  const Json* value = find(object, key);
  return value != nullptr && value->is_bool() && value->get_bool();
}
std::vector<std::string> get_texts(const JsonObject& object, std::string_view key, std::size_t limit) {
  std::vector<std::string> texts;
  const JsonArray* array = find_array(object, key);
  if (array == nullptr) return texts;
  for (const Json& item : *array) {
    if (texts.size() == limit) break;
    if (item.is_string()) texts.emplace_back(bounded(view(item.get_string())));
  }
  return texts;
}
CodeValue get_value(const JsonObject& object, std::string_view key) {
  CodeValue value;
  const JsonObject* written = find_object(object, key);
  if (written == nullptr) return value;
  if (const Json* known = find(*written, "v")) value.value = *known;
  value.reference = get_text(*written, "r");
  return value;
}

template <class T, class Read>
std::vector<T> get_all(const JsonObject& object, std::string_view key, std::size_t limit, Read read) {
  std::vector<T> items;
  const JsonArray* array = find_array(object, key);
  if (array == nullptr) return items;
  items.reserve(std::min(array->size(), limit));
  for (const Json& item : *array) {
    if (items.size() == limit) break;
    if (item.is_object()) items.push_back(read(item.get_object()));
  }
  return items;
}

ToolSite read_site(const JsonObject& object) {
  return {.name = get_value(object, "name"),
          .title = get_value(object, "title"),
          .description = get_value(object, "description"),
          .input_schema = get_value(object, "input"),
          .output_schema = get_value(object, "output"),
          .annotations = get_value(object, "annotations"),
          .form = get_text(object, "form"),
          .line = get_number(object, "line"),
          .handler = get_text(object, "handler"),
          .handler_line = get_number(object, "handler_line"),
          .needs_list = get_flag(object, "needs_list")};
}

Constant read_constant(const JsonObject& object) {
  return {.name = get_text(object, "name"),
          .value = get_value(object, "value"),
          .tools = get_all<ToolSite>(object, "tools", kMaxSitesInFile, read_site),
          .members = get_texts(object, "members", kMaxMembers),
          .exported = get_flag(object, "exported")};
}

Import read_import(const JsonObject& object) {
  return {get_text(object, "local"), get_text(object, "imported"), get_text(object, "module")};
}

CodeFact read_fact(const JsonObject& object) {
  return {.fact = get_text(object, "fact"),
          .symbol = get_text(object, "symbol"),
          .tool = get_text(object, "tool"),
          .snippet = get_text(object, "snippet"),
          .cwe = get_text(object, "cwe"),
          .severity = get_text(object, "severity"),
          .confidence = get_text(object, "confidence"),
          .line = get_number(object, "line"),
          .column = get_number(object, "column"),
          .source_to_sink = get_texts(object, "path", kMaxThrough)};
}

Route read_route(const JsonObject& object) {
  return {.method = get_text(object, "method"),
          .path = get_text(object, "path"),
          .handler = get_text(object, "handler"),
          .authenticated = get_flag(object, "authenticated"),
          .line = get_number(object, "line")};
}

EmbeddedServer read_server(const JsonObject& object) {
  return {get_text(object, "sdk"), get_number(object, "line")};
}

FunctionFlow::Step read_step(const JsonObject& object) {
  return {.parameter = get_number(object, "parameter"),
          .member = get_text(object, "member"),
          .kind = get_text(object, "kind"),
          .target = get_text(object, "target"),
          .module = get_text(object, "module"),
          .shape = get_text(object, "shape"),
          .argument = get_number(object, "argument"),
          .argument_member = get_text(object, "argument_member"),
          .symbol = get_text(object, "symbol"),
          .snippet = get_text(object, "snippet"),
          .cwe = get_text(object, "cwe"),
          .severity = get_text(object, "severity"),
          .confidence = get_text(object, "confidence"),
          .line = get_number(object, "line"),
          .through = get_texts(object, "through", kMaxThrough)};
}

FunctionFlow read_function(const JsonObject& object) {
  return {.name = get_text(object, "name"),
          .line = get_number(object, "line"),
          .exported = get_flag(object, "exported"),
          .handler = get_flag(object, "handler"),
          .parameters = get_texts(object, "parameters", kMaxThrough),
          .tool = get_text(object, "tool"),
          .steps = get_all<FunctionFlow::Step>(object, "steps", kMaxSteps, read_step)};
}

}  // namespace

JsonObject summary_to_json(const FileSummary& summary) {
  JsonObject object;
  put(object, "cut", summary.cut);
  put(object, "path", summary.path);
  put(object, "language", summary.language);
  put_all(object, "tools", summary.tools, kMaxSitesInFile);
  put_all(object, "constants", summary.constants, kMaxSitesInFile);
  put(object, "listed", summary.listed, kMaxMembers);
  put_all(object, "imports", summary.imports, kMaxSitesInFile);
  put_all(object, "facts", summary.facts, kMaxFactsInFile);
  put_all(object, "routes", summary.routes, kMaxFactsInFile);
  put_all(object, "servers", summary.servers, kMaxFactsInFile);
  put_all(object, "functions", summary.functions, kMaxFunctionsInFile);
  put(object, "skipped", summary.skipped);
  put(object, "syntax_errors", summary.syntax_errors);
  return object;
}

Result<FileSummary> summary_from_json(const Json& json) {
  if (!json.is_object()) return Error{ErrorCode::kNotJson, "a file's summary is no object"};
  const JsonObject& object = json.get_object();
  FileSummary summary;
  summary.path = get_text(object, "path");
  summary.language = get_text(object, "language");
  summary.tools = get_all<ToolSite>(object, "tools", kMaxSitesInFile, read_site);
  summary.constants = get_all<Constant>(object, "constants", kMaxSitesInFile, read_constant);
  summary.listed = get_texts(object, "listed", kMaxMembers);
  summary.imports = get_all<Import>(object, "imports", kMaxSitesInFile, read_import);
  summary.facts = get_all<CodeFact>(object, "facts", kMaxFactsInFile, read_fact);
  summary.routes = get_all<Route>(object, "routes", kMaxFactsInFile, read_route);
  summary.servers = get_all<EmbeddedServer>(object, "servers", kMaxFactsInFile, read_server);
  summary.functions = get_all<FunctionFlow>(object, "functions", kMaxFunctionsInFile, read_function);
  summary.skipped = get_text(object, "skipped");
  summary.syntax_errors = get_flag(object, "syntax_errors");
  summary.cut = get_flag(object, "cut");
  return summary;
}

}  // namespace mcpjury
