// Scans: asking for one, its state, what its judges said.
#include "serve/api_scans.h"

#include <fmt/format.h>

#include <boost/json/serialize.hpp>
#include <chrono>

#include "base/sha256.h"
#include "report/consensus_json.h"
#include "report/report_summary.h"
#include "scan/clock.h"
#include "serve/age.h"
#include "serve/found_scan.h"
#include "serve/service_parts.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMostIdempotencyKey = 200;

JsonObject scan_links(const std::string& id) {
  const std::string self = "/api/v1/scans/" + id;
  return {{"self", self},
          {"events", self + "/events"},
          {"report", self + "/report.json"},
          {"page", "/scans/" + id}};
}

HttpdResponse accepted_answer(const ApiCall& call, const std::string& id, std::string_view state,
                              bool is_private, bool cached) {
  return data_answer(call,
                     JsonObject{{"scan_id", id},
                                {"status", state},
                                {"cached", cached},
                                {"private", is_private},
                                {"links", scan_links(id)}},
                     cached ? 200 : 202);
}

std::string time_before(std::int64_t seconds) {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return format_time(now - seconds);
}

// An answer that is young enough; with force a much younger one is still refused: the target has rights too.
std::optional<HttpdResponse> cooled(ApiCall& call, const ScanOrder& order) {
  const ServeSettings& settings = call.service.settings;
  if (order.row.fold.empty()) return std::nullopt;
  const std::int64_t seconds = order.force ? settings.force_cooldown : settings.cooldown;
  if (seconds == 0) return std::nullopt;
  auto known = call.book->newest(order.row.fold, time_before(seconds));
  if (!known) return store_failed(call, known.error());
  if (!*known) return std::nullopt;
  if (!order.force) return accepted_answer(call, (*known)->id, "done", false, true);
  return fault_answer(call.request_id, {429, "cooling_down", "this target was scanned a moment ago",
                                        static_cast<int>(seconds)});
}

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

}  // namespace

HttpdResponse post_scan(ApiCall& call) {
  auto read = read_scan_order(call.request.body, call.caller, call.service.rules);
  if (auto* fault = std::get_if<ApiFault>(&read)) return fault_answer(call.request_id, *fault);
  ScanOrder& order = std::get<ScanOrder>(read);
  const std::string who =
      call.caller.name.empty() ? "address " + address_bucket(call.address) : "key " + call.caller.name;
  const std::string_view key = call.request.header("idempotency-key");
  if (key.size() > kMostIdempotencyKey)
    return fault_answer(call, 400, "bad_request", "Idempotency-Key is too long");
  if (!key.empty()) {
    order.row.idem = sha256_hex(who + "\n" + std::string(key));
    auto known = call.book->by_idem(order.row.idem);
    if (!known) return store_failed(call, known.error());
    if (*known) {
      if ((*known)->body_sha256 != order.row.body_sha256) {
        return fault_answer(call, 409, "conflict", "this Idempotency-Key was used with another body");
      }
      return accepted_answer(call, (*known)->id, (*known)->state, (*known)->is_private, false);
    }
  }
  if (auto answer = cooled(call, order)) return std::move(*answer);
  const std::int64_t per_minute = call.caller.scans_per_minute > 0 ? call.caller.scans_per_minute
                                                                   : call.service.settings.scans_per_minute;
  if (const int wait = call.service.scans.take(who, per_minute, RateLimit::Clock::now()); wait > 0) {
    return fault_answer(call.request_id, {429, "rate_limited", "too many scans were asked for", wait});
  }
  const bool is_private = order.row.is_private;
  auto accepted = call.service.engine->accept(std::move(order), *call.book);
  if (auto* fault = std::get_if<ApiFault>(&accepted)) return fault_answer(call.request_id, *fault);
  const auto& receipt = std::get<Engine::Receipt>(accepted);
  return accepted_answer(call, receipt.id, receipt.state, is_private, false);
}

