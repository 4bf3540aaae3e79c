#include "detect/sink.h"

#include <algorithm>
#include <cassert>

#include "base/escape.h"
#include "base/redact.h"
#include "base/utf8.h"

namespace mcpjury {
namespace {

// {name}, {quote} and {detail} are filled in; anything else stays.
std::string fill(std::string_view pattern, std::string_view name, std::string_view quote,
                 std::string_view detail) {
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
  if (entry.finding.subject.type != subject.type || entry.finding.subject.index != subject.index)
    return false;
  return detector.per == Per::kSubject || entry.path == path;
}

// A name repeated in every finding must not multiply a hostile one of many megabytes.
constexpr std::size_t kNameBytes = 1024;

std::string_view first_bytes(std::string_view text, std::size_t max) {
  return text.substr(0, char_edge(text, max));
}

constexpr std::uint32_t kFree = UINT32_MAX;
constexpr std::size_t kFirstSlots = 64;

std::uint32_t place_hash(std::uint16_t index, const Detector& detector, const SubjectUnit& subject,
                         std::uint32_t path) {
  std::uint64_t hash = index;
  const auto add = [&hash](std::uint64_t value) { hash = (hash ^ value) * 0x9E3779B97F4A7C15U; };
  add(1);
  if (detector.per != Per::kServer) {
    add(static_cast<std::uint64_t>(subject.type) << 32 | static_cast<std::uint32_t>(subject.index));
    if (detector.per != Per::kSubject) add(path);
  }
  return static_cast<std::uint32_t>(hash >> 32);
}

// A server read from source or a package may not say what it is called.
std::string shown_name(const SubjectUnit& subject) {
  return subject.name.empty() ? "This server" : escape_terminal(clip(subject.name, 80));
}

}  // namespace

std::uint16_t detector_index(std::string_view id) {
  const Detector* detector = find_detector(id);
  assert(detector != nullptr);
  return static_cast<std::uint16_t>(index_of(*detector));
}

FindingSink::FindingSink(const TextIndex& text, const Limits& limits, bool with_messages)
    : text_(text),
      limits_(limits),
      with_messages_(with_messages),
      slots_(kFirstSlots, kFree),
      per_detector_(catalog().detectors.size()) {}

void FindingSink::add(std::uint16_t detector, const SubjectUnit& subject, std::uint32_t path,
                      std::string_view quote, Confidence confidence, const Extra& extra) {
  const Detector& info = catalog().detectors[detector];
  const std::uint32_t hash = place_hash(detector, info, subject, path);
  std::uint32_t& slot = slot_of(hash, detector, subject, path);
  if (slot != kFree) {
    Entry& entry = entries_[slot];
    const Finding& known = entry.finding;
    if (known.confidence > confidence) return;
    if (known.confidence == confidence && known.cvss_tenths >= extra.cvss_tenths) {
      entry.doubtful = entry.doubtful && extra.doubtful;
      return;
    }
  }
  const bool fresh = slot == kFree;
  if (fresh) {
    if (per_detector_[detector] >= limits_.findings_per_detector) {
      dropped_ = true;
      return;
    }
    ++per_detector_[detector];
    slot = static_cast<std::uint32_t>(entries_.size());
    entries_.emplace_back();
  }
  Entry* const entry = &entries_[slot];
  Finding& finding = entry->finding;
  finding.detector = detector;
  finding.severity = extra.severity.value_or(info.severity);
  finding.cvss_tenths = static_cast<std::int16_t>(extra.cvss_tenths);
  finding.confidence = confidence;
  finding.in_description_only = extra.in_description_only;
  finding.subject = {subject.type, clip(first_bytes(subject.name, kNameBytes), kNameBytes), subject.index};
  finding.pointer = extra.pointer.empty() ? text_.pointer(path) : std::string(extra.pointer);
  finding.evidence = clip(redact(first_bytes(quote, limits_.quote_chars * 8)), limits_.quote_chars);
  if (with_messages_) {
    finding.message = fill(info.message, shown_name(subject), escape_terminal(finding.evidence),
                           escape_terminal(clip(redact(first_bytes(extra.detail, limits_.quote_chars * 8)),
                                                limits_.quote_chars)));
  }
  entry->path = path;
  entry->from_hidden_view = extra.from_hidden_view;
  entry->doubtful = extra.doubtful;
  entry->hash = hash;
  if (fresh && entries_.size() * 2 > slots_.size()) grow();
}

std::uint32_t& FindingSink::slot_of(std::uint32_t hash, std::uint16_t detector, const SubjectUnit& subject,
                                    std::uint32_t path) {
  const Detector& info = catalog().detectors[detector];
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  for (; slots_[at] != kFree; at = (at + 1) & mask) {
    const Entry& entry = entries_[slots_[at]];
    if (entry.hash == hash && entry.finding.detector == detector && same_place(entry, info, subject, path))
      break;
  }
  return slots_[at];
}

void FindingSink::grow() {
  slots_.assign(slots_.size() * 2, kFree);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {
    std::size_t at = entries_[i].hash & mask;
    while (slots_[at] != kFree) at = (at + 1) & mask;
    slots_[at] = i;
  }
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
  slots_.assign(kFirstSlots, kFree);
  return findings;
}

}  // namespace mcpjury
