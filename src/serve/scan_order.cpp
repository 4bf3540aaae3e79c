#include "serve/scan_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>
#include <optional>

#include "base/ascii.h"
#include "base/canonical_json.h"
#include "base/escape.h"
#include "base/one_of.h"
#include "base/redact.h"
#include "base/sha256.h"
#include "catalog/catalog.h"
#include "net/url.h"
#include "serve/read_json.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::array kMembers = {"url"sv,
                                 "tools"sv,
                                 "server"sv,
                                 "prompts"sv,
                                 "resources"sv,
                                 "resourceTemplates"sv,
                                 "instructions"sv,
                                 "record"sv,
                                 "force"sv,
                                 "deep"sv,
                                 "dcr"sv,
                                 "active_probe"sv,
                                 "methodologies"sv,
                                 "strictness"sv,
                                 "credentials"sv,
                                 "private"sv,
                                 "timeout_seconds"sv};
constexpr std::array kListMembers = {
    "tools"sv, "server"sv, "prompts"sv, "resources"sv, "resourceTemplates"sv, "instructions"sv};
constexpr std::size_t kMostHeaders = 16, kMostSecret = 8'192;

ApiFault wrong(std::string message) { return {400, "bad_request", std::move(message)}; }

// Reads the members of one body; the first fault is kept.
class OrderReader {
 public:
  explicit OrderReader(const JsonObject& body) : body_(body) {}
  std::optional<ApiFault> fault;

  bool flag(std::string_view name) {
    const Json* value = find(body_, name);
    if (value == nullptr || value->is_null()) return false;
    if (!value->is_bool()) {
      fail(fmt::format("{} is true or false", name));
      return false;
    }
    return value->get_bool();
  }
  std::optional<std::string> text(std::string_view name) {
    const Json* value = find(body_, name);
    if (value == nullptr || value->is_null()) return std::nullopt;
    if (!value->is_string()) {
      fail(fmt::format("{} is a text", name));
      return std::nullopt;
    }
    return std::string(view(value->get_string()));
  }
  void fail(std::string message) {
    if (!fault) fault = wrong(std::move(message));
  }

 private:
  const JsonObject& body_;
};

bool header_name(std::string_view name) {
  return !name.empty() && name.size() <= 100 && std::all_of(name.begin(), name.end(), [](char c) {
    return ascii::is_alnum(c) || c == '-' || c == '_';
  });
}

bool header_value(std::string_view value) {
  return !value.empty() && value.size() <= kMostSecret &&
         std::all_of(value.begin(), value.end(), [](char c) { return c >= 0x20 && c <= 0x7E; });
}

// {"bearer": "…"} or {"headers": {"X-Api-Key": "…"}}. Messages never quote a value.
std::optional<ApiFault> read_credentials(const Json& value, std::vector<SecretHeader>& out) {
  const JsonObject* object = value.if_object();
  if (object == nullptr) return wrong("credentials is an object with bearer or headers");
  for (const auto& member : *object) {
    const std::string_view name(member.key().data(), member.key().size());
    if (name == "bearer" && member.value().is_string() && header_value(view(member.value().get_string()))) {
      out.push_back({"Authorization", Secret("Bearer " + std::string(view(member.value().get_string())))});
    } else if (name == "headers" && member.value().is_object()) {
      for (const auto& header : member.value().get_object()) {
        const std::string_view key(header.key().data(), header.key().size());
        if (!header_name(key) || !header.value().is_string() ||
            !header_value(view(header.value().get_string())) || out.size() >= kMostHeaders ||
            one_of(ascii::lowered(key), {"host", "content-length", "transfer-encoding", "connection"})) {
          return wrong("credentials.headers holds at most 16 header names with printable values");
        }
        out.push_back({std::string(key), Secret(std::string(view(header.value().get_string())))});
      }
    } else {
      return wrong("credentials is an object with bearer (a text) or headers (an object)");
    }
  }
  return std::nullopt;
}

