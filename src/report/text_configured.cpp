// The servers of client configurations at a glance, before the reports: who starts what, from where, how
// firm.
#include <fmt/format.h>

#include <algorithm>

#include "report/shared.h"
#include "report/summary.h"
#include "report/text_parts.h"

namespace mcpjury {
namespace {

constexpr std::size_t kClientColumns = 12, kServerColumns = 13, kPackageColumns = 21, kPinnedColumns = 6;
constexpr std::size_t kMaxTableRows = 2'000;

const JsonObject* configured_of(const ScanReport& report) {
  const JsonObject* transport = report.evidence.facet(Facet::kTransport).data.if_object();
  return transport != nullptr ? find_object(*transport, "configured") : nullptr;
}

std::string client_cell(const JsonObject& configured) {
  const JsonArray* clients = find_array(configured, "clients");
  if (clients == nullptr || clients->empty() || !clients->front().is_string())
    return std::string(find_string(configured, "scope"));
  std::string out(view(clients->front().get_string()));
  if (clients->size() > 1) out += fmt::format(" +{}", clients->size() - 1);
  return out;
}

std::string package_cell(const JsonObject& configured) {
  const JsonObject* package = find_object(configured, "package");
  const std::string_view name = package != nullptr ? find_string(*package, "name") : std::string_view();
  if (!name.empty()) {
    const std::string_view version = find_string(*package, "version"), range = find_string(*package, "range");
    const std::string_view which = version.empty() ? range : version;
    std::string out = fmt::format("{}{}{}", name, which.empty() ? "" : "@", which);
    // The end of a long name says more than its scope.
    const std::size_t slash = out.rfind('/');
    if (out.size() >= kPackageColumns && slash != std::string::npos) out = ".." + out.substr(slash);
    return out;
  }
  if (const std::string_view url = find_string(configured, "url"); !url.empty())
    return std::string(url.substr(url.find("://") == std::string_view::npos ? 0 : url.find("://") + 3));
  if (package == nullptr) return "-";
  if (const std::string_view address = find_string(*package, "address"); !address.empty())
    return std::string(address);
  return std::string(find_string(*package, "form"));
}

std::string_view pinned_cell(const JsonObject& configured) {
  const JsonObject* package = find_object(configured, "package");
  const auto flag = [&](std::string_view key) {
    const Json* value = package != nullptr ? find(*package, key) : nullptr;
    return value != nullptr && value->is_bool() && value->get_bool();
  };
  if (!flag("fetched")) return "-";
  return flag("pinned") ? "yes" : "no";
}

// Findings stand worst first.
const Finding* worst_of(const ScanReport& report) {
  for (const Finding& finding : report.findings) {
    if (is_open(report, finding)) return &finding;
  }
  return nullptr;
}

Ink ink_of(const Finding* worst) {
  if (worst == nullptr || worst->severity <= Severity::kLow) return Ink::kNone;
  return worst->severity >= Severity::kHigh ? Ink::kRed : Ink::kYellow;
}

}  // namespace

void write_configured(Page& page, const Reports& reports) {
  const auto count = static_cast<std::size_t>(std::count_if(
      reports.begin(), reports.end(), [](const auto& report) { return configured_of(*report) != nullptr; }));
  if (count == 0) return;
  page.line(page.cell("CLIENT", kClientColumns) + page.cell("SERVER", kServerColumns) +
            page.cell("PACKAGE OR ADDRESS", kPackageColumns) + page.cell("PINNED", kPinnedColumns + 1) +
            "WORST FINDING");
  std::size_t rows = 0;
  for (const auto& report : reports) {
    const JsonObject* configured = configured_of(*report);
    if (configured == nullptr) continue;
    if (++rows > kMaxTableRows) {
      page.line(page.shown(fmt::format("and {} more", count - kMaxTableRows)));
      break;
    }
    const Finding* worst = worst_of(*report);
    const Json* disabled = find(*configured, "disabled");
    std::string name(find_string(*configured, "name"));
    if (disabled != nullptr && disabled->is_bool() && disabled->get_bool()) name = "(off) " + name;
    const std::size_t left =
        kColumns - kClientColumns - kServerColumns - kPackageColumns - kPinnedColumns - 1;
    const std::string what = worst == nullptr
                                 ? std::string("-")
                                 : fmt::format("{} {}", name_of(worst->severity), detector_of(*worst).id);
    page.line(page.cell(client_cell(*configured), kClientColumns - 1) + " " +
              page.cell(name, kServerColumns - 1) + " " +
              page.cell(package_cell(*configured), kPackageColumns - 1) + " " +
              page.cell(pinned_cell(*configured), kPinnedColumns) + " " +
              page.inked(page.fit(what, left), ink_of(worst)));
  }
  page.blank();
}

}  // namespace mcpjury
