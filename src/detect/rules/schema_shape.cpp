// Input and output schemas: missing, malformed, broad, large.
#include <fmt/format.h>

#include "detect/rules/subject_help.h"
#include "detect/schema_refs.h"
#include "detect/uri_facts.h"

namespace mcpjury {
namespace {

constexpr int kMaxParameters = 10;

bool is_true(const Json* value) { return value && value->is_bool() && value->get_bool(); }
bool is_false(const Json* value) { return value && value->is_bool() && !value->get_bool(); }

bool has_type(const JsonObject& schema, std::string_view name) {
  const Json* type = find(schema, "type");
  if (!type) return false;
  if (type->is_string()) return view(type->get_string()) == name;
  if (!type->is_array()) return false;
  for (const Json& item : type->get_array()) {
    if (item.is_string() && view(item.get_string()) == name) return true;
  }
  return false;
}

// Whether a schema says something about the members of an object.
bool shaped(const JsonObject& schema) {
  for (const char* key : {"$ref", "anyOf", "oneOf", "allOf", "patternProperties", "enum", "const",
                          "propertyNames", "if", "dependentSchemas"}) {
    if (schema.contains(key)) return true;
  }
  const JsonObject* properties = find_object(schema, "properties");
  if (properties && !properties->empty()) return true;
  const Json* additional = find(schema, "additionalProperties");
  return additional && additional->is_object() && !additional->get_object().empty();
}

void missing(const DetectInput& input, FindingSink& sink, std::size_t i) {
  static const std::uint16_t kMissing = detector_index("missing-input-schema");
  const ToolView& tool = input.surface.tools[i];
  const SubjectUnit& subject = input.text.tool(i);
  if (!tool.input_schema) {
    const bool there = tool.object->contains("inputSchema");
    sink.add(kMissing, subject, subject.path, tool.name, Confidence::kHigh,
             {.detail = there ? "the input schema is no object" : "there is no input schema"});
  } else if (!shaped(*tool.input_schema)) {
    // Additional properties forbidden: the tool says plainly that it takes nothing.
    const bool closed = is_false(find(*tool.input_schema, "additionalProperties"));
    sink.add(kMissing, subject, member_path(input.text, subject, "inputSchema"), tool.name,
             closed ? Confidence::kLow : Confidence::kMedium,
             {.detail = closed ? "the input schema names no parameters"
                               : "the input schema names no parameters and accepts any"});
  }
}

void malformed(const DetectInput& input, FindingSink& sink, std::size_t i, const JsonObject& schema,
               bool output) {
  static const std::uint16_t kInput = detector_index("malformed-input-schema");
  static const std::uint16_t kOutput = detector_index("malformed-output-schema");
  const SubjectUnit& subject = input.text.tool(i);
  const SchemaFault fault = check_schema(schema);
  const std::string_view key = output ? "outputSchema" : "inputSchema";
  if (fault.kind) {
    const std::string detail =
        fault.detail.empty() ? fault.kind : fmt::format("{} ({})", fault.kind, fault.detail);
    sink.add(output ? kOutput : kInput, subject, member_path(input.text, subject, key), fault.detail,
             fault.confidence, {.detail = detail});
  } else if (!schema.empty() && !has_type(schema, "object")) {
    // The protocol wants type object at the root; what some generators write instead works everywhere.
    sink.add(output ? kOutput : kInput, subject, member_path(input.text, subject, key), {}, Confidence::kLow,
             {.detail = "the root is not of type object"});
  }
}

bool risky_name(std::string_view name) {
  switch (name.size()) {
    case 3:
      return equal_ignore_case(name, "url") || equal_ignore_case(name, "sql");
    case 4:
      return equal_ignore_case(name, "path");
    case 5:
      return equal_ignore_case(name, "query") || equal_ignore_case(name, "token");
    case 6:
      return equal_ignore_case(name, "prompt") || equal_ignore_case(name, "secret");
    case 7:
      return equal_ignore_case(name, "command");
    default:
      return false;
  }
}

void broad(const DetectInput& input, FindingSink& sink, std::size_t i, const JsonObject& schema) {
  static const std::uint16_t kBroad = detector_index("broad-schema");
  const SubjectUnit& subject = input.text.tool(i);
  if (is_true(find(schema, "additionalProperties"))) {
    sink.add(kBroad, subject, member_path(input.text, subject, "inputSchema"), "additionalProperties: true",
             shaped(schema) ? Confidence::kLow : Confidence::kMedium,
             {.detail = "it accepts additional properties"});
  }
  for (std::uint32_t p = subject.first_property; p < subject.first_property + subject.properties; ++p) {
    const PropertyInfo& property = input.text.properties[p];
    if (property.output || !property.schema) continue;
    const JsonObject& part = *property.schema;
    if (has_type(part, "object")) {
      if (is_true(find(part, "additionalProperties"))) {
        sink.add(kBroad, subject, property.path, property.name, Confidence::kLow,
                 {.detail = fmt::format("{} accepts additional properties", property.name)});
      } else if (!shaped(part) && !is_false(find(part, "additionalProperties"))) {
        const bool weighs = property.required && property.depth == 0;
        sink.add(kBroad, subject, property.path, property.name,
                 weighs ? Confidence::kMedium : Confidence::kLow,
                 {.detail = fmt::format("the object {} has no shape", property.name)});
      }
    } else if (risky_name(property.name) && has_type(part, "string") && !part.contains("enum") &&
               !part.contains("const") && !part.contains("pattern") && !part.contains("format")) {
      sink.add(kBroad, subject, property.path, property.name, Confidence::kLow,
               {.detail = fmt::format("the string {} has no bounds", property.name)});
    }
  }
}

}  // namespace

void detect_schema_shape(const DetectInput& input, FindingSink& sink) {
  static const std::uint16_t kLarge = detector_index("large-input-surface");
  for (std::size_t i = 0; i < input.surface.tools.size(); ++i) {
    const ToolView& tool = input.surface.tools[i];
    missing(input, sink, i);
    if (tool.input_schema) {
      malformed(input, sink, i, *tool.input_schema, false);
      broad(input, sink, i, *tool.input_schema);
    }
    if (tool.output_schema) malformed(input, sink, i, *tool.output_schema, true);
    if (input.tools[i].properties > kMaxParameters) {
      const SubjectUnit& subject = input.text.tool(i);
      sink.add(kLarge, subject, member_path(input.text, subject, "inputSchema"), {}, Confidence::kHigh,
               {.detail = fmt::format("{}", input.tools[i].properties)});
    }
  }
}

}  // namespace mcpjury
