#include "settings/settings_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/escape.h"
#include "base/nearest.h"

namespace mcpjury {
namespace {

const SettingsNode kNoSettings;

template <class Number>
bool read_number(std::string_view text, Number& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size();
}

bool blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

}  // namespace

void SettingsFaults::add(SettingsPlace place, std::string_view reason) {
  if (messages_.size() >= kMost) {
    ++dropped_;
    return;
  }
  messages_.push_back(settings_message(file_, place, reason));
}

Error SettingsFaults::error() const {
  std::string text = fmt::format("{}", fmt::join(messages_, "\n"));
  if (dropped_ > 0) text += fmt::format("\n{}: and {} more errors", escape_terminal(file_), dropped_);
  return {ErrorCode::kUsage, std::move(text)};
}

SettingsMap::SettingsMap(const SettingsNode& node, std::string name, SettingsFaults& faults)
    : node_(&node), name_(std::move(name)), faults_(&faults) {
  if (node.type == SettingsNode::Type::kMap || node.type == SettingsNode::Type::kNull) return;
  faults.add(node.place, name_.empty() ? "the file must be a map of sections"
                                       : fmt::format("{} must be a map of keys and values", name_));
  node_ = &kNoSettings;
}

std::string SettingsMap::full(std::string_view key) const {
  return name_.empty() ? std::string(key) : fmt::format("{}.{}", name_, key);
}

const SettingsNode* SettingsMap::take(std::string_view key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.emplace_back(key);
  for (const SettingsEntry& entry : node_->entries) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

const SettingsNode* SettingsMap::take_scalar(std::string_view key) {
  const SettingsNode* value = take(key);
  if (value == nullptr || value->type == SettingsNode::Type::kText) return value;
  faults_->add(value->place, value->type == SettingsNode::Type::kNull
                                 ? fmt::format("{} has no value", full(key))
                                 : fmt::format("{} must be one value, not a list or a map", full(key)));
  return nullptr;
}

bool SettingsMap::has(std::string_view key) { return take(key) != nullptr; }

SettingsPlace SettingsMap::place_of(std::string_view key) {
  const SettingsNode* value = take(key);
  return value == nullptr ? node_->place : value->place;
}

std::optional<std::string> SettingsMap::text(std::string_view key) {
  const SettingsNode* value = take_scalar(key);
  if (value == nullptr) return std::nullopt;
  if (blank(value->text)) {
    faults_->add(value->place, fmt::format("{} is empty", full(key)));
    return std::nullopt;
  }
  return value->text;
}

std::string SettingsMap::required_text(std::string_view key) {
  if (take(key) == nullptr) {
    faults_->add(node_->place, fmt::format("{} is missing", full(key)));
    return {};
  }
  return text(key).value_or("");
}

std::optional<bool> SettingsMap::flag(std::string_view key) {
  const SettingsNode* value = take_scalar(key);
  if (value == nullptr) return std::nullopt;
  if (!value->quoted && value->text == "true") return true;
  if (!value->quoted && value->text == "false") return false;
  faults_->add(value->place, fmt::format("{} must be true or false", full(key)));
  return std::nullopt;
}

std::optional<std::int64_t> SettingsMap::number(std::string_view key, std::int64_t least, std::int64_t most) {
  const SettingsNode* value = take_scalar(key);
  if (value == nullptr) return std::nullopt;
  std::int64_t out = 0;
  if (read_number(value->text, out) && out >= least && out <= most) return out;
  faults_->add(value->place,
               fmt::format("{} must be a whole number between {} and {}", full(key), least, most));
  return std::nullopt;
}

std::optional<double> SettingsMap::seconds(std::string_view key, double least, double most) {
  const SettingsNode* value = take_scalar(key);
  if (value == nullptr) return std::nullopt;
  double out = 0;
  if (read_number(value->text, out) && std::isfinite(out) && out >= least && out <= most) return out;
  faults_->add(value->place, fmt::format("{} must be seconds between {} and {}", full(key), least, most));
  return std::nullopt;
}

std::optional<std::string> SettingsMap::one_of(std::string_view key,
                                               std::initializer_list<std::string_view> known) {
  const SettingsNode* value = take_scalar(key);
  if (value == nullptr) return std::nullopt;
  if (std::find(known.begin(), known.end(), value->text) != known.end()) return value->text;
  faults_->add(value->place, fmt::format("{} must be one of {}", full(key), fmt::join(known, ", ")));
  return std::nullopt;
}

std::vector<std::string> SettingsMap::texts(std::string_view key) {
  const SettingsNode* value = take(key);
  if (value == nullptr || value->type == SettingsNode::Type::kNull) return {};
  std::vector<std::string> out;
  const auto add = [&](const SettingsNode& node) {
    if (node.type == SettingsNode::Type::kText && !blank(node.text)) {
      out.push_back(node.text);
    } else {
      faults_->add(node.place, fmt::format("{} must be a list of texts", full(key)));
    }
  };
  if (value->type != SettingsNode::Type::kList) {
    add(*value);
  } else {
    for (const SettingsNode& item : value->items) add(item);
  }
  return out;
}

std::optional<SettingsMap> SettingsMap::map(std::string_view key) {
  const SettingsNode* value = take(key);
  if (value == nullptr) return std::nullopt;
  return SettingsMap(*value, full(key), *faults_);
}

std::vector<SettingsMap> SettingsMap::maps(std::string_view key) {
  const SettingsNode* value = take(key);
  if (value == nullptr || value->type == SettingsNode::Type::kNull) return {};
  std::vector<SettingsMap> out;
  if (value->type != SettingsNode::Type::kList) {
    faults_->add(value->place, fmt::format("{} must be a list", full(key)));
    return out;
  }
  for (std::size_t i = 0; i < value->items.size(); ++i) {
    out.emplace_back(value->items[i], fmt::format("{}[{}]", full(key), i), *faults_);
  }
  return out;
}

void SettingsMap::fault(std::string_view key, std::string_view reason) {
  faults_->add(place_of(key), fmt::format("{} {}", full(key), reason));
}

void SettingsMap::done() {
  for (const SettingsEntry& entry : node_->entries) {
    if (std::find(known_.begin(), known_.end(), entry.key) != known_.end()) continue;
    const auto near = nearest_names(entry.key, known_, 1);
    const std::string hint = !near.empty() ? fmt::format("did you mean {}?", near[0])
                                           : fmt::format("known here: {}", fmt::join(known_, ", "));
    faults_->add(entry.place, fmt::format("unknown key {}{}; {}", clip(entry.key, 60),
                                          name_.empty() ? "" : fmt::format(" in {}", name_), hint));
  }
}

}  // namespace mcpjury
