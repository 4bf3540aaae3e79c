// The two pictures: each methodology's mark on its own scale, and the findings by kind and severity. Drawn
// for a width of 400 so that the words stay legible on a phone; colours come from the style sheet.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/escape.h"
#include "report/html_parts.h"
#include "report/marks.h"
#include "report/summary.h"

namespace mcpjury {
namespace {

constexpr int kWide = 400;
constexpr std::array<Severity, 5> kWorstFirst = {Severity::kCritical, Severity::kHigh, Severity::kMedium,
                                                 Severity::kLow, Severity::kInfo};

std::string svg_text(int x, int y, std::string_view classes, std::string_view text) {
  return fmt::format("<text x=\"{}\" y=\"{}\" class=\"{}\">{}</text>\n", x, y, classes, escape_html(text));
}

std::string svg_rect(int x, int y, int width, int height, std::string_view classes) {
  return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"3\" class=\"{}\"/>\n", x, y,
                     width, height, classes);
}

std::string svg_open(int height, std::string_view id, std::string_view title, std::string_view description) {
  return fmt::format(
      "<svg viewBox=\"0 0 {0} {1}\" role=\"img\" aria-labelledby=\"{2}-title {2}-desc\">\n<title "
      "id=\"{2}-title\">{3}</title>\n"
      "<desc id=\"{2}-desc\">{4}</desc>\n",
      kWide, height, id, escape_html(title), escape_html(description));
}

std::string scale_row(const GradeRow& row, int y) {
  const auto steps = scale_of(row.id);
  const int count = static_cast<int>(steps.size());
  const int gap = 4, width = (kWide - gap * (count - 1)) / count;
  std::string out = svg_text(0, y + 13, "name", row.title);
  out += svg_text(kWide, y + 13, "faint end", fmt::format("{} \u00B7 {}", row.mark.score, row.mark.state));
  for (int i = 0; i < count; ++i) {
    const bool on = steps[static_cast<std::size_t>(i)] == row.mark.step;
    const int x = i * (width + gap);
    out += svg_rect(x, y + 20, width, 22, on ? fmt::format("seg on s-{}", row.word) : std::string("seg"));
    out +=
        svg_text(x + width / 2, y + 36, on ? "mid inseg" : "mid faint", steps[static_cast<std::size_t>(i)]);
  }
  return out;
}

}  // namespace

std::string html_grade_picture(const ScanReport& report, const RenderOptions& options,
                               const HtmlPlace& place) {
  const auto rows = grade_rows(report, options);
  std::string described, drawn;
  int y = 0;
  for (const GradeRow& row : rows) {
    described += fmt::format("{}{}: {}, {}, {}", described.empty() ? "" : "; ", row.title, row.mark.says,
                             row.mark.score, row.mark.state);
    drawn += scale_row(row, y);
    y += 56;
  }
  return "<figure>\n<figcaption>What each methodology says, on its own scale</figcaption>\n" +
         svg_open(std::max(y - 12, 1), place.anchor("grades-picture"),
                  "The grades, the best mark on the left", described) +
         drawn + "</svg>\n</figure>\n";
}

std::string html_finding_chart(const ScanReport& report, const HtmlPlace& place) {
  const FindingCounts counts = count_findings(report);
  constexpr int kLeft = 78, kRight = 32, kRow = 34;
  std::size_t most = 1;
  for (const auto& kind : counts.by_kind_and_severity) {
    std::size_t sum = 0;
    for (const std::size_t n : kind) sum += n;
    most = std::max(most, sum);
  }
  std::string drawn, described;
  for (std::size_t kind = 0; kind < counts.by_kind_and_severity.size(); ++kind) {
    const int y = static_cast<int>(kind) * kRow;
    std::size_t sum = 0;
    std::size_t before = 0;
    const std::string_view name = name_of(static_cast<Kind>(kind));
    drawn += svg_text(0, y + 17, "name", name);
    const auto at = [&](std::size_t n) {
      return kLeft + static_cast<int>(n * static_cast<std::size_t>(kWide - kLeft - kRight) / most);
    };
    std::string parts;
    for (const Severity severity : kWorstFirst) {
      const std::size_t n = counts.by_kind_and_severity[kind][static_cast<std::size_t>(severity)];
      if (n == 0) continue;
      sum += n;
      const int x = at(before), end = at(sum);
      drawn += svg_rect(x, y + 2, std::max(end - x - 1, 2), 22, name_of(severity));
      if (end - x > 22) drawn += svg_text((x + end) / 2, y + 18, "mid inseg", std::to_string(n));
      before = sum;
      parts += fmt::format(", {} {}", n, name_of(severity));
    }
    drawn += svg_text(at(sum) + 6, y + 18, "faint", std::to_string(sum));
    described += fmt::format("{}{}: {}{}", described.empty() ? "" : "; ", name, sum, parts);
  }
  const int legend = 4 * kRow + 8;
  int x = 0;
  for (const Severity severity : kWorstFirst) {
    drawn += svg_rect(x, legend, 12, 12, name_of(severity));
    drawn += svg_text(x + 17, legend + 11, "faint", name_of(severity));
    x += severity == Severity::kMedium ? 88 : 78;
  }
  return "<figure>\n<figcaption>Findings by kind and severity</figcaption>\n" +
         svg_open(legend + 18, place.anchor("findings-chart"), "Findings by kind, split by severity",
                  described) +
         drawn + "</svg>\n</figure>\n";
}

}  // namespace mcpjury
