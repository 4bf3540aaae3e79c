#include <fmt/format.h>
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <istream>
#include <map>
#include <streambuf>

#include "base/utf8.h"
#include "packages/document.h"

namespace mcpjury {
namespace {

struct Refused {
  ErrorCode code;
  std::string reason;
  std::uint32_t line;
};

class ViewBuffer : public std::streambuf {
 public:
  explicit ViewBuffer(std::string_view text) {
    char* begin = const_cast<char*>(text.data());  // NOLINT: only read, streambuf has no const form
    setg(begin, begin, begin + text.size());
  }
};

// Builds the value from the parser's events. The node graph of the library is not used: in it an anchor may
// hold itself, and ten lines of aliases stand for a thousand million values.
class Builder : public YAML::EventHandler {
 public:
  Builder(DocumentLines& lines, InventoryBuilder& notes) : lines_(lines), notes_(notes) {}

  Json take() { return std::move(result_); }
  void stop_lines() { keep_lines_ = false; }

  void OnDocumentStart(const YAML::Mark&) override {
    open_.clear();
    anchors_.clear();
    result_ = nullptr;
    pointer_.clear();
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    begin_value(mark);
    end_value(nullptr, 1, anchor);
  }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                const std::string& value) override {
    if (!is_valid_utf8(value)) throw Refused{ErrorCode::kNotJson, "not UTF-8", line_of(mark)};
    begin_value(mark);
    // Long texts count for more, or one of a megabyte could be copied a hundred thousand times.
    end_value(Json(boost::json::string(value)), 1 + value.size() / 16, anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) {
      throw Refused{ErrorCode::kLimit, "an alias inside the value that it stands for", line_of(mark)};
    }
    if (aliased_ + found->second.count > kMaxAliasValues) {
      throw Refused{ErrorCode::kLimit, "aliases stand for too many values", line_of(mark)};
    }
    aliased_ += found->second.count;
    begin_value(mark);
    const std::size_t count = found->second.count;
    end_value(Json(found->second.value), count, YAML::NullAnchor);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    begin(mark, anchor, JsonArray());
  }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    begin(mark, anchor, JsonObject());
  }
  void OnSequenceEnd() override { end(); }
  void OnMapEnd() override { end(); }

 private:
  struct Open {
    Json value;
    YAML::anchor_t anchor;
    std::size_t pointer_length;
    std::size_t count = 1;
    bool has_key = false;
    std::string key;
  };
  struct Anchored {
    Json value;
    std::size_t count;
  };

  static std::uint32_t line_of(const YAML::Mark& mark) { return static_cast<std::uint32_t>(mark.line + 1); }

  bool is_key() const { return !open_.empty() && open_.back().value.is_object() && !open_.back().has_key; }

  // Appends the place of the value to the pointer; end_value() takes it away.
  void begin_value(const YAML::Mark& mark) {
    if (is_key()) return;
    if (!open_.empty()) {
      Open& top = open_.back();
      top.pointer_length = pointer_.size();
      pointer_ += '/';
      if (top.value.is_object()) {
        pointer_ += pointer_escape(top.key);
      } else {
        pointer_ += std::to_string(top.value.get_array().size());
      }
    }
    if (keep_lines_) lines_.offer(pointer_, line_of(mark));
  }

  void end_value(Json value, std::size_t count, YAML::anchor_t anchor) {
    if (anchor != YAML::NullAnchor) remember(anchor, value, count);
    if (open_.empty()) {
      result_ = std::move(value);
      return;
    }
    Open& top = open_.back();
    top.count += count;
    if (is_key()) {
      const auto* text = value.if_string();
      top.key = text != nullptr ? std::string(view(*text)) : std::string();
      if (text == nullptr && !value.is_null()) notes_.note("a key that is not a text is read as empty");
      top.has_key = true;
      return;
    }
    if (JsonArray* array = top.value.if_array()) {
      array->push_back(std::move(value));
    } else {
      JsonObject& object = top.value.get_object();
      if (object.contains(boost::json::string_view(top.key))) {
        notes_.note(fmt::format("the key {} stands twice; the last one is taken", pointer_));
      }
      object[boost::json::string_view(top.key)] = std::move(value);
      top.has_key = false;
    }
    pointer_.resize(top.pointer_length);
  }

  // Copies are counted: anchors inside anchors, without one alias, would copy a deep text many times.
  void remember(YAML::anchor_t anchor, const Json& value, std::size_t count) {
    aliased_ += count;
    if (aliased_ > kMaxAliasValues) throw Refused{ErrorCode::kLimit, "anchors hold too many values", 0};
    anchors_[anchor] = Anchored{value, count};
  }

  void begin(const YAML::Mark& mark, YAML::anchor_t anchor, Json empty) {
    if (open_.size() >= kMaxDocumentDepth)
      throw Refused{ErrorCode::kLimit, "nested too deeply", line_of(mark)};
    // A map as a key has no place of its own; its values get the place of the map around it.
    begin_value(mark);
    open_.push_back(Open{std::move(empty), anchor, pointer_.size(), 1, false, {}});
  }
  void end() {
    Open done = std::move(open_.back());
    open_.pop_back();
    end_value(std::move(done.value), done.count, done.anchor);
  }

  DocumentLines& lines_;
  InventoryBuilder& notes_;
  bool keep_lines_ = true;
  Json result_;
  std::string pointer_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, Anchored> anchors_;
  std::size_t aliased_ = 0;
};

}  // namespace

Result<Document> read_yaml_document(const InventorySource& source, WantLine want, InventoryBuilder& builder) {
  Document document;
  document.lines = DocumentLines(want);
  try {
    ViewBuffer buffer(source.text);
    std::istream in(&buffer);
    YAML::Parser parser(in);
    Builder events(document.lines, builder);
    while (parser.HandleNextDocument(events)) {
      document.values.push_back(events.take());
      events.stop_lines();
      if (document.values.size() == kMaxDocuments) {
        builder.note(fmt::format("only the first {} documents are read", kMaxDocuments));
        break;
      }
    }
  } catch (const Refused& refused) {
    return inventory_error(refused.code, source.path, refused.reason, refused.line);
  } catch (const YAML::DeepRecursion&) {
    return inventory_error(ErrorCode::kLimit, source.path, "nested too deeply");
  } catch (const YAML::Exception& fault) {
    return inventory_error(ErrorCode::kNotJson, source.path, "not YAML: " + fault.msg,
                           static_cast<std::uint32_t>(fault.mark.line + 1));
  }
  if (document.values.empty()) document.values.emplace_back(nullptr);
  document.lines.sort();
  return document;
}

}  // namespace mcpjury
