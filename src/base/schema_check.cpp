#include "base/schema_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/canonical_json.h"
#include "base/escape.h"
#include "base/utf8.h"

namespace mcpjury {
namespace {

// A chain of references that never reaches into the value would not end.
constexpr int kDeepestSchema = 1000;

std::string_view type_of(const Json& value) {
  switch (value.kind()) {
    case boost::json::kind::null:
      return "null";
    case boost::json::kind::bool_:
      return "boolean";
    case boost::json::kind::string:
      return "string";
    case boost::json::kind::array:
      return "array";
    case boost::json::kind::object:
      return "object";
    case boost::json::kind::double_: {
      const double number = value.get_double();
      return std::trunc(number) == number ? "integer" : "number";
    }
    default:
      return "integer";
  }
}

bool has_type(const Json& value, std::string_view wanted) {
  const std::string_view type = type_of(value);
  return type == wanted || (wanted == "number" && type == "integer");
}

double number_of(const Json& value) { return value.to_number<double>(); }

std::size_t length_of(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) at += decode_utf8(text, at).bytes;
  return count;
}

std::string brief(const Json& value) { return escape_terminal(clip(canonical_json(value), 60)); }

class Check {
 public:
  Check(const Json& root, std::size_t max_complaints) : root_(root), max_(max_complaints) {}

  std::vector<SchemaComplaint> run(const Json& value) {
    visit(root_, value, 0);
    return std::move(complaints_);
  }

 private:
  bool full() const { return complaints_.size() >= max_; }

  void complain(std::string message) {
    if (!full()) complaints_.push_back({pointer_, std::move(message)});
  }

  // Whether `value` fits, without a word about why not.
  bool fits(const Json& schema, const Json& value, int depth) {
    Check quiet(root_, 1);
    quiet.visit(schema, value, depth);
    return quiet.complaints_.empty();
  }

  template <class Visit>
  void inside(std::string_view token, Visit step) {
    const std::size_t size = pointer_.size();
    pointer_ += "/" + pointer_escape(token);
    step();
    pointer_.resize(size);
  }

  void visit(const Json& schema, const Json& value, int depth) {
    if (full()) return;
    if (depth > kDeepestSchema)
      return complain("the schema goes too deep here, or refers to itself without end");
    if (const bool* any = schema.if_bool()) {
      if (!*any) complain("nothing is allowed here");
      return;
    }
    const JsonObject& keywords = schema.get_object();
    if (const Json* reference = find(keywords, "$ref"))
      visit(*resolve_pointer(root_, view(reference->get_string()).substr(1)), value, depth + 1);
    check_any(keywords, value, depth);
    if (const JsonObject* object = value.if_object()) check_object(keywords, *object, depth);
    if (const JsonArray* array = value.if_array()) check_array(keywords, *array, depth);
    if (const boost::json::string* text = value.if_string())
      check_size(keywords, "minLength", "maxLength", length_of(view(*text)), "characters");
    if (has_type(value, "number")) check_number(keywords, value);
  }

  void check_any(const JsonObject& keywords, const Json& value, int depth) {
    if (const Json* type = find(keywords, "type")) {
      const JsonArray* types = type->if_array();
      const auto fitting = [&](const Json& name) { return has_type(value, view(name.get_string())); };
      if (types != nullptr ? std::none_of(types->begin(), types->end(), fitting) : !fitting(*type))
        complain(fmt::format("is {}, not {}", type_of(value), brief(*type)));
    }
    if (const Json* wanted = find(keywords, "const");
        wanted && canonical_json(*wanted) != canonical_json(value))
      complain(fmt::format("is {}, not {}", brief(value), brief(*wanted)));
    if (const JsonArray* allowed = find_array(keywords, "enum")) {
      const std::string own = canonical_json(value);
      if (std::none_of(allowed->begin(), allowed->end(),
                       [&](const Json& a) { return canonical_json(a) == own; }))
        complain(fmt::format("is {}, not one of {}", brief(value), brief(*find(keywords, "enum"))));
    }
    if (const JsonArray* any = find_array(keywords, "anyOf")) {
      if (std::none_of(any->begin(), any->end(), [&](const Json& s) { return fits(s, value, depth + 1); }))
        complain("fits none of the schemas of anyOf");
    }
    if (const JsonArray* one = find_array(keywords, "oneOf")) {
      const auto count =
          std::count_if(one->begin(), one->end(), [&](const Json& s) { return fits(s, value, depth + 1); });
      if (count != 1) complain(fmt::format("fits {} schemas of oneOf, not exactly one", count));
    }
  }