// The network may name servers and packages, never a file, a folder or a command of this machine.
std::optional<ApiFault> read_target(const std::string& url, const AddressPolicy& policy, ScanOrder& order) {
  if (url.empty() || url.size() > kMaxUrlLength) return wrong("url is empty or too long");
  const std::size_t colon = std::min(url.find(':'), url.size());
  const std::string scheme = ascii::lowered(std::string_view(url).substr(0, colon));
  order.row.kind = "remote";
  if (scheme == "npm" || scheme == "pypi") {
    const std::string_view name = std::string_view(url).substr(colon + 1);
    const bool plain =
        !name.empty() && name.size() <= 300 && std::all_of(name.begin(), name.end(), [](char c) {
          return ascii::is_alnum(c) ||
                 one_of(std::string_view(&c, 1), {"@", "/", ".", "-", "_", "~", "+", "^"});
        });
    if (!plain || name.find("..") != std::string_view::npos) return wrong("url is not the name of a package");
    order.target = scheme + ":" + std::string(name);
    order.row.kind = "package";
    order.row.display = order.target;
    return std::nullopt;
  }
  std::string address = url;
  if (scheme == "git+https") {
    address = url.substr(4);
  } else if (scheme != "https" && scheme != "http") {
    return wrong("url begins with https://, http://, git+https://, npm: or pypi:");
  }
  auto parsed = parse_url(address);
  std::optional<Refused> refused = parsed ? policy.check(*parsed) : refused_url(parsed.error());
  if (refused && refused->why == Refusal::kUrl) return wrong("url is not a URL: " + refused->detail);
  if (refused) {
    return ApiFault{403, "refused_target",
                    fmt::format("this service does not look there ({}{}{})", name_of(refused->why),
                                refused->detail.empty() ? "" : ": ", refused->detail)};
  }
  order.target = url;
  order.row.display = scheme == "git+https" ? "git+" + shown_url(*parsed) : shown_url(*parsed);
  // What looks like a secret in the address is a credential: it stays in memory.
  order.row.secret = order.row.display != url || redact(url) != url;
  return std::nullopt;
}

std::optional<ApiFault> read_source(const JsonObject& body, OrderReader& reader, const AddressPolicy& policy,
                                    ScanOrder& order) {
  const auto url = reader.text("url");
  const Json* record = find(body, "record");
  const bool lists = std::any_of(kListMembers.begin(), kListMembers.end(),
                                 [&](std::string_view name) { return find(body, name) != nullptr; });
  if (reader.fault) return reader.fault;
  if ((url ? 1 : 0) + (record != nullptr ? 1 : 0) + (lists ? 1 : 0) != 1) {
    return wrong("give exactly one of url, tools (with server, prompts, resources, instructions) and record");
  }
  if (url) return read_target(*url, policy, order);
  JsonObject document;
  if (record != nullptr) {
    if (!looks_like_evidence(*record)) return wrong("record is not an evidence record of mcpjury observe");
    order.row.kind = "record";
    order.document = boost::json::serialize(*record);
  } else {
    for (const std::string_view name : kListMembers) {
      if (const Json* value = find(body, name)) document[name] = *value;
    }
    const Json* tools = find(document, "tools");
    if (tools == nullptr || !tools->is_array()) return wrong("tools is a list of tools");
    order.row.kind = "tool_list";
    order.document = boost::json::serialize(document);
  }
  order.row.display = order.row.kind == "record" ? "an evidence record" : "a tool list";
  return std::nullopt;
}

std::optional<ApiFault> read_methodologies(const JsonObject& body, ScanOrder& order) {
  const Json* value = find(body, "methodologies");
  if (value == nullptr || value->is_null()) return std::nullopt;
  const JsonArray* list = value->if_array();
  if (list == nullptr || list->size() > 16) return wrong("methodologies is a list of names");
  for (const Json& item : *list) {
    const bool known = item.is_string() &&
                       std::any_of(catalog().methodologies.begin(), catalog().methodologies.end(),
                                   [&](const Methodology& one) { return one.id == view(item.get_string()); });
    if (!known) return wrong("methodologies holds a name that is none; see /api/v1/methodologies");
    order.methodologies.emplace_back(view(item.get_string()));
  }
  return std::nullopt;
}

// Whether judges are asked, and which.
std::optional<ApiFault> read_deep(const JsonObject& body, ScanOrder& order) {
  const Json* deep = find(body, "deep");
  if (deep == nullptr || deep->is_null()) return std::nullopt;
  if (deep->is_string() && view(deep->get_string()) == "models") {
    order.models = true;
  } else if (!deep->is_bool()) {
    return wrong("deep is true, false or \"models\"");
  }
  order.deep = order.models || deep->get_bool();
  return std::nullopt;
}

std::optional<ApiFault> forbidden(const ScanOrder& order, const Caller& caller, const OrderRules& rules) {
  const auto needs = [&](KeyScope scope, std::string_view what) {
    const bool stranger = caller.name.empty();
    return ApiFault{stranger ? 401 : 403, stranger ? "unauthorized" : "forbidden",
                    fmt::format("{} needs a key with the scope {}", what, scope_name(scope))};
  };
  if (order.models && !caller.may(kJudge)) return needs(kJudge, "asking language models");
  if (order.models && !rules.models) {
    return ApiFault{422, "unprocessable", "no language model is configured on this service"};
  }
  if (order.active_probe && !caller.may(kProbe)) return needs(kProbe, "the active probe");
  if (order.active_probe && !rules.active_probe) {
    return ApiFault{422, "unprocessable", "the active probe is switched off on this service"};
  }
  return std::nullopt;
}

}  // namespace

