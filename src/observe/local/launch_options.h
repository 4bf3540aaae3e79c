// The options package clients take in front of a package.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace mcpjury {

// A command read word by word.
class CommandWords {
 public:
  CommandWords(const std::vector<std::string>& words, std::size_t begin) : words_(words), next_(begin) {}
  bool empty() const { return next_ >= words_.size(); }
  const std::string& peek() const { return words_[next_]; }
  std::string take() { return empty() ? std::string() : words_[next_++]; }
  std::vector<std::string> rest() const {
    return {words_.begin() + static_cast<std::ptrdiff_t>(std::min(next_, words_.size())), words_.end()};
  }

 private:
  const std::vector<std::string>& words_;
  std::size_t next_;
};

struct LaunchOption {
  std::string_view word;
  std::string_view means;  // the long name; empty: accepted and of no matter here
  bool value;
};
std::span<const LaunchOption> npm_options();
std::span<const LaunchOption> python_options();

class LaunchOptions {
 public:
  void add(std::string name, std::string value) { found_.emplace_back(std::move(name), std::move(value)); }
  bool has(std::string_view name) const;
  std::string last(std::string_view name) const;
  std::vector<std::string> all(std::string_view name) const;

 private:
  std::vector<std::pair<std::string, std::string>> found_;
};

// Up to the first word that is no option, or behind "--". kRefused for an option that is not known.
Result<LaunchOptions> read_options(CommandWords& words, std::span<const LaunchOption> known);

}  // namespace mcpjury
