// Strict reading of one YAML mapping: every key must be asked for, or it is an error.
#pragma once

#include <yaml-cpp/yaml.h>

#include <set>
#include <string>
#include <vector>

#include "source.h"

namespace catalogc {

class MapReader {
 public:
  MapReader(YAML::Node node, std::string where, Complaints& complaints)
      : node_(std::move(node)), where_(std::move(where)), complaints_(complaints) {
    if (!node_.IsMap()) complain("must be a mapping");
  }

  bool has(const char* key) const { return node_.IsMap() && node_[key]; }

  YAML::Node get(const char* key) {
    asked_.insert(key);
    return node_.IsMap() && node_[key] ? node_[key] : YAML::Node(YAML::NodeType::Undefined);
  }

  std::string text(const char* key, std::string fallback = {}) {
    YAML::Node node = get(key);
    if (!node.IsDefined()) return fallback;
    if (!node.IsScalar()) {
      complain(std::string(key) + " must be text");
      return fallback;
    }
    std::string value = node.Scalar();
    while (!value.empty() && (value.back() == '\n' || value.back() == ' ')) value.pop_back();
    return value;
  }

  std::string required(const char* key) {
    std::string value = text(key);
    if (value.empty()) complain(std::string(key) + " is missing");
    return value;
  }

  int number(const char* key, int fallback = 0) {
    YAML::Node node = get(key);
    if (!node.IsDefined()) return fallback;
    try {
      return node.as<int>();
    } catch (const YAML::Exception&) {
      complain(std::string(key) + " must be a whole number");
      return fallback;
    }
  }

  bool flag(const char* key, bool fallback = false) {
    YAML::Node node = get(key);
    if (!node.IsDefined()) return fallback;
    try {
      return node.as<bool>();
    } catch (const YAML::Exception&) {
      complain(std::string(key) + " must be true or false");
      return fallback;
    }
  }

  std::vector<std::string> list(const char* key) {
    std::vector<std::string> values;
    YAML::Node node = get(key);
    if (!node.IsDefined()) return values;
    if (!node.IsSequence()) {
      complain(std::string(key) + " must be a list");
      return values;
    }
    for (const auto& item : node) {
      if (item.IsScalar()) {
        values.push_back(item.Scalar());
      } else {
        complain(std::string(key) + " must hold plain values");
      }
    }
    return values;
  }

  // Call last: names the keys nobody asked for.
  void finish() {
    if (!node_.IsMap()) return;
    for (const auto& entry : node_) {
      const std::string key = entry.first.Scalar();
      if (!asked_.contains(key)) complain("unknown key '" + key + "'");
    }
  }

  void complain(const std::string& message) { complaints_.push_back(where_ + ": " + message); }
  const std::string& where() const { return where_; }
  Complaints& complaints() { return complaints_; }

 private:
  YAML::Node node_;
  std::string where_;
  Complaints& complaints_;
  std::set<std::string> asked_;
};

}  // namespace catalogc
