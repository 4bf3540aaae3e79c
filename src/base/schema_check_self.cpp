// The schema side of schema_check.h: only known keywords, each with a value of the right kind, so that
// the check itself can rely on them.
#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "base/schema_check.h"

namespace mcpjury {
namespace {

enum class Kind {
  kAnything,    // an annotation, or any value
  kSchema,      // a schema
  kSchemaMap,   // an object of schemas
  kSchemaList,  // a non-empty array of schemas
  kStringList,
  kList,
  kNumber,
  kCount,
  kBool,
  kType,
  kReference,
};

struct Keyword {
  std::string_view name;
  Kind kind;
  std::string_view wanted;
};

constexpr Keyword kKeywords[] = {
    {"$comment", Kind::kAnything, ""},
    {"$defs", Kind::kSchemaMap, "an object of schemas"},
    {"$id", Kind::kAnything, ""},
    {"$ref", Kind::kReference, "\"#/$defs/NAME\" of a schema that exists"},
    {"$schema", Kind::kAnything, ""},
    {"additionalProperties", Kind::kSchema, "a schema"},
    {"anyOf", Kind::kSchemaList, "a non-empty array of schemas"},
    {"const", Kind::kAnything, ""},
    {"default", Kind::kAnything, ""},
    {"description", Kind::kAnything, ""},
    {"enum", Kind::kList, "an array"},
    {"examples", Kind::kAnything, ""},
    {"format", Kind::kAnything, ""},
    {"items", Kind::kSchema, "a schema"},
    {"maxItems", Kind::kCount, "a count"},
    {"maxLength", Kind::kCount, "a count"},
    {"maximum", Kind::kNumber, "a number"},
    {"minItems", Kind::kCount, "a count"},
    {"minLength", Kind::kCount, "a count"},
    {"minimum", Kind::kNumber, "a number"},
    {"oneOf", Kind::kSchemaList, "a non-empty array of schemas"},
    {"properties", Kind::kSchemaMap, "an object of schemas"},
    {"required", Kind::kStringList, "an array of names"},
    {"title", Kind::kAnything, ""},
    {"type", Kind::kType, "a type name or a non-empty array of them"},
    {"uniqueItems", Kind::kBool, "a boolean"},
};

bool is_type_name(const Json& value) {
  static constexpr std::string_view kNames[] = {"null",   "boolean", "integer", "number",
                                                "string", "array",   "object"};
  const boost::json::string* name = value.if_string();
  return name != nullptr && std::find(std::begin(kNames), std::end(kNames), view(*name)) != std::end(kNames);
}

class SelfCheck {
 public:
  explicit SelfCheck(const Json& root) : root_(root) {}

  std::vector<SchemaComplaint> run() {
    visit(root_);
    return std::move(complaints_);
  }

 private:
  void complain(std::string message) { complaints_.push_back({pointer_, std::move(message)}); }

  template <class Visit>
  void inside(std::string_view token, Visit step) {
    const std::size_t size = pointer_.size();
    pointer_ += "/" + pointer_escape(token);
    step();
    pointer_.resize(size);
  }

  void visit(const Json& schema) {
    if (schema.is_bool()) return;
    const JsonObject* keywords = schema.if_object();
    if (keywords == nullptr) return complain("is not a schema: neither an object nor a boolean");
    for (const auto& member : *keywords) {
      const std::string_view name(member.key().data(), member.key().size());
      const Keyword* known = std::find_if(std::begin(kKeywords), std::end(kKeywords),
                                          [&](const Keyword& keyword) { return keyword.name == name; });
      inside(name, [&] {
        if (known == std::end(kKeywords)) {
          complain(fmt::format("unknown keyword \"{}\"", escape_terminal(name)));
        } else if (!well_formed(known->kind, member.value())) {
          complain(fmt::format("should be {}", known->wanted));
        } else {
          visit_children(known->kind, member.value());
        }
      });
    }
  }

  bool well_formed(Kind kind, const Json& value) const {
    const JsonArray* array = value.if_array();
    switch (kind) {
      case Kind::kAnything:
      case Kind::kSchema:
        return true;
      case Kind::kSchemaMap:
        return value.is_object();
      case Kind::kSchemaList:
        return array != nullptr && !array->empty();
      case Kind::kList:
        return array != nullptr;
      case Kind::kStringList:
        return array != nullptr &&
               std::all_of(array->begin(), array->end(), [](const Json& name) { return name.is_string(); });
      case Kind::kNumber:
        return value.is_number();
      case Kind::kCount:
        return (value.is_int64() && value.get_int64() >= 0) || value.is_uint64();
      case Kind::kBool:
        return value.is_bool();
      case Kind::kType:
        return is_type_name(value) || (array != nullptr && !array->empty() &&
                                       std::all_of(array->begin(), array->end(), is_type_name));
      case Kind::kReference:
        return is_local_reference(value);
    }
    return false;
  }

  bool is_local_reference(const Json& value) const {
    static constexpr std::string_view kPrefix = "#/$defs/";
    const boost::json::string* text = value.if_string();
    if (text == nullptr || view(*text).substr(0, kPrefix.size()) != kPrefix) return false;
    const std::string_view name = view(*text).substr(kPrefix.size());
    return name.find('/') == std::string_view::npos &&
           resolve_pointer(root_, view(*text).substr(1)) != nullptr;
  }

  void visit_children(Kind kind, const Json& value) {
    if (kind == Kind::kSchema) {
      visit(value);
    } else if (kind == Kind::kSchemaMap) {
      for (const auto& member : value.get_object())
        inside({member.key().data(), member.key().size()}, [&] { visit(member.value()); });
    } else if (kind == Kind::kSchemaList) {
      const JsonArray& array = value.get_array();
      for (std::size_t i = 0; i < array.size(); ++i) inside(std::to_string(i), [&] { visit(array[i]); });
    }
  }

  const Json& root_;
  std::string pointer_;
  std::vector<SchemaComplaint> complaints_;
};

}  // namespace

std::vector<SchemaComplaint> check_schema_itself(const Json& schema) { return SelfCheck(schema).run(); }

}  // namespace mcpjury
