#include <fmt/format.h>

#include <boost/json/serialize.hpp>

#include "serve/api.h"

namespace mcpjury {
namespace {

HttpdResponse json_answer(int status, std::string body) {
  HttpdResponse response;
  response.status = status;
  response.headers.emplace_back("Content-Type", "application/json");
  response.headers.emplace_back("Cache-Control", "no-store");
  response.body = std::make_shared<const std::string>(std::move(body));
  return response;
}

}  // namespace

std::string_view ApiCall::word(std::string_view name) const {
  for (const auto& [known, value] : query) {
    if (known == name) return value;
  }
  return {};
}

HttpdResponse data_answer(const ApiCall& call, Json data, int status, JsonObject meta) {
  meta["request_id"] = call.request_id;
  return json_answer(
      status,
      boost::json::serialize(JsonObject{{"data", std::move(data)}, {"meta", std::move(meta)}}) + "\n");
}

HttpdResponse text_data_answer(const ApiCall& call, std::string_view data_json) {
  return json_answer(
      200, fmt::format("{{\"data\":{},\"meta\":{{\"request_id\":\"{}\"}}}}\n", data_json, call.request_id));
}

HttpdResponse fault_answer(std::string_view request_id, const ApiFault& fault) {
  HttpdResponse response =
      json_answer(fault.status, boost::json::serialize(JsonObject{
                                    {"error", JsonObject{{"code", fault.code}, {"message", fault.message}}},
                                    {"meta", JsonObject{{"request_id", request_id}}}}) +
                                    "\n");
  if (fault.retry_after > 0) response.headers.emplace_back("Retry-After", std::to_string(fault.retry_after));
  if (fault.status == 401) response.headers.emplace_back("WWW-Authenticate", "Bearer");
  return response;
}

HttpdResponse fault_answer(const ApiCall& call, int status, std::string_view code, std::string_view message) {
  return fault_answer(call.request_id, {status, std::string(code), std::string(message)});
}

HttpdResponse not_found(const ApiCall& call, std::string_view what) {
  return fault_answer(call, 404, "not_found", what);
}

HttpdResponse store_failed(const ApiCall& call, const Error& error) {
  if (error.code == ErrorCode::kUsage) return fault_answer(call, 400, "bad_request", error.message);
  return fault_answer(call.request_id, {503, "busy", "the store does not answer; try again later", 5});
}

HttpdResponse raw_answer(std::string_view type, std::string body) {
  HttpdResponse response;
  response.headers.emplace_back("Content-Type", std::string(type));
  response.body = std::make_shared<const std::string>(std::move(body));
  return response;
}

void add_safety_headers(HttpdResponse& response, bool tls) {
  bool has_policy = false, has_cache = false, has_sharing = false;
  for (const auto& [name, value] : response.headers) {
    has_policy = has_policy || name == "Content-Security-Policy";
    has_cache = has_cache || name == "Cache-Control";
    has_sharing = has_sharing || name == "Cross-Origin-Resource-Policy";
  }
  if (!has_policy) {
    response.headers.emplace_back("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  }
  if (!has_cache) response.headers.emplace_back("Cache-Control", "no-cache");
  response.headers.emplace_back("X-Content-Type-Options", "nosniff");
  response.headers.emplace_back("Referrer-Policy", "no-referrer");
  if (!has_sharing) response.headers.emplace_back("Cross-Origin-Resource-Policy", "same-origin");
  response.headers.emplace_back("Cross-Origin-Opener-Policy", "same-origin");
  if (tls) response.headers.emplace_back("Strict-Transport-Security", "max-age=31536000");
}

}  // namespace mcpjury
