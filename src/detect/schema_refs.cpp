#include "detect/schema_refs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace mcpjury {
namespace {

// What a member of a schema object holds.
enum class Holds : std::uint8_t {
  kData,         // enum, const, default, example(s): no schema in there
  kDefinitions,  // named schemas that apply only when referred to
  kChildMap,     // named schemas for parts of the instance
  kInPlaceMap,   // named schemas for the same instance
  kInPlace,      // allOf, if, not …: the same instance
  kChild,        // items, additionalProperties, and every keyword we do not know
};

Holds holds_of(std::string_view key) {
  switch (key.size()) {
    case 2:
      return key == "if" ? Holds::kInPlace : Holds::kChild;
    case 3:
      return key == "not" ? Holds::kInPlace : Holds::kChild;
    case 4:
      return key == "enum" ? Holds::kData : key == "then" || key == "else" ? Holds::kInPlace : Holds::kChild;
    case 5:
      return key == "allOf" || key == "anyOf" || key == "oneOf" ? Holds::kInPlace
             : key == "const"                                   ? Holds::kData
             : key == "$defs"                                   ? Holds::kDefinitions
                                                                : Holds::kChild;
    case 7:
      return key == "default" || key == "example" ? Holds::kData : Holds::kChild;
    case 8:
      return key == "examples" || key == "required" ? Holds::kData : Holds::kChild;
    case 10:
      return key == "properties" ? Holds::kChildMap : Holds::kChild;
    case 11:
      return key == "definitions" ? Holds::kDefinitions : Holds::kChild;
    case 12:
      return key == "dependencies" ? Holds::kInPlaceMap : Holds::kChild;
    case 16:
      return key == "dependentSchemas" ? Holds::kInPlaceMap : Holds::kChild;
    case 17:
      return key == "patternProperties" ? Holds::kChildMap : Holds::kChild;
    default:
      return Holds::kChild;
  }
}

std::string_view key_of(const boost::json::key_value_pair& member) {
  return {member.key().data(), member.key().size()};
}

bool is_ref(std::string_view key) { return key == "$ref" || key == "$dynamicRef" || key == "$recursiveRef"; }

// Size, depth and whether any reference may be in there, in one pass that stops at the first bound.
// Without `exact` no string is read: a character is written with at least one byte and at most kWidestEscape.
class Meter {
 public:
  Meter(std::size_t stop_at, std::size_t max_depth, bool exact)
      : stop_at_(stop_at), max_depth_(max_depth), exact_(exact) {}

  void object(const JsonObject& object, std::size_t depth) {
    if (enter(depth)) return;
    bytes_ += 2 + (object.empty() ? 0 : object.size() - 1);
    for (const auto& member : object) {
      const std::string_view key = key_of(member);
      text(key);
      ++bytes_;
      refs_ = refs_ || (!key.empty() && key[0] == '$' && is_ref(key) && member.value().is_string());
      value(member.value(), depth);
      if (done()) return;
    }
  }

  bool done() const { return bytes_ > stop_at_ || too_deep_; }
  std::size_t bytes() const { return bytes_; }
  bool too_deep() const { return too_deep_; }
  bool refs() const { return refs_; }

 private:
  bool enter(std::size_t depth) {
    too_deep_ = too_deep_ || depth > max_depth_;
    return done();
  }

  void value(const Json& value, std::size_t depth) {
    switch (value.kind()) {
      case boost::json::kind::string:
        return text(view(value.get_string()));
      case boost::json::kind::object:
        return object(value.get_object(), depth + 1);
      case boost::json::kind::array: {
        if (enter(depth + 1)) return;
        const JsonArray& array = value.get_array();
        bytes_ += 2 + (array.empty() ? 0 : array.size() - 1);
        for (const Json& item : array) {
          this->value(item, depth + 1);
          if (done()) return;
        }
        return;
      }
      case boost::json::kind::bool_:
        bytes_ += value.get_bool() ? 4 : 5;
        return;
      case boost::json::kind::null:
        bytes_ += 4;
        return;
      case boost::json::kind::int64:
        bytes_ += fmt::formatted_size("{}", value.get_int64());
        return;
      case boost::json::kind::uint64:
        bytes_ += fmt::formatted_size("{}", value.get_uint64());
        return;
      case boost::json::kind::double_:
        bytes_ += fmt::formatted_size("{}", value.get_double());
        return;
    }
  }

