// Which functions of the project a call may mean. Private to following.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "code/summary.h"

namespace mcpjury::flow {

struct FunctionAt {
  std::uint32_t file = 0, function = 0;  // index into the files, and into FileSummary::functions
};

class Resolver {
 public:
  explicit Resolver(const std::vector<FileSummary>& files);
  std::vector<FunctionAt> resolve(std::uint32_t file, const FunctionFlow::Step& call) const;

 private:
  std::vector<FunctionAt> in_file(std::uint32_t file, const std::string& name) const;
  std::vector<FunctionAt> unique(const std::string& name) const;
  std::vector<std::uint32_t> script_files(std::uint32_t from, std::string_view module) const;
  std::vector<std::uint32_t> python_files(std::uint32_t from, std::string_view module) const;
  std::vector<std::uint32_t> go_files(std::uint32_t from, std::string_view module) const;

  const std::vector<FileSummary>& files_;
  std::unordered_map<std::string, std::vector<FunctionAt>> by_file_and_name_;  // "3/name"
  std::unordered_map<std::string, std::vector<FunctionAt>> by_last_;           // last part of the name
  std::unordered_map<std::string, std::vector<std::uint32_t>> by_stem_;        // path without ending
  std::unordered_map<std::string, std::vector<std::uint32_t>> by_folder_;
  std::unordered_map<std::string, std::vector<std::uint32_t>> by_base_;  // file name without ending
};

std::string stem_of(std::string_view path);

}  // namespace mcpjury::flow
