#include "observe/remote/dcr.h"

#include <string.h>

#include <algorithm>
#include <boost/json/memory_resource.hpp>
#include <boost/json/serialize.hpp>
#include <new>

#include "base/base64.h"
#include "observe/remote/text_members.h"

namespace mcpjury {
namespace {

std::string form_encode(std::string_view text) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string out;
  for (const char raw : text) {
    const auto c = static_cast<unsigned char>(raw);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '.' || c == '_' || c == '~';
    if (plain) {
      out += raw;
    } else {
      out += '%';
      out += kHex[c >> 4];
      out += kHex[c & 15];
    }
  }
  return out;
}

// Memory of an answer that holds a secret: overwritten when it is given back.
class WipedMemory : public boost::json::memory_resource {
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    return ::operator new(bytes, std::align_val_t(alignment));
  }
  void do_deallocate(void* place, std::size_t bytes, std::size_t alignment) override {
    ::explicit_bzero(place, bytes);
    ::operator delete(place, std::align_val_t(alignment));
  }
  bool do_is_equal(const boost::json::memory_resource& other) const noexcept override {
    return this == &other;
  }
};

std::optional<JsonObject> read_object(HttpResponse response) {
  const Secret wiped_at_the_end(std::move(response.body));
  JsonReadOptions reading;
  reading.max_depth = 32;
  reading.storage = boost::json::make_shared_resource<WipedMemory>();
  auto json = parse_json(wiped_at_the_end.reveal(), "answer", reading);
  if (!json || !json->value.is_object()) return std::nullopt;
  return std::move(json->value.get_object());
}

// RFC 6750 section 2.1. Anything else in a header would be an injection.
bool is_bearer_text(std::string_view token) {
  return !token.empty() &&
         std::all_of(token.begin(), token.end(), [](char c) { return c > 0x20 && c < 0x7F; });
}

}  // namespace

bool DcrClient::fail(std::string_view outcome) {
  record_["outcome"] = outcome;
  return false;
}

std::optional<Url> DcrClient::safe_endpoint(const std::string& text, std::string_view which) {
  auto url = parse_url(text);
  if (!url || policy_.check(*url) || (url->scheme != "https" && !policy_.lifted_for(url->host))) {
    fail(std::string(which) + " refused by the address guard");
    return std::nullopt;
  }
  return std::move(*url);
}

bool DcrClient::register_client() {
  const auto url = safe_endpoint(offer_.registration_endpoint, "registration_endpoint");
  if (!url) return false;
  const auto& methods = offer_.token_auth_methods;
  const auto takes = [&](std::string_view name) {
    return std::find(methods.begin(), methods.end(), name) != methods.end();
  };
  auth_method_ = methods.empty() || takes("client_secret_basic") ? "client_secret_basic"
                 : takes("client_secret_post")                   ? "client_secret_post"
                                                                 : "";
  if (auth_method_.empty()) return fail("no token endpoint authentication method in common");
  JsonObject body{{"client_name", "mcpjury"},
                  {"grant_types", JsonArray{"client_credentials"}},
                  {"token_endpoint_auth_method", auth_method_},
                  {"application_type", "native"},
                  {"software_id", "mcpjury"},
                  {"software_version", "1"}};
  if (!offer_.scope.empty()) body["scope"] = offer_.scope;
  HttpRequest request;
  request.method = "POST";
  request.url = *url;
  request.headers = {{"Content-Type", "application/json"}, {"Accept", "application/json"}};
  request.body = boost::json::serialize(body);
  request.purpose = Purpose::kRegistration;
  request.label = "register";
  request.follow_redirects = false;
  // The answer holds a secret: it is only taken over a chain that was verified.
  request.carries_secret = url->scheme == "https";
  HttpResponse response = client_.send(std::move(request));
  record_["status"] = response.status;
  if (response.failure != HttpFailure::kNone) return fail(name_of(response.failure));
  if (response.status != 201 && response.status != 200) return fail("registration was not accepted");
  const auto answer = read_object(std::move(response));
  if (!answer) return fail("the registration's answer is no JSON object");
  client_id_ = std::string(find_string(*answer, "client_id"));
  client_secret_ = Secret(std::string(find_string(*answer, "client_secret")));
  removal_token_ = Secret(std::string(find_string(*answer, "registration_access_token")));
  removal_url_ = std::string(find_string(*answer, "registration_client_uri"));
  registered_at_ = *url;
  if (client_id_.empty()) return fail("the registration's answer names no client_id");
  return true;
}