  void check_object(const JsonObject& keywords, const JsonObject& object, int depth) {
    if (const JsonArray* required = find_array(keywords, "required")) {
      for (const Json& name : *required)
        if (find(object, view(name.get_string())) == nullptr)
          complain(fmt::format("lacks the member {}", brief(name)));
    }
    const JsonObject* properties = find_object(keywords, "properties");
    const Json* others = find(keywords, "additionalProperties");
    for (const auto& member : object) {
      const std::string_view key(member.key().data(), member.key().size());
      const Json* schema = properties != nullptr ? find(*properties, key) : nullptr;
      if (schema == nullptr && others != nullptr && others->is_bool()) {
        if (!others->get_bool()) inside(key, [&] { complain("is a member that is not allowed here"); });
        continue;
      }
      if (schema == nullptr) schema = others;
      if (schema != nullptr) inside(key, [&] { visit(*schema, member.value(), depth + 1); });
    }
  }

  void check_array(const JsonObject& keywords, const JsonArray& array, int depth) {
    check_size(keywords, "minItems", "maxItems", array.size(), "elements");
    const Json* unique = find(keywords, "uniqueItems");
    if (unique != nullptr && unique->get_bool()) {
      std::set<std::string> seen;
      for (const Json& element : array)
        if (!seen.insert(canonical_json(element)).second) {
          complain(fmt::format("holds {} twice", brief(element)));
          break;
        }
    }
    const Json* items = find(keywords, "items");
    for (std::size_t i = 0; items != nullptr && i < array.size() && !full(); ++i)
      inside(std::to_string(i), [&] { visit(*items, array[i], depth + 1); });
  }

  void check_number(const JsonObject& keywords, const Json& value) {
    const Json* least = find(keywords, "minimum");
    const Json* most = find(keywords, "maximum");
    const double number = number_of(value);
    if (least != nullptr && number < number_of(*least))
      complain(fmt::format("is {}, below {}", brief(value), brief(*least)));
    if (most != nullptr && number > number_of(*most))
      complain(fmt::format("is {}, above {}", brief(value), brief(*most)));
  }

  void check_size(const JsonObject& keywords, std::string_view least_name, std::string_view most_name,
                  std::size_t size, std::string_view unit) {
    const Json* least = find(keywords, least_name);
    const Json* most = find(keywords, most_name);
    if (least != nullptr && static_cast<double>(size) < number_of(*least))
      complain(fmt::format("has {} {}, fewer than {}", size, unit, brief(*least)));
    if (most != nullptr && static_cast<double>(size) > number_of(*most))
      complain(fmt::format("has {} {}, more than {}", size, unit, brief(*most)));
  }

  const Json& root_;
  std::size_t max_;
  std::string pointer_;
  std::vector<SchemaComplaint> complaints_;
};

}  // namespace

std::vector<SchemaComplaint> RepeatedSchema::check(const Json& value, std::size_t max_complaints) const {
  if (own_.empty()) return Check(schema_, max_complaints).run(value);
  std::vector<SchemaComplaint> own = own_;
  if (own.size() > max_complaints) own.resize(max_complaints);
  return own;
}

std::vector<SchemaComplaint> check_schema(const Json& schema, const Json& value, std::size_t max_complaints) {
  return RepeatedSchema(schema).check(value, max_complaints);
}

}  // namespace mcpjury
