// Takes the known keys of one map of mcpjury.yaml, each as what it must be, and complains about the rest.
//
//   SettingsMap map(node, "serve", faults);
//   out.listen = map.text("listen").value_or(out.listen);
//   out.workers = map.number("workers", 1, 64).value_or(out.workers);
//   map.done();                                   // whatever nobody asked for is an error
//
// What is wrong goes to the faults, and reading goes on, so that all of it is told at once; the value is then
// as if the key were absent. Messages name keys and places, never values: those may be secrets. Not thread
// safe; the tree and the faults must outlive it.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "settings/settings_node.h"

namespace mcpjury {

// What is wrong with a file, in the order of reading; at most kMost are kept, the rest is counted.
class SettingsFaults {
 public:
  static constexpr std::size_t kMost = 20;

  explicit SettingsFaults(std::string file) : file_(std::move(file)) {}
  void add(SettingsPlace place, std::string_view reason);
  bool empty() const { return messages_.empty(); }
  const std::string& file() const { return file_; }
  // kUsage, one line a fault.
  Error error() const;

 private:
  std::string file_;
  std::vector<std::string> messages_;
  std::size_t dropped_ = 0;
};

class SettingsMap {
 public:
  // `name` as a user would write it: "serve", "suppressions[2]"; empty for the whole file. A null is an empty
  // map; anything else that is no map is a fault.
  SettingsMap(const SettingsNode& node, std::string name, SettingsFaults& faults);

  bool has(std::string_view key);
  SettingsPlace place() const { return node_->place; }
  SettingsPlace place_of(std::string_view key);  // of the value; of the map when the key is absent

  std::optional<std::string> text(std::string_view key);  // any scalar, not empty
  std::string required_text(std::string_view key);        // absent or blank: a fault
  std::optional<bool> flag(std::string_view key);         // true or false
  std::optional<std::int64_t> number(std::string_view key, std::int64_t least, std::int64_t most);
  std::optional<double> seconds(std::string_view key, double least, double most);
  std::optional<std::string> one_of(std::string_view key, std::initializer_list<std::string_view> known);
  std::vector<std::string> texts(std::string_view key);  // a list of texts, or one text
  std::optional<SettingsMap> map(std::string_view key);
  std::vector<SettingsMap> maps(std::string_view key);  // a list of maps

  void fault(std::string_view key, std::string_view reason);  // at the value of the key
  SettingsFaults& faults() { return *faults_; }
  const std::string& name() const { return name_; }
  void done();

 private:
  const SettingsNode* take(std::string_view key);
  const SettingsNode* take_scalar(std::string_view key);
  std::string full(std::string_view key) const;

  const SettingsNode* node_;
  std::string name_;
  SettingsFaults* faults_;
  std::vector<std::string> known_;
};

}  // namespace mcpjury
