// The pages: what the API answers, as documents that can be read without a script.
#include "serve/age.h"
#include "serve/api_scans.h"
#include "serve/found_scan.h"
#include "serve/pages/assets.h"
#include "serve/pages/pages.h"
#include "serve/read_json.h"
#include "serve/service_parts.h"

namespace mcpjury {
namespace {

// Scans of this process show at once (they change the generation); those of others after this long.
constexpr int kListSeconds = 30;
constexpr int kReportSeconds = 3'600;

HttpdResponse html_page(std::string text) {
  HttpdResponse response = raw_answer("text/html; charset=utf-8", std::move(text));
  response.headers.emplace_back("Content-Security-Policy", std::string(kPagePolicy));
  return response;
}

// The sentence of an error answer, for people.
HttpdResponse error_page(const HttpdResponse& answer) {
  std::string sentence = "This page cannot be shown.";
  if (answer.body) {
    if (auto parsed = parse_json(*answer.body, "answer", {}); parsed) {
      if (const Json* message = resolve_pointer(parsed->value, "/error/message");
          message != nullptr && message->is_string()) {
        sentence = view(message->get_string());
      }
    }
  }
  HttpdResponse page = html_page(page_error(answer.status, sentence));
  page.status = answer.status;
  for (const auto& [name, value] : answer.headers) {
    if (name == "Retry-After") page.headers.emplace_back(name, value);
  }
  return page;
}

// The age of a report that is too old; nothing for a young one.
std::optional<std::int64_t> stale_days(const ApiCall& call, const Reports& reports) {
  if (reports.empty()) return std::nullopt;
  const ScanAge age = age_of(call, reports.front()->evidence.observed_at);
  return age.stale ? std::optional(age.days) : std::nullopt;
}

template <class Render>
HttpdResponse page_from(ApiCall& call, HttpdResponse (*api)(ApiCall&), Render render) {
  HttpdResponse answer = api(call);
  if (answer.status != 200 || !answer.body) return error_page(answer);
  auto parsed = read_json(*answer.body, "answer", 256);
  if (!parsed) return error_page(answer);
  return html_page(render(parsed->value));
}

}  // namespace

HttpdResponse html_fault(const HttpdResponse& answer) { return error_page(answer); }

HttpdResponse page_of_shell(ApiCall& call) {
  call.cache_seconds = -1;
  return html_page(page_shell("mcpjury"));
}

HttpdResponse page_of_directory(ApiCall& call) {
  HttpdResponse page = page_from(
      call, list_servers, [&](const Json& answer) { return page_directory(answer, call.request.query); });
  if (page.status == 200) call.cache_seconds = kListSeconds;
  return page;
}

HttpdResponse page_of_server(ApiCall& call) {
  HttpdResponse page = page_from(call, get_server, [](const Json& answer) { return page_server(answer); });
  if (page.status == 200) call.cache_seconds = kListSeconds;
  return page;
}

HttpdResponse page_of_scan(ApiCall& call) {
  auto looked = find_scan(call, call.values[0], ScanParts::kReport);
  if (auto* answer = std::get_if<HttpdResponse>(&looked)) return error_page(*answer);
  FoundScan& scan = std::get<FoundScan>(looked);
  if (scan.state != "done") return html_page(page_shell("Scan"));
  const bool open = !scan.is_private() && scan.stored && scan.stored->credential == "none";
  auto report = report_of(call, scan);
  if (!report) return error_page(store_failed(call, report.error()));
  auto read = read_reports(std::move(*report), "report");
  HttpdResponse page = html_page(read ? page_report(read->reports, scan.id, stale_days(call, read->reports))
                                      : page_shell("Scan"));
  if (!open) page.headers.emplace_back("Cache-Control", "private, no-store");
  // Not for ever: it may become stale.
  call.cache_seconds = open ? kReportSeconds : 0;
  call.cache_outlives_scans = true;
  return page;
}

HttpdResponse get_asset(ApiCall& call) {
  const PageAsset* asset = find_page_asset(call.values[0]);
  if (asset == nullptr) return not_found(call, "there is no such file");
  call.cache_seconds = -1;
  return raw_answer(asset->type, std::string(asset->bytes));
}

}  // namespace mcpjury
