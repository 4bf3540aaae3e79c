#include "detect/weigh_doubtful.h"

#include <algorithm>

#include "catalog/catalog.h"
#include "text/tokens.h"

namespace mcpjury {
namespace {

// Sentences of all texts of a tool together.
constexpr std::size_t kShortDefinition = 4;
// Shorter texts are names and values.
constexpr std::size_t kShortestProse = 12;

bool is_long(const TextIndex& text, const SubjectUnit& subject) {
  std::size_t sentences = 0;
  for (std::uint32_t f = subject.first_field; f < subject.first_field + subject.fields; ++f) {
    const Field& field = text.fields[f];
    if (field.view != ViewKind::kRaw || field.split_names || field.text.size() < kShortestProse) continue;
    sentences += field.joined() ? field.pieces : split_sentences(field.text).size();
    if (sentences > kShortDefinition) return true;
  }
  return false;
}

// Charges against the same words are one sign, however many detectors they go to.
bool accompanies(const FindingSink::Entry& other, const FindingSink::Entry& doubtful) {
  return catalog().detectors[other.finding.detector].kind == Kind::kMalice &&
         other.finding.severity >= Severity::kMedium && other.finding.confidence != Confidence::kLow &&
         other.finding.detector != doubtful.finding.detector &&
         other.finding.evidence != doubtful.finding.evidence;
}

}  // namespace

void weigh_doubtful(const TextIndex& text, FindingSink& sink) {
  const auto& entries = sink.entries();
  const auto place = [&](std::size_t i) {
    const FindingSubject& subject = entries[i].finding.subject;
    return std::pair(subject.type, subject.index);
  };
  std::vector<std::size_t> order(entries.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  if (std::none_of(entries.begin(), entries.end(), [](const auto& entry) { return entry.doubtful; })) return;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return place(a) < place(b); });
  std::vector<std::size_t> lowered;
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && place(order[end]) == place(order[begin])) ++end;
    const auto first = order.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = order.begin() + static_cast<std::ptrdiff_t>(end);
    const auto doubtful = std::find_if(first, last, [&](std::size_t i) { return entries[i].doubtful; });
    if (doubtful == last) continue;
    const auto where = place(*doubtful);
    const auto subject = std::find_if(
        text.subjects.begin(), text.subjects.end(),
        [&](const SubjectUnit& unit) { return unit.type == where.first && unit.index == where.second; });
    if (subject == text.subjects.end() || !is_long(text, *subject)) continue;
    for (auto at = doubtful; at != last; ++at) {
      if (!entries[*at].doubtful) continue;
      const bool accompanied =
          std::any_of(first, last, [&](std::size_t i) { return accompanies(entries[i], entries[*at]); });
      if (!accompanied) lowered.push_back(*at);
    }
  }
  for (const std::size_t i : lowered) sink.lower(i);
}

}  // namespace mcpjury
