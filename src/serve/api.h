// What every route has: the call, the ways to answer, the table entry from which the router and the OpenAPI
// document are both made. Handlers of kStore run in a thread that has a store and a job book of its own.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "httpd/httpd.h"
#include "serve/caller.h"
#include "serve/job_book.h"
#include "serve/scan_order.h"
#include "serve/url_words.h"
#include "store/store.h"

namespace mcpjury {

struct ServiceParts;
struct Route;

struct ApiCall {
  ServiceParts& service;
  const HttpdRequest& request;
  const Route* route = nullptr;
  std::vector<std::string> values = {};  // of the {…} in the path, decoded
  QueryWords query = {};
  Caller caller = {};
  std::string address = {};  // of the client
  std::string request_id = {};
  Store* store = nullptr;
  JobBook* book = nullptr;
  // How long the answer may be given again: 0 not at all, below 0 for as long as there is room.
  int cache_seconds = 0;
  bool cache_outlives_scans = false;  // what was scanned since does not change it

  std::string_view word(std::string_view name) const;  // of the query; empty when it is not there
};

HttpdResponse data_answer(const ApiCall& call, Json data, int status = 200, JsonObject meta = {});
// The same of data that is already text.
HttpdResponse text_data_answer(const ApiCall& call, std::string_view data_json);
HttpdResponse fault_answer(std::string_view request_id, const ApiFault& fault);
HttpdResponse fault_answer(const ApiCall& call, int status, std::string_view code, std::string_view message);
HttpdResponse not_found(const ApiCall& call, std::string_view what);
// For a Store or JobBook that failed: 503, without what it said.
HttpdResponse store_failed(const ApiCall& call, const Error& error);
HttpdResponse raw_answer(std::string_view type, std::string body);
// What a browser is told of every answer.
void add_safety_headers(HttpdResponse& response, bool tls);

enum class RouteWork : std::uint8_t { kInline, kStore, kStream };

struct Route {
  std::string_view method, path;  // "/api/v1/scans/{id}"
  std::string_view id, summary;
  KeyScope scope = kRead;
  RouteWork work = RouteWork::kStore;
  HttpdResponse (*handle)(ApiCall&) = nullptr;
  void (*stream)(ApiCall&, std::shared_ptr<HttpdExchange>) = nullptr;  // of kStream
  std::vector<std::string_view> query = {};                            // the parameters it knows
  std::string_view data = {};  // schema of data; empty: not in the envelope
  std::string_view type = "application/json";
  std::string_view body = {};  // schema of the request
  std::vector<int> statuses = {200};
  bool short_form = false;  // another spelling; not in the document
};

const std::vector<Route>& routes();
struct Matched {
  const Route* route = nullptr;
  std::vector<std::string> values;
  std::string allow;    // when the path is known and the method is not
  bool broken = false;  // an escape that is none
};
Matched match_route(std::string_view method, std::string_view path);

}  // namespace mcpjury
