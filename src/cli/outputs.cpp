#include "cli/outputs.h"

#include <fmt/format.h>

#include <array>
#include <set>
#include <utility>

#include "base/escape.h"
#include "report/record.h"

namespace mcpjury {
namespace {

struct Format {
  std::string_view name;
  std::string (*render)(const Reports&, const RenderOptions&);
};
constexpr std::array<Format, 14> kFormats = {{{"text", render_text},
                                              {"json", render_json},
                                              {"ndjson", render_ndjson},
                                              {"sarif", render_sarif},
                                              {"record", render_record},
                                              {"html", render_html},
                                              {"markdown", render_markdown},
                                              {"junit", render_junit},
                                              {"csv", render_csv},
                                              {"github", render_github},
                                              {"lines", render_lines},
                                              {"badge", render_badge},
                                              {"shields", render_shields},
                                              {"cyclonedx", render_cyclonedx}}};
// What people write from habit.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kOtherNames = {
    {{"md", "markdown"}, {"xml", "junit"}, {"svg", "badge"}, {"gcc", "lines"}}};

Error usage(std::string message) { return {ErrorCode::kUsage, std::move(message)}; }

std::string known_formats() {
  std::string out;
  for (const Format& format : kFormats) out += fmt::format("{}{}", out.empty() ? "" : ", ", format.name);
  return out;
}

// The name as the table has it.
Result<std::string> format_named(const std::string& name) {
  std::string_view wanted = name;
  for (const auto& [other, meant] : kOtherNames) {
    if (other == name) wanted = meant;
  }
  for (const Format& format : kFormats) {
    if (format.name == wanted) return std::string(wanted);
  }
  return usage(fmt::format("-o {}: unknown format; known: {}", escape_terminal(name), known_formats()));
}

}  // namespace

std::vector<std::string> format_names() {
  std::vector<std::string> out;
  for (const Format& format : kFormats) out.emplace_back(format.name);
  return out;
}

Result<std::vector<Output>> parse_outputs(const std::vector<std::string>& wanted) {
  std::vector<Output> outputs;
  std::set<std::string> files;
  bool stdout_taken = false;
  for (const std::string& text : wanted) {
    const std::size_t equals = text.find('=');
    Output output{text.substr(0, equals), equals == std::string::npos ? "" : text.substr(equals + 1)};
    auto known = format_named(output.format);
    if (!known) return known.error();
    output.format = std::move(*known);
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

Status write_output(const Output& output, const Reports& reports, const RenderOptions& options) {
  PendingFile file;
  if (!output.file.empty()) {
    if (auto opened = file.open(output.file); !opened) return opened;
  }
  Status status = Ok{};
  bool gone = false;
  const auto write = [&](std::string_view piece) {
    if (!status.ok() || gone) return;
    status = output.file.empty() ? write_stdout(piece, &gone) : file.write(piece);
  };
  if (output.format == "json") {
    write_json(reports, options, write);
  } else if (output.format == "ndjson") {
    write_ndjson(reports, options, write);
  } else {
    write(render(output, reports, options));
  }
  if (status.ok() && !output.file.empty()) return file.commit();
  return status;
}

}  // namespace mcpjury
