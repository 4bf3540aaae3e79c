#include "scan/suppress.h"

#include <fmt/format.h>

#include <map>

#include "base/escape.h"
#include "base/glob.h"
#include "catalog/catalog.h"
#include "model/utc_time.h"

namespace mcpjury {
namespace {

bool target_matches(std::string_view glob, const ScanReport& report) {
  const Target& target = report.evidence.target;
  return glob_matches(glob, target.id) || glob_matches(glob, target.display) ||
         glob_matches(glob, report.surface.server_name);
}

std::string_view scope_of(const Suppression& one) {
  if (!one.fingerprint.empty()) return one.fingerprint;
  if (!one.subject.empty()) return one.subject;
  return one.pointer.empty() ? one.target : one.pointer;
}

}  // namespace

bool suppression_expired(std::string_view last_day, std::string_view observed_at) {
  const auto end = unix_seconds(std::string(last_day) + "T23:59:59Z");
  const auto now = unix_seconds(observed_at);
  return !end || !now || *now > *end;
}

SuppressionBook::SuppressionBook(std::vector<Suppression> suppressions)
    : suppressions_(std::move(suppressions)),
      of_detector_(catalog().detectors.size()),
      used_(new std::atomic<bool>[suppressions_.size()]()),
      expired_(new std::atomic<bool>[suppressions_.size()]()),
      looked_at_(new std::atomic<bool>[suppressions_.size()]()) {
  for (std::size_t i = 0; i < suppressions_.size(); ++i) {
    for (const std::uint16_t detector : suppressions_[i].detectors)
      of_detector_[detector].push_back(static_cast<std::uint16_t>(i));
  }
}

bool SuppressionBook::covers(const Suppression& one, const ScanReport& report, const Finding& finding) const {
  if (!one.subject.empty() && !glob_matches(one.subject, finding.subject.name)) return false;
  if (!one.pointer.empty() && !glob_matches(one.pointer, finding.pointer)) return false;
  if (!one.target.empty() && !target_matches(one.target, report)) return false;
  if (one.fingerprint.empty()) return true;
  const std::string_view detector = catalog().detectors[finding.detector].id;
  return one.fingerprint == fingerprint_of(finding, detector, report.evidence.target.id);
}

void SuppressionBook::apply(ScanReport& report) const {
  report.suppressions.clear();
  if (suppressions_.empty()) return;
  for (std::size_t i = 0; i < suppressions_.size(); ++i) {
    const Suppression& one = suppressions_[i];
    if (!looked_at_[i] && (one.target.empty() || target_matches(one.target, report))) looked_at_[i] = true;
  }
  std::map<std::uint16_t, std::int16_t> noted;  // suppression -> entry of report.suppressions
  const auto note = [&](std::uint16_t which, bool expired, std::size_t finding) {
    const auto [at, is_new] = noted.try_emplace(which, static_cast<std::int16_t>(report.suppressions.size()));
    if (is_new) report.suppressions.push_back({suppressions_[which], expired, {}});
    report.suppressions[static_cast<std::size_t>(at->second)].findings.push_back(
        static_cast<std::uint32_t>(finding));
    return at->second;
  };
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    Finding& finding = report.findings[i];
    if (finding.detector >= of_detector_.size()) continue;
    for (const std::uint16_t which : of_detector_[finding.detector]) {
      const Suppression& one = suppressions_[which];
      if (!covers(one, report, finding)) continue;
      const bool expired = suppression_expired(one.expires, report.evidence.observed_at);
      (expired ? expired_ : used_)[which].store(true, std::memory_order_relaxed);
      const std::int16_t entry = note(which, expired, i);
      if (expired) continue;
      finding.suppressed = true;
      finding.suppression = entry;
      break;
    }
  }
}

std::string SuppressionBook::named(std::size_t which) const {
  const Suppression& one = suppressions_[which];
  return fmt::format("{}: the suppression of {} ({})", escape_terminal(one.place), escape_terminal(one.rule),
                     escape_terminal(scope_of(one)));
}

std::vector<std::string> SuppressionBook::expired() const {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < suppressions_.size(); ++i) {
    if (!expired_[i]) continue;
    out.push_back(fmt::format("{} expired on {}; its findings count again. Fix them, or decide anew",
                              named(i), suppressions_[i].expires));
  }
  return out;
}

std::vector<std::string> SuppressionBook::unused() const {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < suppressions_.size(); ++i) {
    if (looked_at_[i] && !used_[i] && !expired_[i])
      out.push_back(named(i) + " covers nothing; take it out if the finding is gone");
  }
  return out;
}

bool SuppressionBook::used() const {
  for (std::size_t i = 0; i < suppressions_.size(); ++i) {
    if (used_[i]) return true;
  }
  return false;
}

}  // namespace mcpjury