  void text(std::string_view text) {
    bytes_ += text.size() + 2;
    if (!exact_) return;
    for (char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte < 0x20) {
        bytes_ += c == '\n' || c == '\t' || c == '\r' || c == '\b' || c == '\f' ? 1 : 5;
      } else if (c == '"' || c == '\\') {
        ++bytes_;
      }
    }
  }

  std::size_t stop_at_, max_depth_;
  std::size_t bytes_ = 0;
  bool exact_;
  bool too_deep_ = false, refs_ = false;
};

// The rough pass decides where it can; only schemas near the bound are read byte by byte.
Meter measure(const JsonObject& object, std::size_t stop_at, std::size_t max_depth) {
  Meter rough(stop_at, max_depth, false);
  rough.object(object, 1);
  if (rough.done() || rough.bytes() <= stop_at / kWidestEscape) return rough;
  Meter exact(stop_at, max_depth, true);
  exact.object(object, 1);
  return exact;
}

// "%C3%A9" -> "é"; a stray percent sign stays as it is.
std::string percent_decode(std::string_view text) {
  const auto digit = [](char c) {
    return c >= '0' && c <= '9'                     ? c - '0'
           : (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20) - 'a' + 10
                                                    : -1;
  };
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 && digit(text[i + 2]) >= 0) {
      out += static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2]));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

class RefGraph {
 public:
  explicit RefGraph(const JsonObject& root) : root_(root) { node_of(root); }

  SchemaFault check() {
    SchemaFault fault;
    // Targets that stand outside every known keyword become nodes while references are followed, so the
    // list grows under the loop; it ends because each object becomes a node once.
    for (std::size_t next = 0; next < nodes_.size();) {
      while (next < nodes_.size()) expand(next++);
      for (; resolved_ < refs_.size(); ++resolved_) {
        if (!resolve(refs_[resolved_], fault)) return fault;
      }
    }
    if (cycle(false)) {
      fault.kind = "ref_cycle";
    } else if (cycle(true)) {
      fault.kind = "ref_cycle";
      fault.confidence = Confidence::kLow;
      fault.detail = "recursive";
    }
    return fault;
  }

 private:
  struct Edge {
    std::uint32_t to;
    bool consumes;
  };
  struct Ref {
    std::uint32_t from;
    std::string_view text;
  };

  std::uint32_t node_of(const JsonObject& object) {
    const auto [place, fresh] = index_.emplace(&object, static_cast<std::uint32_t>(nodes_.size()));
    if (fresh) {
      nodes_.push_back(&object);
      edges_.emplace_back();
    }
    return place->second;
  }

  void expand(std::size_t which) {
    const auto from = static_cast<std::uint32_t>(which);
    for (const auto& member : *nodes_[which]) {
      const std::string_view key = key_of(member);
      const Json& value = member.value();
      if (value.is_string()) {
        const std::string_view text = view(value.get_string());
        if (is_ref(key)) {
          refs_.push_back({from, text});
        } else if (key == "$id" || key == "id") {
          ids_.emplace(text.substr(0, text.size() - (text.size() > 1 && text.back() == '#')), from);
        } else if (key == "$anchor" || key == "$dynamicAnchor") {
          anchors_.emplace(text, from);
        }
        continue;
      }
      switch (holds_of(key)) {
        case Holds::kData:
          break;
        case Holds::kDefinitions:
          if (value.is_object()) {
            for (const auto& part : value.get_object()) {
              if (part.value().is_object()) node_of(part.value().get_object());
            }
          }
          break;
        case Holds::kChildMap:
        case Holds::kInPlaceMap:
          if (value.is_object()) {
            for (const auto& part : value.get_object())
              link(from, part.value(), holds_of(key) == Holds::kChildMap);
          }
          break;
        case Holds::kInPlace:
        case Holds::kChild:
          link(from, value, holds_of(key) == Holds::kChild);
          break;
      }
    }
  }

  void link(std::uint32_t from, const Json& value, bool consumes) {
    if (value.is_object()) {
      const std::uint32_t to = node_of(value.get_object());
      edges_[from].push_back({to, consumes});
    } else if (value.is_array()) {
      for (const Json& item : value.get_array()) {
        if (!item.is_object()) continue;
        const std::uint32_t to = node_of(item.get_object());
        edges_[from].push_back({to, consumes});
      }
    }
  }

