// Every route there is. The router, the OpenAPI document and its tests are made from this table.
#include "serve/api_scans.h"

namespace mcpjury {
namespace {

using Handler = HttpdResponse (*)(ApiCall&);
using Words = std::vector<std::string_view>;

const Words kFilters = {"q", "verdict", "methodology", "grade", "kind", "since", "cursor", "limit"};

// What is answered in the envelope.
Route data_route(std::string_view path, std::string_view id, std::string_view summary, Handler handle,
                 std::string_view data, std::vector<int> statuses, Words query = {}) {
  Route route;
  route.method = "GET";
  route.path = path;
  route.id = id;
  route.summary = summary;
  route.handle = handle;
  route.data = data;
  route.statuses = std::move(statuses);
  route.query = std::move(query);
  return route;
}

// The same of what needs no store.
Route fixed_route(std::string_view path, std::string_view id, std::string_view summary, Handler handle,
                  std::string_view data, std::vector<int> statuses = {200}, Words query = {}) {
  Route route = data_route(path, id, summary, handle, data, std::move(statuses), std::move(query));
  route.work = RouteWork::kInline;
  return route;
}

Route open_to_all(Route route) {
  route.scope = kNoScope;
  return route;
}

Route raw_route(std::string_view path, std::string_view id, std::string_view summary, Handler handle,
                std::string_view type, std::vector<int> statuses, Words query = {}) {
  Route route = data_route(path, id, summary, handle, {}, std::move(statuses), std::move(query));
  route.type = type;
  return route;
}

Route post_route(std::string_view path, std::string_view id, std::string_view summary, KeyScope scope,
                 Handler handle, std::string_view data, std::string_view body, std::vector<int> statuses) {
  Route route = data_route(path, id, summary, handle, data, std::move(statuses));
  route.method = "POST";
  route.scope = scope;
  route.body = body;
  return route;
}

Route events_route() {
  Route route =
      raw_route("/api/v1/scans/{id}/events", "get_events", "How a scan goes on, as server-sent events",
                nullptr, "text/event-stream", {200, 404});
  route.work = RouteWork::kStream;
  route.stream = stream_events;
  return route;
}

Route metrics_route() {
  Route route = raw_route("/metrics", "get_metrics", "Counters for Prometheus", get_metrics,
                          "text/plain; version=0.0.4", {200, 401, 403});
  route.work = RouteWork::kInline;
  route.scope = kMetrics;
  return route;
}

// Another spelling, or a page: not in the document.
Route aside(std::string_view path, Handler handle, std::string_view type, RouteWork work, Words query = {}) {
  Route route = raw_route(path, "", "", handle, type, {200}, std::move(query));
  route.work = work;
  route.short_form = true;
  return route;
}

Route shell(std::string_view path, Words query = {}) {
  return aside(path, page_of_shell, "text/html", RouteWork::kInline, std::move(query));
}

}  // namespace

const std::vector<Route>& routes() {
  using enum RouteWork;
  static const std::vector<Route> kRoutes = {
      post_route("/api/v1/scans", "post_scan", "Ask for a scan", kScan, post_scan, "Accepted", "ScanRequest",
                 {202, 200, 400, 401, 403, 409, 413, 415, 422, 429, 503}),
      data_route("/api/v1/scans/{id}", "get_scan", "The state of a scan, and its report when it is done",
                 get_scan, "Scan", {200, 400, 404}, {"methodology"}),
      events_route(),
      raw_route("/api/v1/scans/{id}/report.{format}", "get_report", "The report in any of its formats",
                get_report, "*/*", {200, 400, 404, 409, 422}, {"methodology"}),
      data_route("/api/v1/scans/{id}/evidence", "get_evidence", "The evidence record of a scan", get_evidence,
                 "Evidence", {200, 404, 409}),
      data_route("/api/v1/scans/{id}/consensus", "get_consensus", "What the judges of a deep scan said",
                 get_consensus, "Consensus", {200, 404, 409}),
      data_route("/api/v1/servers", "list_servers", "The servers that were scanned, newest scan first",
                 list_servers, "Servers", {200, 400}, kFilters),
      data_route("/api/v1/servers/counts", "count_servers",
                 "How many servers fit the filters, by verdict, grade and kind of finding", count_servers,
                 "Counts", {200, 400}, kFilters),
      data_route("/api/v1/servers/{server}", "get_server", "One server: its newest scan, history, badge",
                 get_server, "Server", {200, 404}),
      data_route("/api/v1/servers/{server}/history", "get_history", "The scans of a server, newest first",
                 get_history, "History", {200, 400, 404}, {"limit"}),
      data_route("/api/v1/servers/{server}/diff", "get_diff", "What changed between two scans of a server",
                 get_diff, "Diff", {200, 400, 404}, {"from", "to"}),
      raw_route("/api/v1/servers/{server}/feed.atom", "get_feed", "Changes of a server as an Atom feed",
                get_feed, "application/atom+xml", {200, 404}),
      fixed_route("/api/v1/rules", "list_rules", "The published rules of the five methodologies", list_rules,
                  "Rules"),
      fixed_route("/api/v1/rules/{id}", "get_rule", "A published rule or a detector, with what feeds it",
                  get_rule, "RuleEntry", {200, 404}),
      fixed_route("/api/v1/detectors", "list_detectors", "The detectors that run", list_detectors,
                  "Detectors"),
      fixed_route("/api/v1/detectors/{id}", "get_detector", "One detector with its examples and patterns",
                  get_detector, "Detector", {200, 404}),
      fixed_route("/api/v1/engines", "list_engines", "The engines of ampel", list_engines, "Rules"),
      fixed_route("/api/v1/methodologies", "list_methodologies",
                  "The methodologies with weights, bands, limits, changelog", list_methodologies,
                  "Methodologies"),
      fixed_route("/api/v1/methodologies/{id}", "get_methodology", "One methodology, the newest or ?version=",
                  get_methodology, "Methodology", {200, 404}, {"version"}),
      post_route("/api/v1/feedback/rule-result/{id}", "post_feedback",
                 "Say that a finding is wrong, missing or right", kFeedback, post_feedback, "FeedbackGiven",
                 "FeedbackRequest", {201, 400, 401, 403, 404, 413, 415, 429}),
      data_route("/api/v1/feedback", "get_feedback", "What was said, counted by detector", get_feedback,
                 "FeedbackCounts", {200}),
      raw_route("/badge/{server}.svg", "get_badge_svg", "The badge of a server", get_badge_svg,
                "image/svg+xml", {200, 400, 404, 422}, {"methodology"}),
      raw_route("/badge/{server}.json", "get_badge_json", "The badge as an endpoint of shields",
                get_badge_json, "application/json", {200, 400, 404, 422}, {"methodology"}),
      open_to_all(fixed_route("/api/v1/openapi.json", "get_openapi", "This document", get_openapi, {})),
      open_to_all(fixed_route("/healthz", "get_health", "The process answers", get_health, "Health")),
      open_to_all(data_route("/readyz", "get_ready", "The store answers and scans are taken", get_ready,
                             "Health", {200, 503})),
      metrics_route(),

      // As the methodologies' own services spell them.
      aside("/scan/{id}", get_scan, "application/json", kStore, {"methodology"}),
      aside("/scan/{id}/consensus", get_consensus, "application/json", kStore),
      aside("/scan/{id}/evidence", get_evidence, "application/json", kStore),
      aside("/scan/{id}/report.{format}", get_report, "*/*", kStore, {"methodology"}),

      shell("/"),
      aside("/directory", page_of_directory, "text/html", kStore, kFilters),
      aside("/scans/{id}", page_of_scan, "text/html", kStore),
      shell("/scans/{id}/compare"),
      aside("/servers/{server}", page_of_server, "text/html", kStore),
      shell("/servers/{server}/diff", {"from", "to"}),
      aside("/servers/{server}/feed.atom", get_feed, "application/atom+xml", kStore),
      shell("/rules"),
      shell("/rules/{id}"),
      shell("/engines"),
      shell("/methodologies"),
      shell("/methodologies/{id}"),
      open_to_all(aside("/assets/{name}", get_asset, "*/*", kInline)),
  };
  return kRoutes;
}

}  // namespace mcpjury
