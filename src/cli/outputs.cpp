#include "cli/outputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/escape.h"
#include "report/record.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

struct Format {
  std::string_view name;
  std::string (*render)(const Reports&, const RenderOptions&);
};
constexpr std::array<Format, 5> kFormats = {{{"text", render_text},
                                             {"json", render_json},
                                             {"ndjson", render_ndjson},
                                             {"sarif", render_sarif},
                                             {"record", render_record}}};
constexpr std::array kLaterFormats = {"html"sv,   "markdown"sv, "junit"sv,    "csv"sv,
                                      "github"sv, "badge"sv,    "cyclonedx"sv};

Error usage(std::string message) { return {ErrorCode::kUsage, std::move(message)}; }

Status check_format(const std::string& name) {
  for (const Format& format : kFormats) {
    if (format.name == name) return Ok{};
  }
  if (std::find(kLaterFormats.begin(), kLaterFormats.end(), name) != kLaterFormats.end()) {
    return usage(
        fmt::format("-o {}: this version does not write {} yet; it writes text, json, ndjson, sarif, record",
                    name, name));
  }
  return usage(
      fmt::format("-o {}: unknown format; known: text, json, ndjson, sarif, record", escape_terminal(name)));
}

}  // namespace

Result<std::vector<Output>> parse_outputs(const std::vector<std::string>& wanted) {
  std::vector<Output> outputs;
  std::set<std::string> files;
  bool stdout_taken = false;
  for (const std::string& text : wanted) {
    const std::size_t equals = text.find('=');
    Output output{text.substr(0, equals), equals == std::string::npos ? "" : text.substr(equals + 1)};
    if (auto known = check_format(output.format); !known) return known.error();
    if (equals != std::string::npos && output.file.empty()) {
      return usage(fmt::format("-o {}: the name of the file is missing", escape_terminal(text)));
    }
    if (output.file == "-") output.file.clear();
    if (output.file.empty()) {
      if (stdout_taken) return usage("-o: only one format can go to stdout; write the others as FORMAT=FILE");
      stdout_taken = true;
    } else if (!files.insert(output.file).second) {
      return usage(fmt::format("-o: {} is named twice", escape_terminal(output.file)));
    }
    outputs.push_back(std::move(output));
  }
  if (outputs.empty()) outputs.push_back({"text", ""});
  return outputs;
}

std::string render(const Output& output, const Reports& reports, const RenderOptions& options) {
  for (const Format& format : kFormats) {
    if (format.name == output.format) return format.render(reports, options);
  }
  return {};
}

}  // namespace mcpjury