HttpdResponse get_scan(ApiCall& call) {
  std::vector<std::string_view> methodologies;
  if (!chosen_methodologies(call.word("methodology"), methodologies)) {
    return fault_answer(call, 400, "bad_request", "methodology holds a name that is none");
  }
  auto looked = find_scan(call, call.values[0], ScanParts::kReport);
  if (auto* answer = std::get_if<HttpdResponse>(&looked)) return std::move(*answer);
  FoundScan& scan = std::get<FoundScan>(looked);
  JsonObject data{{"scan_id", scan.id},     {"status", scan.state},   {"private", scan.is_private()},
                  {"target", nullptr},      {"created_at", nullptr},  {"started_at", nullptr},
                  {"finished_at", nullptr}, {"age_days", nullptr},    {"stale", false},
                  {"server", nullptr},      {"stored_scan", nullptr}, {"error", nullptr},
                  {"report", nullptr},      {"summary", nullptr},     {"links", scan_links(scan.id)}};
  if (scan.job) {
    data["target"] = JsonObject{{"kind", scan.job->kind}, {"display", scan.job->display}};
    data["created_at"] = text_or_null(scan.job->created_at);
    data["started_at"] = text_or_null(scan.job->started_at);
    data["finished_at"] = text_or_null(scan.job->finished_at);
    if (scan.state == "failed") {
      data["error"] = JsonObject{{"code", scan.job->error_code}, {"message", scan.job->error_message}};
    }
  }
  if (scan.stored) {
    if (!scan.job) {
      data["target"] = JsonObject{{"kind", scan.stored->target_kind}, {"display", scan.stored->display}};
      data["finished_at"] = scan.stored->observed_at;
    }
    data["server"] = server_key_of(scan.stored->target_key);
    data["stored_scan"] = std::to_string(scan.stored->id);
  }
  if (scan.state == "done") {
    if (methodologies.empty()) methodologies = methodologies_of(scan);
    auto report = report_of(call, scan);
    if (!report) return store_failed(call, report.error());
    if (const Json* observed = resolve_pointer(*report, "/observed_at");
        observed != nullptr && observed->is_string()) {
      const ScanAge age = age_of(call, view(observed->get_string()));
      data["age_days"] = age.days;
      data["stale"] = age.stale;
    }
    data["report"] = *report;
    // A report of another catalogue is shown as it stands, without what only this catalogue can say.
    if (auto read = read_reports(std::move(*report), "report"); read && read->reports.size() == 1) {
      RenderOptions shown;
      shown.methodologies = methodologies;
      data["summary"] = summary_json(*read->reports.front(), shown);
      if (!methodologies.empty()) data["report"] = report_to_json(*read->reports.front(), shown);
    }
  }
  return data_answer(call, std::move(data));
}

HttpdResponse get_evidence(ApiCall& call) {
  auto looked = find_scan(call, call.values[0], ScanParts::kReport);
  if (auto* answer = std::get_if<HttpdResponse>(&looked)) return std::move(*answer);
  FoundScan& scan = std::get<FoundScan>(looked);
  if (scan.state != "done") return fault_answer(call, 409, "not_ready", "this scan is not done");
  auto evidence = evidence_of(call, scan);
  if (!evidence) return store_failed(call, evidence.error());
  return data_answer(call, std::move(*evidence));
}

HttpdResponse get_consensus(ApiCall& call) {
  auto looked = find_scan(call, call.values[0], ScanParts::kReport);
  if (auto* answer = std::get_if<HttpdResponse>(&looked)) return std::move(*answer);
  FoundScan& scan = std::get<FoundScan>(looked);
  if (scan.state != "done") return fault_answer(call, 409, "not_ready", "this scan is not done");
  auto report = report_of(call, scan);
  if (!report) return store_failed(call, report.error());
  const Json* consensus = resolve_pointer(*report, "/assessments/aivss/consensus");
  if (consensus == nullptr || !consensus->is_object()) return not_found(call, "the report leaves out aivss");
  return data_answer(call, consensus_answer(consensus->get_object(), scan.id));
}

// NOLINTNEXTLINE(performance-unnecessary-value-param): what a route that streams looks like
void stream_events(ApiCall& call, std::shared_ptr<HttpdExchange> exchange) {
  auto looked = find_scan(call, call.values[0], ScanParts::kHead);
  if (auto* answer = std::get_if<HttpdResponse>(&looked)) {
    add_safety_headers(*answer, call.request.tls);
    answer->headers.emplace_back("X-Request-Id", call.request_id);
    return exchange->answer(std::move(*answer));
  }
  FoundScan& scan = std::get<FoundScan>(looked);
  HttpdResponse head;
  head.headers = {{"Content-Type", "text/event-stream"},
                  {"Cache-Control", "no-store"},
                  {"X-Request-Id", call.request_id}};
  add_safety_headers(head, call.request.tls);
  const auto stream = exchange->stream(std::move(head));
  if (scan.state != "done" && scan.state != "failed" && call.service.engine->listen(scan.id, stream)) return;
  // It ended between the two questions, or before.
  if (scan.state != "done" && scan.state != "failed") {
    if (auto row = call.book->get(scan.id, false); row && *row) {
      scan.job = std::move(*row);
      scan.state = scan.job->state;
    }
  }
  if (scan.state == "failed") {
    stream->write(fmt::format(
        "event: failed\ndata: {}\n\n",
        boost::json::serialize(JsonObject{
            {"scan_id", scan.id}, {"code", scan.job->error_code}, {"message", scan.job->error_message}})));
  } else {
    stream->write(fmt::format("event: done\ndata: {{\"scan_id\":\"{}\",\"status\":\"done\"}}\n\n", scan.id));
  }
  stream->end();
}

}  // namespace mcpjury
