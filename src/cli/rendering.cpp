#include "cli/rendering.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/escape.h"
#include "catalog/catalog.h"
#include "cli/cli.h"
#include "cli/terminal.h"

namespace mcpjury {
namespace {

constexpr std::array<std::string_view, 5> kMethodologyNames = {"agentreserve", "ampel", "aivss", "mcpbundles",
                                                               "tooltrust"};

// What to type next: about the worst finding, or how to see more.
std::string next_command(const Reports& reports) {
  for (const auto& report : reports) {
    for (const Finding& finding : report->findings) {
      if (!finding.counts_in(report->strictness) || finding.suppressed) continue;
      return fmt::format("mcpjury explain {}", catalog().detectors[finding.detector].id);
    }
  }
  return "mcpjury methodologies";
}

}  // namespace

Result<std::vector<std::string_view>> parse_methodologies(std::string_view text) {
  std::vector<std::string_view> chosen;
  if (text == "all") return chosen;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view name = text.substr(begin, end - begin);
    const auto known = std::find(kMethodologyNames.begin(), kMethodologyNames.end(), name);
    if (known == kMethodologyNames.end()) {
      return Error{ErrorCode::kUsage, fmt::format("--methodology: unknown \"{}\"; known: {}, all",
                                                  escape_terminal(name), fmt::join(kMethodologyNames, ", "))};
    }
    if (std::find(chosen.begin(), chosen.end(), *known) == chosen.end()) chosen.push_back(*known);
    begin = end + 1;
  }
  return chosen;
}

Result<RenderOptions> make_rendering(const CliOptions& options) {
  RenderOptions out;
  auto methodologies = parse_methodologies(options.methodologies);
  if (!methodologies) return methodologies.error();
  out.methodologies = std::move(*methodologies);
  out.verbose = options.verbose;
  out.quiet = options.quiet;
  out.utf8 = locale_is_utf8();
  return out;
}

void show_failing(RenderOptions& rendering, const FailOn& fail_on) {
  rendering.finding_fails = [fail_on](const ScanReport& report, const Finding& finding) {
    return reached_by(fail_on, report, finding);
  };
  rendering.mark_fails = [fail_on](const ScanReport& report, std::string_view methodology) {
    return reached_by_mark(fail_on, report, methodology);
  };
}

int write_reports(const std::vector<Output>& outputs, const RenderOptions& rendering,
                  const CliOptions& options, const Reports& reports, int code) {
  for (const Output& output : outputs) {
    RenderOptions shown = rendering;
    shown.color = output.file.empty() ? use_color(options.color) : options.color == "always";
    shown.next_command = next_command(reports);
    auto written = write_output(output, reports, shown);
    if (!written) code = worse_exit_code(code, complain(written.error()));
  }
  return code;
}

}  // namespace mcpjury
