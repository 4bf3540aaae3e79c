// A report in every format there is.
#include <algorithm>
#include <array>

#include "report/record.h"
#include "serve/api_scans.h"
#include "serve/found_scan.h"
#include "serve/service_parts.h"

namespace mcpjury {
namespace {

struct ReportFormat {
  std::string_view name, type;
  std::string (*render)(const Reports&, const RenderOptions&);
};
constexpr std::array kReportFormats = {
    ReportFormat{"json", "application/json", &render_json},
    ReportFormat{"ndjson", "application/x-ndjson", &render_ndjson},
    ReportFormat{"html", "text/html; charset=utf-8", &render_html},
    ReportFormat{"md", "text/markdown; charset=utf-8", &render_markdown},
    ReportFormat{"markdown", "text/markdown; charset=utf-8", &render_markdown},
    ReportFormat{"sarif", "application/sarif+json", &render_sarif},
    ReportFormat{"csv", "text/csv; charset=utf-8", &render_csv},
    ReportFormat{"junit.xml", "application/xml", &render_junit},
    ReportFormat{"txt", "text/plain; charset=utf-8", &render_text},
    ReportFormat{"github.txt", "text/plain; charset=utf-8", &render_github},
    ReportFormat{"cyclonedx.json", "application/vnd.cyclonedx+json", &render_cyclonedx},
    ReportFormat{"badge.svg", "image/svg+xml", &render_badge},
    ReportFormat{"badge.json", "application/json", &render_shields},
};

}  // namespace

HttpdResponse get_report(ApiCall& call) {
  const auto format = std::find_if(kReportFormats.begin(), kReportFormats.end(),
                                   [&](const ReportFormat& one) { return one.name == call.values[1]; });
  if (format == kReportFormats.end()) {
    return not_found(
        call,
        "formats: json, ndjson, html, md, sarif, csv, junit.xml, txt, github.txt, cyclonedx.json, "
        "badge.svg, badge.json");
  }
  RenderOptions options;
  if (!chosen_methodologies(call.word("methodology"), options.methodologies)) {
    return fault_answer(call, 400, "bad_request", "methodology holds a name that is none");
  }
  auto looked = find_scan(call, call.values[0], ScanParts::kReport);
  if (auto* answer = std::get_if<HttpdResponse>(&looked)) return std::move(*answer);
  FoundScan& scan = std::get<FoundScan>(looked);
  if (scan.state != "done") return fault_answer(call, 409, "not_ready", "this scan is not done");
  if (options.methodologies.empty()) options.methodologies = methodologies_of(scan);
  auto report = report_of(call, scan);
  if (!report) return store_failed(call, report.error());
  auto read = read_reports(std::move(*report), "report");
  if (!read) return fault_answer(call, 422, "other_catalogue", read.error().message);
  if (options.methodologies.empty()) options.methodologies = read->methodologies;
  HttpdResponse response = raw_answer(format->type, format->render(read->reports, options));
  const bool open = !scan.is_private() && scan.stored && scan.stored->credential == "none";
  response.headers.emplace_back("Cache-Control", open ? "public, max-age=300" : "private, no-store");
  if (format->name == "html") {
    // The page is one file with its style inside, and nothing else may run or load.
    response.headers.emplace_back(
        "Content-Security-Policy",
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'");
  }
  call.cache_seconds = open ? -1 : 0;
  return response;
}

}  // namespace mcpjury
