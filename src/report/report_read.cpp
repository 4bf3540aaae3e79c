#include "report/report_read.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/escape.h"
#include "base/limits.h"
#include "base/schema_check.h"
#include "catalog/catalog.h"
#include "report/report_read_parts.h"
#include "report/report_schema.h"

namespace mcpjury {
namespace {

const Json& report_schema() {
  static const Json kParsed = [] {
    auto result = parse_json(report_schema_text(), "report.schema.json", {});
    return result.ok() ? std::move(result->value) : Json(false);
  }();
  return kParsed;
}

Error not_a_report(std::string_view name, std::string_view why) {
  return {ErrorCode::kUsage,
          fmt::format("{}: not a usable report: {}", escape_terminal(name), escape_terminal(why))};
}

// anyOf tells only that neither branch fits; the branch the document means tells what is wrong.
std::string misfit(const Json& document) {
  const bool several = find(document, "reports") != nullptr;
  Json branch = report_schema();
  if (!branch.is_object()) return "the schema of this program cannot be read";
  branch.get_object().erase("anyOf");
  branch.get_object()["$ref"] = several ? "#/$defs/several" : "#/$defs/report";
  const auto complaints = check_schema(branch, document, 1);
  if (complaints.empty()) return {};
  return fmt::format("{}: {}", complaints[0].pointer.empty() ? "/" : complaints[0].pointer,
                     clip(complaints[0].message, 200));
}

std::string member_text(const JsonObject& object, std::string_view group, std::string_view key) {
  const JsonObject* inner = find_object(object, group);
  return inner == nullptr ? std::string() : std::string(find_string(*inner, key));
}

}  // namespace

std::int64_t integer_at(const JsonObject& object, std::string_view key) {
  constexpr double kMost = 9e15;
  const Json* value = find(object, key);
  if (value == nullptr) return 0;
  if (value->is_int64()) return value->get_int64();
  if (value->is_double() && std::abs(value->get_double()) < kMost)
    return static_cast<std::int64_t>(value->get_double());
  return 0;
}

std::int64_t tenths_at(const JsonObject& object, std::string_view key) {
  const Json* value = find(object, key);
  constexpr double kMost = 9e15;
  if (value == nullptr) return 0;
  const double number = value->is_double()  ? value->get_double()
                        : value->is_int64() ? static_cast<double>(value->get_int64())
                                            : 0;
  return std::abs(number) < kMost ? std::llround(number * 10) : 0;
}

bool flag_at(const JsonObject& object, std::string_view key) {
  const Json* value = find(object, key);
  return value != nullptr && value->is_bool() && value->get_bool();
}

bool has_number(const JsonObject& object, std::string_view key) {
  const Json* value = find(object, key);
  return value != nullptr && value->is_number();
}

Result<SavedReports> read_reports(Json document, std::string_view name) {
  if (const std::string why = misfit(document); !why.empty()) return not_a_report(name, why);
  SavedReports out;
  out.document = std::make_unique<Json>(std::move(document));
  const JsonObject& root = out.document->get_object();
  std::vector<const JsonObject*> each;
  if (const JsonArray* several = find_array(root, "reports")) {
    for (const Json& one : *several) each.push_back(&one.get_object());
  } else {
    each.push_back(&root);
  }
  if (const JsonArray* failed = find_array(root, "failed")) {
    for (const Json& one : *failed) {
      const JsonObject& from = one.get_object();
      out.failed.push_back({std::string(find_string(from, "target")), std::string(find_string(from, "error")),
                            std::string(find_string(from, "message"))});
    }
  }
  if (each.empty()) return not_a_report(name, "it holds no report");
  const std::string theirs = member_text(root, "catalog", "version");
  for (const JsonObject* one : each) {
    auto report = std::make_unique<ScanReport>();
    report->made_by = {member_text(*one, "program", "version"), member_text(*one, "program", "commit"),
                       member_text(*one, "catalog", "version"), member_text(*one, "catalog", "sha256")};
    ReportReader reader(*one, *report);
    reader.read();
    if (!reader.trouble().empty()) {
      const bool other = report->made_by.catalog_sha256 != catalog().sha256;
      return not_a_report(
          name, reader.trouble() +
                    (other ? fmt::format("; it was made by mcpjury {} with catalogue {}, this is "
                                         "catalogue {}: use that version, or grade the evidence anew",
                                         report->made_by.program_version, report->made_by.catalog_version,
                                         catalog().version)
                           : std::string()));
    }
    out.reports.push_back(std::move(report));
  }
  if (const JsonObject* all = find_object(*each.front(), "assessments")) {
    for (const Methodology& known : catalog().methodologies) {
      if (find(*all, known.id) != nullptr &&
          std::find(out.methodologies.begin(), out.methodologies.end(), known.id) == out.methodologies.end())
        out.methodologies.push_back(known.id);
    }
  }
  if (out.reports.front()->made_by.catalog_sha256 != catalog().sha256) {
    out.note = fmt::format(
        "{} was made with catalogue {}; grades and findings stay as they are, why and what to do are in the "
        "words "
        "of catalogue {}",
        escape_terminal(name), escape_terminal(theirs), catalog().version);
  }
  return out;
}

}  // namespace mcpjury
