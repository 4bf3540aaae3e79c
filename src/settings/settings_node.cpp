#include "settings/settings_node.h"

#include <fmt/format.h>
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <map>
#include <sstream>

#include "base/escape.h"
#include "base/utf8.h"

namespace mcpjury {
namespace {

struct RefusedSettings {
  SettingsPlace place;
  std::string reason;
};

SettingsPlace place_at(const YAML::Mark& mark) {
  if (mark.line < 0) return {};
  return {static_cast<std::uint32_t>(mark.line + 1), static_cast<std::uint32_t>(mark.column + 1)};
}

// From the parser's events, not from the library's graph of nodes: there an anchor may hold itself, the later
// of two equal keys wins without a word, and ten lines of aliases stand for a thousand million values.
class SettingsBuilder : public YAML::EventHandler {
 public:
  SettingsNode take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    end_value(made(SettingsNode::Type::kNull, mark), anchor, 1);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    SettingsNode node = made(SettingsNode::Type::kText, mark);
    node.text = value;
    node.quoted = tag != "?";
    end_value(std::move(node), anchor, 1);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end())
      throw RefusedSettings{place_at(mark), "an alias inside the value that it stands for"};
    count(found->second.second, mark);
    SettingsNode copy = found->second.first;
    copy.place = place_at(mark);
    end_value(std::move(copy), YAML::NullAnchor, found->second.second);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(made(SettingsNode::Type::kList, mark), anchor, mark);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(made(SettingsNode::Type::kMap, mark), anchor, mark);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapEnd() override { close(); }

 private:
  struct Open {
    SettingsNode node;
    YAML::anchor_t anchor;
    std::size_t nodes;
    bool has_key = false;
  };

  SettingsNode made(SettingsNode::Type type, const YAML::Mark& mark) {
    count(1, mark);
    SettingsNode node;
    node.type = type;
    node.place = place_at(mark);
    return node;
  }

  void count(std::size_t nodes, const YAML::Mark& mark) {
    nodes_ += nodes;
    if (nodes_ > kMaxSettingsNodes)
      throw RefusedSettings{place_at(mark), fmt::format("more than {} values", kMaxSettingsNodes)};
  }

  void open(SettingsNode node, YAML::anchor_t anchor, const YAML::Mark& mark) {
    if (open_.size() >= kMaxSettingsDepth) throw RefusedSettings{place_at(mark), "nested too deeply"};
    open_.push_back({std::move(node), anchor, 1});
  }
  void close() {
    Open done = std::move(open_.back());
    open_.pop_back();
    end_value(std::move(done.node), done.anchor, done.nodes);
  }

  void end_value(SettingsNode node, YAML::anchor_t anchor, std::size_t nodes) {
    if (anchor != YAML::NullAnchor) anchors_[anchor] = {node, nodes};
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& top = open_.back();
    top.nodes += nodes;
    if (top.node.type == SettingsNode::Type::kList) {
      top.node.items.push_back(std::move(node));
    } else if (top.has_key) {
      top.node.entries.back().value = std::move(node);
      top.has_key = false;
    } else {
      add_key(top, std::move(node));
    }
  }

  static void add_key(Open& top, SettingsNode key) {
    if (key.type != SettingsNode::Type::kText) throw RefusedSettings{key.place, "a key that is no text"};
    if (key.text == "<<" && !key.quoted)
      throw RefusedSettings{key.place, "<< is not known here; write the keys out"};
    for (const SettingsEntry& entry : top.node.entries) {
      if (entry.key == key.text) {
        throw RefusedSettings{key.place, fmt::format("the key {} stands twice, first in line {}",
                                                     clip(key.text, 60), entry.place.line)};
      }
    }
    // Duplicates are found by comparing all pairs; no section has a thousand keys.
    if (top.node.entries.size() >= 1000) throw RefusedSettings{key.place, "more than 1000 keys in one map"};
    top.node.entries.push_back({std::move(key.text), key.place, {}});
    top.has_key = true;
  }

  SettingsNode root_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, std::pair<SettingsNode, std::size_t>> anchors_;
  std::size_t nodes_ = 0;
};

}  // namespace

std::string settings_message(const std::string& file, SettingsPlace place, std::string_view reason) {
  if (place.line == 0) return fmt::format("{}: {}", escape_terminal(file), escape_terminal(reason));
  return fmt::format("{}:{}:{}: {}", escape_terminal(file), place.line, place.column,
                     escape_terminal(reason));
}

Result<SettingsNode> parse_settings_yaml(std::string_view text, const std::string& file) {
  const auto refuse = [&](SettingsPlace place, std::string_view reason) {
    return Error{ErrorCode::kUsage, settings_message(file, place, reason)};
  };
  if (text.size() > kMaxSettingsBytes)
    return refuse({}, fmt::format("larger than {} bytes", kMaxSettingsBytes));
  if (!is_valid_utf8(text)) return refuse({}, "not UTF-8");
  try {
    std::istringstream in{std::string(text)};
    YAML::Parser parser(in);
    SettingsBuilder events;
    parser.HandleNextDocument(events);
    SettingsBuilder second;
    if (parser.HandleNextDocument(second)) {
      return refuse(second.take().place, "a second document; one file holds one");
    }
    return events.take();
  } catch (const RefusedSettings& refused) {
    return refuse(refused.place, refused.reason);
  } catch (const YAML::DeepRecursion&) {
    return refuse({}, "nested too deeply");
  } catch (const YAML::Exception& fault) {
    return refuse(place_at(fault.mark), "not YAML: " + fault.msg);
  }
}

}  // namespace mcpjury