bool DcrClient::fetch_token() {
  const auto url = safe_endpoint(offer_.token_endpoint, "token_endpoint");
  if (!url) return false;
  HttpRequest request;
  request.method = "POST";
  request.url = *url;
  request.headers = {{"Content-Type", "application/x-www-form-urlencoded"}, {"Accept", "application/json"}};
  request.body = "grant_type=client_credentials&resource=" + form_encode(resource());
  if (!offer_.scope.empty()) request.body += "&scope=" + form_encode(offer_.scope);
  if (auth_method_ == "client_secret_basic") {
    request.headers.push_back(
        {"Authorization",
         "Basic " + base64_encode(form_encode(client_id_) + ":" + form_encode(client_secret_.reveal()))});
  } else {
    request.body +=
        "&client_id=" + form_encode(client_id_) + "&client_secret=" + form_encode(client_secret_.reveal());
  }
  request.purpose = Purpose::kToken;
  request.label = "token";
  request.follow_redirects = false;
  request.carries_secret = url->scheme == "https";
  HttpResponse response = client_.send(std::move(request));
  if (response.failure != HttpFailure::kNone) return fail(name_of(response.failure));
  if (response.status != 200) return fail("no token was given");
  const auto answer = read_object(std::move(response));
  if (!answer) return fail("the token's answer is no JSON object");
  std::string type(find_string(*answer, "token_type"));
  std::transform(type.begin(), type.end(), type.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  token_ = Secret(std::string(find_string(*answer, "access_token")));
  if (type != "bearer" || !is_bearer_text(token_.reveal())) {
    token_.wipe();
    return fail("the token is no bearer token");
  }
  record_["outcome"] = "token";
  return true;
}

// Byte for byte as the metadata has it; RFC 8707.
std::string DcrClient::resource() const { return offer_.resource.empty() ? endpoint_.raw : offer_.resource; }

std::vector<Secret> DcrClient::secrets() const {
  std::vector<Secret> out;
  for (const Secret* secret : {&client_secret_, &removal_token_, &token_}) {
    if (!secret->empty()) out.push_back(*secret);
  }
  return out;
}

bool DcrClient::obtain() {
  record_ = {{"advertised", offer_.advertised},
             {"client_credentials", offer_.client_credentials},
             {"attempted", false}};
  if (!offer_.advertised) return fail("no registration endpoint is advertised");
  if (!offer_.client_credentials) return fail("the client_credentials grant is not advertised");
  // Asked before anything is written on their server.
  if (endpoint_.scheme != "https" && !policy_.lifted_for(endpoint_.host))
    return fail("a token is not sent over plain http");
  if (const auto named = parse_url(resource()); named && !secret_query_keys(named->query).empty())
    return fail("the resource's URL holds a credential, which is not told to others");
  record_["attempted"] = true;
  return register_client() && fetch_token();
}

void DcrClient::forget() {
  if (!removal_url_.empty() && !removal_token_.empty()) {
    const auto url = parse_url(removal_url_);
    record_["deleted"] = false;
    if (url.ok() && url->same_origin(*registered_at_) && !policy_.check(*url)) {
      HttpRequest request;
      request.method = "DELETE";
      request.url = *url;
      request.headers = {{"Authorization", "Bearer " + std::string(removal_token_.reveal())}};
      request.purpose = Purpose::kRegistration;
      request.label = "remove registration";
      request.follow_redirects = false;
      request.carries_secret = url->scheme == "https";
      const HttpResponse response = client_.send(std::move(request));
      record_["deleted"] = response.status == 204 || response.status == 200;
    }
  }
  removal_url_.clear();
  client_secret_.wipe();
  removal_token_.wipe();
  token_.wipe();
}

}  // namespace mcpjury