std::variant<ScanOrder, ApiFault> read_scan_order(std::string_view text, const Caller& caller,
                                                  const OrderRules& rules) {
  auto parsed = read_json(text, "body", 128);
  if (!parsed) return ApiFault{400, "not_json", clip(parsed.error().message, 300)};
  const JsonObject* body = parsed->value.if_object();
  if (body == nullptr) return wrong("the body is a JSON object");
  for (const auto& member : *body) {
    const std::string_view name(member.key().data(), member.key().size());
    if (!one_of(name, kMembers)) return wrong("unknown member " + clip(escape_terminal(redact(name)), 60));
  }
  ScanOrder order;
  OrderReader reader(*body);
  if (auto fault = read_source(*body, reader, rules.policy, order)) return *fault;
  order.force = reader.flag("force");
  order.dcr = reader.flag("dcr");
  order.active_probe = reader.flag("active_probe");
  const auto strictness = reader.text("strictness");
  if (strictness) {
    const auto known = strictness_from(*strictness);
    if (!known) return wrong("strictness is precise or published");
    order.strictness = *known;
  }
  if (auto fault = read_deep(*body, order)) return *fault;
  if (auto fault = read_methodologies(*body, order)) return *fault;
  if (const Json* seconds = find(*body, "timeout_seconds"); seconds != nullptr && !seconds->is_null()) {
    if (!seconds->is_number() ||
        !(seconds->to_number<double>() >= 1 && seconds->to_number<double>() <= 3'600)) {
      return wrong("timeout_seconds is a number from 1 to 3600");
    }
    order.timeout_seconds = std::min(seconds->to_number<double>(), rules.scan_seconds);
  }
  if (const Json* credentials = find(*body, "credentials");
      credentials != nullptr && !credentials->is_null()) {
    if (auto fault = read_credentials(*credentials, order.credential)) return *fault;
    if (order.row.kind != "remote" && !order.credential.empty())
      return wrong("credentials are for a remote server");
    order.row.secret = order.row.secret || !order.credential.empty();
  }
  const Json* wanted = find(*body, "private");
  const bool by_default = order.row.secret || order.target.empty();
  order.row.is_private = wanted == nullptr || wanted->is_null() ? by_default : reader.flag("private");
  if (reader.fault) return *reader.fault;
  // What the caller says of a server, and what only a credential opens, is not for the directory.
  if (by_default && !order.row.is_private && !caller.may(kPublish)) {
    const bool stranger = caller.name.empty();
    return ApiFault{stranger ? 401 : 403, stranger ? "unauthorized" : "forbidden",
                    "making this scan public needs a key with the scope publish"};
  }
  if (auto fault = forbidden(order, caller, rules)) return *fault;
  if (order.methodologies.size() == catalog().methodologies.size()) order.methodologies.clear();
  order.row.state = "queued";
  order.row.id = "s_" + random_hex(16);
  order.row.body_sha256 = sha256_hex(text);
  order.row.order = order_to_json(order);
  if (!order.row.is_private && !order.row.secret && !order.target.empty()) {
    order.row.fold = sha256_hex(canonical_json(order.row.order));
  }
  return order;
}

Json order_to_json(const ScanOrder& order) {
  JsonObject out{{"deep", order.deep},
                 {"models", order.models},
                 {"dcr", order.dcr},
                 {"active_probe", order.active_probe},
                 {"timeout_seconds", order.timeout_seconds},
                 {"strictness", name_of(order.strictness)}};
  JsonArray methodologies;
  for (const std::string& one : order.methodologies) methodologies.push_back(Json(one));
  out["methodologies"] = std::move(methodologies);
  if (order.row.secret) return out;
  if (!order.target.empty()) {
    out["target"] = order.target;
  } else if (auto document = parse_json(order.document, "order", {}); document) {
    // A judge knows a replaced secret by its kind, so that the record gives the same findings.
    redact_strings(document->value);
    out["document"] = std::move(document->value);
  }
  return out;
}

ScanOrder order_from_json(JobRow row) {
  ScanOrder order;
  if (const JsonObject* kept = row.order.if_object()) {
    const auto flag = [&](std::string_view name) {
      const Json* value = find(*kept, name);
      return value != nullptr && value->is_bool() && value->get_bool();
    };
    order.deep = flag("deep");
    order.models = flag("models");
    order.dcr = flag("dcr");
    order.active_probe = flag("active_probe");
    order.strictness = strictness_from(find_string(*kept, "strictness")).value_or(Strictness::kPrecise);
    if (const Json* seconds = find(*kept, "timeout_seconds"); seconds != nullptr && seconds->is_number()) {
      order.timeout_seconds = seconds->to_number<double>();
    }
    order.target = find_string(*kept, "target");
    if (const Json* document = find(*kept, "document")) order.document = boost::json::serialize(*document);
    if (const JsonArray* list = find_array(*kept, "methodologies")) {
      for (const Json& one : *list) {
        if (one.is_string()) order.methodologies.emplace_back(view(one.get_string()));
      }
    }
  }
  order.row = std::move(row);
  return order;
}

}  // namespace mcpjury
