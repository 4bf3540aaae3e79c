#include "serve/openapi.h"

#include <boost/json/serialize.hpp>

#include "report/report.h"
#include "serve/api_scans.h"

namespace mcpjury {
namespace {

struct ParameterText {
  std::string_view name, what, schema;
};
constexpr ParameterText kParameters[] = {
    {"id",
     "Of a scan: what POST gave, or the number of a stored one. Of a rule, detector or methodology: its "
     "name. "
     "Of a finding: its fingerprint.",
     R"({"type":"string"})"},
    {"format",
     "json, ndjson, html, md, sarif, csv, junit.xml, txt, github.txt, cyclonedx.json, badge.svg, badge.json",
     R"({"type":"string"})"},
    {"server", "The opaque key of a server, as the directory gives it", R"({"type":"string"})"},
    {"methodology", "Only these, joined by commas; in the directory one", R"({"type":"string"})"},
    {"q", "Stands in the name, the address or the key", R"({"type":"string","maxLength":300})"},
    {"grade", "A letter, a light or a posture", R"({"type":"string","maxLength":300})"},
    {"verdict", "The word of the newest scan", R"({"enum":["stop","caution","allow","unknown"]})"},
    {"kind", "At least one finding of this kind", R"({"enum":["malice","weakness","capability","hygiene"]})"},
    {"since", "The tools changed, or were first seen, then or later",
     R"({"type":"string","format":"date-time"})"},
    {"cursor", "meta.next_cursor of the page before", R"({"type":"string"})"},
    {"limit", "How many", R"({"type":"integer","minimum":1,"maximum":500})"},
    {"from", "The id of the earlier scan", R"({"type":"string"})"},
    {"to", "The id of the later scan", R"({"type":"string"})"},
    {"version", "Of the methodology; the newest when not given", R"({"type":"string"})"},
};

Json parsed_schema(std::string_view text) {
  auto parsed = parse_json(text, "schema", {});
  return parsed ? std::move(parsed->value) : Json();
}

Json parameter(std::string_view name, std::string_view where) {
  JsonObject out{{"name", name}, {"in", where}, {"required", where == "path"}};
  for (const ParameterText& known : kParameters) {
    if (known.name != name) continue;
    out["description"] = known.what;
    out["schema"] = parsed_schema(known.schema);
  }
  return out;
}

JsonObject schema_ref(std::string_view name) {
  return {{"$ref", "#/components/schemas/" + std::string(name)}};
}

JsonObject envelope(std::string_view data) {
  return {{"type", "object"},
          {"required", JsonArray{"data", "meta"}},
          {"properties", JsonObject{{"data", schema_ref(data)}, {"meta", schema_ref("Meta")}}}};
}

JsonObject answers_of(const Route& route) {
  JsonObject out;
  for (const int status : route.statuses) {
    JsonObject answer{{"description", status < 300 ? "Done" : "Refused, with a code and a sentence"}};
    if (status >= 400) {
      answer["content"] = JsonObject{{"application/json", JsonObject{{"schema", schema_ref("Error")}}}};
    } else if (!route.data.empty()) {
      answer["content"] = JsonObject{{"application/json", JsonObject{{"schema", envelope(route.data)}}}};
    } else {
      answer["content"] = JsonObject{{route.type, JsonObject{}}};
    }
    out[std::to_string(status)] = std::move(answer);
  }
  out["default"] =
      JsonObject{{"description", "Refused, with a code and a sentence"},
                 {"content", JsonObject{{"application/json", JsonObject{{"schema", schema_ref("Error")}}}}}};
  return out;
}

JsonObject operation(const Route& route) {
  JsonArray parameters;
  std::string_view rest = route.path;
  for (std::size_t open = rest.find('{'); open != std::string_view::npos; open = rest.find('{')) {
    const std::size_t close = rest.find('}');
    parameters.push_back(parameter(rest.substr(open + 1, close - open - 1), "path"));
    rest.remove_prefix(close + 1);
  }
  for (const std::string_view name : route.query) parameters.push_back(parameter(name, "query"));
  JsonObject out{{"operationId", route.id},
                 {"summary", route.summary},
                 {"parameters", std::move(parameters)},
                 {"responses", answers_of(route)}};
  if (route.id == "post_scan") {
    out["parameters"].get_array().push_back(
        JsonObject{{"name", "Idempotency-Key"},
                   {"in", "header"},
                   {"required", false},
                   {"description", "The same key with the same body is the same scan"},
                   {"schema", JsonObject{{"type", "string"}, {"maxLength", 200}}}});
  }
  if (!route.body.empty()) {
    out["requestBody"] = JsonObject{
        {"required", true},
        {"content", JsonObject{{"application/json", JsonObject{{"schema", schema_ref(route.body)}}}}}};
  }
  out["security"] = route.scope == kNoScope ? Json(JsonArray{})
                                            : Json(JsonArray{JsonObject{}, JsonObject{{"key", JsonArray{}}}});
  out["x-scope"] = scope_name(route.scope);
  return out;
}

}  // namespace

JsonObject openapi_document() {
  JsonObject paths;
  for (const Route& route : routes()) {
    if (route.short_form) continue;
    JsonObject& item =
        paths[route.path].is_object() ? paths[route.path].get_object() : paths[route.path].emplace_object();
    item[route.method == "POST" ? "post" : "get"] = operation(route);
  }
  JsonObject components = parsed_schema(openapi_schemas()).get_object();
  components["securitySchemes"] = JsonObject{
      {"key", JsonObject{{"type", "http"}, {"scheme", "bearer"}, {"description", "A key of the operator"}}}};
  return {{"openapi", "3.1.0"},
          {"info", JsonObject{{"title", "mcpjury"},
                              {"version", program_info().version},
                              {"description",
                               "Looks at MCP servers and grades them by five published methodologies."}}},
          {"paths", std::move(paths)},
          {"components", std::move(components)}};
}

HttpdResponse get_openapi(ApiCall&) {
  static const std::string kText = boost::json::serialize(openapi_document()) + "\n";
  return raw_answer("application/json", kText);
}

}  // namespace mcpjury
