#include "serve/found_scan.h"

#include <algorithm>
#include <charconv>

#include "base/ascii.h"
#include "catalog/catalog.h"
#include "serve/service_parts.h"

namespace mcpjury {
namespace {

std::optional<std::int64_t> scan_number(std::string_view text) {
  std::int64_t number = 0;
  if (text.empty() || text.size() > 18 || text[0] == '0') return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number <= 0) return std::nullopt;
  return number;
}

bool is_job_id(std::string_view id) {
  return id.size() == 34 && id.starts_with("s_") && std::all_of(id.begin() + 2, id.end(), [](char c) {
           return ascii::is_digit(c) || (c >= 'a' && c <= 'f');
         });
}

}  // namespace

std::variant<FoundScan, HttpdResponse> find_scan(ApiCall& call, const std::string& id, ScanParts parts) {
  FoundScan out;
  out.id = id;
  std::int64_t number = 0;
  if (is_job_id(id)) {
    out.job = call.service.engine->active(id);
    if (!out.job) {
      auto row = call.book->get(id, parts == ScanParts::kReport);
      if (!row) return store_failed(call, row.error());
      out.job = std::move(*row);
    }
    if (!out.job) return not_found(call, "there is no scan of this id");
    out.state = out.job->state;
    number = out.job->scan;
    if (number == 0) return out;
  } else if (const auto asked = scan_number(id)) {
    number = *asked;
    out.state = "done";
  } else {
    return not_found(call, "there is no scan of this id");
  }
  auto stored = call.store->scan(number);
  if (!stored) return store_failed(call, stored.error());
  // Who has the id of a job may see it; numbers can be counted through.
  const bool hidden = *stored && !out.job && (*stored)->credential != "none" && !call.caller.may(kPublish);
  if (!*stored || hidden) return not_found(call, "there is no scan of this id");
  out.stored = std::move(*stored);
  return out;
}

Result<Json> report_of(ApiCall& call, FoundScan& scan) {
  if (scan.stored) return call.store->report(scan.stored->id);
  return std::move(scan.job->report);
}

Result<Json> evidence_of(ApiCall& call, FoundScan& scan) {
  if (scan.stored) return call.store->evidence(scan.stored->evidence_sha256);
  return std::move(scan.job->evidence);
}

bool chosen_methodologies(std::string_view words, std::vector<std::string_view>& out) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(','), words.size());
    const std::string_view word = words.substr(0, end);
    words.remove_prefix(std::min(end + 1, words.size()));
    const auto& all = catalog().methodologies;
    const auto known =
        std::find_if(all.begin(), all.end(), [&](const Methodology& one) { return one.id == word; });
    if (known == all.end()) return false;
    if (std::find(out.begin(), out.end(), known->id) == out.end()) out.push_back(known->id);
  }
  return true;
}

std::vector<std::string_view> methodologies_of(const FoundScan& scan) {
  std::vector<std::string_view> out;
  const JsonObject* order = scan.job ? scan.job->order.if_object() : nullptr;
  if (const JsonArray* list = order == nullptr ? nullptr : find_array(*order, "methodologies")) {
    for (const Json& one : *list) {
      // One that a later catalogue has no more is left out.
      if (one.is_string()) chosen_methodologies(view(one.get_string()), out);
    }
  }
  return out;
}

std::string server_link(std::string_view target_key) {
  return "/api/v1/servers/" + server_key_of(target_key);
}

}  // namespace mcpjury
