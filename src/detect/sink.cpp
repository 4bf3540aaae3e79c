#include "detect/sink.h"

#include <algorithm>
#include <cassert>

#include "base/escape.h"
#include "base/redact.h"

namespace mcpjury {
namespace {

// {name}, {quote} and {detail} are filled in; anything else stays.
std::string fill(std::string_view pattern, std::string_view name, std::string_view quote, std::string_view detail) {
  std::string out;
  while (!pattern.empty()) {
    const std::size_t open = pattern.find('{');
    out += pattern.substr(0, open);
    if (open == std::string_view::npos) break;
    pattern.remove_prefix(open);
    const auto take = [&](std::string_view key, std::string_view value) {
      if (pattern.substr(0, key.size()) != key) return false;
      out += value;
      pattern.remove_prefix(key.size());
      return true;
    };
    if (take("{name}", name) || take("{quote}", quote) || take("{detail}", detail)) continue;
    out += '{';
    pattern.remove_prefix(1);
  }
  return out;
}

bool same_place(const FindingSink::Entry& entry, const Detector& detector, const SubjectUnit& subject,
                std::uint32_t path) {
  if (detector.per == Per::kServer) return true;
  if (entry.finding.subject.type != subject.type || entry.finding.subject.index != subject.index) return false;
  return detector.per == Per::kSubject || entry.path == path;
}

}  // namespace

std::uint16_t detector_index(std::string_view id) {
  const Detector* detector = find_detector(id);
  assert(detector != nullptr);
  return static_cast<std::uint16_t>(index_of(*detector));
}

FindingSink::FindingSink(const TextIndex& text, const Limits& limits, bool with_messages)
    : text_(text), limits_(limits), with_messages_(with_messages), per_detector_(catalog().detectors.size()) {}

void FindingSink::add(std::uint16_t detector, const SubjectUnit& subject, std::uint32_t path, std::string_view quote,
                      Confidence confidence, const Extra& extra) {
  const Detector& info = catalog().detectors[detector];
  Entry* entry = nullptr;
  // Findings of one subject come together, so the search backwards ends soon; a per-server detector
  // has at most one.
  for (auto it = entries_.rbegin(); it != entries_.rend(); ++it) {
    if (it->finding.detector == detector && same_place(*it, info, subject, path)) {
      if (it->finding.confidence >= confidence) return;
      entry = &*it;
      break;
    }
    if (info.per != Per::kServer && it - entries_.rbegin() > 512) break;
  }
  if (!entry) {
    if (per_detector_[detector] >= limits_.findings_per_detector) return;
    ++per_detector_[detector];
    entry = &entries_.emplace_back();
  }
  Finding& finding = entry->finding;
  finding.detector = detector;
  finding.severity = info.severity;
  finding.confidence = confidence;
  finding.in_description_only = extra.in_description_only;
  finding.subject = {subject.type, std::string(subject.name), subject.index};
  finding.pointer = text_.pointer(path);
  finding.evidence = clip(redact(quote.substr(0, limits_.quote_chars * 8)), limits_.quote_chars);
  if (with_messages_) {
    finding.message = fill(info.message, escape_terminal(clip(subject.name, 80)), escape_terminal(finding.evidence),
                           escape_terminal(clip(redact(extra.detail), limits_.quote_chars)));
  }
  entry->path = path;
  entry->from_hidden_view = extra.from_hidden_view;
}

std::vector<Finding> FindingSink::take() {
  const auto detectors = catalog().detectors;
  std::sort(entries_.begin(), entries_.end(), [&](const Entry& a, const Entry& b) {
    const Finding& x = a.finding;
    const Finding& y = b.finding;
    if (x.severity != y.severity) return x.severity > y.severity;
    const Kind kx = detectors[x.detector].kind, ky = detectors[y.detector].kind;
    if (kx != ky) return kx < ky;
    if (x.confidence != y.confidence) return x.confidence > y.confidence;
    if (x.detector != y.detector) return x.detector < y.detector;
    if (x.subject.type != y.subject.type) return x.subject.type < y.subject.type;
    if (x.subject.index != y.subject.index) return x.subject.index < y.subject.index;
    return x.pointer < y.pointer;
  });
  std::vector<Finding> findings;
  findings.reserve(entries_.size());
  for (Entry& entry : entries_) findings.push_back(std::move(entry.finding));
  entries_.clear();
  return findings;
}

}  // namespace mcpjury
