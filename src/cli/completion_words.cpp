// What can stand at each place of the command line.
#include <algorithm>
#include <array>

#include "base/one_of.h"
#include "catalog/catalog.h"
#include "catalog/rule_ids.h"
#include "cli/command_shapes.h"
#include "cli/outputs.h"
#include "scan/exit_policy.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::array kFileValues = {"FILE"sv, "REPORT"sv, "RECORD"sv, "TARGET"sv, "FILE…"sv};

bool has_name(const OptionShape& option, std::string_view name) {
  return std::find(option.names.begin(), option.names.end(), name) != option.names.end();
}

std::vector<std::string> methodology_ids() {
  std::vector<std::string> out;
  for (const Methodology& method : catalog().methodologies) {
    if (out.empty() || out.back() != method.id) out.emplace_back(method.id);
  }
  return out;
}

}  // namespace

Completion completion_of(const CommandShape& command, const OptionShape& option) {
  Completion out;
  if (!option.choices.empty()) {
    out.offer = Offer::kWords;
    out.words = option.choices;
  } else if (has_name(option, "--output") && option.value.starts_with("FORMAT")) {
    out.offer = Offer::kWords;
    out.words = format_names();
    out.takes_file = true;
  } else if (has_name(option, "--fail-on")) {
    out.offer = Offer::kWords;
    out.words = fail_on_words();
    out.list = true;
  } else if (has_name(option, "--methodology")) {
    out.offer = Offer::kWords;
    out.words = methodology_ids();
    out.words.emplace_back("all");
    out.list = true;
  } else if (has_name(option, "ID")) {
    out.offer = Offer::kWords;
    out.words = command.name == "methodologies" ? methodology_ids() : all_rule_ids();
  } else if (option.value == "DIR" || option.value == "FOLDER") {
    out.offer = Offer::kFolders;
  } else if (one_of(option.value, kFileValues) || !option.names[0].starts_with("-")) {
    out.offer = Offer::kFiles;
  }
  return out;
}

}  // namespace mcpjury