  bool resolve(const Ref& ref, SchemaFault& fault) {
    const auto fail = [&](const char* kind) {
      fault.kind = kind;
      fault.detail = std::string(ref.text);
      return false;
    };
    const std::size_t hash = std::min(ref.text.find('#'), ref.text.size());
    const std::string_view base = ref.text.substr(0, hash);
    const JsonObject* document = &root_;
    if (!base.empty()) {
      const auto known = ids_.find(base);
      if (known == ids_.end()) return fail("ref_nonlocal");
      document = nodes_[known->second];
    }
    const std::string fragment = percent_decode(ref.text.substr(std::min(hash + 1, ref.text.size())));
    const JsonObject* target = document;
    if (!fragment.empty() && fragment[0] == '/') {
      const Json* found = at_pointer(*document, fragment);
      if (!found) return fail("ref_unresolvable");
      if (found->is_bool()) return true;
      if (!found->is_object()) return fail("ref_unresolvable");
      target = &found->get_object();
    } else if (!fragment.empty()) {
      const auto anchor = anchors_.find(fragment);
      const auto old_style = ids_.find("#" + fragment);
      if (anchor == anchors_.end() && old_style == ids_.end()) return fail("ref_unresolvable");
      target = nodes_[anchor != anchors_.end() ? anchor->second : old_style->second];
    }
    const std::uint32_t to = node_of(*target);
    edges_[ref.from].push_back({to, false});
    return true;
  }

  static const Json* at_pointer(const JsonObject& document, std::string_view pointer) {
    const std::size_t end = std::min(pointer.find('/', 1), pointer.size());
    // The first step is made here because the root is an object, not a value.
    std::string first;
    for (std::size_t i = 1; i < end; ++i) {
      if (pointer[i] != '~') {
        first += pointer[i];
      } else if (i + 1 < end && (pointer[i + 1] == '0' || pointer[i + 1] == '1')) {
        first += pointer[++i] == '0' ? '~' : '/';
      } else {
        return nullptr;
      }
    }
    const Json* member = find(document, first);
    return member ? resolve_pointer(*member, pointer.substr(end)) : nullptr;
  }

  // Depth-first with a stack of its own: a chain of references may be as long as the schema.
  bool cycle(bool through_input) const {
    enum : std::uint8_t { kNew, kOpen, kDone };
    std::vector<std::uint8_t> state(nodes_.size(), kNew);
    std::vector<std::pair<std::uint32_t, std::size_t>> stack;
    for (std::uint32_t start = 0; start < nodes_.size(); ++start) {
      if (state[start] != kNew) continue;
      stack.push_back({start, 0});
      state[start] = kOpen;
      while (!stack.empty()) {
        const std::uint32_t node = stack.back().first;
        if (stack.back().second == edges_[node].size()) {
          state[node] = kDone;
          stack.pop_back();
          continue;
        }
        const Edge edge = edges_[node][stack.back().second++];
        if (edge.consumes && !through_input) continue;
        if (state[edge.to] == kOpen) return true;
        if (state[edge.to] == kNew) {
          state[edge.to] = kOpen;
          stack.push_back({edge.to, 0});
        }
      }
    }
    return false;
  }

  const JsonObject& root_;
  std::unordered_map<const JsonObject*, std::uint32_t> index_;
  std::vector<const JsonObject*> nodes_;
  std::vector<std::vector<Edge>> edges_;
  std::vector<Ref> refs_;
  std::size_t resolved_ = 0;
  std::unordered_map<std::string_view, std::uint32_t> anchors_;
  std::unordered_map<std::string_view, std::uint32_t> ids_;
};

}  // namespace

std::size_t serialized_size(const JsonObject& object, std::size_t stop_at) {
  Meter meter(stop_at, SIZE_MAX, true);
  meter.object(object, 1);
  return meter.bytes();
}

std::size_t least_size(const JsonObject& object, std::size_t stop_at) {
  Meter meter(stop_at, SIZE_MAX, false);
  meter.object(object, 1);
  return meter.bytes();
}

SchemaFault check_schema(const JsonObject& schema) {
  const Meter meter = measure(schema, kMaxSchemaBytes, kMaxSchemaDepth);
  SchemaFault fault;
  if (meter.too_deep()) {
    fault.kind = "too_deep";
  } else if (meter.done()) {
    fault.kind = "oversized";
  } else if (meter.refs()) {
    fault = RefGraph(schema).check();
  }
  return fault;
}

}  // namespace mcpjury
